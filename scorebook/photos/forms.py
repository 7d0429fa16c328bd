"""What the photo form sends."""

from typing import Self, cast

from django import forms
from django.http import QueryDict

from scorebook.models import Game, Photo, Player
from scorebook.models.people import printable
from scorebook.models.photos import Side

WORDS = {
    "required": "Choose a photo first.",
    "empty": "That photo is empty. Choose it again.",
    "invalid": "Choose a photo first.",
}


class PhotoForm(forms.Form):
    """A photo of a game's winner or loser: whom the sender saw there, and others who are in it."""

    id = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    photo = forms.FileField(error_messages=WORDS)
    people = forms.ModelMultipleChoiceField(Player.objects.all(), required=False)
    others = forms.ModelMultipleChoiceField(Player.objects.known(), required=False)


class PostForm(forms.Form):
    """What posts a photo that is stored; see `services.post_photo`."""

    # One in the bin too: what waited on a phone comes back with its game.
    game = forms.ModelChoiceField(Game.objects.with_table(), required=False)
    side = forms.ChoiceField(choices=[("", ""), *Side.choices], required=False)
    people = forms.ModelMultipleChoiceField(Player.objects.all(), required=False)
    others = forms.ModelMultipleChoiceField(Player.objects.known(), required=False)
    caption = forms.CharField(max_length=200, required=False, validators=[printable])

    def clean(self) -> None:
        if self.cleaned_data.get("side") and not self.cleaned_data.get("game"):
            self.add_error("game", "Say which game was won or lost.")

    def clean_side(self) -> Side | None:
        side = self.cleaned_data["side"]
        return Side(side) if side else None


class NewPhotoForm(forms.Form):
    """A photo of nobody in particular. `stored` is one that came with a form that was faulty."""

    id = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    stored = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    photo = forms.FileField(required=False, error_messages=WORDS)
    others = forms.ModelMultipleChoiceField(
        Player.objects.known().by_name(),
        label="In the photo",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    caption = forms.CharField(max_length=200, required=False, validators=[printable])


class EditForm(forms.Form):
    caption = forms.CharField(max_length=200, required=False, validators=[printable])
    alt = forms.CharField(
        label="For those who cannot see it",
        max_length=200,
        validators=[printable],
        help_text="What the photo shows, in words.",
    )
    others = forms.ModelMultipleChoiceField(
        Player.objects.known().by_name(),
        label="In the photo",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    @classmethod
    def of(cls, photo: Photo, data: QueryDict | None) -> Self:
        """Whom a winner's or loser's photo is of is what the game says; others are also in it."""
        said = {"alt": photo.alt, "caption": photo.caption, "others": photo.others}
        form = cls(data, initial=said)
        if photo.side:
            field = cast(forms.ModelMultipleChoiceField, form.fields["others"])
            field.queryset = Player.objects.known().exclude(photos_of=photo).by_name()
            field.label = "Also in the photo"
        return form

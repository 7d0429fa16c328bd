"""What the photo form sends."""

from django import forms

from scorebook.models import Game, Player
from scorebook.models.people import printable
from scorebook.models.photos import Side

WORDS = {
    "required": "Choose a photo first.",
    "empty": "That photo is empty. Choose it again.",
    "invalid": "Choose a photo first.",
}


class PhotoForm(forms.Form):
    id = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    photo = forms.FileField(error_messages=WORDS)
    people = forms.ModelMultipleChoiceField(Player.objects.all(), required=False)


class PostForm(forms.Form):
    """What posts a photo that is stored. Without a side, the people are those in it."""

    game = forms.ModelChoiceField(Game.objects.with_table(), required=False)
    side = forms.ChoiceField(choices=[("", ""), *Side.choices], required=False)
    people = forms.ModelMultipleChoiceField(Player.objects.all(), required=False)
    caption = forms.CharField(max_length=200, required=False, validators=[printable])

    def clean_side(self) -> Side | None:
        side = self.cleaned_data["side"]
        return Side(side) if side else None


class EditForm(forms.Form):
    caption = forms.CharField(max_length=200, required=False, validators=[printable])
    alt = forms.CharField(
        label="For those who cannot see it",
        max_length=200,
        validators=[printable],
        help_text="What the photo shows, in words.",
    )
    people = forms.ModelMultipleChoiceField(
        Player.objects.known().by_name(),
        label="In the photo",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

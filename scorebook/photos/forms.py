"""What the photo form sends."""

from django import forms

from scorebook.models import Player

WORDS = {
    "required": "Choose a photo first.",
    "empty": "That photo is empty. Choose it again.",
    "invalid": "Choose a photo first.",
}


class PhotoForm(forms.Form):
    id = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    photo = forms.FileField(error_messages=WORDS)
    people = forms.ModelMultipleChoiceField(Player.objects.all(), required=False)
    even_so = forms.BooleanField(required=False)

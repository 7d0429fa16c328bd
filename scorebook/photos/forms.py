"""What the photo form sends."""

from django import forms

WORDS = {
    "required": "Choose a photo first.",
    "empty": "That photo is empty. Choose it again.",
    "invalid": "Choose a photo first.",
}


class PhotoForm(forms.Form):
    id = forms.UUIDField(required=False, error_messages={"invalid": "Choose the photo again."})
    photo = forms.FileField(error_messages=WORDS)
    even_so = forms.BooleanField(required=False)

"""Naming a new version, bringing one in, and asking for two at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scorebook.models import Family, RuleSet
from scorebook.rulebook.reading import LARGEST, read_rules
from scorebook.rules.variant import VariantError


class VersionForm(forms.Form):
    """What makes rules a version: a name, since when, and why. `rules` is their JSON."""

    rules = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(label="Name", max_length=60)
    since = forms.DateField(
        label="Since", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    why = forms.CharField(label="Why", max_length=200, help_text="The rules will quote it.")

    def __init__(self, family: Family, data: Any = None, **initial: Any) -> None:
        super().__init__(data, label_suffix="", initial={"since": family.today, **initial})
        self.fields["parent"] = forms.ModelChoiceField(
            RuleSet.objects.offered(),
            to_field_name="slug",
            required=False,
            widget=forms.HiddenInput,
        )

    def clean_rules(self) -> Any:
        return _read(self.cleaned_data["rules"])

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not any(letter.isalnum() for letter in name):
            raise ValidationError("A name has at least a letter or a digit.")
        return name


class ImportForm(forms.Form):
    """Rules from a file or pasted; cleaned, `rules` is the variant."""

    file = forms.FileField(
        label="A file", required=False, help_text="As “Export” on a rules page makes it."
    )
    text = forms.CharField(
        label="Or its text",
        required=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text")
        if file and text:
            raise ValidationError("A file or its text, not both.")
        name = "file" if file else "text"
        try:
            if file:
                cleaned["rules"] = _read(file.read(LARGEST + 1))
            elif text:
                cleaned["rules"] = _read(text)
            elif not self.errors:
                raise ValidationError("Choose a file, or paste its text.")
        except ValidationError as error:
            self.add_error(name, error)
        return cleaned


def _read(text: str | bytes) -> Any:
    try:
        return read_rules(text)
    except VariantError as error:
        raise ValidationError(str(error)) from None

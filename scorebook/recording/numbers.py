"""Whole numbers as people and hostile programs send them."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

_WHOLE = re.compile(r"\d{1,6}")
_SIGNED = re.compile(rf"[-+]?{_WHOLE.pattern}")


def whole(text: str) -> int | None:
    """The number that a button or an address names, of at most six digits in any script; None for
    anything else.
    """
    return int(text) if _WHOLE.fullmatch(text) else None


class WholeNumberField(forms.IntegerField):
    """A whole number from `least` to `most`, typed without an underscore or a point."""

    def __init__(self, *, least: int, most: int, **more: Any) -> None:
        sentence = f"This has to be a whole number from {least} to {most}."
        said = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
        said |= more.pop("error_messages", {})
        super().__init__(min_value=least, max_value=most, error_messages=said, **more)

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip().replace("−", "-")
        if text and not _SIGNED.fullmatch(text):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text)

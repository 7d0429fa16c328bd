"""Signing in, and the one form of the first start."""

import os

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from scorebook.ledger.people import short_name
from scorebook.models import Family, Player, User
from scorebook.models.people import printable
from scorebook.models.zones import Choices, zones


def machine_zone() -> str:
    """The time zone to offer first: the configured one, or the one this machine keeps."""
    try:
        named = os.readlink("/etc/localtime").partition("zoneinfo/")[2]
    except OSError:
        named = ""
    known = {zone for _, there in offered_zones() for zone, _ in there}
    keeps = settings.TIME_ZONE == "UTC" and named in known
    return named if keeps else settings.TIME_ZONE


def offered_zones() -> Choices:
    """Those that are called by a city, and the server's own."""
    return zones(settings.TIME_ZONE)


def password_field(label: str, help_text: str = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})
    return forms.CharField(label=label, help_text=help_text, strip=False, widget=widget)


class SetupForm(forms.Form):
    family_name = forms.CharField(
        label="Name of the family",
        help_text="As it stands above the scores: The Links.",
        max_length=Family._meta.get_field("name").max_length,
        validators=[printable],
    )
    time_zone = forms.ChoiceField(
        label="Time zone",
        help_text="A game that ends after midnight belongs to the right evening by this.",
        choices=offered_zones,
        initial=machine_zone,
    )
    name = forms.CharField(
        label="Your name",
        max_length=Player._meta.get_field("name").max_length,
        validators=[printable],
    )
    short_name = forms.CharField(
        label="Your short name",
        help_text="At most 7 letters: it heads a narrow column. Left empty, we shorten your name.",
        required=False,
        max_length=Player._meta.get_field("short_name").max_length,
        validators=[printable],
    )
    username = forms.CharField(
        label="Name to sign in with",
        max_length=150,
        validators=[User.username_validator, printable],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = password_field("Password", "At least 15 characters. A few words in a row will do.")
    password_again = password_field("Password again")

    def clean(self) -> dict:
        data = super().clean() or {}
        if data.get("name") and not data.get("short_name"):
            taken = Player.objects.values_list("short_name", flat=True)
            data["short_name"] = short_name(data["name"], taken)
        if "password" in data:
            if data.pop("password_again", None) != data["password"]:
                self.add_error("password_again", "The two passwords are not the same.")
            self._check_strength(data)
        return data

    def _check_strength(self, data: dict) -> None:
        likeness = User(username=data.get("username", ""), first_name=data.get("name", ""))
        try:
            validate_password(data["password"], likeness)
        except ValidationError as problem:
            self.add_error("password", problem)


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": "That name and that password do not go together. Capitals count.",
        "inactive": "That name and that password do not go together. Capitals count.",
    }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"

"""A password or a passkey, given once more before a dangerous act, and how one gets a password."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.accounts import devices, keys, throttle
from scorebook.accounts.forms import password_field
from scorebook.limits import HOUR, address_of, refuse
from scorebook.models import User
from scorebook.models.people import printable


class ProofForm(forms.Form):
    password = forms.CharField(
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class PasswordForm(forms.ModelForm):
    username = forms.CharField(
        label="Name to sign in with",
        max_length=150,
        validators=[User.username_validator, printable],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    old = forms.CharField(
        label="Password until now",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = password_field("New password", "At least 15 characters. A few words will do.")
    password_again = password_field("New password again")

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.has_usable_password():
            del self.fields["old"]
            self.initial["username"] = self.instance.player.first_name.split()[-1].lower()

    def clean_old(self) -> str:
        if not self.instance.check_password(self.cleaned_data["old"]):
            raise ValidationError("That is not the password until now. Capitals count.")
        return self.cleaned_data["old"]

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], self.instance)
        return self.cleaned_data["password"]

    def clean_password_again(self) -> str:
        again = self.cleaned_data["password_again"]
        if again != self.cleaned_data.get("password", again):
            raise ValidationError("The two passwords are not the same.")
        return again


@require_http_methods(["GET", "POST"])
def prove(request: HttpRequest) -> HttpResponse:
    """Asked again before what cannot be mended by a tap; then back to where it was."""
    user = access.reader(request)
    if not can_prove(user):
        messages.info(request, "Admins have a password or a passkey. Choose yours first.")
        return redirect("set_password")
    form = ProofForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        caller = {"name": user.username, "address": address_of(request)}
        if throttle.too_many(**caller):
            return refuse(request, HOUR)
        if user.check_password(form.cleaned_data["password"]):
            throttle.forgive(**caller)
            accept(request)
            return HttpResponseRedirect(onward(request, request.POST.get("next", "")))
        form.add_error("password", "That is not your password. Capitals count.")
    context = {
        "form": form if user.has_usable_password() else None,
        "next": request.GET.get("next", request.POST.get("next", "")),
        "with_passkey": keys.offered(request) and user.passkeys.exists(),
    }
    return render(request, "accounts/prove.html", context)


def can_prove(user: User) -> bool:
    return user.has_usable_password() or user.passkeys.exists()


def given(request: HttpRequest) -> bool:
    """Was it proved lately who this is, or is there nothing yet to prove it by?"""
    return access.proved_lately(request) or not can_prove(access.reader(request))


def accept(request: HttpRequest) -> None:
    """The proof holds; as after every sign-in, the session gets another key."""
    devices.renew(request)
    access.has_proved(request)


def onward(request: HttpRequest, wanted: str, otherwise: str = "people") -> str:
    """Where to go after: an address of ours, whatever was asked for."""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if ours else reverse(otherwise)


@require_http_methods(["GET", "POST"])
def set_password(request: HttpRequest) -> HttpResponse:
    """The first password or another one. It ends every other session of this login."""
    user = User.objects.select_related("player").get(id=access.reader(request).id)
    if user.player is None:
        return redirect("devices")
    if not user.has_usable_password() and not given(request):
        return access.ask_first(request)
    form = PasswordForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        keep(request, form)
        messages.success(request, "The new password is kept. Your other devices are signed out.")
        return redirect("devices")
    return render(request, "accounts/set_password.html", {"form": form})


@transaction.atomic
def keep(request: HttpRequest, form: PasswordForm) -> None:
    user = form.save(commit=False)
    user.set_password(form.cleaned_data["password"])
    user.save(update_fields=["username", "password"])
    user.devices.exclude(session_key=request.session.session_key).delete()
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    accept(request)

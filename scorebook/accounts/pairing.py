"""Six digits on a signed-in phone sign another device in."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_http_methods

from scorebook import access, limits, links
from scorebook.accounts import devices
from scorebook.models import PairingCode, User

STANDS = timedelta(minutes=10)
MOST_TRIES = 5
WRONG = "Those digits are wrong, or older than ten minutes. Show new ones on the other phone."


class DigitsForm(forms.Form):
    digits = forms.CharField(
        label="Six digits",
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )

    def clean_digits(self) -> str:
        """As people read them out: "123 456" or "123-456"."""
        return "".join(sign for sign in self.cleaned_data["digits"] if sign.isdecimal())


@require_http_methods(["GET", "POST"])
def pairing_code(request: HttpRequest) -> HttpResponse:
    user = access.reader(request)
    digits = make_code(user) if request.method == "POST" else ""
    shown = f"{digits[:3]} {digits[3:]}" if digits else ""
    address = links.for_others(request, "pair")
    context = {"digits": shown, "address": links.typed(address), "reach": links.reach(address)}
    return render(request, "accounts/pairing_code.html", context)


@login_not_required
@require_http_methods(["GET", "POST"])
def pair(request: HttpRequest) -> HttpResponse:
    """The other device: whoever types the digits is signed in as the one who sees them."""
    form = DigitsForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/pair.html", {"form": form})
    seconds = int(STANDS.total_seconds())
    here = limits.address_of(request)
    if limits.too_many("pairing", here, most=MOST_TRIES, seconds=seconds):
        return limits.refuse(request, seconds)
    user = redeem(form.cleaned_data["digits"])
    if user is None:
        form.add_error("digits", WRONG)
        return render(request, "accounts/pair.html", {"form": form}, status=400)
    devices.sign_in(request, user)
    messages.success(request, "This device is signed in.")
    return redirect("home")


def make_code(user: User) -> str:
    """Fresh digits in place of any before them."""
    digits = f"{secrets.randbelow(1_000_000):06}"
    fresh = {"code_hash": keyed(digits), "tries": 0, "expires_at": timezone.now() + STANDS}
    PairingCode.objects.update_or_create(user=user, defaults=fresh)
    return digits


@transaction.atomic
def redeem(digits: str) -> User | None:
    """Whose digits these are; they work once. A wrong try counts against every code that stands."""
    standing = PairingCode.objects.select_for_update().select_related("user")
    standing = standing.filter(expires_at__gt=timezone.now(), tries__lt=MOST_TRIES)
    code = standing.filter(code_hash=keyed(digits)).first()
    if code is None:
        standing.update(tries=F("tries") + 1)
        return None
    code.delete()
    return code.user if code.user.is_active else None


def keyed(digits: str) -> str:
    """Six digits are soon tried out, so what is stored hangs on the secret key as well."""
    return salted_hmac("scorebook.pairing", digits, algorithm="sha256").hexdigest()

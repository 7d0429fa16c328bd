"""Passkeys: a key on somebody's phone instead of a password, where the browser lets a page ask.
The signatures are checked by a library.
"""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from scorebook import limits
from scorebook.accounts import devices
from scorebook.models import Family, Passkey, User

ASKED = "passkey"  # key of the session
ANSWER_WITHIN = 5 * limits.MINUTE
MOST_KEYS = 10
VERIFIED = UserVerificationRequirement.REQUIRED
STRANGE = "That passkey opens nothing here."


class Unfit(Exception):
    """What the browser answered is no answer to what was asked; the text says so."""


def offered(request: HttpRequest) -> bool:
    """Browsers let a page ask where they trust its address: by HTTPS, and on localhost."""
    host = _host(request)
    return host == _site(request) and (request.is_secure() or host == "localhost")


def ask_for_new(request: HttpRequest, user: User) -> dict[str, Any]:
    """What the browser needs to make a key for this login."""
    name = user.player.name if user.player else user.first_name
    handle = salted_hmac("scorebook.passkeys", str(user.id), algorithm="sha256").digest()
    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        _credentials(user),
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=VERIFIED,
    )
    return _asked(request, options, state)


def ask_for_any(request: HttpRequest) -> dict[str, Any]:
    """What the browser needs to ask for a key: a stranger's any, else one of this login."""
    own = _credentials(request.user) if isinstance(request.user, User) else None
    options, state = _server(request).authenticate_begin(own, user_verification=VERIFIED)
    return _asked(request, options, state)


def keep(request: HttpRequest, user: User) -> Passkey:
    """The new key of the browser's answer. Raises Unfit."""
    asked, told = _answered(request)
    try:
        data = _server(request).register_complete(asked, told)
        credential = AttestedCredentialData(data.credential_data or b"")
    except Exception as problem:  # a stranger's message may break anywhere in the library
        raise Unfit("That passkey could not be read.") from problem
    known = Passkey.objects.filter(credential_id=credential.credential_id)
    if known.exists() or user.passkeys.count() >= MOST_KEYS:
        raise Unfit(f"That passkey is kept already, or there are {MOST_KEYS}. Remove one first.")
    return Passkey.objects.create(
        user=user,
        credential_id=credential.credential_id,
        credential=bytes(credential),
        sign_count=data.counter,
        name=devices.named(request.headers.get("User-Agent", "")),
    )


def owner(request: HttpRequest) -> User:
    """Whose key has answered. Raises Unfit.

    A key that counts must have counted on: otherwise there are two of it.
    """
    asked, told = _answered(request)
    try:
        answer = AuthenticationResponse.from_dict(told)
        key = Passkey.objects.select_related("user").get(credential_id=answer.raw_id)
        credential = AttestedCredentialData(bytes(key.credential))
        _server(request).authenticate_complete(asked, [credential], answer)
        count = answer.response.authenticator_data.counter
    except Exception as problem:  # as above
        raise Unfit(STRANGE) from problem
    stood_still = count <= key.sign_count and (count or key.sign_count)
    if stood_still or not key.user.is_active:
        raise Unfit(STRANGE)
    Passkey.objects.filter(id=key.id).update(sign_count=count, used_at=timezone.now())
    return key.user


def _host(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


def _site(request: HttpRequest) -> str:
    """The name that keys of this site belong to."""
    return urlsplit(settings.SITE_URL).hostname or _host(request)


def _server(request: HttpRequest) -> Fido2Server:
    origin = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    party = PublicKeyCredentialRpEntity(id=_site(request), name=Family.objects.get().name)
    return Fido2Server(party, verify_origin=lambda told: told == origin)


def _credentials(user: User) -> list[AttestedCredentialData]:
    kept = user.passkeys.values_list("credential", flat=True)
    return [AttestedCredentialData(bytes(credential)) for credential in kept]


def _asked(request: HttpRequest, options: Any, state: dict[str, Any]) -> dict[str, Any]:
    request.session[ASKED] = {**state, "at": int(time.time())}
    return dict(options)


def _answered(request: HttpRequest) -> tuple[dict[str, Any], Any]:
    """What was asked, which is forgotten by it, and what the browser says. Raises Unfit."""
    asked = request.session.pop(ASKED, None)
    if asked is None or not 0 <= time.time() - asked["at"] < ANSWER_WITHIN:
        raise Unfit("That took too long. Try once more.")
    try:
        return asked, json.loads(request.body)
    except ValueError:
        raise Unfit(STRANGE) from None

"""The first start: a one-time address on the console, and the family it makes."""

import hashlib
import json
import os
import secrets
import time
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from scorebook.models import Deed, Family, Player, User
from scorebook.models.deeds import About
from scorebook.models.people import Role

SETUP_SECONDS = 24 * 60 * 60


class AlreadySetUp(Exception):
    """Somebody was faster; there is an admin."""


def issue_setup_token() -> str | None:
    """A fresh token for the set-up page, in place of any before it; None once there are users.

    Only its hash and its time are kept, in the data folder.
    """
    if User.objects.exists():
        _setup_file().unlink(missing_ok=True)
        return None
    token = secrets.token_urlsafe(32)
    kept = json.dumps({"sha256": _digest(token), "made": time.time()})
    file = os.open(_setup_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w") as stream:
        stream.write(kept)
    return token


def setup_token_holds(token: str) -> bool:
    """Is this the token of the last start, and younger than a day?"""
    try:
        kept = json.loads(_setup_file().read_text())
    except (OSError, ValueError):
        return False
    fresh = 0 <= time.time() - kept["made"] < SETUP_SECONDS
    return fresh and secrets.compare_digest(kept["sha256"], _digest(token))


def found_family(
    *, family_name: str, time_zone: str, name: str, short_name: str, username: str, password: str
) -> User:
    """Make the family, its first player and that player's login as admin: all three or none."""
    hashed = make_password(password)  # slow on purpose, so before the lock is taken
    try:
        with transaction.atomic():
            if User.objects.exists():
                raise AlreadySetUp
            Family.objects.create(id=1, name=family_name, time_zone=time_zone)
            player = Player.objects.create(name=name, short_name=short_name)
            user = User.objects.create(
                username=username, password=hashed, role=Role.ADMIN, player=player
            )
            text = f"set the scorebook up as {name}, its first admin"
            Deed.objects.note(About.ROLES, text, by=player, of=player)
    except IntegrityError as problem:  # the other of two at once has made family 1
        raise AlreadySetUp from problem
    _setup_file().unlink(missing_ok=True)
    return user


def _setup_file() -> Path:
    return settings.DATA / "setup.json"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""People of the family, and the logins that some of them have."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Self
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from scorebook.rules.writing import unseen

SHORT_NAME_LENGTH = 7


def printable(text: str) -> None:
    """Refuse what nobody can see: control characters, and marks that turn the text around."""
    if sentence := unseen(text):
        raise ValidationError(sentence)


class Tone(models.TextChoices):
    GENTLE = "gentle", "Gentle"
    RIBBING = "ribbing", "Ribbing"
    NO_MERCY = "no_mercy", "No mercy"


class Family(models.Model):
    """The one family that this site belongs to; made by the first admin."""

    name = models.CharField(max_length=60)
    time_zone = models.CharField(max_length=60, default="UTC")
    tone = models.CharField(max_length=10, choices=Tone, default=Tone.RIBBING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(name="family_is_one", condition=models.Q(id=1)),
            models.CheckConstraint(
                name="family_tone_known", condition=models.Q(tone__in=Tone.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def today(self) -> date:
        """Today's date where the family lives."""
        return timezone.now().astimezone(ZoneInfo(self.time_zone)).date()


class PlayerQuerySet(models.QuerySet["Player"]):
    def by_name(self) -> Self:
        return self.order_by("name", "id")


class Player(models.Model):
    """A person of the family, with or without a login. Scores hang on players and never go."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60)
    short_name = models.CharField(max_length=SHORT_NAME_LENGTH)
    is_child = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = PlayerQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


def names(players: Sequence[Player]) -> str:
    """ "Rosa", "Rosa and Mike", "Rosa, Mike and Em"; empty for nobody."""
    *others, last = [player.name for player in players] or [""]
    return f"{', '.join(others)} and {last}" if others else last


class Role(models.TextChoices):
    VIEWER = "viewer", "Viewer"
    MEMBER = "member", "Member"
    ADMIN = "admin", "Admin"


class User(AbstractUser):
    """A login. What it writes is signed by its player, so a login can go."""

    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="login", null=True, blank=True
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                name="user_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    @property
    def may_write(self) -> bool:
        return self.role in (Role.MEMBER, Role.ADMIN) and self.player_id is not None

"""People of the family, and the logins that some of them have."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Self
from unicodedata import category
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from scorebook.rules.writing import unseen, unseen_in_lines

SHORT_NAME_LENGTH = 7
NAMELESS = "Somebody"  # whose name is blank, which no form takes
# What somebody is to others. Two uncles are told apart by what follows.
KIN = frozenset(
    [
        *("uncle", "aunt", "auntie", "aunty", "great", "cousin", "nephew", "niece"),
        *("grandma", "grandmother", "grandpa", "grandfather", "grandad", "granddad"),
        *("granny", "gran", "nan", "nana", "nanny", "pop", "pops", "papa", "gramps"),
        *("mom", "mum", "dad", "mr", "mrs", "ms", "miss", "dr", "mr.", "mrs.", "ms.", "dr."),
        *("oma", "opa", "onkel", "tante", "oom", "tía", "tío", "tia", "tio", "zia", "zio"),
    ]
)


def printable(text: str) -> None:
    """Refuse what nobody can see: control characters, and marks that turn the text around."""
    if sentence := unseen(text):
        raise ValidationError(sentence)


def printable_lines(text: str) -> None:
    """The same for text of several lines."""
    if sentence := unseen_in_lines(text):
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
    loser_photos = models.BooleanField(default=True)
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

    def known(self) -> Self:
        """Everybody once: without those who were found to be somebody else."""
        return self.filter(merged_into=None)

    def playing(self) -> Self:
        """Whoever may sit down tonight, and stands on the current boards."""
        return self.known().filter(retired_on=None, in_memory=False)


class Player(models.Model):
    """A person of the family, with or without a login. Scores hang on players and never go.

    `belongs` says in the family's own words how: born, married, "not a Link". Who retired keeps the
    history and leaves the current boards. `merged_into` is who this person turned out to be.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60)
    short_name = models.CharField(max_length=SHORT_NAME_LENGTH)
    nickname = models.CharField(max_length=60, blank=True)
    birthday = models.DateField(null=True, blank=True)
    belongs = models.CharField(max_length=60, blank=True)
    is_child = models.BooleanField(default=False)
    retired_on = models.DateField(null=True, blank=True)
    in_memory = models.BooleanField(default=False)
    portrait = models.ForeignKey(
        "Photo", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="merged", null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                name="player_gone",
                fields=["id"],
                condition=models.Q(retired_on__isnull=False) | models.Q(in_memory=True),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def plays(self) -> bool:
        """May sit down tonight; see PlayerQuerySet.playing."""
        return not (self.retired_on or self.in_memory or self.merged_into_id)

    @property
    def really(self) -> Player:
        """Who this person turned out to be: themselves, for most."""
        return self.merged_into or self

    def ids(self) -> set[uuid.UUID]:
        """Every id that this person has gone by, the own one too. One query."""
        return {self.id, *self.merged.values_list("id", flat=True)}

    @property
    def first_name(self) -> str:
        """All that somebody outside the family reads of a name; of Uncle Bo Smith "Uncle Bo"."""
        kin, (first, *_) = parts_of(self.name)
        return " ".join([*kin, first])


def parts_of(name: str) -> tuple[list[str], list[str]]:
    """What somebody is to others, and what they are called: ["Uncle"] and ["Bo", "Smith"]. Whom
    everybody calls Grandma is called that. An emoji before a name goes with it: ["🦊"] and ["Bo"].
    """
    words = name.split() or [NAMELESS]
    own = [place for place, word in enumerate(words) if word.casefold() not in KIN] or [0]
    at = next((place for place in own if not _is_picture(words[place])), own[0])
    return words[:at], words[at:]


def names(players: Sequence[Player]) -> str:
    """ "Rosa", "Rosa and Mike", "Rosa, Mike and Em"; empty for nobody."""
    return together([player.name for player in players])


def together(told: Sequence[str]) -> str:
    """The same of any words."""
    *others, last = told or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _is_picture(word: str) -> bool:
    """Emoji alone, with the signs that tell of their colour and join them."""
    return all(category(letter) in ("So", "Sk", "Cf", "Mn", "Me") for letter in word)


def outside_names(players: Sequence[Player]) -> list[str]:
    """What strangers read of each: the first name; where several share one "Rosa M", and where that
    does not tell them apart "Rosa 2".
    """
    shared = Counter(player.first_name for player in players)
    told: list[str] = []
    for player in players:
        first, (_, *others) = player.first_name, parts_of(player.name)[1]
        longer = f"{first} {others[-1][0]}" if others and shared[first] > 1 else first
        ways = [longer, *(f"{first} {number}" for number in range(2, len(players) + 1))]
        told.append(next(way for way in ways if way not in told))
    return told


class Merge(models.Model):
    """Two entries that turned out to be one person. `moved` names the rows that changed hands, so
    that it can be undone: {"login": user id or null, and lists of ids: "pens" and "helped" of
    games, "photos" that the absorbed alone is in, "photos_of_both", and so "subjects" and
    "subjects_of_both" of those that are of them, "added" and "hidden" of those they posted or
    hid}.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    absorbed = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    moved = models.JSONField(default=dict)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)


class Role(models.TextChoices):
    WAITING = "waiting", "Waiting"
    VIEWER = "viewer", "Viewer"
    MEMBER = "member", "Member"
    ADMIN = "admin", "Admin"


class User(AbstractUser):
    """A login. What it writes is signed by its player, so a login can go.

    Whoever waits for an admin's yes has `first_name`, as they typed it, and perhaps no player yet.
    Raising `sessions_since` ends every session of this login at its next request.
    """

    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="login", null=True, blank=True
    )
    invitation = models.ForeignKey(
        "Invitation", on_delete=models.PROTECT, related_name="logins", null=True, blank=True
    )
    sessions_since = models.PositiveIntegerField(default=0)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                name="user_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    @property
    def may_read(self) -> bool:
        return self.role != Role.WAITING

    @property
    def may_write(self) -> bool:
        return self.role in (Role.MEMBER, Role.ADMIN) and self.player_id is not None

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN and self.player_id is not None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        own = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]
        return f"{own}.{self.sessions_since}"

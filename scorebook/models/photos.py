"""Photos: rows; the bytes lie in the photos folder under the row's id."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorebook.models.people import Family, Player, User
from scorebook.rules.scoring import figure

BINNED_FOR = timedelta(days=30)
STORED_FOR = timedelta(days=1)
LONGEST_ALT = 200
RESULT = re.compile(r", (?:winner|loser) (?:at first, )?on \d{1,2} \w+ \d{4}(?:, [-−]?\d+ points)?")


class Side(models.TextChoices):
    WINNER = "winner", "Winner"
    LOSER = "loser", "Loser"


def result_in_words(side: Side, on: date, points: int | None) -> str:
    """ "winner on 14 June 2026, 100 points"; "winner at first, on 14 June 2026" of one that fell,
    where there are no points to tell.
    """
    day = f"{on.day} {on:%B %Y}"
    if points is None:
        return f"{side.label.lower()} at first, on {day}"
    return f"{side.label.lower()} on {day}, {figure(points)} points"


class PhotoQuerySet(models.QuerySet["Photo"]):
    def posted(self) -> Self:
        """Neither in the bin, by itself or with its game, nor hidden by somebody who is in it."""
        up = self.filter(posted_at__isnull=False, taken_down_at=None, hidden_at=None)
        return up.filter(Q(game=None) | Q(game__binned_at=None))

    def up(self) -> Self:
        """What the family sees: posted, no loser's with a child in it without an admin's yes, and
        losers only where the family wants them.
        """
        return self.posted().filter(_wanted() & ~_uncleared())

    def standing(self) -> Self:
        """Winners' and losers' photos of all who are on that side by now, and of nobody else."""
        return self.filter(_of_whoever(Side.WINNER, won=True) | _of_whoever(Side.LOSER, lost=True))

    def uncleared(self) -> Self:
        """A loser's with a child in it: away until an admin says yes."""
        return self.posted().filter(_uncleared())

    def binned(self) -> Self:
        """Those that can still be put back."""
        return self.filter(taken_down_at__gt=timezone.now() - BINNED_FOR)

    def gone(self) -> Self:
        """Too long in the bin, or stored and never posted: their files may go."""
        now = timezone.now()
        forgotten = Q(posted_at=None, added_at__lte=now - STORED_FOR)
        return self.filter(Q(taken_down_at__lte=now - BINNED_FOR) | forgotten)

    def added_or_run_by(self, user: User) -> Self:
        """Whose photo it is: those this person added; for an admin all."""
        return self if user.is_admin else self.filter(added_by=user.player_id)

    def seen_by(self, user: User) -> Self:
        """Those that are up, those this person hid, and their own that are away; an admin's are
        all but those that somebody hid, or has not posted.
        """
        own = self.added_or_run_by(user).filter(_wanted(), hidden_at=None)
        own = own.filter(Q(posted_at__isnull=False) | Q(added_by=user.player_id))
        own = own.exclude(pk__in=self.gone())
        hidden = self.filter(hidden_by=user.player_id, hidden_at__isnull=False, taken_down_at=None)
        every = [queryset.values("pk") for queryset in (self.up(), own, hidden)]
        return self.filter(Q(pk__in=every[0]) | Q(pk__in=every[1]) | Q(pk__in=every[2]))

    def with_people(self) -> Self:
        """Who is in each, and whom it is of, in two queries."""
        return self.prefetch_related("people", "subjects")

    def newest_first(self) -> Self:
        return self.order_by("-added_at", "id")


def _wanted() -> Q:
    return ~Q(side=Side.LOSER) | Q(~Exists(Family.objects.filter(loser_photos=False)))


def _uncleared() -> Q:
    children = Photo.people.through.objects.filter(photo=OuterRef("pk"), player__is_child=True)
    return Q(side=Side.LOSER, cleared_by=None) & Q(Exists(children))


def _of_whoever(side: Side, **on_it: bool) -> Q:
    from scorebook.models.games import Seat  # that module needs this one

    shown, seats = Photo.subjects.through.objects, Seat.objects.filter(**on_it)
    seat = seats.filter(game=OuterRef("photo__game"), player=OuterRef("player"))
    besides = shown.filter(~Exists(seat), photo=OuterRef("pk"))
    face = shown.filter(photo=OuterRef(OuterRef("pk")), player=OuterRef("player"))
    missing = seats.filter(~Exists(face), game=OuterRef("game"))
    return Q(~Exists(besides), ~Exists(missing), side=side)


class Photo(models.Model):
    """One stored picture, re-encoded, upright and free of metadata. Width and height in pixels.

    It is stored first and posted then: until `posted_at` only whoever stored it knows of it.
    `people` are all who are in it. `subjects` are those of them whom a winner's or loser's photo is
    of: who had won, or lost, when it was added. A correction of the game changes who won, never
    whom a photo is of. `sha256` is of the bytes that were sent. `cleared_by` is the admin who said
    that the children in a loser's photo may be seen.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(
        "Game", on_delete=models.PROTECT, related_name="photos", null=True, blank=True
    )
    side = models.CharField(max_length=10, choices=Side, blank=True)
    people = models.ManyToManyField(Player, related_name="photos")
    subjects = models.ManyToManyField(Player, related_name="photos_of")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, blank=True)
    alt = models.CharField(max_length=LONGEST_ALT, blank=True)
    caption = models.CharField(max_length=200, blank=True)
    added_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    posted_at = models.DateTimeField(null=True, blank=True)
    cleared_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    taken_down_at = models.DateTimeField(null=True, blank=True)
    taken_down_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    objects = PhotoQuerySet.as_manager()

    class Meta:
        ordering = ["-added_at"]
        constraints = [
            models.CheckConstraint(
                name="photo_side_known", condition=models.Q(side__in=["", *Side.values])
            ),
            models.CheckConstraint(
                name="photo_side_of_game",
                condition=models.Q(side="") | models.Q(game__isnull=False),
            ),
        ]

    @property
    def is_up(self) -> bool:
        """Whether everybody may see it, as far as the photo and the people in it tell."""
        away = self.taken_down_at or self.hidden_at
        return self.posted_at is not None and not away and not self.awaits_yes

    @property
    def awaits_yes(self) -> bool:
        """A loser's with a child in it, and no admin has said that it may be seen."""
        lost = self.side == Side.LOSER and self.cleared_by_id is None
        return lost and any(person.is_child for person in self.people.all())

    @property
    def others(self) -> list[Player]:
        """Who is in it besides those whom it is of; all, where it is of nobody in particular."""
        subjects = set(self.subjects.all())
        return [person for person in self.people.all() if person not in subjects]

    def is_of(self, players: Iterable[uuid.UUID]) -> bool:
        """Are these the people whom it is of, and all of them?"""
        return {person.id for person in self.subjects.all()} == set(players)

    @property
    def stands(self) -> bool:
        """Of neither side, or of those who are on it by now. Reads the seats of its game."""
        if not self.side or self.game is None:
            return True
        return self.is_of(seat.player_id for seat in self.game.seats_on(Side(self.side)))

    def alt_after(self, points: int | None) -> str:
        """Its words, with what they say of the result told anew; see `result_in_words`. What
        somebody wrote without a result stays.
        """
        if self.game is None or not self.side:
            return self.alt
        told = result_in_words(Side(self.side), self.game.played_on, points)
        return RESULT.sub(lambda _: f", {told}", self.alt, count=1)[:LONGEST_ALT]

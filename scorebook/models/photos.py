"""Photos: rows; the bytes lie in the photos folder under the row's id."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Self

from django.db import models
from django.utils import timezone

from scorebook.models.people import Family, Player

BINNED_FOR = timedelta(days=30)


class Side(models.TextChoices):
    WINNER = "winner", "Winner"
    LOSER = "loser", "Loser"


class PhotoQuerySet(models.QuerySet["Photo"]):
    def up(self) -> Self:
        """Posted, not in the bin, and hidden by nobody who is in it."""
        return self.filter(posted_at__isnull=False, taken_down_at=None, hidden_at=None)

    def on_a_page(self, family: Family) -> Self:
        """Those up that whoever opens a person's page may see: of losers only where the family
        shows them, of a child who lost only by an admin's word.
        """
        uncleared = Photo.objects.filter(side=Side.LOSER, people__is_child=True, cleared_by=None)
        shown = self.up().exclude(id__in=uncleared)
        return shown if family.loser_photos else shown.exclude(side=Side.LOSER)

    def binned(self) -> Self:
        """Those that can still be put back."""
        return self.filter(taken_down_at__gt=timezone.now() - BINNED_FOR)

    def newest_first(self) -> Self:
        return self.order_by("-added_at", "id")


class Photo(models.Model):
    """One stored picture, re-encoded, upright and free of metadata. Width and height in pixels.

    It is stored first and posted then: until `posted_at` only whoever stored it knows of it.
    `people` are those in it; of a winner's or loser's photo, those who had won, or lost, when it
    was added: a correction of the game changes who won, never who is in a photo. `sha256` is of
    the bytes that were sent. `cleared_by` is the admin who said that a child who lost may be seen.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(
        "Game", on_delete=models.PROTECT, related_name="photos", null=True, blank=True
    )
    side = models.CharField(max_length=10, choices=Side, blank=True)
    people = models.ManyToManyField(Player, related_name="photos")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, blank=True)
    alt = models.CharField(max_length=200, blank=True)
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
        away = self.taken_down_at or self.hidden_at
        return self.posted_at is not None and not away

    def shows(self, players: Iterable[uuid.UUID]) -> bool:
        """Are these the people in it, and all of them?"""
        return {person.id for person in self.people.all()} == set(players)

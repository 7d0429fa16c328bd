"""Photos of winners and losers: rows; the bytes lie in the photos folder under the row's id."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db import models
from django.utils import timezone

from scorebook.models.people import Player


class Side(models.TextChoices):
    WINNER = "winner", "Winner"
    LOSER = "loser", "Loser"


class Photo(models.Model):
    """One stored picture, re-encoded, upright and free of metadata. Width and height in pixels.

    `people` are those who had won, or lost, when it was added: a correction of the game changes who
    won, never who is in a photo.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("Game", on_delete=models.PROTECT, related_name="photos")
    side = models.CharField(max_length=10, choices=Side)
    people = models.ManyToManyField(Player, related_name="photos")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    alt = models.CharField(max_length=200)
    added_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-added_at"]
        constraints = [
            models.CheckConstraint(
                name="photo_side_known", condition=models.Q(side__in=Side.values)
            ),
        ]

    def shows(self, players: Iterable[uuid.UUID]) -> bool:
        """Are these the people in it, and all of them?"""
        return {person.id for person in self.people.all()} == set(players)

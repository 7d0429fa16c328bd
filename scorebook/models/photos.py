"""Photos of winners and losers: rows; the bytes lie in the photos folder under the row's id."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone


class Side(models.TextChoices):
    WINNER = "winner", "Winner"
    LOSER = "loser", "Loser"


class Photo(models.Model):
    """One stored picture, re-encoded, upright and free of metadata. Width and height in pixels."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("Game", on_delete=models.PROTECT, related_name="photos")
    side = models.CharField(max_length=10, choices=Side)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    alt = models.CharField(max_length=200)
    added_by = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now, editable=False)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-added_at"]
        constraints = [
            models.CheckConstraint(
                name="photo_side_known", condition=models.Q(side__in=Side.values)
            ),
            models.UniqueConstraint(
                name="photo_one_per_side",
                fields=["game", "side"],
                condition=models.Q(taken_down_at__isnull=True),
            ),
        ]

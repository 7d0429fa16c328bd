"""Who did what, besides scores: appended, read by all, changed by nobody."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scorebook.models.people import Player


class About(models.TextChoices):
    PEOPLE = "people", "People"
    ROLES = "roles", "Roles"
    INVITATIONS = "invitations", "Invitations"
    PHOTOS = "photos", "Photos"
    TALK = "talk", "Talk"
    GAMES = "games", "Games"
    RULES = "rules", "Rules"
    FAMILY = "family", "Family"


class DeedQuerySet(models.QuerySet["Deed"]):
    def note(self, about: About, text: str, *, by: Player | None, of: Player | None = None) -> None:
        """Write down what was done, in the transaction that does it. `text` goes on after the
        name: "made Rosa an admin". `of` is whom it concerns.
        """
        self.create(about=about, text=text[:300], by=by, of=of)


class Deed(models.Model):
    """One thing that somebody did. `by` is nobody for what the console did. Triggers refuse any
    change.
    """

    at = models.DateTimeField(default=timezone.now)
    about = models.CharField(max_length=12, choices=About)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="deeds", null=True)
    of = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    text = models.CharField(max_length=300)

    objects = DeedQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="deed_about_known", condition=models.Q(about__in=About.values)
            )
        ]

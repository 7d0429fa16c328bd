"""The ways in: invitations, devices, codes and keys of logins, links to one game."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import timedelta
from typing import Self

from django.db import models
from django.utils import timezone

from scorebook.models.games import Game
from scorebook.models.people import Player, Role, User

INVITED_FOR = timedelta(days=7)
SHARED_FOR = timedelta(days=30)


def digest(token: str) -> str:
    """What is stored of a token of 128 bits or more: nobody finds the token from it."""
    return hashlib.sha256(token.encode()).hexdigest()


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self) -> Self:
        """Those that still let somebody in."""
        open_now = models.Q(revoked_at=None, expires_at__gt=timezone.now())
        return self.filter(open_now, uses__lt=models.F("most_uses"))


class Invitation(models.Model):
    """A link into the family. A personal one is for `player`, a group's for nobody in particular.

    `approved`: who comes by it is let in at once; else they wait for an admin's yes.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="invitations", null=True
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    approved = models.BooleanField(default=False)
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    made_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                name="invitation_role_known",
                condition=models.Q(role__in=[Role.VIEWER, Role.MEMBER]),
            ),
            models.CheckConstraint(
                name="invitation_used_within", condition=models.Q(uses__lte=models.F("most_uses"))
            ),
        ]


class Device(models.Model):
    """One browser that is signed in. `name` is read off what it says of itself."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    session_key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-seen_at"]


class PairingCode(models.Model):
    """Six digits that sign another device in. Kept keyed: of six digits a plain hash hides
    nothing. Every wrong try counts against each code that stands.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="pairing_code")
    code_hash = models.CharField(max_length=64)
    tries = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()


class Passkey(models.Model):
    """A key on somebody's phone. `credential` is what the library keeps of it, whole."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    credential_id = models.BinaryField(max_length=1023, unique=True)
    credential = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at"]


class Claim(models.Model):
    """ "That's me": a login says which person it is. One stands open until an admin answers."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="claims")
    made_at = models.DateTimeField(default=timezone.now)


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def standing(self) -> Self:
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())

    def opened_by(self, token: str) -> ShareLink | None:
        """The link that stands under this token; used up, stopped and guessed look the same."""
        return self.standing().filter(token_hash=digest(token)).first()

    def make(self, *, by: Player, with_photos: bool, **shown: models.Model) -> str:
        """A new link's token, which nothing keeps; `shown` is what it opens, as in `game=game`."""
        token = secrets.token_urlsafe(32)
        ends = timezone.now() + SHARED_FOR
        hashed = digest(token)
        self.create(
            token_hash=hashed, made_by=by, with_photos=with_photos, expires_at=ends, **shown
        )
        return token

    def stop(self, link_id: uuid.UUID) -> bool:
        """Whether there was a standing one to stop."""
        return self.standing().filter(id=link_id).update(revoked_at=timezone.now()) > 0


class ShareLink(models.Model):
    """A game shown to whoever has the link: read-only, first names, photos only where ticked."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="share_links")
    with_photos = models.BooleanField(default=False)
    made_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]

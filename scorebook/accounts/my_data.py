"""Everything that is kept on whoever asks, as one file to take home."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import (
    Claim,
    Comment,
    Deed,
    DisputeSide,
    Entry,
    Invitation,
    Meaning,
    Merge,
    Photo,
    Player,
    Post,
    Proposal,
    Seat,
    ShareLink,
    User,
    Vote,
)

LOGIN = ("username", "first_name", "role", "date_joined", "last_login", "invitation__made_at")
PERSON = (
    *("id", "name", "short_name", "nickname", "birthday", "belongs", "is_child"),
    *("retired_on", "in_memory", "portrait", "merged_into", "created_at"),
)
SEAT = ("game", "game__played_on", "game__place", "number", "total", "place", "won", "lost")
WRITTEN = (
    *("id", "game", "kind", "round", "seat", "payload", "device"),
    *("client_at", "sent_at", "server_at"),
)
PHOTO = (
    *("id", "game", "side", "caption", "alt", "width", "height", "added_by", "added_at"),
    *("posted_at", "hidden_at", "hidden_by", "taken_down_at", "taken_down_by"),
)
SHARED = ("game", "post", "made_at", "expires_at", "revoked_at")
POST = (
    *("id", "kind", "title", "body", "game", "made_at", "edited_at", "taken_down_at"),
    *("dispute__cards", "dispute__rule", "dispute__ruling"),
)


@access.open_to_waiting
@require_GET
def my_data(request: HttpRequest) -> HttpResponse:
    user = access.somebody(request)
    kept = of_login(user) | (of_person(user.player) if user.player else {})
    answer = JsonResponse(kept, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="scorebook-my-data.json"'
    return answer


def of_login(user: User) -> dict[str, Any]:
    """What goes with the login. Nothing is told that would let anybody in."""
    return {
        "login": rows(User.objects.filter(id=user.id), *LOGIN),
        "has_password": user.has_usable_password(),
        "devices": rows(user.devices.all(), "name", "made_at", "seen_at"),
        "passkeys": rows(user.passkeys.all(), "name", "made_at", "used_at"),
        "claims": rows(Claim.objects.filter(user=user), "player", "made_at"),
    }


def of_person(player: Player) -> dict[str, Any]:
    """What stays when the login goes: the person, and all that they played, wrote and did."""
    ids = player.ids()
    own = Photo.objects.filter(Q(people__in=ids) | Q(added_by__in=ids)).distinct()
    merges = Merge.objects.filter(Q(kept__in=ids) | Q(absorbed__in=ids) | Q(by__in=ids))
    invitations = Invitation.objects.filter(Q(made_by__in=ids) | Q(player__in=ids))
    invited = ("player", "made_by", "role", "uses", "made_at", "expires_at", "revoked_at")
    return {
        "person": rows(Player.objects.filter(id__in=ids), *PERSON),
        "games": rows(Seat.objects.filter(player__in=ids).order_by("game__played_on"), *SEAT),
        "entries": rows(Entry.objects.filter(author__in=ids).order_by("server_at"), *WRITTEN),
        "proposals": rows(Proposal.objects.filter(author__in=ids), *WRITTEN, "status"),
        "photos": rows(own, *PHOTO),
        **of_talk(ids),
        "deeds": rows(Deed.objects.filter(Q(by__in=ids) | Q(of__in=ids)), "at", "about", "text"),
        "merges": rows(merges, "kept", "absorbed", "by", "at", "undone_at"),
        "invitations": rows(invitations, *invited),
        "shared": rows(ShareLink.objects.filter(made_by__in=ids), *SHARED),
    }


def of_talk(ids: set[UUID]) -> dict[str, Any]:
    """What they said, under every name that they go by; what they binned too, while it is there."""
    said = Comment.objects.filter(author__in=ids)
    took = Vote.objects.filter(player__in=ids)
    posts = Post.objects.filter(author__in=ids)
    return {
        "posts": rows(posts.order_by("made_at"), *POST),
        "sides": rows(DisputeSide.objects.filter(dispute__post__in=posts), "dispute", "text"),
        "meanings": rows(Meaning.objects.filter(post__in=posts), "post", "text"),
        "comments": rows(said, "id", "post", "body", "made_at", "taken_down_at"),
        "votes": rows(took, "dispute", "dispute__post__title", "side__text", "at"),
        "noted": rows(Post.objects.filter(noted__in=ids).distinct(), "id", "title"),
    }


def rows(found: QuerySet, *names: str) -> list[dict[str, Any]]:
    return list(found.values(*names))

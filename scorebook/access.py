"""Who may see or change what: each function returns the object, or raises Http404 or
PermissionDenied. Private by default: `Door` lets nobody past without a login, but where a view says
that it is open to all, to guests of a table, or to those who wait for an admin's yes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from scorebook.models import Entry, Game, Photo, Player, Proposal, User
from scorebook.models.games import BY_TABLE_CODE

AMENDING = timedelta(hours=24)
GUEST_STAYS = timedelta(hours=12)
PROVED_FOR = timedelta(minutes=30)
GUEST, PROVED = "guest", "proved_at"  # keys of the session
GUEST_WRITES = frozenset({"out", "cut", "hand", "buys", "lay_down", "void", "accept", "drop"})

View = Callable[..., HttpResponseBase]


# The door -------------------------------------------------------------------------------------


def open_to_guests(view: View) -> View:
    """Mark a view of one game, `game_id`: a guest of that table comes in too."""
    view.open_to_guests = True  # type: ignore[attr-defined]
    return view


def open_to_waiting(view: View) -> View:
    """Mark a view for whoever waits for an admin's yes as well."""
    view.open_to_waiting = True  # type: ignore[attr-defined]
    return view


class Door(LoginRequiredMiddleware):
    """Sends strangers to sign in, guests back out of all but their game, and those who wait to the
    page that says so.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: Any,
        view_kwargs: Any,
    ) -> HttpResponseBase | None:
        user = request.user
        if isinstance(user, User):
            open_to_all = not getattr(view_func, "login_required", True)
            if user.may_read or open_to_all or getattr(view_func, "open_to_waiting", False):
                return None
            return redirect("waiting")
        if getattr(view_func, "open_to_guests", False) and guest_at(
            request, view_kwargs["game_id"]
        ):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


def asks_again(view: View) -> View:
    """A dangerous act: only an admin's, who gave a password or a passkey in the last half hour."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        admin(request)
        return view(request, *args, **kwargs) if proved_lately(request) else ask_first(request)

    return answer


def proved_lately(request: HttpRequest) -> bool:
    """Did this person give a password or a passkey in the last half hour?"""
    age = time.time() - request.session.get(PROVED, 0)
    return 0 <= age < PROVED_FOR.total_seconds()


def ask_first(request: HttpRequest) -> HttpResponse:
    """To the page that asks for a password or a passkey, and back to where the button stands."""
    back = request.get_full_path()
    if request.method not in ("GET", "HEAD"):
        back = urlsplit(request.headers.get("Referer", "")).path
    return redirect(f"{reverse('prove')}?{urlencode({'next': back})}")


def has_proved(request: HttpRequest) -> None:
    """The person has just given a password or a passkey."""
    request.session[PROVED] = int(time.time())


# People ---------------------------------------------------------------------------------------


def somebody(request: HttpRequest) -> User:
    """Whoever is signed in, if only to wait."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Sign in first.")
    return request.user


def reader(request: HttpRequest) -> User:
    """Somebody of the family: whoever came in by an invitation and need not wait any more."""
    user = somebody(request)
    if not user.may_read:
        raise PermissionDenied("Wait until an admin has said who you are.")
    return user


def writer(request: HttpRequest) -> Player:
    """The person who signs what this request writes."""
    user = reader(request)
    if not user.may_write or user.player is None:
        raise PermissionDenied("Only members of the family write here.")
    return user.player


def admin(request: HttpRequest) -> Player:
    user = reader(request)
    if not user.is_admin or user.player is None:
        raise PermissionDenied("Only an admin does that.")
    return user.player


def player(request: HttpRequest, player_id: UUID) -> Player:
    reader(request)
    found = Player.objects.filter(id=player_id).first()
    if found is None:
        raise Http404
    return found


def known_player(request: HttpRequest, player_id: UUID) -> Player:
    """Somebody who was not found to be somebody else."""
    found = player(request, player_id)
    if found.merged_into_id:
        raise Http404
    return found


# Games ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a table's code: the game, whom they said they are, and this very phone."""

    game: UUID
    player: UUID
    device: str


def guest_at(request: HttpRequest, game_id: UUID) -> Guest | None:
    """The guest of this game's table behind the request; the code must be the one of today."""
    told = request.session.get(GUEST)
    if told is None or told["game"] != str(game_id):
        return None
    here = Game.objects.filter(id=game_id, table_code=told["code"]).first()
    if here is None or table_is_closed(here):
        return None
    return Guest(game_id, UUID(told["player"]), told["device"])


def table_is_closed(game: Game) -> bool:
    """A code lets in until the game has been over for half a day."""
    return game.finished_at is not None and timezone.now() - game.finished_at > GUEST_STAYS


def is_guest(request: HttpRequest) -> bool:
    """Does nothing but a table's code let this request in?"""
    return not isinstance(request.user, User)


def device_of(request: HttpRequest) -> str:
    """What an entry is marked with; a guest's is told from all others."""
    if is_guest(request):
        return f"{BY_TABLE_CODE} {request.session[GUEST]['device']}"
    return request.headers.get("User-Agent", "")[:200]


def game(request: HttpRequest, game_id: UUID) -> Game:
    """A game that this person may see."""
    if is_guest(request):
        if guest_at(request, game_id) is None:
            raise Http404
    else:
        reader(request)
    found = Game.objects.with_table().filter(id=game_id).first()
    if found is None:
        raise Http404
    return found


def game_to_write(request: HttpRequest, game_id: UUID) -> tuple[Game, Player]:
    """A game that this member may see and write about, and the member."""
    return game(request, game_id), writer(request)


def game_to_score(request: HttpRequest, game_id: UUID, kind: str) -> tuple[Game, Player]:
    """A game that this person may hand an entry of this kind in to, and who signs it."""
    found = game(request, game_id)
    return found, scorer(request, found, kind)


def scorer(request: HttpRequest, game: Game, kind: str) -> Player:
    """Who signs an entry of this kind. In an open game whoever is at the table may hand it in; in a
    finished one every member, because what they may not amend is kept as a proposal.
    """
    if is_guest(request):
        guest = guest_at(request, game.id)
        if guest is None:
            raise Http404
        if kind not in GUEST_WRITES:
            raise PermissionDenied("Whoever keeps score does that. The code lets you add hands.")
        return Player.objects.get(id=guest.player)
    author = writer(request)
    if not game.is_finished and not at_table(request, game):
        raise PermissionDenied("Join the table first, or take the pen.")
    return author


def may_score(request: HttpRequest, game: Game) -> bool:
    """Would this person's hands be taken? Pages offer no button that would be refused."""
    if is_guest(request):
        return not game.is_finished
    return reader(request).may_write and (game.is_finished or at_table(request, game))


def at_table(request: HttpRequest, game: Game) -> bool:
    """Does this member play in the game, keep its score, help with it, or run the site?"""
    user = reader(request)
    if user.player is None:
        return False
    mine = user.player.id
    if user.is_admin or mine == game.scorekeeper_id:
        return True
    seated = any(seat.player_id == mine for seat in game.seats.all())
    return seated or game.helpers.filter(id=mine).exists()


def keeps_score(request: HttpRequest, game: Game) -> bool:
    """Does this person hold the pen, or run the site?"""
    if is_guest(request):
        return False
    user = reader(request)
    return user.is_admin or (user.may_write and user.player_id == game.scorekeeper_id)


def may_amend(request: HttpRequest, game: Game) -> bool:
    """May this person's entries change the game? An open one: everybody's at the table. A finished
    one: an admin's, and its scorekeeper's for a day; others' are kept as proposals.
    """
    if game.finished_at is None:
        return True
    if not keeps_score(request, game):
        return False
    in_time = timezone.now() - game.finished_at < AMENDING
    return in_time or reader(request).is_admin


def may_correct(request: HttpRequest, game: Game) -> Callable[[Entry | Proposal], bool]:
    """Which entries this person may replace or take back: with the pen all, else their own. A
    guest's own are those of the same phone: anybody may say that they are Rosa.
    """
    if keeps_score(request, game):
        return lambda entry: True
    if is_guest(request):
        mark = device_of(request)
        return lambda entry: entry.device == mark
    player = reader(request).player
    mine = player.ids() if player else set()
    return lambda entry: entry.author_id in mine


def version(request: HttpRequest, game_id: UUID) -> int:
    """The version of a game that this person may see: one query."""
    if is_guest(request) and guest_at(request, game_id) is None:
        raise Http404
    found = Game.objects.filter(id=game_id).values_list("version", flat=True).first()
    if found is None:
        raise Http404
    return found


# Photos ---------------------------------------------------------------------------------------


def photo(request: HttpRequest, photo_id: UUID) -> Photo:
    """A photo that this person may see."""
    seen = Photo.objects.seen_by(reader(request)).select_related("game", "added_by")
    found = seen.prefetch_related("people").filter(id=photo_id).first()
    if found is None:
        raise Http404
    return found


def own_photo(request: HttpRequest, photo_id: UUID) -> tuple[Photo, Player]:
    """A photo that this person added, or any for an admin; and who does something to it."""
    found, by = photo(request, photo_id), writer(request)
    if found.added_by_id != by.id and not reader(request).is_admin:
        raise PermissionDenied("Whoever added the photo does that, or an admin.")
    return found, by


def photo_of_me(request: HttpRequest, photo_id: UUID) -> tuple[Photo, Player]:
    """A photo that this person is in. To hide it, nobody needs a login that writes."""
    found, me = photo(request, photo_id), reader(request).player
    if me is None or me not in found.people.all():
        raise PermissionDenied("Only whoever is in the photo hides it.")
    return found, me

"""Games: who sees one, who hands in to it, and whose entries may be corrected."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from scorebook.access.guests import device_of, guest_at, is_guest
from scorebook.access.people import reader, writer
from scorebook.models import Game, Player
from scorebook.models.games import GameQuerySet

AMENDING = timedelta(hours=24)
GUEST_WRITES = frozenset({"out", "cut", "hand", "buys", "lay_down", "void", "accept", "drop"})


class Signed(Protocol):
    """What somebody handed in: an entry, or a proposal."""

    @property
    def author_id(self) -> UUID: ...

    @property
    def device(self) -> str: ...


def game(request: HttpRequest, game_id: UUID) -> Game:
    """A game that this person may see."""
    if is_guest(request):
        if guest_at(request, game_id) is None:
            raise Http404
    else:
        reader(request)
    found = Game.objects.in_the_book().with_table().filter(id=game_id).first()
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
        check_kind(request, kind)
        return Player.objects.get(id=guest.player)
    author = writer(request)
    if not game.is_finished and not at_table(request, game):
        raise PermissionDenied("Join the table first, or take the pen.")
    return author


def check_kind(request: HttpRequest, kind: str) -> None:
    """A guest hands in what a round is made of, and nothing else."""
    if is_guest(request) and kind not in GUEST_WRITES:
        raise PermissionDenied("Whoever keeps score does that. The code lets you add hands.")


def game_to_bin(request: HttpRequest, game_id: UUID) -> tuple[Game, Player]:
    """A game that this person may put in the bin, and the person."""
    found, by = game_to_write(request, game_id)
    if not keeps_score(request, found):
        raise PermissionDenied("Whoever kept score may put it in the bin, and so may an admin.")
    return found, by


def binned_games(request: HttpRequest) -> GameQuerySet:
    """Those that this person may put back: an admin all, others those whose table they were at."""
    by, found = writer(request), Game.objects.binned()
    return found if reader(request).is_admin else found.naming(by)


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


def may_correct(request: HttpRequest, game: Game) -> Callable[[Signed], bool]:
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


def may_take_back(request: HttpRequest, game: Game) -> Callable[[Signed], bool]:
    """Which entries this person is offered to take back: no button that would be refused. What may
    not be amended any more is kept as a proposal, whoever wrote it.
    """
    if not may_score(request, game):
        return lambda entry: False
    return may_correct(request, game) if may_amend(request, game) else lambda entry: True


def version(request: HttpRequest, game_id: UUID) -> int:
    """The version of a game that this person may see: one query."""
    if is_guest(request) and guest_at(request, game_id) is None:
        raise Http404
    found = Game.objects.in_the_book().filter(id=game_id).values_list("version", flat=True).first()
    if found is None:
        raise Http404
    return found

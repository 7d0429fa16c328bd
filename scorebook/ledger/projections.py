"""What pages read, derived from entries: a game's own columns, `Seat`, `Hand`, everybody's `Tally`.

All of it can be thrown away and rebuilt; see recompute.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.db.models import F, Min, Model, Q

from scorebook.ledger.contracts import contracts, contracts_of, shift
from scorebook.ledger.overturning import tell_result_anew
from scorebook.ledger.people import found_to_be
from scorebook.ledger.ratings import mark, rate_newest, rated_among
from scorebook.ledger.seat_story import stories
from scorebook.ledger.statements import change, columns_of, found, put
from scorebook.ledger.submission import made_at
from scorebook.ledger.table import Table
from scorebook.ledger.tallying import count_anew, extend, is_newest
from scorebook.ledger.written import Written
from scorebook.models import Game, Hand, Seat
from scorebook.models.games import GameStatus
from scorebook.rules.sheet import PLAYED, Cell, Round, Sheet
from scorebook.rules.sheet import Seat as Seated

NEWER = (
    "SELECT 1 FROM scorebook_game WHERE status = %s AND played_on >= %s "
    "AND (played_on, created_at, id) > (%s, %s, %s) LIMIT 1"
)


def project(table: Table, *, was: Table | None = None, new: bool = False) -> None:
    """Rewrite a game's projections after a change and bump its version; its row is locked. `was`:
    the table before it, where somebody has it.
    """
    game = table.game
    after = derive(table)
    before = NOTHING if new else _stored_before(table, was, after)
    game.version += 1
    store(game, after, before, new=new)
    if _has_ended(table.entries[:-1]):
        tell_result_anew(game, before.seats, after.seats)
    shift(contracts_of(before.seats, before.hands), contracts_of(after.seats, after.hands))
    seats, seats_now = _counted(before), _counted(after)
    if _told(seats) != _told(seats_now):
        newest = not seats and not _is_followed(game)
        _tell_tallies(game, seats, seats_now, newest)
        _tell_ratings(seats, seats_now, newest)


def _stored_before(table: Table, was: Table | None, after: Derived) -> Derived:
    """Seats are not read while they count for nothing yet, unless one is gone from the sheet: all
    are written then. Hands are not read where nothing happened to them.
    """
    if was is None:
        return stored_of(table.game)
    uncounted = not _has_ended(was.entries) and _numbers(was) <= _numbers(table)
    same = _played(was) == _played(table)
    return Derived(
        {},
        [] if uncounted else list(table.game.seats.all()),
        after.hands if same else list(table.game.hands.all()),
    )


def _has_ended(entries: Sequence[Written]) -> bool:
    return any(entry.kind == "finish" for entry in entries)


def _numbers(table: Table) -> set[int]:
    return {seat.number for seat in table.sheet.seated}


def _played(table: Table) -> tuple:
    """All that hands hang on."""
    return table.sheet.rounds, [seat.player for seat in table.sheet.seats]


def _is_followed(game: Game) -> bool:
    """Is a finished game after this one?"""
    when = game.played_on, game.created_at, game.id
    return bool(found(NEWER, GameStatus.FINISHED.value, game.played_on, *when))


def _counted(of_game: Derived) -> list[Seat]:
    """What a game counts for: nothing while it is not finished."""
    return [seat for seat in of_game.seats if seat.counts]


def _told(seats: Sequence[Seat]) -> list[tuple]:
    """All that they say, without the number that the database gives."""
    return [*map(attrgetter(*columns_of(Seat)), seats)]


def _tell_tallies(game: Game, before: Sequence[Seat], after: Sequence[Seat], newest: bool) -> None:
    players = {seat.player_id for seat in (*before, *after)}
    if newest or (not before and is_newest(game, players)):
        extend(after)
    else:
        count_anew(players)


def _tell_ratings(before: Sequence[Seat], after: Sequence[Seat], newest: bool) -> None:
    was, now = rated_among(before), rated_among(after)
    days = {seat.played_on for seat in (*before, *after)}
    if was == now and len(days) == 1:
        return
    if not newest or not rate_newest(now):
        mark(days)


@dataclass(frozen=True, slots=True)
class Derived:
    """A game's own projections, not saved: values of its columns, its seats, its hands.

    A derived hand has the columns of Hand and nothing else: the ORM's rows take fifteen times as
    long to make, and each entry would make them of the whole game to write one.
    """

    columns: Mapping[str, Any]
    seats: Sequence[Seat]
    hands: Sequence[Hand | SimpleNamespace]


NOTHING = Derived({}, [], [])


def stored_of(game: Game) -> Derived:
    """As they are kept; of the columns nothing."""
    return Derived({}, list(game.seats.all()), list(game.hands.all()))


def derive(table: Table) -> Derived:
    ids = [seat.player for seat in table.sheet.seats]
    really = found_to_be(ids)
    who = [UUID(really.get(id, id)) for id in ids]
    return Derived(_game_columns(table), _seats(table, who), _hands(table, who))


def rebuild(table: Table, *, new: bool = False) -> None:
    """Rewrite a game's own projections: its columns, seats and hands."""
    before = NOTHING if new else stored_of(table.game)
    store(table.game, derive(table), before, new=new)


def store(game: Game, derived: Derived, stored: Derived, *, new: bool = False) -> None:
    """Put these in place of what is there, and write no row that is right already."""
    told = derived.columns.items()
    changed = [column for column, value in told if getattr(game, column) != value]
    for column in changed:
        setattr(game, column, derived.columns[column])
    if new:
        game.save(force_insert=True)
    else:
        change(game, [*changed, "version"])
    _write(Seat, ("game_id", "number"), stored.seats, derived.seats)
    if stored.hands is not derived.hands:
        _write(Hand, ("game_id", "round", "seat"), stored.hands, derived.hands)


def _write(
    model: type[Model], key: tuple[str, ...], stored: Sequence[Any], derived: Sequence[Any]
) -> None:
    at, values = attrgetter(*key), attrgetter(*columns_of(model))
    there = {at(row): row for row in stored}
    now = {at(row): values(row) for row in derived}
    if gone := [row.pk for place, row in there.items() if place not in now]:
        model._default_manager.filter(pk__in=gone).delete()
    right = {place for place, row in there.items() if values(row) == now.get(place)}
    put(model, key, [row for row in derived if at(row) not in right])


def _game_columns(table: Table) -> dict[str, Any]:
    start = table.newest("start")
    finish = table.newest("finish") if table.sheet.finished else None
    told = start.payload if start else {}
    return {
        "rule_set_id": table.rule_set.id,
        "played_on": _played_on(table),
        "place": told.get("place", ""),
        "occasion": told.get("occasion", ""),
        "status": _status(table),
        "ended_early": table.sheet.early,
        "overturned": _overturned(table),
        "first_dealer": table.sheet.first_dealer,
        "decks": table.sheet.decks,
        "finished_at": finish and made_at(finish.client_at, finish.sent_at, finish.server_at),
    }


def _status(table: Table) -> GameStatus:
    if table.game.binned_at:
        return GameStatus.BINNED
    return GameStatus.FINISHED if table.sheet.finished else GameStatus.PLAYING


def _counts(table: Table) -> bool:
    return _status(table) == GameStatus.FINISHED


def _played_on(table: Table) -> date | None:
    start = table.newest("start")
    return date.fromisoformat(start.payload["date"]) if start else None


def _overturned(table: Table) -> bool:
    """Did a correction change who won or lost since the game first ended? Rounds played after it
    was reopened overturn nothing.
    """
    first = next((entry for entry in table.standing if entry.kind == "finish"), None)
    if first is None or not table.sheet.finished or first is table.entries[-1]:
        return False
    then = Table.of(table.game, table.entries[: first.seq]).sheet
    if _complete(then) != _complete(table.sheet):
        return False
    return (then.winners, then.losers) != (table.sheet.winners, table.sheet.losers)


def _complete(sheet: Sheet) -> int:
    return sum(round.complete for round in sheet.rounds)


def _seats(table: Table, who: Sequence[UUID]) -> list[Seat]:
    sheet = table.sheet
    positions = {number: position for position, number in enumerate(sheet.order)}
    told = stories(table.variant, sheet)
    of_game = {
        "family": table.rule_set.family,
        "played_on": _played_on(table),
        "begun_at": table.game.created_at,
        "counts": _counts(table),
    }
    return [
        Seat(
            game_id=table.game.id,
            number=seat.number,
            position=positions.get(seat.number, seat.number),
            player_id=who[seat.number],
            first_round=seat.first_round,
            left_before=seat.left_before,
            starting_points=seat.starting_points,
            total=seat.complete_total if sheet.finished else seat.total,
            place=seat.place,
            result=_result(sheet, seat) if _counts(table) else None,
            won=sheet.finished and seat.number in sheet.winners,
            lost=sheet.finished and seat.number in sheet.losers,
            **of_game,
            **told[seat.number],
        )
        for seat in sheet.seated
    ]


def _result(sheet: Sheet, seat: Seated) -> int | None:
    whole = not sheet.early and seat.place is not None
    return seat.complete_total if whole else None


def _hands(table: Table, who: Sequence[UUID]) -> list[SimpleNamespace]:
    return [
        _hand(table, round, cell, who[cell.seat])
        for round in table.sheet.rounds
        for cell in round.cells
        if cell.state in PLAYED or cell.buys or cell.adjustments
    ]


def _hand(table: Table, round: Round, cell: Cell, player: UUID) -> SimpleNamespace:
    return SimpleNamespace(
        game_id=table.game.id,
        round=round.number,
        seat=cell.seat,
        player_id=player,
        state=cell.state,
        cards=list(cell.cards),
        hand_points=cell.hand_points,
        cut_points=cell.cut_points,
        adjustments=cell.adjustments,
        points=cell.points,
        buys=cell.buys,
        cut_exactly=round.cut_by == cell.seat,
        counted=round.complete,
        pattern=round.pattern,
        dealt=round.dealer == cell.seat,
    )


def reseat(games: Collection[UUID], *, giver: UUID, taker: UUID) -> None:
    """What these games keep of the giver is the taker's. As `project` would have it where every
    seat of the giver in them is now the taker's; but without a replay, so many games take no time.
    """
    theirs = Q(game__in=games, player__in=[giver, taker])
    before = contracts(theirs)
    first = Seat.objects.filter(theirs, counts=True).aggregate(day=Min("played_on"))["day"]
    Seat.objects.filter(game__in=games, player=giver).update(player=taker)
    Hand.objects.filter(game__in=games, player=giver).update(player=taker)
    Game.objects.filter(id__in=games).update(version=F("version") + 1)
    shift(before, contracts(theirs))
    count_anew([giver, taker])
    mark([first])

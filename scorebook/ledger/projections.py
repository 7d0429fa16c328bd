"""What pages read, derived from entries: a game's own columns, `Seat`, `Hand`, everybody's `Tally`.

All of it can be thrown away and rebuilt; see recompute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from scorebook.ledger.people import found_to_be
from scorebook.ledger.submission import made_at
from scorebook.ledger.table import Table
from scorebook.models import Game, Hand, Seat, Tally
from scorebook.models.games import GameStatus
from scorebook.rules.sheet import PLAYED, Cell, CellState, Round, Sheet

TallyKey = tuple[UUID, str, int]  # player, rule family, year


def project(table: Table, *, new: bool = False) -> None:
    """Rewrite a game's projections after a change and bump its version; its row is locked."""
    game = table.game
    before = _tallied(game)
    game.version += 1
    rebuild(table, new=new)
    retell(before | _tallied(game))


@dataclass(frozen=True, slots=True)
class Derived:
    """A game's own projections, not saved: values of its columns, its seats, its hands."""

    columns: Mapping[str, Any]
    seats: Sequence[Seat]
    hands: Sequence[Hand]


def derive(table: Table) -> Derived:
    ids = [seat.player for seat in table.sheet.seats]
    really = found_to_be(ids)
    who = [UUID(really.get(id, id)) for id in ids]
    return Derived(_game_columns(table), _seats(table, who), _hands(table, who))


def rebuild(table: Table, *, new: bool = False) -> None:
    """Rewrite a game's own projections: its columns, seats and hands."""
    store(table.game, derive(table), new=new)


def store(game: Game, derived: Derived, *, new: bool = False) -> None:
    """Put these in place of what is there."""
    for column, value in derived.columns.items():
        setattr(game, column, value)
    if new:
        game.save(force_insert=True)
    else:
        game.save(update_fields=[*derived.columns, "version"])
        game.seats.all().delete()
        game.hands.all().delete()
    Seat.objects.bulk_create(derived.seats)
    Hand.objects.bulk_create(derived.hands)


def _game_columns(table: Table) -> dict[str, Any]:
    start = table.newest("start")
    finish = table.newest("finish") if table.sheet.finished else None
    told = start.payload if start else {}
    return {
        "rule_set_id": table.rule_set.id,
        "played_on": date.fromisoformat(told["date"]),
        "place": told.get("place", ""),
        "occasion": told.get("occasion", ""),
        "status": GameStatus.FINISHED if finish else GameStatus.PLAYING,
        "ended_early": table.sheet.early,
        "overturned": _overturned(table),
        "first_dealer": table.sheet.first_dealer,
        "decks": table.sheet.decks,
        "finished_at": finish and made_at(finish.client_at, finish.sent_at, finish.server_at),
    }


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
    return [
        Seat(
            game=table.game,
            number=seat.number,
            position=positions.get(seat.number, seat.number),
            player_id=who[seat.number],
            first_round=seat.first_round,
            left_before=seat.left_before,
            starting_points=seat.starting_points,
            total=seat.complete_total if sheet.finished else seat.total,
            place=seat.place,
            won=sheet.finished and seat.number in sheet.winners,
            lost=sheet.finished and seat.number in sheet.losers,
        )
        for seat in sheet.seated
    ]


def _hands(table: Table, who: Sequence[UUID]) -> list[Hand]:
    return [
        _hand(table, round, cell, who[cell.seat])
        for round in table.sheet.rounds
        for cell in round.cells
        if cell.state in PLAYED or cell.buys or cell.adjustments
    ]


def _hand(table: Table, round: Round, cell: Cell, player: UUID) -> Hand:
    return Hand(
        game=table.game,
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
    )


def _tallied(game: Game) -> set[TallyKey]:
    """The tallies that this game counts in: none while it is not finished."""
    if not game.is_finished:
        return set()
    rows = _keyed(Seat.objects.filter(game=game)).values_list("player_id", "family", "year")
    return set(rows)


def reseat(games: Collection[UUID], *, giver: UUID, taker: UUID) -> None:
    """What these games keep of the giver is the taker's. As `project` would have it where every
    seat of the giver in them is now the taker's; but without a replay, so many games take no time.
    """
    theirs = Q(game__in=games, player__in=[giver, taker])
    keys = _keyed(Seat.objects.filter(theirs, game__status=GameStatus.FINISHED))
    told = set(keys.order_by().values_list("family", "year"))
    Seat.objects.filter(game__in=games, player=giver).update(player=taker)
    Hand.objects.filter(game__in=games, player=giver).update(player=taker)
    Game.objects.filter(id__in=games).update(version=F("version") + 1)
    retell((player, *key) for key in told for player in (giver, taker))


def retell(keys: Iterable[TallyKey]) -> None:
    """Count these tallies anew."""
    wanted: dict[tuple[str, int], list[UUID]] = {}
    for player, family, year in keys:
        wanted.setdefault((family, year), []).append(player)
    for (family, year), players in wanted.items():
        Tally.objects.filter(player__in=players, family=family, year=year).delete()
        of_year = Q(player__in=players, game__played_on__year=year)
        Tally.objects.bulk_create(tallies(of_year & Q(game__rule_set__family=family)))


def tallies(which: Q) -> list[Tally]:
    """Tallies, not saved, over those seats and hands that are of finished games."""
    finished = which & Q(game__status=GameStatus.FINISHED)
    games = _keyed(Seat.objects.filter(finished)).values("player_id", "family", "year")
    games = games.annotate(
        games=Count("id"),
        won=Count("id", filter=Q(won=True)),
        lost=Count("id", filter=Q(lost=True)),
    )
    counted = finished & Q(counted=True, state__in=PLAYED)
    hands = _keyed(Hand.objects.filter(counted)).values_list("player_id", "family", "year")
    hands = hands.annotate(rounds=Count("id"), out=Count("id", filter=Q(state=CellState.OUT)))
    played = {tuple(key): (rounds, out) for *key, rounds, out in hands.order_by()}
    return [_tally(row, played) for row in games.order_by()]


def _keyed(rows: QuerySet) -> QuerySet:
    return rows.annotate(family=F("game__rule_set__family"), year=F("game__played_on__year"))


def _tally(row: dict[str, Any], played: dict[tuple, tuple[int, int]]) -> Tally:
    key = (row["player_id"], row["family"], row["year"])
    rounds, out = played.get(key, (0, 0))
    return Tally(**row, rounds=rounds, out=out)

"""Finished games scored by other rules than their own. Nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from scorebook.ledger.reading import as_engine
from scorebook.models import Entry, Game, Player, RuleSet
from scorebook.models.games import GameQuerySet
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Sheet
from scorebook.rules.table import replay


@dataclass(frozen=True, slots=True)
class Line:
    """One person in one game: total and place as they are, and as they would be."""

    player: Player
    total: str
    place: int | None
    new_total: str
    new_place: int | None


@dataclass(frozen=True, slots=True)
class Evening:
    """One game by its own rules and by others. `warnings`: what does not fit the others."""

    game: Game
    lines: list[Line]
    winners: list[Player]
    losers: list[Player]
    new_winners: list[Player]
    new_losers: list[Player]
    warnings: list[str]

    @property
    def changed(self) -> bool:
        return (self.winners, self.losers) != (self.new_winners, self.new_losers)


@dataclass(frozen=True, slots=True)
class Record:
    """One person over many games."""

    player: Player
    won: int
    new_won: int
    lost: int
    new_lost: int

    @property
    def sentence(self) -> str:
        """ "Rosa would have won three more."; empty where nothing changes."""
        parts = [
            f"{word} {_counted(abs(more))} {'more' if more > 0 else 'fewer'}"
            for word, more in (
                ("won", self.new_won - self.won),
                ("lost", self.new_lost - self.lost),
            )
            if more
        ]
        return f"{self.player.name} would have {' and '.join(parts)}." if parts else ""


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _counted(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def finished_games(family: str) -> GameQuerySet:
    """The games of a rule family that are over, the newest first, with their tables."""
    games = Game.objects.finished().filter(rule_set__family=family)
    return games.newest_first().with_table()


def evenings(games: Iterable[Game], rule_set: RuleSet) -> list[Evening]:
    """Each game (fetched `with_table`) re-scored, in the order given; one query for all."""
    games = list(games)
    rows = Entry.objects.filter(game__in=games).order_by("game_id", "seq")
    entries = {id: as_engine(own) for id, own in groupby(rows, key=lambda row: row.game_id)}
    return [_evening(game, replay(rule_set.rules, entries.get(game.id, []))) for game in games]


def _evening(game: Game, other: Sheet) -> Evening:
    seats = sorted(game.seats.all(), key=lambda seat: (seat.place or 99, seat.number))
    people = {seat.number: seat.player for seat in seats}
    lines = [
        Line(
            player=seat.player,
            total=figure(seat.total),
            place=seat.place,
            new_total=figure(other.seats[seat.number].total),
            new_place=other.seats[seat.number].place,
        )
        for seat in seats
    ]
    return Evening(
        game=game,
        lines=lines,
        winners=[seat.player for seat in seats if seat.won],
        losers=[seat.player for seat in seats if seat.lost],
        new_winners=[seat.player for seat in seats if seat.number in other.winners],
        new_losers=[seat.player for seat in seats if seat.number in other.losers],
        warnings=_misfits(other, people),
    )


def _misfits(other: Sheet, people: dict[int, Player]) -> list[str]:
    return [
        warning.text.format(*(people[seat].name for seat in warning.seats))
        for warning in other.warnings
    ]


def records(evenings: Iterable[Evening]) -> list[Record]:
    """Everybody's wins and losses before and after, those who gain most first."""
    counts: dict[str, Counter[Player]] = {}
    for name in ("winners", "new_winners", "losers", "new_losers"):
        counts[name] = Counter(player for one in evenings for player in getattr(one, name))
    players = {line.player for one in evenings for line in one.lines}
    found = [
        Record(
            player=player,
            won=counts["winners"][player],
            new_won=counts["new_winners"][player],
            lost=counts["losers"][player],
            new_lost=counts["new_losers"][player],
        )
        for player in players
    ]
    return sorted(found, key=lambda one: (one.won - one.new_won, one.lost, one.player.name))

"""Who sits where, from which round to which, who deals, and what a late joiner starts with."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorebook.rules.forms import player_id
from scorebook.rules.log import Log
from scorebook.rules.sheet import Entry
from scorebook.rules.variant import Direction, Variant


def _roster(start: Entry) -> list[str]:
    return [player_id(player) for player in start.payload["players"]]


def numbers_of_joins(log: Log, start: Entry) -> tuple[dict[str, int], list[str]]:
    """The seat number of each joining entry, standing or not, and the person of each number.

    A number once given is never given to somebody else, whatever is taken back; a person who
    comes back has the old one. `start` is the standing start entry.
    """
    people = _roster(start)
    numbers: dict[str, int] = {}
    came_later: dict[str, int] = {}
    for entry, told in log.joins:
        player, founders = player_id(entry.payload["player"]), _roster(told or start)
        if player in founders:
            numbers[entry.id] = founders.index(player)
            continue
        if player not in came_later:
            came_later[player] = len(people)
            people.append(player)
        numbers[entry.id] = came_later[player]
    return numbers, people


@dataclass(slots=True)
class Person:
    """What the rounds so far made of one seat."""

    player: str
    first_round: int = 1
    left_before: int | None = None
    starting_points: int = 0
    total: int = 0


@dataclass(slots=True)
class Table:
    """The people at the table, moved on from round to round."""

    variant: Variant
    log: Log
    people: list[Person]
    order: list[int]
    present: set[int]
    dealer: int
    seat_of: dict[str, int]
    moves: dict[int, list[Entry]] = field(default_factory=dict)

    @classmethod
    def laid(cls, variant: Variant, log: Log, start: Entry) -> Table:
        """The table as the game begins. `start` is the standing start entry."""
        seat_of, players = numbers_of_joins(log, start)
        moves = sorted(log.of("join") + log.of("leave"), key=lambda entry: entry.seq)
        by_round: dict[int, list[Entry]] = {}
        for entry in moves:
            by_round.setdefault(entry.round or 0, []).append(entry)
        people = [Person(player) for player in players]
        seats = list(range(len(start.payload["players"])))
        dealer = start.payload["first_dealer"]
        return cls(variant, log, people, seats, set(seats), dealer, seat_of, by_round)

    def begin_round(self, number: int) -> None:
        """Let people join and leave before round `number`, then pass the deal on."""
        before = {seat: self.people[seat].total for seat in self.present}
        for entry in self.moves.get(number, ()):
            if entry.kind == "leave":
                self._leave(entry, number)
                before.pop(entry.seat or 0, None)
            else:
                self._join(entry, number, list(before.values()))
        if number > 1 or self.dealer not in self.present:
            self.dealer = self.next_present(self.dealer)

    def next_present(self, seat: int, step: int = 1) -> int:
        """The next seat in the direction of play that is at the table (`step` -1: the one
        before).
        """
        if self.variant.direction is Direction.COUNTERCLOCKWISE:
            step = -step
        place = self.order.index(seat)
        seats = len(self.order)
        around = (self.order[(place + step * away) % seats] for away in range(1, seats))
        return next((other for other in around if other in self.present), seat)

    def _leave(self, entry: Entry, number: int) -> None:
        if entry.seat not in self.present:
            self.log.reject(entry, f"Somebody left before round {number} who was not there.")
            return
        self.present.discard(entry.seat)
        self.people[entry.seat].left_before = number

    def _join(self, entry: Entry, number: int, totals: list[int]) -> None:
        seat = self.seat_of[entry.id]
        if seat in self.present:
            self.log.reject(entry, "Somebody joined who is at the table already.")
            return
        person = self.people[seat]
        if seat not in self.order:
            person.first_round = number
        self._sit(seat, entry)
        person.left_before = None
        points = starting_points(self.variant.sign, entry.payload["points"], totals, person.total)
        person.starting_points += points
        person.total += points

    def _sit(self, seat: int, entry: Entry) -> None:
        after = entry.payload["after_seat"]
        if after not in self.order:
            self.log.reject(entry, "Somebody joined after a seat that is not at the table.")
        if seat in self.order and after != seat:
            self.order.remove(seat)
        if seat not in self.order:
            place = self.order.index(after) + 1 if after in self.order else len(self.order)
            self.order.insert(place, seat)
        self.present.add(seat)


def starting_points(sign: int, how: str, totals: list[int], own: int) -> int:
    """What somebody who joins is given on top of their `own` points so far.

    "zero": nothing; "average": up to the average of `totals`, rounded to 5; "last": up to the
    worst of them.
    """
    if how == "zero" or not totals:
        return 0
    costs = [sign * total for total in totals]
    if how == "last":
        return sign * max(costs) - own
    count = len(costs)
    return sign * 5 * ((2 * sum(costs) + 5 * count) // (10 * count)) - own

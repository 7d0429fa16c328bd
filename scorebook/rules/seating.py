"""Who sits where, from which round to which, who deals, and what a late joiner starts with."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorebook.rules.forms import player_id
from scorebook.rules.log import Log
from scorebook.rules.sheet import Entry
from scorebook.rules.variant import Direction, Variant


def seats_of_joins(log: Log) -> dict[str, int]:
    """The seat number of each joining entry, standing or not: a person who comes back has the
    old number, a new one takes the next that was free at that time, so that a later void moves
    nobody.
    """
    roster = [player_id(player) for player in log.start.payload["players"]] if log.start else []
    joins: list[set[str]] = [set() for _ in roster]
    started = len(roster)
    seats: dict[str, int] = {}
    for entry, undone in log.joins:
        while len(roster) > started and joins[-1] <= undone:
            roster.pop()
            joins.pop()
        player = player_id(entry.payload["player"])
        if player not in roster:
            roster.append(player)
            joins.append(set())
        seats[entry.id] = roster.index(player)
        joins[seats[entry.id]].add(entry.id)
    return seats


@dataclass(slots=True)
class Person:
    """What the rounds so far made of one seat."""

    player: str = ""
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
        people = [Person(player_id(player)) for player in start.payload["players"]]
        seat_of = seats_of_joins(log)
        moves = sorted(log.of("join") + log.of("leave"), key=lambda entry: entry.seq)
        by_round: dict[int, list[Entry]] = {}
        for entry in moves:
            by_round.setdefault(entry.round or 0, []).append(entry)
        highest = max((seat_of[entry.id] for entry in log.of("join")), default=-1)
        seats = list(range(len(people)))
        people += [Person() for _ in range(len(people), highest + 1)]
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
            person.player = player_id(entry.payload["player"])
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

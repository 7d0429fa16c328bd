"""Whole games drawn at random: mostly what happens at a table, sometimes what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from scorebook.rules.cards import CODES
from scorebook.rules.sheet import Entry
from scorebook.rules.variant import Variant
from tests.rules.paper import person

CARDS = sorted(CODES)
STAY_AWAY = 9  # nobody has this seat


def random_game(random: Random, variant: Variant, *, players: int | None = None) -> list[Entry]:
    """A game of good form from its start to some round or its end, corrections, voids, people who
    come and go, and now and then an entry for a round or a seat that is not there.
    """
    return _Game(random, variant, players or random.randint(2, 6)).play()


@dataclass
class _Game:
    random: Random
    variant: Variant
    players: int
    entries: list[Entry] = field(default_factory=list)
    seats: int = 0

    def play(self) -> list[Entry]:
        self.seats = self.players
        self.start([person(seat) for seat in range(self.players)])
        rounds = len(self.variant.rounds)
        for number in range(1, self.random.randint(1, rounds) + 1):
            self.round(number)
        self.between(rounds)
        if self.random.random() < 0.5:
            self.write("finish", {"early": True} if self.often(0.5) else {})
        if self.random.random() < 0.1:
            self.write("reopen", {})
        return self.entries

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def write(self, kind: str, payload: Any, round: int | None = None, seat: Any = None) -> None:
        number = len(self.entries) + 1
        id = str(UUID(int=1000 + number))
        self.entries.append(Entry(id, number, kind, payload, round, seat))

    def start(self, people: list[str]) -> None:
        payload = {
            "rule_set": "link",
            "players": people,
            "first_dealer": self.random.randrange(len(people)),
            "date": "2025-12-25",
        }
        decks = {"decks": self.random.randint(1, 4)} if self.often(0.3) else {}
        named = {"place": "Cabin", "occasion": "Yule"} if self.often(0.3) else {}
        self.write("start", payload | decks | named)

    def round(self, number: int) -> None:
        """A round; one in five lacks something."""
        self.come_and_go(number)
        steps = list(self.steps(number))
        if self.often(0.2):
            self.random.shuffle(steps)
            del steps[self.random.randrange(len(steps)) :]
        for kind, payload, seat in steps:
            self.write(kind, payload, number, seat)
        if self.often(0.3):
            self.between(number)

    def steps(self, number: int) -> Iterator[tuple[str, Any, int | None]]:
        seats = list(range(self.seats))
        anybody = [*seats, self.random.choice([*seats, STAY_AWAY])]
        if self.often(0.3):
            yield "cut", {"exact": self.often(0.9), "seat": self.random.choice(anybody)}, None
        if self.often(0.15):
            caller, offender = self.random.choices(anybody, k=2)
            yield "rummy", {"caller": caller, "offender": offender}, None
        out = None if self.often(0.1) else self.random.choice(seats)
        if self.often(0.95):
            yield "out", {"seat": out}, None
        for seat in seats:
            if seat != out or self.often(0.05):
                yield "hand", self.hand(), seat
            if self.often(0.3):
                yield "buys", self.buys(), seat
            if self.often(0.1):
                yield "lay_down", {"melds": [{"type": "set", "cards": self.cards(6)}]}, seat
        if self.often(0.1):
            points = {"points": self.random.randint(-50, 50), "reason": "Settled."}
            yield "adjust", points, self.random.choice(anybody)
        if self.often(0.1):
            yield "note", {"text": "Pie."}, None

    def cards(self, most: int) -> list[str]:
        some = self.random.choice((CARDS, CARDS, ["JK", "2", "2S", "K", "KH"]))
        return self.random.choices(some, k=self.random.randint(0, most))

    def hand(self) -> dict[str, Any]:
        if self.often(0.2):
            total = 5 * self.random.randint(0, 40)
            return {"total": total} | ({"typed": str(total)} if self.often(0.5) else {})
        return {"cards": self.cards(self.random.choice((4, 8, 18)))}

    def buys(self) -> dict[str, int]:
        n = self.random.randint(0, 3)
        return {"n": n} | ({"cards": n + self.random.randint(0, 2)} if self.often(0.3) else {})

    def come_and_go(self, number: int) -> None:
        if self.often(0.15):
            self.write("leave", {}, number, self.random.randrange(self.seats))
        if self.often(0.15):
            somebody = self.random.choice((self.seats, self.random.randrange(self.seats + 1)))
            payload = {
                "player": person(somebody),
                "after_seat": self.random.randrange(self.seats),
                "points": self.random.choice(("zero", "average", "last")),
            }
            self.write("join", payload, number)
            self.seats = max(self.seats, somebody + 1)

    def between(self, number: int) -> None:
        """Corrections of earlier rounds, things taken back, and what does not fit."""
        usual = (self.correct, self.correct, self.take_back, self.take_back)
        for _ in range(self.random.randint(0, 3)):
            self.random.choice((*usual, self.begin_anew, self.say))(number)

    def correct(self, number: int) -> None:
        earlier = self.random.randint(1, number + self.often(0.1))
        seat = self.random.choice((*range(self.seats), STAY_AWAY))
        if self.often(0.7):
            self.write("hand", self.hand(), earlier, seat)
        else:
            self.write("out", {"seat": seat}, earlier)

    def take_back(self, number: int) -> None:
        newest = self.entries[-6:]
        self.write("void", {"entry": self.random.choice(newest).id})

    def begin_anew(self, number: int) -> None:
        """Others sat there, once in a while more than did."""
        people = list(range(self.players + self.often(0.2)))
        self.random.shuffle(people)
        self.start([person(seat) for seat in people])

    def say(self, number: int) -> None:
        said = ("note", {"text": "Ha."}), ("rules", {"rule_set": "gourt"}), ("reopen", {})
        self.write(*self.random.choice(said))

"""The golden family: twelve games, so small that every number of theirs can be worked out by hand.

They are entered through the ledger, as people would. What comes of them stands in golden_numbers.

Link        ace 20, two to nine 5, ten to king 10, joker 50, which is wild; an exact cut costs all
            others 25. The lowest total wins.
Norwegian   the same values, but no jokers: the two of spades is wild, and 50.
Gourt       ace 25, two 25 and wild, three to nine 5, ten to king 10.
Board Game Arena   ace 15, two to nine 5, ten to king 10, joker 20, wild. Points are below zero and
            the highest total wins.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from scorebook.ledger.ratings import catch_up_all
from scorebook.models import Entry, Game, Player
from tests.factories import hand_in, hand_payload, make_game, make_player

CAST = ("Rosa", "Mike", "Karl", "Tilda", "Otto")  # and Jo, who is new in 2026

Left = Mapping[str, str | int]


@dataclass(frozen=True)
class Round:
    """Who went `out`, and the cards that the others had `left`, or their points; `cut`: by whom it
    was exact; `buys`: how often who bought; `given`: points by the table's word. Before it `leaves`
    somebody, or the first of `joins` sits down after the second, with the average.
    """

    out: str | None
    left: Left
    cut: str = ""
    buys: Mapping[str, int] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    leaves: str = ""
    joins: tuple[str, str] | None = None


@dataclass(frozen=True)
class Plan:
    """One game as it is entered at first. `players` clockwise; the first of them deals first unless
    `dealer` says who.
    """

    name: str
    rules: str
    on: str
    players: Sequence[str]
    rounds: Sequence[Round]
    dealer: str = ""


BEFORE_THE_PAPER = (
    # Karl cuts to the card, and the others pay. Rosa comes past Mike in the last round.
    Plan(
        "The cut",
        "link",
        "2025-03-01",
        ("Rosa", "Mike", "Karl"),
        (
            Round("Rosa", {"Mike": "K4", "Karl": "*"}, cut="Karl"),
            Round("Mike", {"Rosa": "A", "Karl": "55"}),
            Round("Karl", {"Rosa": "4", "Mike": "AK"}),
        ),
    ),
    # Two share the first place and two the last.
    Plan(
        "The ties",
        "link",
        "2025-06-07",
        ("Rosa", "Mike", "Karl", "Tilda"),
        (
            Round("Rosa", {"Mike": "KK", "Karl": "A", "Tilda": "AT"}, buys={"Mike": 1}),
            Round("Karl", {"Rosa": "55T", "Mike": "QJ", "Tilda": "J"}, buys={"Karl": 1, "Rosa": 2}),
        ),
        dealer="Mike",
    ),
    # Otto leads until the last round; Tilda wins from the last place. Two share the second.
    Plan(
        "The lead",
        "norwegian",
        "2025-08-16",
        ("Rosa", "Mike", "Tilda", "Otto"),
        (
            Round("Otto", {"Rosa": "2S", "Mike": "2", "Tilda": "2H 2S"}),
            Round("Otto", {"Rosa": "4", "Mike": "KQ", "Tilda": "KK"}),
            Round("Tilda", {"Rosa": "AT", "Mike": "AAA", "Otto": "2S 2S AAK"}, buys={"Mike": 1}),
        ),
    ),
    # A whole short game. Rosa wins from the last place, with exactly half of the rounds over.
    Plan(
        "Below zero",
        "bga_short",
        "2026-01-01",
        ("Rosa", "Mike", "Karl", "Tilda"),
        (
            Round("Rosa", {"Mike": "*", "Karl": "A", "Tilda": "K5"}, buys={"Rosa": 1}),
            Round("Mike", {"Rosa": "AA", "Karl": "T", "Tilda": "99"}),
            Round("Karl", {"Rosa": "5", "Mike": "QQ", "Tilda": "**"}, buys={"Tilda": 2}),
            Round("Rosa", {"Mike": "4", "Karl": "*A", "Tilda": "A"}),
        ),
        dealer="Tilda",
    ),
    # Karl shares the last place after the first of two rounds, and wins.
    Plan(
        "Two rounds",
        "bga_full",
        "2026-02-14",
        ("Mike", "Karl", "Tilda"),
        (
            Round("Tilda", {"Mike": "55", "Karl": "K"}),
            Round("Karl", {"Mike": "A", "Tilda": "*"}),
        ),
    ),
    # Jo joins before the second round, between Rosa and Mike, with the average of 20, 0 and 30 to
    # the nearest five: 15. Jo is nobody the book knows.
    Plan(
        "The latecomer",
        "link",
        "2026-03-07",
        ("Tilda", "Rosa", "Mike"),
        (
            Round("Rosa", {"Tilda": "KK", "Mike": "AK"}),
            Round("Jo", {"Tilda": "5", "Rosa": "*", "Mike": "44"}, joins=("Jo", "Rosa")),
            Round("Tilda", {"Rosa": "3", "Mike": "T", "Jo": "A"}),
        ),
        dealer="Mike",
    ),
    # On the same day. Karl goes home before the last round, alone in front; what Tilda cuts then,
    # Rosa and Mike pay, who went out as well.
    Plan(
        "The last bus",
        "link",
        "2026-03-07",
        ("Rosa", "Mike", "Karl", "Tilda"),
        (
            Round("Karl", {"Rosa": "5", "Mike": "K", "Tilda": "A"}),
            Round("Mike", {"Rosa": "T", "Karl": "4", "Tilda": "A"}),
            Round(
                "Mike", {"Rosa": "K", "Tilda": "4"}, cut="Tilda", buys={"Rosa": 1}, leaves="Karl"
            ),
        ),
        dealer="Karl",
    ),
    # As it ended Rosa had won; but nobody had cut, and she had held a king and a queen too.
    Plan(
        "The correction",
        "link",
        "2026-04-11",
        ("Otto", "Rosa", "Karl"),
        (
            Round("Karl", {"Otto": "KK", "Rosa": "Q"}),
            Round("Otto", {"Rosa": "T", "Karl": "A"}, cut="Rosa", buys={"Rosa": 1}),
        ),
        dealer="Rosa",
    ),
    # Nobody goes out in the first round; in the second Karl does, and gets 15 by the table's word.
    Plan(
        "Nobody out",
        "norwegian",
        "2026-05-02",
        ("Rosa", "Karl", "Tilda"),
        (
            Round(None, {"Rosa": "4", "Karl": "2S", "Tilda": "5"}, buys={"Karl": 1}),
            Round("Karl", {"Rosa": "TT", "Tilda": "AAT4"}, given={"Karl": 15}),
        ),
    ),
    Plan(
        "For two",
        "gourt",
        "2026-06-06",
        ("Jo", "Rosa"),
        (
            Round("Jo", {"Rosa": "2K"}),
            Round("Rosa", {"Jo": "2H A"}, buys={"Jo": 1}),
        ),
    ),
)

# Goes on, so nothing of it counts: neither the cut nor the 125 that Rosa has, nor her half-entered
# second round.
STILL_GOING = Plan(
    "Still going",
    "link",
    "2026-11-28",
    ("Rosa", "Mike", "Karl"),
    (Round("Mike", {"Rosa": "**", "Karl": "K"}, cut="Karl", buys={"Rosa": 2}),),
)

# Totals from an old sheet, all seven rounds; typed in last, and first under the wrong year.
PAPER = Plan(
    "The paper",
    "link",
    "2026-12-24",
    ("Karl", "Otto", "Mike"),
    (
        Round("Karl", {"Otto": 50, "Mike": 20}),
        Round("Karl", {"Otto": 50, "Mike": 30}),
        Round("Otto", {"Karl": 10, "Mike": 20}),
        Round("Otto", {"Karl": 60, "Mike": 40}),
        Round("Otto", {"Karl": 40, "Mike": 5}),
        Round("Mike", {"Karl": 50, "Otto": 5}),
        Round("Otto", {"Karl": 45, "Mike": 85}),
    ),
)


class GoldenFamily:
    """`people` and `games` by their names. `correction` is the entry that tells what Rosa really
    had in the last round of "The correction".
    """

    def __init__(self) -> None:
        self.people = {name: make_player(name=name) for name in CAST}
        self.games: dict[str, Game] = {}
        for plan in BEFORE_THE_PAPER:
            self._play(plan)
        self._begin_what_goes_on()
        self._play(PAPER)
        self._put_right_the_year()
        self.correction = self._put_right_what_rosa_had()
        self._retire("Otto", date(2026, 8, 1))
        catch_up_all()

    def again(self, game: str, kind: str, payload: Mapping[str, Any], **more: Any) -> Entry:
        """One entry more for a game of this name."""
        entry = hand_in(self.games[game], kind, payload, **more).entry
        assert entry
        return entry

    def _play(self, plan: Plan) -> None:
        self._begin(plan)
        whole = len(self.games[plan.name].rule_set.rules.rounds)
        self.again(plan.name, "finish", {"early": len(plan.rounds) < whole})

    def _begin(self, plan: Plan) -> None:
        self.games[plan.name] = make_game(
            variant=plan.rules,
            players=[self.people[name] for name in plan.players],
            first_dealer=plan.players.index(plan.dealer or plan.players[0]),
            played_on=date.fromisoformat(plan.on),
            occasion=plan.name,
        )
        for number, played in enumerate(plan.rounds, start=1):
            self._enter(plan.name, number, played)

    def _enter(self, game: str, number: int, played: Round) -> None:
        """In the order in which it happens at a table."""
        if played.leaves:
            self.again(game, "leave", {}, round=number, seat=self._seats(game)[played.leaves])
        if played.joins:
            self._join(game, number, *played.joins)
        seats = self._seats(game)
        if played.cut:
            self.again(game, "cut", {"exact": True, "seat": seats[played.cut]}, round=number)
        for name, times in played.buys.items():
            self.again(game, "buys", {"n": times}, round=number, seat=seats[name])
        self.again(game, "out", {"seat": seats.get(played.out)}, round=number)
        for name, held in played.left.items():
            self.again(game, "hand", hand_payload(held), round=number, seat=seats[name])
        for name, points in played.given.items():
            told = {"points": points, "reason": "Looked into the stock"}
            self.again(game, "adjust", told, round=number, seat=seats[name])

    def _seats(self, game: str) -> dict[str | None, int]:
        return {seat.player.name: seat.number for seat in self.games[game].seats.all()}

    def _join(self, game: str, number: int, name: str, after: str) -> None:
        new = {"id": str(uuid.uuid4()), "name": name}
        told = {"player": new, "after_seat": self._seats(game)[after], "points": "average"}
        self.again(game, "join", told, round=number)
        self.people[name] = Player.objects.get(name=name)

    def _begin_what_goes_on(self) -> None:
        self._begin(STILL_GOING)
        self.again(STILL_GOING.name, "hand", {"cards": ["A"]}, round=2, seat=0)

    def _put_right_the_year(self) -> None:
        start = self.games["The paper"].entries.get(kind="start")
        told = start.payload | {"date": "2025-12-24"}
        self.again("The paper", "start", told, replaces=start.id)

    def _put_right_what_rosa_had(self) -> Entry:
        """Nobody had cut; and beside the ten there were a king and a queen."""
        game = self.games["The correction"]
        self.again(game.occasion, "void", {"entry": str(game.entries.get(kind="cut").id)})
        ten = game.entries.get(kind="hand", round=2, seat=1)
        return self.again(
            game.occasion, "hand", {"cards": ["T", "K", "Q"]}, round=2, seat=1, replaces=ten.id
        )

    def _retire(self, name: str, on: date) -> None:
        self.people[name].retired_on = on
        self.people[name].save()

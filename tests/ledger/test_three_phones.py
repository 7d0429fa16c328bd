"""Three phones in a house without reception: whatever is lost, sent twice or comes late, everybody
ends with the same sheet, and every entry is somewhere. It runs for some fifteen seconds.
"""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from scorebook.ledger.append import Outcome, record
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import recompute
from scorebook.ledger.submission import Refused
from scorebook.ledger.written import written_in
from scorebook.models import Game, Player
from scorebook.rules import presets
from scorebook.rules.sheet import Entry, Sheet
from scorebook.rules.table import replay
from tests.factories import make_player
from tests.ledger.paper_book import PLAYERS, ROUNDS, Item, PaperBook

PHONES, GAMES = range(3), range(2)
LINK = presets.get("link")
LINES = [(who, game) for who in PHONES for game in GAMES]
NOT_SENT = 10_000

seats = st.integers(0, PLAYERS - 1)
rounds = st.sampled_from([1, 1, 1, 2, ROUNDS])  # few, so that phones meet
few_cards = st.lists(st.sampled_from(["K", "KH", "4", "4S", "A", "JK"]), max_size=3)
hands = st.fixed_dictionaries({"cards": few_cards}) | st.integers(0, 3).map(
    lambda fives: {"total": 5 * fives}
)
WRITTEN = {
    "out": (st.fixed_dictionaries({"seat": st.none() | seats}), False),
    "cut": (st.fixed_dictionaries({"exact": st.booleans(), "seat": seats}), False),
    "hand": (hands, True),
    "buys": (st.fixed_dictionaries({"n": st.integers(0, 2)}), True),
    "adjust": (st.just({"points": -5, "reason": "Settled."}), True),
}


@dataclass
class Phone:
    """What one phone keeps: the entries it last read of each game, and what it has not sent yet.

    `settled` is what became of each of its items, by what it was told; nothing is forgotten.
    """

    owner: Player
    online: bool = True
    read: dict[int, list[Entry]] = field(default_factory=lambda: {game: [] for game in GAMES})
    outbox: dict[int, list[Item]] = field(default_factory=lambda: {game: [] for game in GAMES})
    written: list[tuple[int, Item]] = field(default_factory=list)
    settled: dict[str, str] = field(default_factory=dict)

    def sheet(self, game: int) -> Sheet:
        """Its own sheet: what it read, then what waits, but for what has arrived since."""
        known = {entry.id for entry in self.read[game]}
        waiting = [item for item in self.outbox[game] if item.id not in known]
        own = [
            Entry(i.id, NOT_SENT + place, i.kind, i.payload, i.round, i.seat)
            for place, i in enumerate(waiting)
        ]
        return replay(LINK, self.read[game] + own)

    def write(self, game: int, kind: str, payload: dict[str, Any], *place: int | None) -> None:
        """The entry is put into the outbox; it replaces what this phone sees in the slot."""
        slot = ("finish" if kind == "reopen" else kind, *(place or (None, None)))
        sees = self.sheet(game).standing.get(slot)
        item = Item(str(uuid.uuid4()), kind, payload, *slot[1:], sees.id if sees else None)
        self.outbox[game].append(item)
        self.written.append((game, item))

    def newest(self, game: int) -> list[str]:
        """Ids of the newest entries that it knows."""
        ids = [entry.id for entry in self.read[game] if entry.kind not in ("accept", "drop")]
        return [*ids, *(item.id for item in self.outbox[game])][-4:]


@dataclass
class House:
    """The real ledger and the paper book beside it: both are handed everything in the same order,
    and have to answer alike.
    """

    players: list[Player]
    games: list[uuid.UUID] = field(default_factory=lambda: [uuid.uuid4() for _ in GAMES])
    books: list[PaperBook] = field(default_factory=lambda: [PaperBook() for _ in GAMES])
    answers: Counter[str] = field(default_factory=Counter)

    def begin(self, game: int) -> None:
        payload = {
            "rule_set": "link",
            "players": [str(player.id) for player in self.players],
            "first_dealer": 0,
            "date": "2026-11-29",
        }
        start = Item(str(uuid.uuid4()), "start", payload)
        record(self.games[game], "start", payload, author=self.players[0], id=start.id)
        self.books[game].entries.append(start)
        self.books[game].changes += 1

    def take(self, game: int, item: Item, author: Player) -> str:
        """An item arrives; the answer."""
        expected = self.books[game].take(item)
        try:
            answer = self._record(game, item, author).answer.value
        except Refused:
            answer = "refused"
        assert answer == expected
        self.answers[answer] += 1
        self.compare(game)
        return answer

    def compare(self, game: int) -> None:
        """The same sheet as in the paper book; its entries once each, in order, without a gap."""
        row, book = self.row(game), self.books[game]
        assert told(self.sheet(game)) == book.sheet().told()
        assert row.version == book.changes
        entries = row.entries.order_by("seq").values_list("seq", "id")
        assert [(seq, str(id)) for seq, id in entries] == [
            (seq, item.id) for seq, item in enumerate(book.entries, start=1)
        ]
        assert {str(proposal.id) for proposal in row.proposals.all()} == set(book.proposals)

    def sheet(self, game: int) -> Sheet:
        return sheet_of(self.row(game))

    def _record(self, game: int, item: Item, author: Player) -> Outcome:
        return record(
            self.games[game],
            item.kind,
            item.payload,
            author=author,
            round=item.round,
            seat=item.seat,
            id=item.id,
            replaces=item.replaces,
        )

    def row(self, game: int) -> Game:
        return Game.objects.select_related("rule_set").get(id=self.games[game])


def told(sheet: Sheet) -> dict[str, Any]:
    """What the paper book says as well."""
    return {
        "rounds": [
            {
                "out": played.out if played.out_stands else "not said",
                "complete": played.complete,
                "cells": [(c.state, c.points, c.running, c.buys) for c in played.cells],
            }
            for played in sheet.rounds
        ],
        "places": [seat.place for seat in sheet.seats],
        "current": sheet.current_round,
        "finished": sheet.finished,
        "winners": list(sheet.winners),
        "losers": list(sheet.losers),
    }


class ThreePhones(RuleBasedStateMachine):
    players: list[Player]
    answers: Counter[str]

    @initialize()
    def begin(self):
        self.house = House(self.players, answers=self.answers)
        self.phones = [Phone(self.players[number]) for number in PHONES]
        for game in GAMES:
            self.house.begin(game)
        for phone in self.phones:
            self.refresh(phone)

    def refresh(self, phone: Phone) -> None:
        for game in GAMES:
            phone.read[game] = written_in(self.house.row(game))

    # At the table

    @rule(who=st.sampled_from(PHONES), game=st.sampled_from(GAMES), data=st.data())
    def writes(self, who, game, data):
        kind = data.draw(st.sampled_from(["hand", "hand", *WRITTEN]))
        payload, by_seat = WRITTEN[kind]
        seat = data.draw(seats) if by_seat else None
        self.phones[who].write(game, kind, data.draw(payload), data.draw(rounds), seat)

    @rule(
        whos=st.permutations(PHONES),
        game=st.sampled_from(GAMES),
        seat=seats,
        told=st.lists(hands, min_size=2, max_size=3),
    )
    def several_enter_the_same_hand(self, whos, game, seat, told):
        for who, hand in zip(whos, told, strict=False):
            self.phones[who].write(game, "hand", hand, 1, seat)

    @rule(who=st.sampled_from(PHONES), game=st.sampled_from(GAMES), number=rounds)
    def writes_a_whole_round(self, who, game, number):
        phone = self.phones[who]
        phone.write(game, "out", {"seat": 0}, number, None)
        for seat in range(1, PLAYERS):
            phone.write(game, "hand", {"total": 5 * seat}, number, seat)

    @rule(who=st.sampled_from(PHONES), game=st.sampled_from(GAMES), data=st.data())
    def takes_something_back(self, who, game, data):
        target = data.draw(st.sampled_from(self.phones[who].newest(game)))
        self.phones[who].write(game, "void", {"entry": target})

    @rule(who=st.sampled_from(PHONES), game=st.sampled_from(GAMES), early=st.booleans())
    def ends_or_reopens(self, who, game, early):
        phone = self.phones[who]
        finished = phone.sheet(game).finished
        phone.write(game, *(("reopen", {}) if finished else ("finish", {"early": early})))

    @rule(
        whos=st.permutations(PHONES),
        game=st.sampled_from(GAMES),
        how=st.sampled_from(["accept", "drop"]),
        data=st.data(),
    )
    def settles_a_conflict(self, whos, game, how, data):
        """And whoever proposed it sends it again, because the reply was lost."""
        first, second, third = (self.phones[who] for who in whos)
        book = self.house.books[game]
        if not book.proposals:
            for phone, total in ((first, 5), (second, 10)):
                phone.write(game, "hand", {"total": total}, ROUNDS, 0)
                self.drain(phone, game)
        if book.proposals:
            proposal = data.draw(st.sampled_from(list(book.proposals.values())))
            third.write(game, how, {"proposal": proposal.id})
            self.drain(third, game)
            self.house.take(game, proposal, second.owner)

    # On the line

    @rule(who=st.sampled_from(PHONES))
    def loses_or_finds_reception(self, who):
        self.phones[who].online = not self.phones[who].online

    @rule(who=st.sampled_from(PHONES), game=st.sampled_from(GAMES), reply_lost=st.booleans())
    def sends_the_next(self, who, game, reply_lost):
        phone = self.phones[who]
        if phone.online and phone.outbox[game]:
            self.send(phone, game, reply_lost=reply_lost)

    def send(self, phone: Phone, game: int, *, reply_lost: bool = False) -> None:
        """Without a reply the item stays at the head of its outbox, and is sent again later."""
        item = phone.outbox[game][0]
        answer = self.house.take(game, item, phone.owner)
        if not reply_lost:
            phone.outbox[game].pop(0)
            phone.settled[item.id] = answer

    @rule(who=st.sampled_from(PHONES), mangled=st.booleans(), data=st.data())
    def a_late_copy_arrives(self, who, mangled, data):
        """Something that was sent before arrives once more, or its id with something else: nothing
        changes.
        """
        phone = self.phones[who]
        books = self.house.books
        kept = [(game, item) for game, item in phone.written if books[game].keeps(item)]
        if kept:
            game, item = data.draw(st.sampled_from(kept))
            before = self.house.row(game).version
            other = Item(item.id, "note", {"text": "Ha."})
            self.house.take(game, other if mangled else item, phone.owner)
            assert self.house.row(game).version == before

    @rule(who=st.sampled_from(PHONES))
    def reads(self, who):
        if self.phones[who].online:
            self.refresh(self.phones[who])

    @rule(order=st.permutations(LINES))
    def everybody_has_reception(self, order):
        for phone in self.phones:
            phone.online = True
        for who, game in order:
            self.drain(self.phones[who], game)
        for phone in self.phones:
            self.refresh(phone)
        for game in GAMES:
            sheets = [phone.sheet(game) for phone in self.phones]
            assert sheets == [self.house.sheet(game)] * len(sheets)

    def drain(self, phone: Phone, game: int) -> None:
        while phone.outbox[game]:
            self.send(phone, game)

    @invariant()
    def everything_written_is_somewhere(self):
        """In an outbox; or kept by the house, once; or needless; or refused in words."""
        for phone in self.phones:
            for game, item in phone.written:
                waits = item in phone.outbox[game]
                kept = self.house.books[game].keeps(item)
                assert waits or kept or phone.settled[item.id] in ("already", "refused")

    def teardown(self):
        self.everybody_has_reception(LINES)


@pytest.mark.django_db
def test_three_phones():
    """15 evenings of 40 steps, some 500 entries handed in, took 10 s of one core."""
    ThreePhones.answers = Counter()
    ThreePhones.players = [make_player(name=name) for name in ("Ann", "Ben", "Cat", "Dan")]
    run_state_machine_as_test(
        ThreePhones,
        settings=settings(
            max_examples=15,
            stateful_step_count=40,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert ThreePhones.answers.keys() >= {"appended", "repeated", "already", "conflict", "refused"}
    assert recompute(check=True) == []

"""Whatever is said at a table in whatever order: every page opens, and the entries add up."""

import random
import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import recompute
from scorebook.ledger.submission import Refused
from scorebook.rules import presets
from scorebook.rules.log import SLOTS
from tests.factories import hand_in, make_game, make_player, play_round

CARDS = ("K", "KH", "4", "JK", "2S", "A")


class Crowd:
    """People who say anything about a game, by dice that fall the same way for one `seed`."""

    def __init__(self, seed, people):
        self.dice = random.Random(seed)
        self.people = people
        slug = self.dice.choice(presets.SLUGS)
        self.game = make_game(players=people[: self.dice.randint(2, 4)], variant=slug)

    def round(self):
        return self.dice.randint(1, 8)

    def seat(self):
        return self.dice.randrange(len(sheet_of(self.game).seats) + 1)

    def says(self):
        """One more thing; what is refused is refused in words."""
        kind = self.dice.choice([name for name in dir(self) if name.startswith(("a_", "an_"))])
        try:
            getattr(self, kind)()
        except (Refused, PermissionDenied) as refusal:
            assert str(refusal).endswith((".", "…"))

    def hand_in(self, kind, payload, **place):
        slot = (SLOTS.get(kind, ""), place.get("round"), place.get("seat"))
        stands = sheet_of(self.game).standing.get(slot) if self.dice.random() < 0.7 else None
        may_amend = self.dice.random() < 0.7
        replaces = stands and stands.id
        return hand_in(self.game, kind, payload, replaces=replaces, may_amend=may_amend, **place)

    def a_round_played(self):
        if not self.game.is_finished and sheet_of(self.game).current_round:
            play_round(self.game, out=self.dice.choice([0, 0, 1, None]))

    def a_hand(self):
        cards = self.dice.choices(CARDS, k=self.dice.randint(0, 4))
        self.hand_in("hand", {"cards": cards}, round=self.round(), seat=self.seat())

    def a_going_out(self):
        self.hand_in("out", {"seat": self.dice.choice([None, self.seat()])}, round=self.round())

    def a_cut(self):
        payload = {"exact": self.dice.random() < 0.5, "seat": self.seat()}
        self.hand_in("cut", payload, round=self.round())

    def a_purchase(self):
        self.hand_in("buys", {"n": self.dice.randint(0, 3)}, round=self.round(), seat=self.seat())

    def a_joining(self):
        new = {"id": str(uuid.uuid4()), "name": "Somebody new"}
        player = self.dice.choice([*(str(person.id) for person in self.people), new])
        points = self.dice.choice(["zero", "average", "last"])
        payload = {"player": player, "after_seat": self.seat(), "points": points}
        self.hand_in("join", payload, round=self.round())

    def a_leaving(self):
        self.hand_in("leave", {}, round=self.round(), seat=self.seat())

    def a_taking_back(self):
        told = list(self.game.entries.values_list("id", "kind"))
        moves = [id for id, kind in told if kind in ("join", "leave", "void")]
        chosen = self.dice.choice([moves or [told[0][0]], [id for id, _ in told]])
        self.hand_in("void", {"entry": str(self.dice.choice(chosen))})

    def a_change_of_rules(self):
        self.hand_in("rules", {"rule_set": self.dice.choice(presets.SLUGS)})

    def a_corrected_start(self):
        payload = self.game.entries.filter(kind="start").last().payload
        players = [*payload["players"][:-1], str(self.dice.choice(self.people).id)]
        self.hand_in("start", payload | {"players": players})

    def an_end(self):
        self.hand_in("finish", {"early": True})

    def a_reopening(self):
        self.hand_in("reopen", {})

    def a_settling(self):
        waiting = list(self.game.proposals.filter(status="open"))
        if waiting:
            payload = {"proposal": str(self.dice.choice(waiting).id)}
            self.hand_in(self.dice.choice(["accept", "accept", "drop"]), payload)


def pages(game):
    """Every page of a game with every notice of its table."""
    for name in ("table", "log", "more", "game_over", "sheet"):
        yield reverse(name, args=[game.id])
    for slug in presets.SLUGS:
        yield f"{reverse('change_rules', args=[game.id])}?rule_set={slug}"
    for entry in game.entries.all():
        yield f"{reverse('table', args=[game.id])}?saved={entry.id}"
    for proposal in game.proposals.all():
        yield reverse("conflict", args=[game.id, proposal.id])
    sheet = sheet_of(game)
    for round in sheet.rounds:
        yield f"{reverse('table', args=[game.id])}?round={round.number}"
        yield reverse("review", args=[game.id, round.number])
        yield reverse("went_out", args=[game.id, round.number])
        for seat in sheet.seats:
            yield reverse("hand", args=[game.id, round.number, seat.number])


@pytest.mark.parametrize("seed", range(4))
def test_no_order_of_events_breaks_a_page(as_ann, seed):
    crowd = Crowd(seed, [make_player(name=f"Player {letter}") for letter in "ABCDEF"])
    founders, numbers = crowd.game.seats.count(), {}
    for _ in range(50):
        crowd.says()
        sheet = sheet_of(crowd.game)
        for seat in sheet.seats[founders:]:
            assert numbers.setdefault(seat.number, seat.player) == seat.player
        assert len({seat.player for seat in sheet.seated}) == len(sheet.seated)
        assert all(len(round.present) >= 2 for round in sheet.rounds)
    for address in ["/", "/games/", reverse("new_game"), *pages(crowd.game)]:
        assert as_ann.get(address).status_code in (200, 302), address
    assert recompute(check=True) == []

"""Rounds in simulated turns: no card is lost, and nothing is done that the rules refuse."""

from collections import Counter
from random import Random

import pytest

from scorebook.demo.dealing import deal
from scorebook.demo.finder import Finder
from scorebook.demo.house import House, Meld, full_pack
from scorebook.demo.play import RoundInPlay, Temperament
from scorebook.rules import presets
from scorebook.rules.cards import Card
from scorebook.rules.contracts import check_lay_down
from scorebook.rules.melds import Phase, check_meld
from scorebook.rules.turns import End, check_play_off
from scorebook.rules.variant import BuyScope, ClosingDiscard, MeldSlot, MeldType

PLAYERS = 5
GAMES = 2
FINDERS = {slug: Finder(House(presets.get(slug))) for slug in presets.SLUGS}
TEMPERS = {seat: Temperament(0.8 + 0.04 * seat, 0.8 - 0.1 * seat) for seat in range(PLAYERS)}


class Watched(RoundInPlay):
    """Also remembers who discarded in this turn."""

    discarded = False

    def _discard(self, seat):
        self.discarded = True
        super()._discard(seat)


def sit_down(slug, number, rng, buys_left=None):
    """A round about to begin, and the packs it is played with."""
    variant = presets.get(slug)
    packs = variant.packs_for(PLAYERS)
    dealt = deal(variant, packs, variant.rounds[number - 1].dealt, range(PLAYERS), rng)
    limit = variant.buy.limit
    left = buys_left or dict.fromkeys(range(PLAYERS), limit)
    return Watched(FINDERS[slug], number, dealt, TEMPERS, left, rng), packs


def rounds_of(slug):
    for game in range(GAMES):
        for number in range(1, len(presets.get(slug).rounds) + 1):
            yield sit_down(slug, number, Random(f"{slug} {game} {number}"))


def cards_on_the_table(table):
    melds = [meld.cards for meld in table.melds]
    return Counter(card for place in (table.stock, table.pile, *table.hands.values(), *melds)
                   for card in place)  # fmt: skip


def parsed(meld):
    return meld.type, [Card.parse(card) for card in meld.cards]


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_every_card_is_in_exactly_one_place_after_every_turn(slug):
    for table, packs in rounds_of(slug):
        pack = Counter(full_pack(presets.get(slug), packs))
        assert cards_on_the_table(table) == pack
        while not table.over:
            table.take_turn()
            assert cards_on_the_table(table) == pack


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_the_engine_allows_every_lay_down(slug):
    variant = presets.get(slug)
    seen = 0
    for table, packs in rounds_of(slug):
        while not table.over:
            seat = table.order[table.turns % PLAYERS]
            was_down = seat in table.lay_downs
            before = sum(len(meld.cards) for meld in table.melds)
            table.discarded = False
            table.take_turn()
            if was_down or seat not in table.lay_downs:
                continue
            seen += 1
            melds = [parsed(meld) for meld in table.lay_downs[seat]]
            laid = sum(len(cards) for _, cards in melds)
            verdict = check_lay_down(
                variant,
                table.number,
                melds,
                packs=packs,
                left_in_hand=len(table.hands[seat]),
                played_off=sum(len(meld.cards) for meld in table.melds) - before - laid,
                discarded=int(table.discarded),
                ordered=True,
            )
            assert verdict.ok, (table.number, melds, verdict.sentence)
    assert seen >= GAMES * len(variant.rounds) // 2


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_melds_stay_legal_when_cards_are_played_off(slug):
    grown = 0
    for table, packs in rounds_of(slug):
        table.play()
        for meld in table.melds:
            type, cards = parsed(meld)
            verdict = check_meld(
                presets.get(slug), type, cards, packs=packs, ordered=True, phase=Phase.LAID
            )
            assert verdict.ok, (table.number, meld, verdict.sentence)
            grown += len(cards) > 4
    assert grown


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_who_goes_out_has_no_card_left_and_closes_as_the_round_asks(slug):
    finished = 0
    for table, _ in rounds_of(slug):
        while not table.over:
            table.discarded = False
            table.take_turn()
        if table.out is None:
            continue
        finished += 1
        assert not table.hands[table.out]
        assert all(hand for seat, hand in table.hands.items() if seat != table.out)
        closing = table.rules.closing_discard
        assert table.discarded or closing is not ClosingDiscard.REQUIRED
        assert not (table.discarded and closing is ClosingDiscard.FORBIDDEN)
        if table.rules.same_turn:
            assert list(table.lay_downs) == [table.out]
    assert finished


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_nobody_buys_more_than_the_limit(slug):
    variant = presets.get(slug)
    limit, bought, purchases_seen = variant.buy.limit, Counter(), 0
    left = None
    for number in range(1, len(variant.rounds) + 1):
        carried = left if variant.buy.scope is BuyScope.GAME else None
        table, _ = sit_down(slug, number, Random(number), carried)
        table.play()
        left = table.buys_left
        if variant.buy.scope is BuyScope.ROUND:
            bought.clear()
        for seat, purchases in table.bought.items():
            bought[seat] += purchases.n
            purchases_seen += purchases.n
            assert purchases.cards >= purchases.n
            assert limit is None or bought[seat] <= limit
    assert purchases_seen


LAID = [
    Meld(MeldType.SET, ["KH", "KD", "KS"], rank="K"),
    Meld(MeldType.RUN, ["5H", "6H", "7H", "8H"], suit="H", low=4),
    Meld(MeldType.RUN, ["3S", "4S", "5S", "6S"], suit="S", low=2),
    Meld(MeldType.RUN, ["TC", "JC", "QC", "KC"], suit="C", low=9),
]


@pytest.mark.parametrize("slug", presets.SLUGS)
@pytest.mark.parametrize("meld", LAID, ids=lambda meld: "".join(meld.cards))
@pytest.mark.parametrize("wild_end", [None, 0, -1])
def test_a_card_is_played_off_only_where_the_engine_takes_it(slug, meld, wild_end):
    finder = FINDERS[slug]
    cards = list(meld.cards)
    if wild_end is not None:
        cards[wild_end] = min(finder.house.wilds)
    meld = Meld(meld.type, cards, meld.rank, meld.suit, meld.low)
    taken = set()
    for card in full_pack(presets.get(slug), 1):
        place = meld.place_for(card, finder.house)
        if place is None:
            continue
        taken.add(card)
        verdict = check_play_off(
            presets.get(slug),
            *parsed(meld),
            Card.parse(card),
            packs=2,
            is_down=True,
            end=End.HIGH if place else End.LOW,
        )
        assert verdict.ok, (cards, card, verdict.sentence)
    assert len(taken) >= 2


def test_a_stock_that_runs_out_is_made_of_all_discards_but_the_top_one():
    table, _ = sit_down("link", 1, Random(7))
    while len(table.stock) > 1:
        table.pile.append(table.stock.pop())
    table.pile.append(table.stock.pop())
    top, below = table.pile[-1], len(table.pile) - 1
    table._from_stock(0)
    assert table.pile == [top]
    assert len(table.stock) == below - 1


def test_a_round_ends_without_a_winner_when_there_is_nothing_left_to_draw():
    table, _ = sit_down("link", 1, Random(7))
    table.stock, table.pile = [], ["KH"]
    table._from_stock(0)
    assert table.over
    assert table.out is None


@pytest.mark.parametrize(
    ("slug", "hand", "missing"),
    [
        ("link", "KH KD KS 4C 4D 4H", 0),
        ("link", "KH KD JK 4C 4D JK", 0),
        ("link", "KH KD 4C 4D 9S", 2),
        ("gourt", "KH KD 2S 4C 4D 4H", 0),
        ("gourt", "KH 2D 2S 4C 4D 4H", 1),
        ("norwegian", "KH KD 2S 4C 4D 4H", 0),
        ("norwegian", "KH KD 2H 4C 4D 4H", 1),
    ],
)
def test_the_cards_that_two_sets_lack(slug, hand, missing):
    slots = [MeldSlot(MeldType.SET, 3)] * 2
    assert FINDERS[slug].plan(hand.split(), slots).missing == missing


@pytest.mark.parametrize(
    ("slug", "hand", "missing"),
    [
        ("link", "7H JK 9H TH", 0),
        ("link", "7H JK JK TH", 1),
        ("bga_full", "7H JK JK TH", 0),
        ("gourt", "7H 2C 9H TH", 0),
        ("gourt", "7H 2C 2D TH", 1),
        ("link", "QS KS AS JS", 0),
        ("link", "KS AS 2S 3S", 1),
    ],
)
def test_the_cards_that_a_run_lacks(slug, hand, missing):
    plan = FINDERS[slug].plan(hand.split(), [MeldSlot(MeldType.RUN, 4)])
    assert plan.missing == missing

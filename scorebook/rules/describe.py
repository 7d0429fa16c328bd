"""A rule set in plain sentences, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    Basis,
    BuyPer,
    BuyRules,
    BuyScope,
    BuyWho,
    ClosingDiscard,
    CutCount,
    CutTo,
    Direction,
    Packs,
    RoundRules,
    Source,
    SwapOwner,
    SwapRules,
    TouchingRuns,
    WildLimits,
    WildLimitsApply,
    Wrap,
    contract_words,
)
from scorebook.rules.cards import JOKER_RANK, SUIT_NAMES
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import count


class Statement(NamedTuple):
    """One rule: a heading to put it under, the sentence, and where it comes from.

    The sentence is `stem` and `value`: rule sets that differ in a value share the stem. `axes`
    are the axes that the sentence tells; the first one names it.
    """

    topic: str
    stem: str
    value: str
    axes: tuple[str, ...]
    sources: tuple[Source, ...]

    @property
    def sentence(self) -> str:
        text = f"{self.stem} {self.value}" if self.stem else self.value
        return text if text.endswith((".", "!", "?")) else f"{text}."

    @property
    def source(self) -> Source:
        """Where the axis that names it comes from; `sources` has the other axes' as well."""
        return self.sources[0]

    @property
    def assumed(self) -> bool:
        """Whether any part of it is not in the source."""
        return any(source.basis is Basis.ASSUMED for source in self.sources)


def describe(variant: Variant) -> list[Statement]:
    """All rules of the variant in English sentences, in the order in which a newcomer needs
    them.
    """
    parts = (_cards, _rounds, _runs, _sets, _laying, _swapping, _buying, _extras, _table, _points)
    return [
        Statement(topic, stem, value, tuple(axes), _sources(variant, axes))
        for part in parts
        for topic, stem, value, *axes in part(variant)
    ]


def _sources(variant: Variant, axes: list[str]) -> tuple[Source, ...]:
    return tuple(dict.fromkeys(variant.source(axis) for axis in axes))


Part = Iterator[tuple[str, ...]]


def _cards(variant: Variant) -> Part:
    rows = ", ".join(map(_packs_words, variant.packs))
    smaller = (f"packs.{n}.from_players" for n in range(1, len(variant.packs) + 1))
    named = [axis for axis in smaller if axis in variant.sources]
    yield "Cards", "", rows, "packs", *named
    jokers = count(variant.jokers_per_pack, "joker")
    yield "Cards", "A pack has 52 cards and", jokers, "jokers_per_pack"
    names = " and ".join(card_words(code) for code in variant.wild)
    yield "Cards", "Wild:", names or "no card", "wild"
    own = "may count" if variant.lay_down.wild_natural_in_own_place else "never counts"
    axis = "lay_down.wild_natural_in_own_place"
    yield "Cards", "A wild card in its own place", f"{own} as a natural card", axis


def _packs_words(row: Packs) -> str:
    to = "or more" if row.to_players is None else f"to {row.to_players}"
    return f"{row.from_players} {to} players take {count(row.packs, 'pack')}"


def card_words(key: str) -> str:
    """The cards of a price or of the wild ones: "jokers", "every 2", "the 2 of spades", "2-9"."""
    if key == JOKER_RANK:
        return "jokers"
    if len(key) == 2 and key[1] in SUIT_NAMES:
        return f"the {key[0].replace('T', '10')} of {SUIT_NAMES[key[1]]}"
    return key.replace("T", "10") if "-" in key else f"every {key.replace('T', '10')}"


CLOSING = {
    ClosingDiscard.REQUIRED: "the last card has to be a discard",
    ClosingDiscard.OPTIONAL: "going out needs no discard",
    ClosingDiscard.FORBIDDEN: "every card has to be laid, without a discard",
}


def _rounds(variant: Variant) -> Part:
    for number, rules in enumerate(variant.rounds, start=1):
        axis = f"rounds.{number}"
        axes = (f"{axis}.{name}" for name in ("contract", "dealt", "closing_discard", "same_turn"))
        buying = () if rules.buying else (f"{axis}.buying",)
        yield "Rounds", f"Round {number}:", _round_words(rules), axis, *axes, *buying


def _round_words(rules: RoundRules) -> str:
    needs = "; it cannot be finished without a buy" if rules.needs_buy else ""
    asks = f"{contract_words(rules.contract)}, {rules.cards} cards of {rules.dealt} dealt"
    return f"{asks}; {ends_words(rules)}{needs}"


def ends_words(rules: RoundRules) -> str:
    """How a round is gone out of, and whether nobody buys in it."""
    same = ", and laying down and going out are one turn" if rules.same_turn else ""
    nobody = "" if rules.buying else "; nobody buys"
    return f"{CLOSING[rules.closing_discard]}{same}{nobody}"


def _runs(variant: Variant) -> Part:
    runs = variant.runs
    suit = "one suit" if runs.same_suit else "any suits"
    longest = f"{suit}, at most {runs.max_length} cards"
    yield "Runs", "A run is of", longest, "runs.same_suit", "runs.max_length"
    ace = {Ace.BOTH: "low or high", Ace.LOW: "low only", Ace.HIGH: "high only"}[runs.ace]
    yield "Runs", "An ace is", ace, "runs.ace"
    wrap = {
        Wrap.NONE: "A run never goes round the ace",
        Wrap.EXTENSION: "A laid run may grow round the ace; as first laid it has three cards "
        "on one side of it",
    }
    yield "Runs", "", wrap[runs.wrap], "runs.wrap"
    touching = {
        TouchingRuns.ALLOWED: "may be of one suit and touch",
        TouchingRuns.GAP: "of one suit keep a gap of two ranks",
        TouchingRuns.FORBIDDEN: "are never of one suit",
    }
    yield "Runs", "Two runs of one player", touching[runs.touching], "runs.touching"
    yield "Runs", "Wild cards in a run:", *_limits(runs.wilds, "runs.wilds", variant)


def _sets(variant: Variant) -> Part:
    twice = "may" if variant.sets.same_rank_twice else "may not"
    yield "Sets", "Two sets of one player", f"{twice} be of one rank", "sets.same_rank_twice"
    yield "Sets", "Wild cards in a set:", *_limits(variant.sets.wilds, "sets.wilds", variant)


def _limits(limits: WildLimits, axis: str, variant: Variant) -> tuple[str, ...]:
    """The limits in words, and the axes that say them."""
    words = [] if limits.adjacent else ["never next to each other"]
    if limits.max_wilds is not None:
        words.append(f"at most {limits.max_wilds}")
    if limits.min_naturals:
        words.append(f"at least {count(limits.min_naturals, 'natural card')}")
    if limits.window:
        naturals, places = limits.window
        words.append(f"{count(naturals, 'natural card')} in some {places} neighbouring places")
    if limits.naturals_at_least_wilds:
        words.append("never more than natural cards")
    when = ", when first laid" if limits.apply is WildLimitsApply.LAY_DOWN else ""
    named = (name for name in variant.sources if name.startswith(f"{axis}."))
    return (", ".join(words) or "no limit") + when, axis, *named


def _laying(variant: Variant) -> Part:
    lay = variant.lay_down
    length = "may be longer than asked" if lay.longer else "are exactly as long as asked"
    yield "Laying down", "Melds", length, "lay_down.longer"
    more = "may be laid as well" if lay.extra_melds else "may not be laid"
    yield "Laying down", "More melds than asked", more, "lay_down.extra_melds"
    wild = "may" if lay.all_wild_melds else "may not"
    yield "Laying down", "A meld", f"{wild} be of wild cards only", "lay_down.all_wild_melds"
    off = variant.play_off
    named = (("one's own", off.own), ("others'", off.others))
    whose = " and ".join(word for word, may in named if may)
    when = "from the turn of laying down" if off.same_turn else "from the next turn"
    words = f"on {whose} melds, {when}" if whose else f"on no meld, {when}"
    axes = ("play_off.own", "play_off.others", "play_off.same_turn")
    yield "Playing off", "Cards are played off", words, *axes


def _swapping(variant: Variant) -> Part:
    swap = variant.swap
    if swap is None:
        yield "Playing off", "", "A laid wild card stays where it is", "swap"
        return
    owner = "anybody's" if swap.owner is SwapOwner.ANY else "another player's"
    where = " or ".join(swap.where)
    stem = "The card that a wild card stands for replaces it in"
    yield "Playing off", stem, f"{owner} {where}", "swap", "swap.where", "swap.owner"
    to = "may be kept in hand" if swap.wild_may_go_to_hand else "has to be played in the same turn"
    yield "Playing off", "The wild card set free", to, "swap.wild_may_go_to_hand"
    axes = ("swap.needs_down", "swap.while_laying_down")
    yield "Playing off", "Wild cards are swapped by", _swappers(swap), *axes


def _swappers(swap: SwapRules) -> str:
    who = "players who are down" if swap.needs_down else "anybody, down or not"
    many = swap.while_laying_down
    return who + (f", and up to {many} in the lay-down itself" if many else "")


def _buying(variant: Variant) -> Part:
    buy = variant.buy
    if buy is None:
        yield "Buying", "", "There is no buying", "buy"
        return
    who = "Anybody" if buy.who is BuyWho.ANYONE else "Anybody out of turn"
    but = "" if buy.discarder else " but the one who discarded"
    cards = "any number of cards" if buy.cards is None else count(buy.cards, "card")
    axes = ("buy.who", "buy.discarder", "buy.cards")
    yield "Buying", "", f"{who}{but} may buy {cards} of the discard pile", "buy", *axes
    per = "for each card" if buy.per is BuyPer.CARD else "for each purchase"
    price = f"{count(buy.price, 'more card')} from the stock {per}"
    yield "Buying", "The price is", price, "buy.price", "buy.per"
    limit = "buy.grants" if buy.scope is BuyScope.BANK else "buy.limit"
    yield "Buying", "Each player may buy", _limit_words(buy), "buy.scope", limit
    down = "may" if buy.when_down else "may not"
    yield "Buying", "A player who has laid down", f"{down} buy", "buy.when_down"
    then = {AfterBuy.STOCK: "the stock", AfterBuy.DISCARD_OR_STOCK: "the stock or the next discard"}
    yield "Buying", "The player in turn then draws from", then[buy.then], "buy.then"


def _limit_words(buy: BuyRules) -> str:
    if buy.scope is BuyScope.BANK:
        grants = ", ".join(map(str, buy.grants))
        return f"as often as granted round by round, unused ones kept: {grants}"
    if buy.limit is None:
        return f"without limit in a {buy.scope}"
    return f"{ {1: 'once', 2: 'twice'}.get(buy.limit, f'{buy.limit} times') } a {buy.scope}"


def _extras(variant: Variant) -> Part:
    calling = variant.calling_rummy
    if calling:
        offender = ", if they are down" if calling.offender_must_be_down else ""
        gives = count(calling.each_gives, "card")
        words = f"can be called{offender}: every other player gives them {gives}"
        axes = ("calling_rummy.offender_must_be_down", "calling_rummy.each_gives")
        stem = "Who discards a card that fits the table"
        yield "Calling rummy", stem, words, "calling_rummy", *axes
    else:
        yield "Calling rummy", "", "Nobody calls rummy", "calling_rummy"
    yield "The cut", "An exact cut gives", _cut_words(variant), "cut"


def _cut_words(variant: Variant) -> str:
    if variant.cut is None:
        return "nothing"
    to = {
        CutTo.OTHERS: "everybody but the cutter",
        CutTo.CUTTER: "the cutter",
        CutTo.DEALER: "the dealer",
    }
    counts = {
        CutCount.HANDS: "all hands",
        CutCount.HANDS_AND_UPCARD: "all hands and the up-card",
    }
    exact = " or ".join(counts[count] for count in variant.cut.exact)
    return f"{count(variant.cut.points, 'point')} to {to[variant.cut.to]}; exact is {exact}"


def _table(variant: Variant) -> Part:
    start = "is turned up to begin" if variant.upcard else "is not turned up to begin"
    yield "The table", "The top card", start, "upcard"
    way = "clockwise" if variant.direction is Direction.CLOCKWISE else "counter-clockwise"
    yield "The table", "Play goes", way, "direction"
    for name, sentence in variant.customs.items():
        yield "The table", "", sentence, f"customs.{name}"


def _points(variant: Variant) -> Part:
    for key, points in variant.points.items():
        words = card_words(key)
        yield "Points", f"{words[0].upper()}{words[1:]}:", str(points), f"points.{key}"
    out = str(variant.points_for_going_out)
    yield "Points", "Points of the hand that goes out:", out, "points_for_going_out"
    if variant.sign < 0:
        yield "Points", "", "Points count as negative; the highest total wins", "sign"
    else:
        yield "Points", "", "The lowest total wins", "sign"

"""A rule set in plain sentences, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    BuyPer,
    BuyRules,
    BuyScope,
    BuyWho,
    ClosingDiscard,
    CutCount,
    CutTo,
    Direction,
    Source,
    SwapOwner,
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
    """One rule: a heading to put it under, the sentence, and where it comes from."""

    topic: str
    sentence: str
    source: Source


def describe(variant: Variant) -> list[Statement]:
    """All rules of the variant in English sentences, in the order in which a newcomer needs
    them.
    """
    parts = (_cards, _rounds, _melds, _turns, _buying, _extras, _points)
    return [
        Statement(topic, sentence, variant.source(axis))
        for part in parts
        for topic, sentence, axis in part(variant)
    ]


Part = Iterator[tuple[str, str, str]]


def _cards(variant: Variant) -> Part:
    for number, row in enumerate(variant.packs, start=1):
        to = "or more" if row.to_players is None else f"to {row.to_players}"
        yield "Cards", f"{row.from_players} {to} players take {count(row.packs, 'pack')}.", "packs"
        smaller = f"packs.{number}.from_players"
        if smaller in variant.sources:
            yield "Cards", variant.source(smaller).quote, smaller
    jokers = count(variant.jokers_per_pack, "joker")
    yield "Cards", f"A pack has 52 cards and {jokers}.", "jokers_per_pack"
    yield "Cards", _wild_words(variant), "wild"


def _wild_words(variant: Variant) -> str:
    if not variant.wild:
        return "No card is wild."
    names = [_card_words(code) for code in variant.wild]
    return f"Wild: {' and '.join(names)}."


def _card_words(key: str) -> str:
    if key == JOKER_RANK:
        return "jokers"
    if len(key) == 2 and key[1] in SUIT_NAMES:
        return f"the {key[0]} of {SUIT_NAMES[key[1]]}"
    return key.replace("T", "10") if "-" in key else f"every {key.replace('T', '10')}"


def _rounds(variant: Variant) -> Part:
    closing = {
        ClosingDiscard.REQUIRED: "the last card has to be a discard",
        ClosingDiscard.OPTIONAL: "going out needs no discard",
        ClosingDiscard.FORBIDDEN: "every card has to be laid, without a discard",
    }
    for number, rules in enumerate(variant.rounds, start=1):
        same = ", and laying down and going out are one turn" if rules.same_turn else ""
        buys = "; it cannot be finished without a buy" if rules.needs_buy else ""
        asks = f"{contract_words(rules.contract)}, {rules.cards} cards of {rules.dealt} dealt"
        ends = f"{closing[rules.closing_discard]}{same}{buys}"
        yield "Rounds", f"Round {number}: {asks}; {ends}.", f"rounds.{number}"


def _melds(variant: Variant) -> Part:
    suit = "one suit" if variant.runs.same_suit else "any suits"
    longest = f"at most {variant.runs.max_length} cards"
    yield "Runs", f"A run is of {suit}, {longest}.", "runs.same_suit"
    ace = {Ace.BOTH: "low or high", Ace.LOW: "low only", Ace.HIGH: "high only"}[variant.runs.ace]
    yield "Runs", f"An ace is {ace}.", "runs.ace"
    wrap = {
        Wrap.NONE: "A run never goes round the ace.",
        Wrap.EXTENSION: "A laid run may grow round the ace; as first laid it has three cards "
        "on one side of it.",
    }
    yield "Runs", wrap[variant.runs.wrap], "runs.wrap"
    touching = {
        TouchingRuns.ALLOWED: "Two runs of one suit may touch.",
        TouchingRuns.GAP: "Two runs of one suit keep a gap of two ranks.",
        TouchingRuns.FORBIDDEN: "Two runs are never of one suit.",
    }
    yield "Runs", touching[variant.runs.touching], "runs.touching"
    yield "Runs", f"Wild cards in a run: {_limits(variant.runs.wilds)}.", "runs.wilds"
    twice = "may" if variant.sets.same_rank_twice else "may not"
    yield "Sets", f"Two sets {twice} be of one rank.", "sets.same_rank_twice"
    yield "Sets", f"Wild cards in a set: {_limits(variant.sets.wilds)}.", "sets.wilds"


def _limits(limits: WildLimits) -> str:
    words = []
    if not limits.adjacent:
        words.append("never next to each other")
    if limits.max_wilds is not None:
        words.append(f"at most {limits.max_wilds}")
    if limits.min_naturals:
        words.append(f"at least {limits.min_naturals} natural cards")
    if limits.window:
        naturals, places = limits.window
        words.append(f"{naturals} natural cards in some {places} neighbouring places")
    if limits.naturals_at_least_wilds:
        words.append("never more than natural cards")
    when = ", when first laid" if limits.apply is WildLimitsApply.LAY_DOWN else ""
    return ", ".join(words) + when if words else "no limit"


def _turns(variant: Variant) -> Part:
    lay = variant.lay_down
    length = "may be longer than asked" if lay.longer else "are exactly as long as asked"
    yield "Laying down", f"Melds {length}.", "lay_down.longer"
    more = "may be laid as well" if lay.extra_melds else "may not be laid"
    yield "Laying down", f"More melds than asked {more}.", "lay_down.extra_melds"
    wild = "may" if lay.all_wild_melds else "may not"
    yield "Laying down", f"A meld {wild} be of wild cards only.", "lay_down.all_wild_melds"
    off = variant.play_off
    whose = [word for word, may in (("one's own", off.own), ("others'", off.others)) if may]
    when = "from the turn of laying down" if off.same_turn else "from the next turn"
    sentence = f"Cards may be played off on {' and '.join(whose)} melds, {when}."
    yield "Playing off", sentence if whose else "Nothing is played off.", "play_off"
    yield "Playing off", _swap_words(variant), "swap"


def _swap_words(variant: Variant) -> str:
    swap = variant.swap
    if swap is None:
        return "A laid wild card stays where it is."
    owner = "anybody's" if swap.owner is SwapOwner.ANY else "another player's"
    where = " or ".join(swap.where)
    to = "may be kept in hand" if swap.wild_may_go_to_hand else "has to be played in the same turn"
    return f"The card it stands for replaces a wild card in {owner} {where}; the wild card {to}."


def _buying(variant: Variant) -> Part:
    buy = variant.buy
    if buy is None:
        yield "Buying", "There is no buying.", "buy"
        return
    who = "Anybody" if buy.who is BuyWho.ANYONE else "Anybody out of turn"
    but = "" if buy.discarder else " but the one who discarded"
    cards = "any number of cards" if buy.cards is None else count(buy.cards, "card")
    yield "Buying", f"{who}{but} may buy {cards} of the discard pile.", "buy.who"
    per = "for each card" if buy.per is BuyPer.CARD else "for each purchase"
    yield "Buying", f"The price is {buy.price} more from the stock {per}.", "buy.price"
    limit = "buy.scope" if buy.limit is not None or buy.grants else "buy.limit"
    yield "Buying", _limit_words(buy), limit
    down = "may" if buy.when_down else "may not"
    yield "Buying", f"A player who has laid down {down} buy.", "buy.when_down"
    then = {AfterBuy.STOCK: "the stock", AfterBuy.DISCARD_OR_STOCK: "the stock or the next discard"}
    yield "Buying", f"The player in turn then draws from {then[buy.then]}.", "buy.then"


def _limit_words(buy: BuyRules) -> str:
    if buy.scope is BuyScope.BANK:
        grants = ", ".join(map(str, buy.grants))
        return f"Purchases granted round by round, unused ones kept: {grants}."
    if buy.limit is None:
        return "There is no limit to buying."
    return f"Everybody may buy {count(buy.limit, 'time')} in a {buy.scope}."


def _extras(variant: Variant) -> Part:
    if variant.calling_rummy:
        gives = variant.calling_rummy.each_gives
        sentence = "Who discards a card that fits the table can be called: every other player "
        yield "Calling rummy", f"{sentence}gives them {count(gives, 'card')}.", "calling_rummy"
    if variant.cut:
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
        sentence = f"Cutting exactly {exact} gives {variant.cut.points} points to "
        yield "The cut", f"{sentence}{to[variant.cut.to]}.", "cut"
    start = (
        "One card is turned up to begin." if variant.upcard else "No card is turned up to begin."
    )
    yield "The table", start, "upcard"
    way = "clockwise" if variant.direction is Direction.CLOCKWISE else "counter-clockwise"
    yield "The table", f"Play goes {way}.", "direction"
    for name, sentence in variant.customs.items():
        yield "The table", sentence, f"customs.{name}"


def _points(variant: Variant) -> Part:
    for key, points in variant.points.items():
        words = _card_words(key)
        yield "Points", f"{words[0].upper()}{words[1:]}: {points}.", f"points.{key}"
    going_out = variant.points_for_going_out
    yield "Points", f"Who goes out scores {going_out} by hand.", "points_for_going_out"
    if variant.sign < 0:
        yield "Points", "Points count as negative; the highest total wins.", "sign"
    else:
        yield "Points", "The lowest total wins.", "sign"

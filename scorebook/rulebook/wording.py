"""What each axis is called on the form, in one sentence what it means, and its choices in words."""

# ruff: noqa: E501 - a sentence stays on one line

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    BuyPer,
    BuyRules,
    BuyScope,
    BuyWho,
    CallingRummyRules,
    ClosingDiscard,
    CutCount,
    CutRules,
    CutTo,
    Direction,
    LayDownRules,
    MeldType,
    PlayOffRules,
    RoundRules,
    RunRules,
    SetRules,
    SwapOwner,
    SwapRules,
    TouchingRuns,
    WildLimits,
    WildLimitsApply,
    Wrap,
)
from scorebook.rules.variant import Variant


class Words(NamedTuple):
    """`nothing` is how an empty value reads."""

    label: str
    help: str
    nothing: str = "none"


WORDS: dict[type, dict[str, Words]] = {
    Variant: {
        "packs": Words("Packs", "How many packs for how many players: 2 for 2 to 5, 3 for 6 or more."),
        "jokers_per_pack": Words("Jokers in a pack", "0 leaves the jokers in the box."),
        "wild": Words("Wild cards", "JK is the jokers, 2 every two, 2S only the two of spades."),
        "points": Words("Other prices", "Cards that have a price of their own, like 2 25, 2S 50."),
        "sign": Words("Who wins", "Negative points are shown with a minus, and the highest total wins."),
        "upcard": Words("A card is turned up to begin", "The discard pile begins with one card."),
        "direction": Words("Play goes", "The way round in which turns and the deal pass."),
        "points_for_going_out": Words("Points for going out", "What the empty hand scores: usually 0, or −30 as a reward."),
        "swap": Words("Laid wild cards are swapped", "The card that a wild card stands for may replace it on the table."),
        "buy": Words("There is buying", "Players may take a discard out of turn, at a price."),
        "calling_rummy": Words("Rummy is called", "A discard that would have fitted a meld on the table costs cards."),
        "cut": Words("An exact cut counts", "Whoever cuts exactly the cards to be dealt moves points."),
        "customs": Words("Custom", "A sentence for the rules page; no score depends on it.", "not said"),
    },
    RoundRules: {
        "contract": Words("Contract", "As people say it: 2 sets + 1 run, or 1 run of 7; left empty, the round is not played.", "not played"),
        "dealt": Words("Cards dealt", "The cards that each player gets."),
        "closing_discard": Words("The last card", "Whether going out ends with a discard."),
        "same_turn": Words("Down and out in one turn", "Laying down and going out have to happen on one turn."),
        "buying": Words("Buying in this round", "Without it nobody buys in this round."),
    },
    RunRules: {
        "ace": Words("An ace in a run is", "Below the two, above the king, or either."),
        "wrap": Words("Round the ace", "Whether a run may go on from the king over the ace to the two."),
        "max_length": Words("Longest run", "In cards; 14 is from ace to ace."),
        "same_suit": Words("A run is of one suit", "Without it the suits of a run may be mixed."),
        "touching": Words("Two runs of one suit", "Whether one player may lay 3-6 and 7-10 of the same suit as two runs."),
    },
    SetRules: {
        "same_rank_twice": Words("Two sets of one rank", "Whether one player may lay six kings as two sets."),
    },
    WildLimits: {
        "adjacent": Words("Wild cards side by side", "Whether two wild cards may be neighbours."),
        "max_wilds": Words("Most wild cards", "Left empty there is no such limit.", "no limit"),
        "min_naturals": Words("Fewest natural cards", "Cards that are not wild; 0 asks for none."),
        "window": Words("Natural cards close together", "3 of 4: some four neighbours hold three natural cards; empty for no such rule.", "no rule"),
        "naturals_at_least_wilds": Words("Never more wild than natural cards", "At least half of the meld has to be natural."),
        "apply": Words("The limits count", "Whether cards played off later have to keep to them as well."),
    },
    LayDownRules: {
        "longer": Words("Melds may be longer than asked", "Without it a set has exactly three cards and a run exactly four."),
        "extra_melds": Words("More melds than asked", "Whether the lay-down may hold more melds than the contract."),
        "all_wild_melds": Words("A meld of wild cards only", "Whether three jokers are a set."),
        "wild_natural_in_own_place": Words("A wild card in its own place is natural", "A wild two counts as a plain two where a two belongs."),
    },
    PlayOffRules: {
        "own": Words("Playing off on one’s own melds", "Once down, cards may be added to one’s own melds."),
        "others": Words("Playing off on others’ melds", "Once down, cards may be added to what others have laid."),
        "same_turn": Words("From the turn of laying down", "Without it playing off waits for the next turn."),
    },
    SwapRules: {
        "where": Words("Swapped in", "The melds in which a wild card may be replaced.", "neither"),
        "owner": Words("Whose wild cards", "Whether one’s own laid wild cards may be swapped too."),
        "needs_down": Words("Only who is down swaps", "Without it a player may swap before laying down."),
        "wild_may_go_to_hand": Words("The wild card may be kept", "Without it the wild card has to be played in the same turn."),
        "while_laying_down": Words("Swaps in the lay-down itself", "How many wild cards may be fetched to lay down with."),
    },
    BuyRules: {
        "who": Words("Who may buy", "Whether the player in turn may buy as well."),
        "discarder": Words("The discarder may buy it back", "Whether one’s own discard may be bought."),
        "cards": Words("Cards in one purchase", "Left empty, any number of cards from the pile.", "any number"),
        "price": Words("The price in cards", "Extra cards from the stock that come with the purchase."),
        "per": Words("The price is paid", "It matters where one purchase brings several cards."),
        "limit": Words("How often", "Left empty there is no limit; a bank has numbers by round instead.", "no limit"),
        "scope": Words("The limit counts", "In the whole game, anew in each round, or saved up in a bank."),
        "grants": Words("Granted by round", "For a bank: one number for each round, like 2, 2, 3; unused ones are kept."),
        "when_down": Words("Buying after laying down", "Whether a player who is down may still buy."),
        "then": Words("After somebody bought", "Where the player in turn may draw from."),
    },
    CallingRummyRules: {
        "offender_must_be_down": Words("Only on those who are down", "Whether who has not laid down can be called."),
        "each_gives": Words("Cards from each other player", "How many cards everybody else hands over."),
    },
    CutRules: {
        "points": Words("Points for an exact cut", "25 is a penalty, −50 a reward."),
        "to": Words("Who gets them", "Those whose total the points are added to."),
        "exact": Words("What is exact", "The count of cards that the cutter has to hit.", "nothing"),
    },
}  # fmt: skip

CHOICES: dict[type[StrEnum], dict[str, str]] = {
    MeldType: {"set": "sets", "run": "runs"},
    ClosingDiscard: {
        "required": "has to be a discard",
        "optional": "may be laid or discarded",
        "forbidden": "has to be laid",
    },
    WildLimitsApply: {"lay_down": "when first laid", "always": "always"},
    Ace: {"both": "low or high", "high": "high only", "low": "low only"},
    Wrap: {"none": "never", "extension": "once the run is laid"},
    TouchingRuns: {
        "allowed": "may touch",
        "gap": "keep a gap of two ranks",
        "forbidden": "are not laid",
    },
    SwapOwner: {"others": "another player’s", "any": "anybody’s"},
    BuyWho: {"others": "anybody out of turn", "anyone": "anybody, in turn or not"},
    BuyScope: {"game": "in the whole game", "round": "in each round", "bank": "in a bank"},
    BuyPer: {"purchase": "for each purchase", "card": "for each card"},
    AfterBuy: {"stock": "the stock only", "discard_or_stock": "the next discard or the stock"},
    CutTo: {
        "others": "everybody but the cutter",
        "cutter": "the cutter",
        "dealer": "the dealer",
    },
    CutCount: {"hands": "all hands", "hands_and_upcard": "all hands and the up-card"},
    Direction: {"clockwise": "clockwise", "counterclockwise": "counter-clockwise"},
}

SIGNS = {1: "the lowest total", -1: "the highest total, points being negative"}

"""The Norwegian rules, where the two of spades is the joker. Quotes are translated."""

# ruff: noqa: E501 - a quote stays on one line

from scorebook.rules.axes import (
    BuyRules,
    ClosingDiscard,
    LayDownRules,
    Packs,
    RoundRules,
    RunRules,
    Wrap,
    contract,
)
from scorebook.rules.presets.sources import assumed, derived, stated
from scorebook.rules.variant import Variant

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
DEALT = 10

VARIANT = Variant(
    name="Norwegian",
    family="norwegian",
    rounds=(
        *(RoundRules(contract(*melds), DEALT, ClosingDiscard.REQUIRED) for melds in CONTRACTS[:6]),
        RoundRules(contract(*CONTRACTS[6]), DEALT, ClosingDiscard.REQUIRED, same_turn=True),
    ),
    packs=(Packs(2, 4, 2), Packs(5, 6, 3)),
    jokers_per_pack=0,
    wild=("2S",),
    points={"A": 20, "2-9": 5, "T-K": 10, "2S": 50},
    upcard=False,
    runs=RunRules(wrap=Wrap.EXTENSION),
    lay_down=LayDownRules(wild_natural_in_own_place=True),
    buy=BuyRules(discarder=True),
    customs={
        "first_dealer": "Anybody deals first.",
        "dealer_rotation": "The next player clockwise deals.",
        "first_player": "The player to the dealer's left begins, draws from the stock and opens the discard pile.",
        "partial_laydown": "Nobody lays down part of a contract.",
        "splitting": "Eight in a row may be two runs, six alike may be two sets.",
        "buy_priority": "The player in turn comes first, then whoever sits nearest clockwise.",
        "tie": "Equal totals share the place.",
        "stock_exhausted": "When the stock runs out, the discards but the top one are shuffled into a new stock.",
        "turn_discard": "A turn that leaves cards in hand ends with one discard.",
        "play_off_place": "A card played off on a run goes to one of its ends.",
        "buy_window": "Buying ends when the next player has drawn.",
    },
    sources={
        "rounds": assumed(
            "The table of rounds 1 to 6 is lost; the list that the other rules share is taken."
        ),
        "rounds.7": derived(
            "The English source has one run of seven in the last round, not three runs."
        ),
        **{
            f"rounds.{number}.{axis}": stated(quote)
            for number in range(1, 8)
            for axis, quote in (
                ("dealt", "Deal 10 cards to each."),
                (
                    "closing_discard",
                    "When a player gets rid of the last card by discarding it, the round is over.",
                ),
            )
        },
        **{
            f"rounds.{number}.same_turn": stated(
                "In rounds 1–6 you can lay down and still hold cards."
            )
            for number in range(1, 7)
        },
        "rounds.7.same_turn": stated(
            "In round 7 laying down and going out have to happen on the same turn."
        ),
        "packs": stated("[Two] packs without jokers for 3–4 players, or three packs for 5–6."),
        "packs.1.from_players": assumed("Two players take 2 packs as well."),
        "jokers_per_pack": stated("Packs without jokers."),
        "wild": stated(
            "The two of spades can replace any card whatever, regardless of rank and suit. The other twos are ordinary cards."
        ),
        "points": assumed(
            "The table of values is lost. Stated: a four 5, a king 10, an ace 20, the two of spades 50."
        ),
        "points.A": stated("A four, a king and an ace: 5 + 10 + 20 = 35 points."),
        "points.2S": stated(
            "The two of spades gives 50 penalty points if you are left with it when the round ends."
        ),
        "sign": stated("The one with the lowest total after round 7 wins."),
        "upcard": stated("In this variant you begin without an open card beside the stock."),
        "direction": stated("The turn goes clockwise."),
        "points_for_going_out": stated("The player who goes out gets 0 points for the round."),
        "sets": stated("A set is at least three cards of the same rank."),
        "sets.same_rank_twice": assumed(
            "Agree beforehand whether many cards of one rank may be split."
        ),
        "sets.wilds": assumed("No limit is named."),
        "runs": stated("A run is at least four cards in sequence in the same suit."),
        "runs.same_suit": stated("A run is at least four cards in sequence in the same suit."),
        "runs.ace": stated("Aces can be low or high."),
        "runs.wrap": stated(
            "When first laid, the run has to have at least three cards on the same side of the ace. A run already valid can be built on round the ace."
        ),
        "runs.max_length": assumed("From ace to ace."),
        "runs.touching": assumed(
            "Agree beforehand whether eight cards in a row may be split into two runs."
        ),
        "runs.wilds": assumed("No limit is named."),
        "lay_down.longer": stated("At least three cards … at least four cards."),
        "lay_down.all_wild_melds": assumed("A meld of twos of spades only is not mentioned."),
        "lay_down.extra_melds": assumed(
            "You can lay down all the combinations that the round requires."
        ),
        "lay_down.wild_natural_in_own_place": assumed(
            "A two of spades may stand in its own place."
        ),
        "play_off": stated(
            "Once you have laid down, you can lay fitting cards on your own and the other players' combinations, also on the turn on which you lay down."
        ),
        "swap": assumed(
            "Agree whether a laid joker can be exchanged for the card it replaces: off unless agreed."
        ),
        "buy": stated("The buyer takes the open card and one extra card from the stock."),
        "buy.who": stated("If the player leaves the card, another player can ask to buy it."),
        "buy.discarder": assumed('"Another player" includes the one who discarded, last in line.'),
        "buy.limit": assumed("No limit is named."),
        "buy.when_down": assumed("Not said; buying stays open after laying down."),
        "buy.then": stated("The player whose turn it was then draws from the stock."),
        "calling_rummy": derived("No such call is described."),
        "cut": derived("No cutting rule is described."),
        "customs.first_dealer": assumed("The first dealer is not mentioned."),
        "customs.dealer_rotation": stated("The next player clockwise becomes the dealer."),
        "customs.first_player": stated("The player to the dealer's left begins."),
        "customs.partial_laydown": stated("You cannot lay down only a part of the requirement."),
        "customs.splitting": assumed("You have to agree beforehand whether it can be split."),
        "customs.buy_priority": stated(
            "The one who comes first clockwise after the player in turn has the first right."
        ),
        "customs.turn_discard": stated(
            "End the turn by laying one card on top of the discard pile."
        ),
        "customs.play_off_place": stated(
            "You cannot lay a card in the middle of a run just because it has the same suit."
        ),
        "customs.buy_window": stated("When the card is drawn, the chance to buy is over."),
        "customs.tie": assumed("Ties are not mentioned."),
        "customs.stock_exhausted": stated(
            "You can agree as a house rule to keep the top discard and shuffle the rest into a new stock."
        ),
    },
)

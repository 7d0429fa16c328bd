"""Board Game Arena's full game, from its help page. Quotes are translated from the Polish."""

# ruff: noqa: E501 - a quote stays on one line

from scorebook.rules.axes import (
    BuyRules,
    BuyScope,
    ClosingDiscard,
    MeldType,
    Packs,
    RoundRules,
    SwapRules,
    contract,
)
from scorebook.rules.presets.sources import assumed, derived, stated
from scorebook.rules.variant import Variant

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
DEALT = (10, 11, 11, 12, 12, 12, 12)

VARIANT = Variant(
    name="Board Game Arena",
    family="bga",
    rounds=tuple(
        RoundRules(contract(*melds), dealt, ClosingDiscard.REQUIRED)
        for melds, dealt in zip(CONTRACTS, DEALT, strict=True)
    ),
    packs=(Packs(2, 4, 2), Packs(5, 8, 3)),
    jokers_per_pack=2,
    wild=("JK",),
    points={"A": 15, "2-9": 5, "T-K": 10, "JK": 20},
    sign=-1,
    swap=SwapRules(where=(MeldType.RUN, MeldType.SET), while_laying_down=1),
    buy=BuyRules(limit=3, scope=BuyScope.ROUND),
    customs={
        "first_dealer": "Anybody deals first.",
        "dealer_rotation": "The deal passes to the left each round.",
        "first_player": "The player to the dealer's left plays first.",
        "partial_laydown": "Nobody lays down part of a contract.",
        "buy_priority": "The player in turn comes first, then whoever sits nearest clockwise.",
        "tie": "Equal totals share the place.",
        "stock_exhausted": "When the stock runs out, the discards but the top one are shuffled into a new stock.",
        "turn_discard": "A turn that leaves cards in hand ends with one discard.",
        "play_off_place": "A card played off on a run goes to one of its ends.",
        "buy_window": "Buying ends when the next player has drawn.",
    },
    sources={
        "rounds": stated(
            "In the full game, the sequence of target contracts is (number of cards dealt)."
        ),
        "rounds.1": stated("2 sets (10)"),
        "rounds.2": stated("1 set and 1 run (11)"),
        "rounds.3": stated("2 runs (11)"),
        "rounds.4": stated("3 sets (12)"),
        "rounds.5": stated("2 sets and 1 run (12)"),
        "rounds.6": stated("2 runs and 1 set (12)"),
        "rounds.7": stated("3 runs (12)"),
        **{
            f"rounds.{number}.{axis}": source
            for number in range(1, 8)
            for axis, source in (
                (
                    "closing_discard",
                    stated("Every turn has to end with a discard, even if you lay down."),
                ),
                ("same_turn", derived("Discard the last card of the hand, on whichever turn.")),
            )
        },
        "packs": stated(
            "With 3 to 4 players it is best to play with 2 packs, with 5 to 8 with 3 or more."
        ),
        "packs.1.from_players": assumed("Two players: 2 packs, as the program has it."),
        "jokers_per_pack": stated("2 jokers are added to each pack of 52."),
        "wild": stated("Jokers can replace any card in the pack."),
        "points": stated(
            "Jokers: 20 points. Aces: 15 points. 10, J, Q, K: 10 points. 2-9: 5 points."
        ),
        "sign": stated(
            "Points count as negative: the player with the smallest negative total (the highest number) wins."
        ),
        "upcard": stated(
            "The top card of the stock is put face up beside it, making the discard pile."
        ),
        "direction": assumed("Clockwise, as the program has it."),
        "points_for_going_out": derived(
            "When a player goes out, the others get penalty points for the cards left in their hands."
        ),
        "sets": stated("A set is three or more cards of the same value, in any suit."),
        "sets.same_rank_twice": assumed("Two sets of one rank are not mentioned."),
        "sets.wilds": assumed("No limit is named; the program takes a set of jokers."),
        "runs": stated("A run is four or more cards of the same suit of consecutive value."),
        "runs.same_suit": stated(
            "A run is four or more cards of the same suit of consecutive value."
        ),
        "runs.ace": stated("The ace can be played high (above the king) or low (below the 2)."),
        "runs.wrap": stated("They cannot be used to wrap around (Q-K-A-2)."),
        "runs.max_length": assumed("From ace to ace, as the program has it."),
        "runs.touching": assumed("Two runs of one suit are not mentioned."),
        "runs.wilds": assumed("No limit is named; the program takes jokers side by side."),
        "lay_down.longer": stated("Three or more cards … four or more cards."),
        "lay_down.extra_melds": stated(
            "A player may not make new melds of their own: if the contract has 2 sets, you may lay only 2 sets!"
        ),
        "lay_down.wild_natural_in_own_place": derived(
            "Only jokers are wild; they have no place of their own."
        ),
        "lay_down.all_wild_melds": assumed("The program takes a meld of jokers only."),
        "play_off": stated(
            "After completing the contract a player may play cards only on melds that are on the table."
        ),
        "play_off.same_turn": derived(
            "B) lay down, C) play cards on other melds (the steps of a turn)."
        ),
        "swap": stated(
            "The remaining players may put the card that rightly completes the run in place of the joker and take it into their hand."
        ),
        "swap.where": assumed("A run or a set containing a joker: both are taken."),
        "swap.while_laying_down": assumed("Players may use up to 1 joker while laying down."),
        "buy": stated(
            "Each player may try to buy the discarded card out of turn, if the player whose turn it is does not want it."
        ),
        "buy.discarder": assumed("The program does not let the one who discarded buy."),
        "buy.price": stated(
            "Whoever buys a card out of turn must also take a card from the stock as a penalty."
        ),
        "buy.limit": assumed("Three in a hand, as the program has it."),
        "buy.scope": assumed("Three in a hand, as the program has it."),
        "buy.when_down": assumed("The program lets a player buy after laying down."),
        "buy.then": assumed("The program lets the player in turn draw from the stock."),
        "calling_rummy": derived("No such call is described."),
        "cut": derived("No cutting rule is described."),
        "customs.first_dealer": assumed("The first dealer is not mentioned."),
        "customs.dealer_rotation": assumed("Clockwise, as the program has it."),
        "customs.first_player": assumed("To the dealer's left, as the program has it."),
        "customs.partial_laydown": derived("Players must first complete the contract of the deal."),
        "customs.buy_priority": assumed(
            "Priority goes by seats, highest for the player who waits longest for a turn."
        ),
        "customs.turn_discard": stated(
            "Every turn has to end with a discard, even if you lay down."
        ),
        "customs.play_off_place": derived(
            "Cards can be played only on melds that are on the table."
        ),
        "customs.buy_window": derived(
            "Buying is out of turn, if the player whose turn it is does not want the card."
        ),
        "customs.tie": assumed("Ties are not mentioned."),
        "customs.stock_exhausted": assumed("An empty stock is not mentioned."),
    },
)

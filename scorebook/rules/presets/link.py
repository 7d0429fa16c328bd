"""The Link family's rules, from their blog."""

# ruff: noqa: E501 - a quote stays on one line

from scorebook.rules.axes import (
    AfterBuy,
    BuyRules,
    BuyScope,
    ClosingDiscard,
    CutRules,
    MeldType,
    Packs,
    RoundRules,
    RunRules,
    SwapRules,
    WildLimits,
    contract,
)
from scorebook.rules.presets.sources import assumed, derived, stated
from scorebook.rules.variant import Variant

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
DEALT = 11

VARIANT = Variant(
    name="Link",
    family="link",
    rounds=(
        *(RoundRules(contract(*melds), DEALT, ClosingDiscard.OPTIONAL) for melds in CONTRACTS[:6]),
        RoundRules(contract(*CONTRACTS[6]), DEALT, ClosingDiscard.REQUIRED),
    ),
    packs=(Packs(2, 5, 2), Packs(6, None, 3)),
    jokers_per_pack=2,
    wild=("JK",),
    points={"A": 20, "2-9": 5, "T-K": 10, "JK": 50},
    runs=RunRules(wilds=WildLimits(adjacent=False)),
    swap=SwapRules(where=(MeldType.RUN,)),
    buy=BuyRules(
        price=2,
        limit=2,
        scope=BuyScope.GAME,
        when_down=False,
        then=AfterBuy.DISCARD_OR_STOCK,
    ),
    cut=CutRules(points=25),
    customs={
        "first_dealer": "Everybody draws a card; the high card deals first.",
        "dealer_rotation": "The deal passes to the left each round.",
        "first_player": "The player to the dealer's left plays first.",
        "cutter": "The player to the dealer's right cuts, and the dealer deals from what is left behind.",
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
            "The dealer deals an eleven card hand to each player. The requirements for each round of play are as follows."
        ),
        "rounds.1": stated("2 sets (6 cards)"),
        "rounds.2": stated("1 set + 1 run (7 cards)"),
        "rounds.3": stated("2 runs (8 cards)"),
        "rounds.4": stated("3 sets (9 cards)"),
        "rounds.5": stated("2 sets + 1 run (10 cards)"),
        "rounds.6": stated("1 set + 2 runs (11 cards)"),
        "rounds.7": stated(
            "3 runs (12 cards). Player must have a discard to go out. You must buy to complete this round."
        ),
        **{
            f"rounds.{number}.closing_discard": derived(
                "May discard one card from their hand onto the discard pile."
            )
            for number in range(1, 7)
        },
        **{
            f"rounds.{number}.same_turn": assumed(
                "Nothing says that a round has to be finished on one turn."
            )
            for number in range(1, 8)
        },
        "packs": stated("Typically 2 for 4 to 5 players, 3 decks for more."),
        "packs.1.from_players": assumed("Two and three players take 2 packs as well."),
        "jokers_per_pack": stated("Standard 52-card playing deck plus jokers (2 per deck)."),
        "wild": stated("Jokers are wild and can represent any card (suit and number)."),
        "points": stated(
            "Aces are 20 points each. 2 through 9 are 5 points each. 10, J, Q and K are 10 points each. Jokers are 50 points each."
        ),
        "sign": stated("The player with the lowest point total at the end of final round wins."),
        "upcard": stated(
            "After all the cards have been dealt, another card (up-card), is placed face-up."
        ),
        "direction": derived(
            "The player who is nearest (clockwise) the player who is about to draw."
        ),
        "points_for_going_out": derived(
            "When a player goes out, the rest of the players total their scores."
        ),
        "sets": derived("2 sets (6 cards)."),
        "sets.same_rank_twice": assumed("Two sets of one rank are not mentioned."),
        "sets.wilds": assumed("Only runs and laid sets have limits for jokers."),
        "runs": derived("2 runs (8 cards). Legal example: 7♥ 8♥ w 10♥."),
        "runs.ace": stated("Aces can be low or high."),
        "runs.wrap": assumed("The ranking is given as a line from A to A."),
        "runs.max_length": derived("The ranking from low-to-high is A-2-3-4-5-6-7-8-9-10-J-Q-K-A."),
        "runs.wilds.adjacent": stated("Jokers (w) can not be back to back in a run."),
        "runs.wilds": derived(
            "However there are restrictions on their usage: no other limit is named."
        ),
        "runs.touching": assumed("A long run may be split in two."),
        "lay_down": assumed("Melds may be longer than asked, but not more of them."),
        "lay_down.extra_melds": assumed(
            "May lay down their completed round-appropriate collection of sets and runs."
        ),
        "play_off.others": stated(
            "May play off other players who have laid down once they have laid down themselves."
        ),
        "play_off.own": assumed("Only other players' melds are named; one's own are taken too."),
        "play_off.same_turn": derived(
            "May lay down … May play off other players … (the order of a turn)."
        ),
        "swap": stated(
            "A player may replace that other player's laid joker from within a run with the card it is substituting, so long as that joker is placed somewhere else or in the player's hand."
        ),
        "swap.where": stated(
            "Once a joker has been played in a set, it is dead and can not be replaced at a later time."
        ),
        "swap.owner": assumed("That other player's laid joker: one's own stays."),
        "swap.needs_down": derived("During their turn while playing off another player."),
        "swap.while_laying_down": derived("During their turn while playing off another player."),
        "buy": stated(
            'The discarded card may be "bought" by any other player or picked up by the next player as part of their turn.'
        ),
        "buy.price": stated(
            'The "price" for picking up these extra cards is drawing 2 additional cards from the deck.'
        ),
        "buy.limit": stated(
            "Each player may only buy twice during the game and is not eligible to buy after laying down."
        ),
        "buy.scope": assumed('"During the game" is read literally: twice in all seven rounds.'),
        "buy.when_down": stated("Each player … is not eligible to buy after laying down."),
        "buy.then": stated(
            "If the card was purchased from the discard pile, the next card in the discard pile may be picked up by the player whose turn it is."
        ),
        "calling_rummy": derived("No such call is described."),
        "cut": stated(
            "If the player manages to cut the exact number of cards required to deal the hand (with or without a face-up card), then all players except the person who cut the deck receives a 25 point penalty."
        ),
        "customs.first_dealer": stated("High card deals first."),
        "customs.dealer_rotation": stated("Dealership rotates to each play from round to round."),
        "customs.first_player": assumed("Not said; the player to the dealer's left."),
        "customs.cutter": stated(
            "The dealer shuffles the cards and the player to the right cuts the deck."
        ),
        "customs.partial_laydown": derived(
            "May lay down their completed … collection of sets and runs."
        ),
        "customs.buy_priority": stated(
            "The player who is nearest (clockwise) the player who is about to draw gets precedence."
        ),
        "customs.turn_discard": assumed(
            "'May discard one card', but also 'finished their turn by discarding'."
        ),
        "customs.play_off_place": derived(
            "A player who has laid down a run of hearts (3♥ 4♥ 5♥ 6♥), you may add a 7♥ to their pile."
        ),
        "customs.buy_window": stated(
            "If the next player draws from the draw pile and places it in their hand, buying is no longer available."
        ),
        "customs.tie": assumed("Ties are not mentioned."),
        "customs.stock_exhausted": assumed("An empty stock is not mentioned."),
    },
)

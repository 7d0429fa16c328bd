"""Liverpool rummy as the Gourt page has it."""

# ruff: noqa: E501 - a quote stays on one line

from scorebook.rules.axes import (
    AfterBuy,
    BuyRules,
    BuyWho,
    CallingRummyRules,
    ClosingDiscard,
    MeldType,
    Packs,
    RoundRules,
    RunRules,
    SetRules,
    SwapRules,
    WildLimits,
    WildLimitsApply,
    contract,
)
from scorebook.rules.presets.sources import assumed, derived, stated
from scorebook.rules.variant import Variant

CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2))
DEALT = 10

VARIANT = Variant(
    name="Gourt",
    family="gourt",
    rounds=(
        *(RoundRules(contract(*melds), DEALT, ClosingDiscard.REQUIRED) for melds in CONTRACTS[:4]),
        RoundRules(contract(*CONTRACTS[4]), DEALT, ClosingDiscard.REQUIRED, same_turn=True),
        RoundRules(contract(*CONTRACTS[5]), DEALT, ClosingDiscard.FORBIDDEN, same_turn=True),
    ),
    packs=(Packs(2, 5, 2), Packs(6, None, 3)),
    jokers_per_pack=0,
    wild=("2",),
    points={"A": 25, "2": 25, "3-9": 5, "T-K": 10},
    sets=SetRules(wilds=WildLimits(min_naturals=2)),
    runs=RunRules(wilds=WildLimits(window=(3, 4), apply=WildLimitsApply.LAY_DOWN)),
    swap=SwapRules(where=(MeldType.RUN,), wild_may_go_to_hand=False),
    buy=BuyRules(
        who=BuyWho.ANYONE,
        discarder=True,
        cards=None,
        price=1,
        then=AfterBuy.DISCARD_OR_STOCK,
    ),
    calling_rummy=CallingRummyRules(),
    customs={
        "first_dealer": "The deck is cut; the low card deals first.",
        "dealer_rotation": "The deal passes to the left each round.",
        "first_player": "The player to the dealer's left plays first.",
        "partial_laydown": "Nobody lays down part of a contract.",
        "buy_priority": "The player in turn comes first, then whoever sits nearest clockwise.",
        "rummy_until": "Rummy can be called until the next player draws or allows buying.",
        "tie": "Equal totals share the place.",
        "stock_exhausted": "When the stock runs out, the discards but the top one are shuffled into a new stock.",
        "turn_discard": "A turn that leaves cards in hand ends with one discard.",
        "play_off_place": "A card played off on a run goes to one of its ends.",
        "buy_window": "Buying ends when the next player has drawn.",
    },
    sources={
        "rounds": stated(
            "The dealer deals a ten-card hand to each player. The requirements for each round of play are as follows."
        ),
        "rounds.1": stated("First - 2 sets (6 cards)"),
        "rounds.2": stated("Second - 1 set & 1 run (7 cards)"),
        "rounds.3": stated("Third - 2 runs (8 cards)"),
        "rounds.4": stated("Fourth - 3 sets (9 cards)"),
        "rounds.5": stated(
            "Fifth - 2 sets & 1 run with only 1 final card immediately discarded (10 cards)"
        ),
        "rounds.6": stated(
            "Sixth - 1 set & 2 runs with no remaining cards in hand, no final discard (11 cards)"
        ),
        **{
            f"rounds.{number}.closing_discard": assumed(
                "Discards one card from their hand onto the discard pile."
            )
            for number in range(1, 5)
        },
        **{
            f"rounds.{number}.same_turn": derived(
                "Only the fifth and the sixth round name the final card."
            )
            for number in range(1, 5)
        },
        "packs": stated("Typically 2 for four to five players, 3 decks for more."),
        "packs.1.from_players": assumed("Two and three players take 2 packs as well."),
        "jokers_per_pack": derived(
            "Standard 52-card packs of playing cards; jokers are never mentioned."
        ),
        "wild": stated("2's are wild cards, and can represent any card (suit and number)."),
        "points": stated(
            "A and 2 are 25 points each. 3 through 9 are 5 points each. 10, J, Q and K are 10 points each."
        ),
        "sign": stated("The player with the lowest point total at the end of final round wins."),
        "upcard": stated(
            "Another card (the upcard), is placed face-up in a central location known as the discard pile."
        ),
        "direction": derived("The player to the immediate left of the dealer plays first."),
        "points_for_going_out": derived(
            "When a player goes out, the rest of the players total their scores."
        ),
        "sets": stated("Sets of 3 or more cards sharing the same rank."),
        "sets.same_rank_twice": assumed("Two sets of one rank are not mentioned."),
        "sets.wilds": derived("However there are restrictions on their usage: no other is named."),
        "sets.wilds.min_naturals": stated("Sets must include at least 2 non-wildcards."),
        "runs": stated("Runs of 4 or more cards in sequence, of the same suit."),
        "runs.ace": stated("Aces can be low or high."),
        "runs.wrap": stated("One cannot create a run that loops around: K-A-2-3 is not [allowed]."),
        "runs.max_length": derived("The ranking from low-to-high is A-2-3-4-5-6-7-8-9-10-J-Q-K-A."),
        "runs.same_suit": stated("Runs of 4 or more cards in sequence, of the same suit."),
        "runs.wilds": assumed(
            "Runs must include at least 3 non-wildcards in an original 4 card grouping: some four neighbouring places, at lay-down only."
        ),
        "runs.touching": assumed("A long run may be split in two."),
        "lay_down.longer": stated("Sets of 3 or more cards, runs of 4 or more cards."),
        "lay_down.extra_melds": assumed(
            "May lay down their completed round-appropriate collection of sets and runs."
        ),
        "lay_down.wild_natural_in_own_place": assumed("A two never counts as a natural card."),
        "lay_down.all_wild_melds": derived(
            "Sets must include at least 2 non-wildcards, runs at least 3."
        ),
        "play_off": stated("Either their own or another player's laid cards."),
        "play_off.same_turn": derived(
            "May lay down … may play off other players … (the order of a turn)."
        ),
        "swap": stated(
            "A player may replace that other player's laid 2 from within a run with the card it is substituting, so long as that 2 is placed somewhere else before the player concludes their turn."
        ),
        "swap.where": derived(
            "Simply add it to a set, as this prohibits another player from performing the wild card substitution trick again."
        ),
        "swap.while_laying_down": stated("During their turn while playing off another player."),
        "buy": stated("Any player may then buy any number of cards from the discard pile."),
        "buy.who": stated(
            "May allow any player including themselves to buy any amount of cards from the discard pile."
        ),
        "buy.price": assumed(
            'The "price" of picking up these extra cards is drawing an additional card from the pile: one card.'
        ),
        "buy.per": assumed(
            "An additional card for these extra cards: one for each purchase, not for each card."
        ),
        "buy.limit": stated("Any player may then buy: no limit is named."),
        "buy.when_down": assumed("Not said; buying stays open after laying down."),
        "buy.then": derived(
            "Draws either the (face-up) top card of the discard pile, or one card from the deck."
        ),
        "calling_rummy": stated(
            "If the discard could have been played off … any other player can call rummy and every player then gives the offending player one card from their hand."
        ),
        "calling_rummy.offender_must_be_down": stated(
            "Once a player has laid down, their discard must not fit into either their own or any other player's laid cards."
        ),
        "cut": derived("No cutting rule is described."),
        "customs.first_dealer": stated("Determined by cutting the deck; low card deals."),
        "customs.dealer_rotation": stated("Dealership rotates to each player from round to round."),
        "customs.first_player": stated(
            "The player to the immediate left of the dealer plays first."
        ),
        "customs.partial_laydown": derived(
            "May lay down their completed … collection of sets and runs."
        ),
        "customs.buy_priority": stated(
            "The player who is nearest (clockwise) the player about to draw get precedence."
        ),
        "customs.rummy_until": stated(
            "If the next player commences their turn by either drawing or allowing buying then the opportunity to call rummy has passed."
        ),
        "customs.turn_discard": stated("Discards one card from their hand onto the discard pile."),
        "customs.play_off_place": derived(
            "A player has laid down a run of hearts, 3♥ 4♥ 5♥ 6♥ you may add a 7 of hearts 7♥ to their pile."
        ),
        "customs.buy_window": derived(
            "After each player has finished their turn by discarding, any player may then buy any number of cards."
        ),
        "customs.tie": assumed("Ties are not mentioned."),
        "customs.stock_exhausted": assumed("An empty deck is not mentioned."),
    },
)

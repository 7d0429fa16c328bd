"""The axes of a house rule that the presets or the engine check, as frozen data.

Axes that only describe play nobody records (how the first dealer is found, what happens when
the stock runs out) are customs: sentences in the rule set, not switches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Basis(StrEnum):
    """How firmly the source of a rule set supports a value."""

    STATED = "stated"
    DERIVED = "derived"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from; `quote` is the source's sentence (translated where it is not
    English).
    """

    basis: Basis
    quote: str = ""


class MeldType(StrEnum):
    SET = "set"
    RUN = "run"


class ClosingDiscard(StrEnum):
    """May the turn that goes out end with a discard?"""

    REQUIRED = "required"
    OPTIONAL = "optional"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class MeldSlot:
    """One meld that a contract asks for; `length` is in cards."""

    type: MeldType
    length: int

    @property
    def letter(self) -> str:
        return "S" if self.type is MeldType.SET else "R"

    @property
    def of_length(self) -> str:
        """ " of 7" where the length is not the usual 3 or 4."""
        usual = 3 if self.type is MeldType.SET else 4
        return "" if self.length == usual else f" of {self.length}"


@lru_cache(maxsize=256)
def contract_words(slots: tuple[MeldSlot, ...]) -> str:
    """A contract as people say it: "2 sets + 1 run", "1 set + 1 run of 7"."""
    counts = Counter(slots)
    return " + ".join(
        f"{count} {slot.type}{'s' if count > 1 else ''}{slot.of_length}"
        for slot, count in counts.items()
    )


def pattern_words(pattern: str) -> str:
    """ "SSR" is "2 sets + 1 run"; the pattern where it says nothing of either."""
    return contract_words(contract(pattern.count("S"), pattern.count("R"))) or pattern


def contract(sets: int, runs: int) -> tuple[MeldSlot, ...]:
    """The usual contract: sets of three and runs of four."""
    return (MeldSlot(MeldType.SET, 3),) * sets + (MeldSlot(MeldType.RUN, 4),) * runs


@dataclass(frozen=True, slots=True)
class RoundRules:
    """What one round asks for. `same_turn`: lay-down and going out happen on one turn."""

    contract: tuple[MeldSlot, ...]
    dealt: int
    closing_discard: ClosingDiscard
    same_turn: bool = False
    buying: bool = True

    @property
    def cards(self) -> int:
        """The fewest cards that fulfil the contract."""
        return sum(slot.length for slot in self.contract)

    @property
    def needs_buy(self) -> bool:
        """Whether the hand as dealt, plus one drawn card, cannot be laid down and gone out with."""
        to_discard = self.closing_discard is ClosingDiscard.REQUIRED
        return self.cards + to_discard > self.dealt + 1


@dataclass(frozen=True, slots=True)
class Packs:
    """Number of packs for a table of `from_players` to `to_players` (None: and more)."""

    from_players: int
    to_players: int | None
    packs: int


class WildLimitsApply(StrEnum):
    LAY_DOWN = "lay_down"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class WildLimits:
    """Limits of wild cards in one kind of meld.

    `window`: (naturals, places): some group of that many neighbouring places must hold that
    many naturals. `naturals_at_least_wilds`: at least as many naturals as wilds.
    """

    adjacent: bool = True
    max_wilds: int | None = None
    min_naturals: int = 0
    window: tuple[int, int] | None = None
    naturals_at_least_wilds: bool = False
    apply: WildLimitsApply = WildLimitsApply.ALWAYS


class Ace(StrEnum):
    BOTH = "both"
    HIGH = "high"
    LOW = "low"


class Wrap(StrEnum):
    """EXTENSION: at lay-down an inner ace needs three cards on one side; a laid run may grow
    round the ace.
    """

    NONE = "none"
    EXTENSION = "extension"


class TouchingRuns(StrEnum):
    """Two runs of one suit laid by one player. GAP: at least two ranks between them; SEPARATE:
    never.
    """

    ALLOWED = "allowed"
    GAP = "gap"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class RunRules:
    ace: Ace = Ace.BOTH
    wrap: Wrap = Wrap.NONE
    max_length: int = 14
    same_suit: bool = True
    touching: TouchingRuns = TouchingRuns.ALLOWED
    wilds: WildLimits = WildLimits()


@dataclass(frozen=True, slots=True)
class SetRules:
    same_rank_twice: bool = True
    wilds: WildLimits = WildLimits()


@dataclass(frozen=True, slots=True)
class LayDownRules:
    """`longer`: melds may be longer than the contract asks; `extra_melds`: more melds than it
    asks.
    """

    longer: bool = True
    extra_melds: bool = False
    all_wild_melds: bool = True
    wild_natural_in_own_place: bool = False


@dataclass(frozen=True, slots=True)
class PlayOffRules:
    own: bool = True
    others: bool = True
    same_turn: bool = True


class SwapOwner(StrEnum):
    OTHERS = "others"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class SwapRules:
    """Replacing a laid wild by the card it stands for. `while_laying_down`: how many in the
    lay-down itself.
    """

    where: tuple[MeldType, ...]
    owner: SwapOwner = SwapOwner.OTHERS
    needs_down: bool = True
    wild_may_go_to_hand: bool = True
    while_laying_down: int = 0


class BuyWho(StrEnum):
    OTHERS = "others"
    ANYONE = "anyone"


class BuyScope(StrEnum):
    """BANK: each round grants `grants[round - 1]` purchases and unused ones are carried over."""

    GAME = "game"
    ROUND = "round"
    BANK = "bank"


class BuyPer(StrEnum):
    PURCHASE = "purchase"
    CARD = "card"


class AfterBuy(StrEnum):
    """What the player in turn may draw after somebody bought the discard."""

    STOCK = "stock"
    DISCARD_OR_STOCK = "discard_or_stock"


@dataclass(frozen=True, slots=True)
class BuyRules:
    """`cards`: most cards in one purchase (None: any number); `price`: extra cards from the
    stock.
    """

    who: BuyWho = BuyWho.OTHERS
    discarder: bool = False
    cards: int | None = 1
    price: int = 1
    per: BuyPer = BuyPer.PURCHASE
    limit: int | None = None
    scope: BuyScope = BuyScope.GAME
    grants: tuple[int, ...] = ()
    when_down: bool = True
    then: AfterBuy = AfterBuy.STOCK


@dataclass(frozen=True, slots=True)
class CallingRummyRules:
    """Each other player gives the offender `each_gives` cards."""

    offender_must_be_down: bool = True
    each_gives: int = 1


class CutTo(StrEnum):
    OTHERS = "others"
    CUTTER = "cutter"
    DEALER = "dealer"


class CutCount(StrEnum):
    """Which number of cut cards is exact: n x dealt, or one more for the up-card."""

    HANDS = "hands"
    HANDS_AND_UPCARD = "hands_and_upcard"


@dataclass(frozen=True, slots=True)
class CutRules:
    """Points for an exact cut, before the variant's sign (25 to the others, -50 to the cutter,
    ...).
    """

    points: int
    to: CutTo = CutTo.OTHERS
    exact: tuple[CutCount, ...] = (CutCount.HANDS, CutCount.HANDS_AND_UPCARD)


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"

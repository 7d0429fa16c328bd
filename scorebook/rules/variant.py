"""A variant: every axis of a house rule that the presets or the engine check, as frozen data.

Axes that only describe play nobody records (how the first dealer is found, what happens when the stock
runs out) are customs: sentences in the rule set, not switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Basis(StrEnum):
    """How firmly the source of a rule set supports a value."""

    STATED = "stated"
    DERIVED = "derived"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from; `quote` is the source's sentence (translated where it is not English)."""

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


@dataclass(frozen=True, slots=True)
class RoundRules:
    """What one round asks for. `same_turn`: lay-down and going out happen on one turn."""

    contract: tuple[MeldSlot, ...]
    dealt: int
    closing_discard: ClosingDiscard
    same_turn: bool = False
    buying: bool = True


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

    `window`: (naturals, places): some group of that many neighbouring places must hold that many naturals.
    `naturals_at_least_wilds`: at least as many naturals as wilds.
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
    """EXTENSION: at lay-down an inner ace needs three cards on one side; a laid run may grow round the ace."""

    NONE = "none"
    EXTENSION = "extension"


class TouchingRuns(StrEnum):
    """Two runs of one suit laid by one player. GAP: at least two ranks between them; SEPARATE: never."""

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
    """`longer`: melds may be longer than the contract asks; `extra_melds`: more melds than it asks."""

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
    """Replacing a laid wild by the card it stands for. `while_laying_down`: how many in the lay-down itself."""

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
    """`cards`: most cards in one purchase (None: any number); `price`: extra cards from the stock."""

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
    """Points for an exact cut, before the variant's sign (25 to the others, -50 to the cutter, ...)."""

    points: int
    to: CutTo = CutTo.OTHERS
    exact: tuple[CutCount, ...] = (CutCount.HANDS, CutCount.HANDS_AND_UPCARD)


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class Variant:
    """One rule set. `points` maps "A", "2-9", "T-K", "JK", "2S" to positive points; `sign` is +1 (lowest
    total wins) or -1 (totals are negative and the highest wins). `wild` holds "JK", "2" (every two) or
    "2S". `sources` maps an axis ("runs.wilds.adjacent", "rounds.7") to where its value comes from; the
    nearest named ancestor answers for an axis without one, and an axis without any is assumed.
    """

    name: str
    family: str
    rounds: tuple[RoundRules, ...]
    packs: tuple[Packs, ...]
    jokers_per_pack: int
    wild: tuple[str, ...]
    points: Mapping[str, int]
    sign: int = 1
    upcard: bool = True
    direction: Direction = Direction.CLOCKWISE
    points_for_going_out: int = 0
    sets: SetRules = SetRules()
    runs: RunRules = RunRules()
    lay_down: LayDownRules = LayDownRules()
    play_off: PlayOffRules = PlayOffRules()
    swap: SwapRules | None = None
    buy: BuyRules | None = None
    calling_rummy: CallingRummyRules | None = None
    cut: CutRules | None = None
    customs: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)

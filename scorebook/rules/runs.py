"""Runs as stretches of one line of places.

Place 0 is the low ace, 12 the king, 13 the high ace; a place's rank is place mod 13. Where a run
may be built round the ace the line goes on past 13. To lay a run is to choose the place of its
lowest card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scorebook.rules.cards import RANKS, Card
from scorebook.rules.variant import Ace, RunRules, Variant, Wrap
from scorebook.rules.verdict import Fault, Reason, face, faces

HIGH_ACE = len(RANKS)
BESIDE_ACE = 3  # cards an inner ace needs on one side of it, in a run as first laid down


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld as it lies: `order` are positions in the cards as given, a run's from low to high.

    `natural` marks the cards that are themselves, in that order. `stands_for` maps positions of
    `order` to what the wild there stands for. `start` is the place of a run's lowest card.
    """

    order: tuple[int, ...]
    natural: tuple[bool, ...]
    stands_for: dict[int, Card] = field(default_factory=dict)
    start: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Which card (by its position as given) lies at place `start`, and so on upwards."""

    start: int
    order: tuple[int, ...]

    def places(self) -> Iterator[tuple[int, int]]:
        """Pairs of place and position."""
        return enumerate(self.order, self.start)


Misfit = tuple[int, int, Reason]  # place, position, why the card may not lie there


@dataclass(frozen=True, slots=True)
class Line:
    """The places open to a run; its lowest card lies at one of `starts`."""

    low: int
    high: int
    starts: range

    @classmethod
    def of(cls, rules: RunRules, length: int) -> Line:
        low = 1 if rules.ace is Ace.HIGH else 0
        if rules.wrap is Wrap.EXTENSION:
            return cls(low, HIGH_ACE - 1 + length, range(low, HIGH_ACE))
        high = HIGH_ACE - 1 if rules.ace is Ace.LOW else HIGH_ACE
        return cls(low, high, range(1 - length, high + 1))

    def holds(self, place: int) -> bool:
        return self.low <= place <= self.high


def rank_at(place: int) -> str:
    return RANKS[place % len(RANKS)]


def place_run(
    variant: Variant, cards: Sequence[Card], *, ordered: bool
) -> tuple[list[Shape], list[Fault]]:
    """Every way `cards` lie as a run, the plainest first, and what is wrong with them all.

    Judges places and suits; how many wilds there are and where they lie is `run_faults` and the
    wild limits, which look at the cards in a row where they have no places.
    """
    naturals = [i for i, card in enumerate(cards) if not variant.is_wild(card)]
    faults = _suit_faults(variant, cards, naturals)
    line = Line.of(variant.runs, len(cards))
    suit = cards[naturals[0]].suit if naturals and variant.runs.same_suit else ""
    if ordered:
        layouts = [
            layout
            for layout in _as_listed(variant, cards, line)
            if next(_misfits(variant, cards, layout, line), None) is None
        ]
    else:
        layouts = list(_arranged(variant, cards, line, suit))
    if layouts:
        return [_shape(variant, cards, layout, suit) for layout in layouts], faults
    twins = _twins(cards, naturals)
    if twins:
        text = f"A rank lies once in a run, and here are {faces(cards[i] for i in twins)}."
        faults.append(Fault(Reason.DUPLICATE_RANK, "runs", text, twins[1:]))
        single = [card for i, card in enumerate(cards) if i not in twins[1:]]
        faults += place_run(variant, single, ordered=ordered)[1]
    elif ordered:
        faults += _listed_faults(variant, cards, line, suit)
    else:
        faults.append(_loose_fault(variant, cards))
    return [_in_a_row(variant, cards, ordered)], faults


def run_faults(shape: Shape) -> Iterator[Fault]:
    """The ace-side rule of a run as first laid down."""
    last = len(shape.order) - 1
    for below in range(1, last):
        if (shape.start + below) % HIGH_ACE == 0 and max(below, last - below) < BESIDE_ACE:
            text = (
                f"The ace inside has {below} below and {last - below} above; "
                f"a run as first laid down needs {BESIDE_ACE} cards on one side of it."
            )
            yield Fault(Reason.ACE_SIDE, "runs.wrap", text, (shape.order[below],))


def _as_listed(variant: Variant, cards: Sequence[Card], line: Line) -> Iterator[Layout]:
    """The layouts up and down that give some natural, if there is one, a place of its rank."""
    upwards = tuple(range(len(cards)))
    for order in (upwards, upwards[::-1]):
        lowest = {
            (RANKS.index(card.rank) - index) % HIGH_ACE
            for index, card in enumerate(cards[position] for position in order)
            if card.rank in RANKS and not variant.is_wild(card)
        }
        for start in line.starts:
            if not lowest or start % HIGH_ACE in lowest:
                yield Layout(start, order)


def _arranged(variant: Variant, cards: Sequence[Card], line: Line, suit: str) -> Iterator[Layout]:
    """The layouts without a gap: not round the ace first, then spare wilds at the high end."""
    reach = len(cards) - 1
    starts = [start for start in line.starts if line.holds(start) and line.holds(start + reach)]
    naturals = tuple(i for i, card in enumerate(cards) if not variant.is_wild(card))
    wilds = tuple(i for i, card in enumerate(cards) if variant.is_wild(card))
    for start in sorted(starts, key=lambda start: (start + reach > HIGH_ACE, -start)):
        for order in _fill(cards, range(start, start + reach + 1), naturals, wilds, suit):
            yield Layout(start, order)


def _fill(
    cards: Sequence[Card],
    places: range,
    naturals: tuple[int, ...],
    wilds: tuple[int, ...],
    suit: str,
) -> Iterator[tuple[int, ...]]:
    """Orders that put every natural at a place of its rank and wilds elsewhere."""
    if not places:
        yield ()
        return
    rest = places[1:]
    own = next((i for i in naturals if cards[i].rank == rank_at(places[0])), None)
    if own is not None:
        without = tuple(i for i in naturals if i != own)
        yield from ((own, *tail) for tail in _fill(cards, rest, without, wilds, suit))
    if wilds and (own is None or len(places) > HIGH_ACE):
        wild = min(wilds, key=lambda i: _reluctance(cards[i], places[0], suit))
        without = tuple(i for i in wilds if i != wild)
        yield from ((wild, *tail) for tail in _fill(cards, rest, naturals, without, suit))


def _is_own_place(card: Card, place: int, suit: str) -> bool:
    return card.rank == rank_at(place) and suit in ("", card.suit)


def _reluctance(card: Card, place: int, suit: str) -> int:
    """A wild goes to its own place before another does, and is kept for it as long as possible."""
    if _is_own_place(card, place, suit):
        return 0
    return 2 if card.rank in RANKS and suit in ("", card.suit) else 1


def _shape(variant: Variant, cards: Sequence[Card], layout: Layout, suit: str) -> Shape:
    natural, stands_for = [], {}
    for index, (place, position) in enumerate(layout.places()):
        card = cards[position]
        at_home = variant.lay_down.wild_natural_in_own_place and _is_own_place(card, place, suit)
        natural.append(at_home or not variant.is_wild(card))
        if not natural[-1]:
            stands_for[index] = Card(rank_at(place), suit)
    if not any(natural):
        stands_for = {}
    return Shape(layout.order, tuple(natural), stands_for, layout.start)


def _in_a_row(variant: Variant, cards: Sequence[Card], ordered: bool) -> Shape:
    """Cards that make no run: as listed, or loose ones with their wilds moved to both ends."""
    order = list(range(len(cards)))
    if not ordered:
        wilds = [i for i in order if variant.is_wild(cards[i])]
        order = [*wilds[::2], *(i for i in order if i not in wilds), *wilds[1::2]]
    return Shape(tuple(order), tuple(not variant.is_wild(cards[i]) for i in order))


def _suit_faults(variant: Variant, cards: Sequence[Card], naturals: list[int]) -> list[Fault]:
    suits = Counter(cards[i].suit for i in naturals)
    if not variant.runs.same_suit or len(suits) < 2:
        return []
    main = max(suits, key=suits.__getitem__)
    strangers = tuple(i for i in naturals if cards[i].suit != main)
    text = f"A run is of one suit, and {faces(cards[i] for i in strangers)} of another."
    return [Fault(Reason.SUIT_MISMATCH, "runs.same_suit", text, strangers)]


def _twins(cards: Sequence[Card], naturals: list[int]) -> tuple[int, ...]:
    """The cards of a rank that lies there more than once; a run of fourteen may begin and end with
    the same.
    """
    ranks = Counter(cards[i].rank for i in naturals)
    rank, times = max(ranks.items(), key=lambda item: item[1], default=("", 0))
    if times < 2 or len(cards) > HIGH_ACE:
        return ()
    return tuple(i for i in naturals if cards[i].rank == rank)


def _misfits(
    variant: Variant, cards: Sequence[Card], layout: Layout, line: Line
) -> Iterator[Misfit]:
    """The cards that may not lie where this layout has them."""
    for place, position in layout.places():
        card = cards[position]
        wild = variant.is_wild(card)
        if not wild and card.rank != rank_at(place):
            yield place, position, Reason.NOT_CONSECUTIVE
        if line.holds(place):
            continue
        if place in (0, HIGH_ACE):
            yield place, position, Reason.ACE_PLACE
        elif wild:
            yield place, position, Reason.BEYOND_ACE
        if place not in (0, HIGH_ACE) and (not wild or card.rank == rank_at(place)):
            yield place, position, Reason.WRAP


def _listed_faults(
    variant: Variant, cards: Sequence[Card], line: Line, suit: str
) -> Iterator[Fault]:
    """What is wrong with the run as listed, read in the way that leaves the fewest cards wrong."""
    layouts = _as_listed(variant, cards, line)
    readings = [list(_misfits(variant, cards, layout, line)) for layout in layouts]
    misfits = min(readings, key=lambda misfits: len({position for _, position, _ in misfits}))
    at = tuple(dict.fromkeys(position for _, position, _ in misfits))
    ace = variant.runs.ace
    for place, position, reason in misfits:
        card, meant = face(cards[position]), face(Card(rank_at(place), suit))
        axis, text = {
            Reason.NOT_CONSECUTIVE: ("runs", f"{card} lies where {meant} belongs."),
            Reason.WRAP: ("runs.wrap", f"{card} would lead round the ace; a run ends at the ace."),
            Reason.BEYOND_ACE: ("runs.wrap", f"The {card} beyond the ace stands for no card."),
            Reason.ACE_PLACE: ("runs.ace", f"The ace is {ace} only, so {card} can't lie there."),
        }[reason]
        yield Fault(reason, axis, text, at)


def _loose_fault(variant: Variant, cards: Sequence[Card]) -> Fault:
    """Why no order makes a run: try again with the ace at both ends, then round it."""
    everything = tuple(range(len(cards)))
    aces = replace(variant.runs, ace=Ace.BOTH)
    if any(_arranged(variant, cards, Line.of(aces, len(cards)), "")):
        text = f"{faces(cards)} needs a {_other(variant.runs.ace)} ace; here it is not."
        at = tuple(i for i in everything if cards[i].rank == "A")
        return Fault(Reason.ACE_PLACE, "runs.ace", text, at)
    circle = Line.of(replace(aces, wrap=Wrap.EXTENSION), len(cards))
    for layout in _arranged(variant, cards, circle, ""):
        text = f"{faces(cards)} are a run only round the ace; a run ends there."
        at = tuple(position for place, position in layout.places() if place > HIGH_ACE)
        return Fault(Reason.WRAP, "runs.wrap", text, at)
    text = f"{faces(cards)} do not follow one another, in whatever order."
    return Fault(Reason.NOT_CONSECUTIVE, "runs", text, everything)


def _other(ace: Ace) -> str:
    return "low" if ace is Ace.HIGH else "high"

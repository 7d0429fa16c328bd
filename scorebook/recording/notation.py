"""Cards and points as people at the table read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorebook.rules.cards import Card
from scorebook.rules.scoring import figure
from scorebook.rules.variant import Variant

FACES = {"T": "10", "JK": "★", "2S": "2♠"}
TIMES = "\N{NO-BREAK SPACE}×"
SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def gained(points: int) -> str:
    """With its sign always: "+25"."""
    return f"+{points}" if points > 0 else figure(points)


def cut_worth(variant: Variant) -> str:
    """What an exact cut costs, "+25"; empty without that rule."""
    return gained(variant.sign * variant.cut.points) if variant.cut else ""


def in_words(number: int) -> str:
    return SMALL_NUMBERS[number] if 0 <= number < len(SMALL_NUMBERS) else str(number)


def ordinal(place: int) -> str:
    teens = 10 < place % 100 < 14
    return f"{place}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def kind_of(variant: Variant, card: str) -> str:
    """The key that a card is tapped on: its rank, or the card itself where a suit makes it wild."""
    return card if card in variant.wild or card == "JK" else card[0]


def count_kinds(variant: Variant, cards: Iterable[str]) -> Counter[str]:
    return Counter(kind_of(variant, card) for card in cards)


def face(kind: str) -> str:
    return FACES.get(kind, kind)


def read_out(variant: Variant, cards: Iterable[str]) -> str:
    """A hand in few letters, in the order it was called: "K ×2, 4, A, ★"."""
    return ", ".join(
        f"{face(kind)}{TIMES}{n}" if n > 1 else face(kind)
        for kind, n in count_kinds(variant, cards).items()
    )


def counted(kinds: Counter[str]) -> str:
    """Cards in words: "one queen and two 7s"."""
    names = {kind: Card.parse(kind).name for kind in kinds}
    parts = [f"{in_words(n)} {names[kind]}{'s' if n > 1 else ''}" for kind, n in kinds.items()]
    return " and ".join(parts)

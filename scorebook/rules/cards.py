"""Playing cards and how people write them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "SHDC"
MOST_CARDS = 60  # more than anybody ever holds
JOKER_RANK = "JK"

SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}

CODES = frozenset({JOKER_RANK, *RANKS, *(rank + suit for rank in RANKS for suit in SUITS)})

_CARD = re.compile(r"(10|[A2-9TJQK0]|\*)([SHDC]?)")


class CardError(ValueError):
    """Text that is no card; its message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card by rank ("A23456789TJQK" or "JK") and suit ("S", "H", "D", "C", or "" if not
    known).
    """

    rank: str
    suit: str = ""

    def __post_init__(self) -> None:
        if self.rank + self.suit not in CODES:
            raise CardError(f"{self.rank}{self.suit} is not a card.")

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def name(self) -> str:
        """The card in words: "king of hearts", "joker", "4"."""
        if self.rank == JOKER_RANK:
            return "joker"
        rank = RANK_NAMES.get(self.rank, self.rank)
        return f"{rank} of {SUIT_NAMES[self.suit]}" if self.suit else rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """One card: "KH", "4", "10♠", "JK", "*". Raises CardError."""
        cards = parse_hand(text)
        if len(cards) != 1:
            raise CardError(f"“{text.strip()}” is not one card.")
        return cards[0]


JOKER = Card(JOKER_RANK)


def parse_hand(text: str) -> tuple[Card, ...]:
    """The cards of "KH 4S AS JK" or "KK4A*": T, 0 or 10 is a ten, * a joker, JK alone a joker.
    Raises CardError.
    """
    plain = "".join(_plain(sign) for sign in unicodedata.normalize("NFKC", text)).upper()
    return tuple(card for word in re.split(r"[\s,;]+", plain) if word for card in _cards_of(word))


def _plain(sign: str) -> str:
    if sign == "\N{VARIATION SELECTOR-16}" or sign == "\N{VARIATION SELECTOR-15}":
        return ""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return SUIT_SIGNS.get(sign, sign)


def _cards_of(word: str) -> list[Card]:
    if word == JOKER_RANK:
        return [JOKER]
    if JOKER_RANK in word:
        raise CardError(
            f"JK in {word} may be a joker or a jack and a king: "
            "write * for the joker, J K for the two."
        )
    cards: list[Card] = []
    position = 0
    while position < len(word):
        match = _CARD.match(word, position)
        if match is None:
            raise CardError(_no_card(word, word[position]))
        rank, suit = match.groups()
        if rank == "*" and suit:
            raise CardError(f"A joker has no suit: {word}.")
        cards.append(JOKER if rank == "*" else Card("T" if rank in ("10", "0") else rank, suit))
        position = match.end()
    return cards


def _no_card(word: str, sign: str) -> str:
    if sign == "1":
        return f"There is no 1 in {word}: an ace is A, a ten is T or 10, a jack is J."
    if sign in SUITS:
        return f"{sign} in {word} is a suit without a rank before it."
    shown = sign if sign.isprintable() else "That sign"
    return f"{shown} is not a card. Cards are A 2 3 4 5 6 7 8 9 T J Q K, and * for a joker."

"""The cards of a dispute: a meld on each line, as the checker or a person wrote it."""

from __future__ import annotations

from scorebook.rules.cards import MOST_CARDS, Card, CardError, parse_hand


def melds_in(text: str) -> list[tuple[str, tuple[Card, ...]]]:
    """ "Run 1: 3H 4H * 6H" is ("Run 1", its cards); what it is called may be missing. Raises
    CardError.
    """
    found = []
    for line in filter(str.strip, text.splitlines()):
        called, _, typed = line.rpartition(":")
        cards = parse_hand(typed)
        if len(cards) > MOST_CARDS:
            raise CardError(f"{len(cards)} cards? Nobody holds more than {MOST_CARDS}.")
        found.append((called.strip(), cards))
    return found

"""The answer to "may I?": yes or no, a stable code, the cards at fault, a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypedDict, Unpack

from scorebook.rules.cards import JOKER_RANK, Card
from scorebook.rules.variant import Basis, Source, Variant


class Reason(StrEnum):
    """Why a verdict is what it is. The codes are stable: they are stored and tested by name."""

    OK = "OK"
    # melds
    TOO_SHORT = "TOO_SHORT"
    TOO_LONG = "TOO_LONG"
    RANK_MISMATCH = "RANK_MISMATCH"
    SUIT_MISMATCH = "SUIT_MISMATCH"
    NOT_CONSECUTIVE = "NOT_CONSECUTIVE"
    DUPLICATE_RANK = "DUPLICATE_RANK"
    WRAP = "WRAP"
    BEYOND_ACE = "BEYOND_ACE"
    ACE_SIDE = "ACE_SIDE"
    ACE_PLACE = "ACE_PLACE"
    ADJACENT_WILDS = "ADJACENT_WILDS"
    TOO_FEW_NATURALS = "TOO_FEW_NATURALS"
    TOO_MANY_WILDS = "TOO_MANY_WILDS"
    ALL_WILD = "ALL_WILD"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    TOO_MANY_COPIES = "TOO_MANY_COPIES"
    ALL_WILD_DECLARE_RANK = "ALL_WILD_DECLARE_RANK"
    # contracts
    INCOMPLETE = "INCOMPLETE"
    EXTRA_MELD = "EXTRA_MELD"
    WRONG_MELDS = "WRONG_MELDS"
    INVALID_MELD = "INVALID_MELD"
    SAME_RANK_TWICE = "SAME_RANK_TWICE"
    TOUCHING_RUNS = "TOUCHING_RUNS"
    NO_SUCH_ROUND = "NO_SUCH_ROUND"
    CARDS_DO_NOT_ADD_UP = "CARDS_DO_NOT_ADD_UP"
    # the end of a turn
    DISCARD_REQUIRED = "DISCARD_REQUIRED"
    DISCARD_FORBIDDEN = "DISCARD_FORBIDDEN"
    MUST_FINISH_SAME_TURN = "MUST_FINISH_SAME_TURN"
    TURN_NEEDS_DISCARD = "TURN_NEEDS_DISCARD"
    ONE_DISCARD = "ONE_DISCARD"
    # playing off and swapping
    NOT_DOWN = "NOT_DOWN"
    NEXT_TURN = "NEXT_TURN"
    POSITION_TAKEN = "POSITION_TAKEN"
    OWN_MELD = "OWN_MELD"
    OTHERS_MELD = "OTHERS_MELD"
    DEAD_IN_SET = "DEAD_IN_SET"
    DEAD_IN_RUN = "DEAD_IN_RUN"
    NOT_A_WILD = "NOT_A_WILD"
    WRONG_CARD = "WRONG_CARD"
    MUST_REPLAY_WILD = "MUST_REPLAY_WILD"
    SWAP_NOT_AGREED = "SWAP_NOT_AGREED"
    TOO_MANY_SWAPS = "TOO_MANY_SWAPS"
    # buying and calling rummy
    NO_BUYING = "NO_BUYING"
    NO_BUYING_THIS_ROUND = "NO_BUYING_THIS_ROUND"
    BUYING_OVER = "BUYING_OVER"
    OWN_TURN = "OWN_TURN"
    OWN_DISCARD = "OWN_DISCARD"
    TOO_MANY_CARDS = "TOO_MANY_CARDS"
    NO_BUYS_LEFT = "NO_BUYS_LEFT"
    ALREADY_DOWN = "ALREADY_DOWN"
    NO_RUMMY_CALL = "NO_RUMMY_CALL"
    NOT_CALLED = "NOT_CALLED"
    CALLED_TOO_LATE = "CALLED_TOO_LATE"
    DOES_NOT_FIT = "DOES_NOT_FIT"
    ROUND_OVER = "ROUND_OVER"


@dataclass(frozen=True, slots=True)
class Offending:
    """A card at fault: its position in the cards as given, and in which meld (counted from 0)."""

    position: int
    card: Card
    meld: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer, for the rule set named `rule_set`.

    `sentence` is `text`, the reason in plain words, and then which rule it rests on.

    `axis` is the axis of the variant that the answer rests on; `assumed` says that its source is
    silent there. `arrangement` is the meld as it lies: as listed, or low to high where the engine
    arranged it; `stands_for` maps positions of the arrangement to what the wild there stands for
    (no suit where none is meant; empty for a meld of wilds alone, whose rank has to be said).
    `inner` is the verdict on the first meld that spoils a lay-down. `cards` counts the cards gained
    by a purchase or handed over for a called rummy. `also` are the further reasons for the same
    refusal, found by checks of their own.
    """

    ok: bool
    reason: Reason
    text: str
    sentence: str
    rule_set: str
    axis: str
    quote: str
    assumed: bool
    also: tuple[Reason, ...] = ()
    offending: tuple[Offending, ...] = ()
    warnings: tuple[Reason, ...] = ()
    arrangement: tuple[Card, ...] = ()
    stands_for: Mapping[int, Card] = field(default_factory=dict)
    inner: Verdict | None = None
    goes_out: bool = False
    cards: int = 0


class Facts(TypedDict, total=False):
    """What a verdict may carry beside its reason; see `Verdict`."""

    offending: tuple[Offending, ...]
    warnings: tuple[Reason, ...]
    arrangement: tuple[Card, ...]
    stands_for: Mapping[int, Card]
    inner: Verdict | None
    goes_out: bool
    cards: int


Objection = tuple[bool, Reason, str, str]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, before it is put into a sentence: `at` are positions in the cards as given."""

    reason: Reason
    axis: str
    text: str
    at: tuple[int, ...] = ()


def answer(
    variant: Variant, reason: Reason, axis: str, text: str, **facts: Unpack[Facts]
) -> Verdict:
    """The verdict that says `text` and then which rule of `variant` it rests on."""
    source = variant.source(axis)
    return Verdict(
        ok=reason is Reason.OK,
        reason=reason,
        text=text,
        sentence=f"{text} {_rule(variant.name, source)}",
        rule_set=variant.name,
        axis=axis,
        quote=source.quote,
        assumed=source.basis is Basis.ASSUMED,
        **facts,
    )


def refusal(variant: Variant, faults: Sequence[Fault], cards: Sequence[Card]) -> Verdict:
    """The verdict of the first of the faults found in `cards`, with the others' reasons."""
    first = faults[0]
    offending = tuple(Offending(position, cards[position]) for position in first.at)
    verdict = answer(variant, first.reason, first.axis, first.text, offending=offending)
    return _with_reasons(verdict, (fault.reason for fault in faults))


def refused(*verdicts: Verdict | None) -> Verdict | None:
    """The first refusal, with the reasons of all the others; None if nothing is refused."""
    refusals = [verdict for verdict in verdicts if verdict and not verdict.ok]
    if not refusals:
        return None
    reasons = (reason for verdict in refusals for reason in (verdict.reason, *verdict.also))
    return _with_reasons(refusals[0], reasons)


def _with_reasons(verdict: Verdict, reasons: Iterable[Reason]) -> Verdict:
    """The verdict with those of the reasons in `also` that are not its own."""
    also = tuple(dict.fromkeys(reason for reason in reasons if reason is not verdict.reason))
    return replace(verdict, also=also) if also else verdict


def no_such_round(variant: Variant, round: int) -> Verdict:
    text = f"There is no round {round}; the game has {count(len(variant.rounds), 'round')}."
    return answer(variant, Reason.NO_SUCH_ROUND, "rounds", text)


def objected(variant: Variant, *objections: Objection) -> Verdict | None:
    """The refusal by the objections (holds, reason, axis, sentence) that hold, if any does."""
    return refused(
        *(answer(variant, reason, axis, text) for holds, reason, axis, text in objections if holds)
    )


def _rule(name: str, source: Source) -> str:
    """Which rule it is, and how firmly it stands; an assumed one comes with why it was taken."""
    if source.basis is Basis.ASSUMED:
        return f"{name} doesn't settle it; we go by: “{source.quote or 'the usual way'}”"
    lead = "It follows from" if source.basis is Basis.DERIVED else "So says"
    return f"{lead} {name}: “{source.quote}”" if source.quote else f"{lead} {name}."


SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "": ""}


def face(card: Card) -> str:
    """A card as people write it: 10♥, K♠, joker."""
    if card.rank == JOKER_RANK:
        return "joker"
    return card.rank.replace("T", "10") + SUITS[card.suit]


def faces(cards: Iterable[Card]) -> str:
    """Cards as people write them: "7♥ 8♥ joker 10♥"."""
    return " ".join(map(face, cards))


def meld_words(meld: Mapping[str, Any]) -> str:
    """A meld as an entry records it: "run 7♥ 8♥ joker 10♥"."""
    return f"{meld['type']} {faces(map(Card.parse, meld['cards']))}"


def count(number: int, noun: str) -> str:
    """ "1 card", "3 cards", "no cards"."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"

"""May this entry be taken? Its form, and what the rules of the game say about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scorebook.rules.cards import Card
from scorebook.rules.forms import Problem, form_problems, player_id
from scorebook.rules.scoring import why_not
from scorebook.rules.variant import Variant
from scorebook.rules.writing import unseen, unseen_in_lines

__all__ = ["Problem", "check_payload", "player_id", "same_meaning"]

FIRST_YEAR, LAST_YEAR = 1900, 2200  # so wide that a phone's wrong clock can record a game
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def check_payload(
    variant: Variant, kind: str, round: Any, seat: Any, payload: Any, seats: int
) -> list[Problem]:
    """Everything wrong with an entry in the present form; an empty list if it may be taken.

    `seats`: how many seat numbers the game has. Values of any type are taken and judged.
    """
    problems = form_problems(kind, round, seat, payload)
    if not problems:
        problems = [*_place_problems(variant, round, seat, seats)]
        problems += _RULES.get(kind, _nothing)(variant, payload, seats)
    return problems


def _place_problems(
    variant: Variant, round: int | None, seat: int | None, seats: int
) -> Iterator[Problem]:
    if round is not None and variant.round_rules(round) is None:
        most = len(variant.rounds)
        yield Problem(
            "round", "range", f"{variant.name} has {most} rounds; there is no round {round}."
        )
    if seat is not None:
        yield from _seat_problems("seat", seat, seats)


def _seat_problems(field: str, seat: int, seats: int) -> Iterator[Problem]:
    if seat >= seats:
        yield Problem(field, "seat", "Nobody sits there in this game.")


def _card_problems(variant: Variant, codes: list[str]) -> Iterator[Problem]:
    for code in dict.fromkeys(codes):
        if not variant.knows(code):
            name = Card.parse(code).name
            yield Problem("cards", "card", f"There is no {name} in {variant.name}.")


def _hand(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _card_problems(variant, payload.get("cards", []))
    if sentence := why_not(variant, payload.get("total", 0)):
        yield Problem("total", "total", sentence)


def _lay_down(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _card_problems(
        variant, [code for meld in payload["melds"] for code in meld["cards"]]
    )


def _cut(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    if variant.cut is None:
        yield Problem("kind", "rules", f"An exact cut counts nothing in {variant.name}.")
    yield from _seat_problems("seat", payload["seat"], seats)


def _out(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _seat_problems("seat", payload["seat"] or 0, seats)


def _buys(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    bought = payload.get("cards", payload["n"])
    if variant.buy is None:
        yield Problem("kind", "rules", f"{variant.name} has no buying.")
    elif bought < payload["n"]:
        yield Problem("cards", "range", "Every purchase takes at least one card.")
    elif variant.buy.cards and bought > variant.buy.cards * payload["n"]:
        yield Problem("cards", "range", f"One purchase takes at most {variant.buy.cards}.")


def _rummy(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    if variant.calling_rummy is None:
        yield Problem("kind", "rules", f"Nobody calls rummy in {variant.name}.")
    for field in ("caller", "offender"):
        yield from _seat_problems(field, payload[field], seats)
    if payload["caller"] == payload["offender"]:
        yield Problem("offender", "twice", "Nobody calls rummy on their own discard.")


def _start(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _name_problems("players", payload["players"])
    for field in ("place", "occasion"):
        if payload.get(field):
            yield from _text_problems(field, unseen(payload[field]))
    day = payload["date"]
    if not _DAY.fullmatch(day):
        yield Problem("date", "date", "Write the date as 2025-12-24.")
    elif not FIRST_YEAR <= int(day[:4]) <= LAST_YEAR:
        message = f"{day[:4]}? A game is played between {FIRST_YEAR} and {LAST_YEAR}."
        yield Problem("date", "range", message)


def _join(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _seat_problems("after_seat", payload["after_seat"], seats)
    yield from _name_problems("player", [payload["player"]])


def _name_problems(field: str, players: Iterable[Any]) -> Iterator[Problem]:
    for player in players:
        if isinstance(player, Mapping):
            yield from _text_problems(
                field, unseen(player["name"] + player.get("short", "")), code="name"
            )


def _text_problems(field: str, sentence: str, code: str = "text") -> Iterator[Problem]:
    if sentence:
        yield Problem(field, code, sentence)


def _adjust(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _text_problems("reason", unseen_in_lines(payload["reason"]))


def _note(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    yield from _text_problems("text", unseen_in_lines(payload["text"]))


def _nothing(variant: Variant, payload: Mapping[str, Any], seats: int) -> Iterator[Problem]:
    return iter(())


_RULES: Mapping[str, Callable[[Variant, Mapping[str, Any], int], Iterator[Problem]]] = {
    "start": _start,
    "hand": _hand,
    "lay_down": _lay_down,
    "cut": _cut,
    "out": _out,
    "buys": _buys,
    "rummy": _rummy,
    "join": _join,
    "adjust": _adjust,
    "note": _note,
}


def same_meaning(
    variant: Variant, kind: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> bool:
    """Whether two well-formed payloads of one kind say the same: cards as a multiset, a suit
    only where the value hangs on it, `typed` ignored, what was left out as its default.
    """
    return _meaning(variant, kind, ours) == _meaning(variant, kind, theirs)


_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "start": {"decks": None, "place": "", "occasion": ""},
    "finish": {"early": False},
}


def _meaning(variant: Variant, kind: str, payload: Mapping[str, Any]) -> Any:
    if kind == "hand":
        if "total" in payload:
            return payload["total"]
        return Counter(_worth_writing(variant, code) for code in payload["cards"])
    if kind == "buys":
        return payload["n"], payload.get("cards", payload["n"])
    if kind == "lay_down":
        return [(meld["type"], list(meld["cards"])) for meld in payload["melds"]]
    return {**_DEFAULTS.get(kind, {}), **payload}


def _worth_writing(variant: Variant, code: str) -> str:
    """A card's code without its suit, where neither its points nor its being wild hang on it."""
    card = Card.parse(code)
    bare = Card(card.rank)
    same = variant.card_points.get(code) == variant.card_points.get(str(bare))
    return str(bare) if same and variant.is_wild(card) == variant.is_wild(bare) else code

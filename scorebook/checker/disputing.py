"""A verdict that the table will not have: what its dispute begins with. Nothing is kept here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from django.forms import BooleanField, Form
from django.urls import reverse

from scorebook.checker.boxes import Box
from scorebook.checker.forms import CardsField, Question, TurnForm
from scorebook.checker.lay_down import LayDown
from scorebook.checker.table import Table
from scorebook.rules.cards import Card


def of_lay_down(table: Table, answer: LayDown, turn: TurnForm) -> str:
    """The address where the dispute of a lay-down is written; empty before there is a verdict."""
    if answer.box is None or answer.box.state == "wait":
        return ""
    boxes = [(slot.title, slot.box) for slot in answer.slots if slot.box]
    titles = [title for title, _ in boxes]
    cards = [_line(title, some) for title, (_, some) in zip(titles, answer.melds, strict=True)]
    told = [f"{title}: {box.head} {box.text}" for title, box in boxes if box.state == "no"]
    question = f"May these be laid down in round {table.round}: {table.contract}?"
    ruled = [answer.box, *(box for _, box in sorted(boxes, key=lambda one: one[1].state))]
    return _address(table, question, cards, [*told, *_facts(turn)], ruled)


def of_question(table: Table, form: Question, box: Box | None) -> str:
    """The same of another question; empty before there is a verdict."""
    if box is None or box.state == "wait":
        return ""
    cards = [
        _line(str(form[name].label), form.cleaned_data[name])
        for name, field in form.fields.items()
        if isinstance(field, CardsField)
    ]
    question = f"{form.title.rstrip('?')}, in round {table.round}?"
    return _address(table, question, cards, _facts(form), [box])


def of_rounds(table: Table, boxes: list[Box]) -> str:
    """The same of which rounds need a buy, with what was said of them."""
    told = [f"{box.head} {box.text}" for box in boxes[1:]]
    return _address(table, "Which rounds need a buy?", [], told, boxes)


def _address(
    table: Table, question: str, cards: list[str], told: Iterable[str], boxes: list[Box]
) -> str:
    """`boxes` are what was said, the most to the point first."""
    asked = {
        "title": question,
        "body": "\n".join(f"- {line}" for line in (f"{boxes[0].head} {boxes[0].text}", *told)),
        "side_1": "Yes",
        "side_2": "No",
        "cards": "\n".join(cards),
        "rule": next((_quoted(box) for box in boxes if box.lead), ""),
        "rule_set": table.game.rule_set.slug,
        "game": table.game.id,
    }
    return f"{reverse('write_post', args=['dispute'])}?{urlencode(asked)}"


def _line(called: str, cards: Iterable[Card]) -> str:
    return f"{called}: {' '.join(map(str, cards))}"


def _quoted(box: Box) -> str:
    return f"{box.lead} “{box.quote}”" if box.quote else box.lead


def _facts(form: Form) -> Iterator[str]:
    """What else was said of the case: "I am down", "In hand after the draw: 12"."""
    for name, field in form.fields.items():
        value = form.cleaned_data.get(name)
        if isinstance(field, CardsField) or value in (None, "", False):
            continue
        label = str(form[name].label)
        chosen = dict(getattr(field, "choices", ())).get(value, value)
        yield label if isinstance(field, BooleanField) else f"{label}: {chosen}"

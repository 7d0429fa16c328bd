"""Older payloads are lifted to the present form, step by step."""

import re
from pathlib import Path

import pytest

from scorebook.rules import versions

OUTBOX = Path(__file__).resolve().parent.parent.parent / "static/js/outbox.js"


def card_list(kind, payload):
    """2: a hand's cards were one text once."""
    if kind == "hand" and isinstance(payload.get("text"), str):
        return {"cards": payload["text"].split()}
    return payload


def with_sum(kind, payload):
    """3: a total is called sum."""
    return {"sum": payload["total"]} if "total" in payload else payload


def test_the_present_form_is_left_as_it_is():
    payload = {"cards": ["K"]}
    assert versions.lifted("hand", payload, versions.current()) is payload


@pytest.mark.parametrize(
    ("v", "payload", "lifted"),
    [
        (1, {"text": "K 4"}, {"cards": ["K", "4"]}),
        (1, {"total": 5}, {"sum": 5}),
        (2, {"text": "K 4"}, {"text": "K 4"}),
        (2, {"total": 5}, {"sum": 5}),
        (3, {"total": 5}, {"total": 5}),
    ],
)
def test_a_payload_goes_through_the_steps_above_its_version(monkeypatch, v, payload, lifted):
    monkeypatch.setattr(versions, "STEPS", (card_list, with_sum))
    assert versions.lifted("hand", payload, v) == lifted


@pytest.mark.parametrize(
    ("steps", "accepted"), [(0, [1]), (1, [1, 2]), (2, [1, 2, 3]), (3, [2, 3, 4])]
)
def test_the_two_versions_before_the_present_one_are_taken(monkeypatch, steps, accepted):
    monkeypatch.setattr(versions, "STEPS", (card_list,) * steps)
    assert versions.accepted() == accepted


def test_phones_make_the_present_version():
    assert re.findall(r"^const VERSION = (\d+);", OUTBOX.read_text(), re.MULTILINE) == [
        str(versions.current())
    ]

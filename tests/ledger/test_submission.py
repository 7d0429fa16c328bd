"""What arrives is read strictly: nothing half-understood is kept."""

import uuid
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorebook.ledger.submission import Refused, made_at, read_json, read_submission

ID = "5f0c1c52-60d5-4fd5-8a6c-5d9c4a0e8a11"


def envelope(**changes):
    entry = {
        "id": ID,
        "kind": "hand",
        "round": 1,
        "seat": 2,
        "payload": {"cards": ["KH"]},
        "v": 1,
        "replaces": None,
        "client_at": "2026-11-29T21:15:00+01:00",
        "sent_at": "2026-11-29T21:15:01+01:00",
    }
    return {name: value for name, value in (entry | changes).items() if value is not ...}


def codes(problem: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(error.field, error.code) for error in problem.value.errors]


def test_a_whole_envelope():
    read = read_submission(envelope())
    assert read.id == uuid.UUID(ID)
    assert (read.kind, read.round, read.seat, read.payload) == ("hand", 1, 2, {"cards": ["KH"]})
    assert read.client_at == datetime(2026, 11, 29, 20, 15, tzinfo=UTC)


def test_what_may_be_left_out():
    read = read_submission({"id": ID, "kind": "reopen", "payload": {}})
    assert (read.round, read.seat, read.v, read.replaces) == (None, None, 1, None)


@pytest.mark.parametrize(
    "body",
    [
        b'{"total": NaN}',
        b'{"total": Infinity}',
        b'{"total": 1e999}',
        b'{"total": -9999999999999999999999}',
        b'{"total": ' + b"9" * 5000 + b"}",
        b'{"total": 1_000}',
        b'{"total": 5, "total": 50}',
        b"[" * 30_000,
        b'{"text": "\xff"}',
        b"",
        b"<html>",
    ],
)
def test_what_is_not_strict_json(body):
    with pytest.raises(Refused) as problem:
        read_json(body)
    assert codes(problem) == [("", "json")]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": ...}, ("id", "uuid")),
        ({"id": "{" + ID + "}"}, ("id", "uuid")),
        ({"id": ID.upper()}, ("id", "uuid")),
        ({"id": 7}, ("id", "uuid")),
        ({"kind": "score"}, ("kind", "kind")),
        ({"kind": ["hand"]}, ("kind", "kind")),
        ({"round": 0}, ("round", "round")),
        ({"round": True}, ("round", "round")),
        ({"round": "1"}, ("round", "round")),
        ({"round": 1.0}, ("round", "round")),
        ({"seat": -1}, ("seat", "seat")),
        ({"seat": 10**9}, ("seat", "seat")),
        ({"payload": ...}, ("payload", "object")),
        ({"payload": ["KH"]}, ("payload", "object")),
        ({"payload": {"text": "a\0b"}}, ("payload", "text")),
        ({"payload": {"a\0b": 1}}, ("payload", "text")),
        ({"payload": {"text": "\ud800"}}, ("payload", "text")),
        ({"payload": {"a": [[[[[[[[[1]]]]]]]]]}}, ("payload", "text")),
        ({"v": 2}, ("v", "version")),
        ({"v": True}, ("v", "version")),
        ({"replaces": "it"}, ("replaces", "uuid")),
        ({"client_at": "yesterday"}, ("client_at", "moment")),
        ({"client_at": "2026-11-29T21:15:00"}, ("client_at", "moment")),
        ({"sent_at": 1}, ("sent_at", "moment")),
        ({"points": 5}, ("points", "unknown")),
    ],
)
def test_what_is_wrong_is_named(changes, expected):
    with pytest.raises(Refused) as problem:
        read_submission(envelope(**changes))
    assert codes(problem) == [expected]


def test_everything_wrong_is_named_at_once():
    with pytest.raises(Refused) as problem:
        read_submission({"id": 1, "kind": "x", "payload": []})
    assert codes(problem) == [("id", "uuid"), ("kind", "kind"), ("payload", "object")]


@pytest.mark.parametrize("data", [None, [], "hand", 5])
def test_an_entry_is_an_object(data):
    with pytest.raises(Refused) as problem:
        read_submission(data)
    assert codes(problem) == [("", "object")]


def test_a_wrong_clock_is_set_right_by_the_time_of_sending():
    now = datetime(2026, 11, 29, 22, tzinfo=UTC)
    client = datetime(2023, 1, 1, 12, tzinfo=UTC)
    assert made_at(client, client + timedelta(minutes=40), now) == now - timedelta(minutes=40)
    assert made_at(client, client - timedelta(minutes=1), now) == now
    assert made_at(None, client, now) == now


def test_the_night_on_which_clocks_are_put_back_is_an_hour_longer():
    berlin = ZoneInfo("Europe/Berlin")
    client = datetime(2026, 10, 24, 18, tzinfo=berlin)
    sent = datetime(2026, 10, 25, 18, tzinfo=berlin)
    now = datetime(2026, 10, 25, 17, tzinfo=UTC)
    assert made_at(client, sent, now) == now - timedelta(hours=25)


def test_no_clock_is_wrong_enough_to_break_it():
    now = datetime(2026, 11, 29, 22, tzinfo=UTC)
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    assert made_at(first, last, now) < now
    assert made_at(last, first, now) == now

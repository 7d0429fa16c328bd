"""The real server on a disk that takes no more, and beside a program that keeps the database to
itself: it says so, keeps nothing by halves, and takes the same entry when the trouble is over. One
server for all; with its start that is some fifteen seconds.
"""

import json
import resource
import sqlite3
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.house import House, Member
from tests.outbox import Answer, Phone
from tests.soak import PHONES, entry, faults_in, start_of, verify


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house") / "var") as house:
        yield house


@pytest.fixture(scope="module")
def members(house) -> list[Member]:
    found = house.people(PHONES + 1)
    house.open()
    return found


@pytest.fixture
def game(house, members) -> str:
    """A game that has begun, on the phones' first page of the day."""
    id = str(uuid.uuid4())
    assert Phone(house.port, members[0]).deliver(id, start_of(members))
    for member in members:
        assert Phone(house.port, member).ask("GET", f"/games/{id}/").status == 200
    return id


def note() -> dict:
    return entry("note", {"text": "x" * 900})


def send(phone: Phone, game: str, told: dict) -> Answer:
    answer = phone.ask("POST", f"/games/{game}/entries/", told)
    assert answer is not None
    return answer


def refused(answer: Answer) -> str:
    """The code of a 503 that a program is told, and told to try again."""
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"] == "application/json"
    (error,) = json.loads(answer.body)["errors"]
    assert "Traceback" not in error["message"]
    return error["code"]


def test_a_disk_that_takes_no_more_keeps_entries_waiting_and_nothing_by_halves(
    house, members, game
):
    phone = Phone(house.port, members[0])
    wal = house.database.with_name(house.database.name + "-wal")
    house.largest_file(wal.stat().st_size)
    told = note()
    assert refused(send(phone, game, told)) in ("full", "closed")
    page = phone.ask("POST", f"/games/{game}/more/note/")
    assert (page.status, page.headers["Retry-After"]) == (503, "5")
    assert b"Nothing was saved" in page.body
    assert b"Traceback" not in page.body
    assert phone.ask("GET", f"/games/{game}/").status == 200
    house.largest_file(resource.RLIM_INFINITY)
    assert phone.deliver(game, told).seq == 2
    assert verify(house.database, []).spoiled == []


def test_while_another_program_keeps_the_database_writers_are_told_and_readers_do_not_wait(
    house, members, game
):
    entries = [note() for _ in range(PHONES)]
    with (
        closing(sqlite3.connect(house.database)) as other,
        ThreadPoolExecutor(PHONES) as hands,
    ):
        other.execute("BEGIN IMMEDIATE")
        phones = [Phone(house.port, member) for member in members[:PHONES]]
        waiting = [
            hands.submit(send, phone, game, told)
            for phone, told in zip(phones, entries, strict=True)
        ]
        reader = Phone(house.port, members[PHONES])
        pages = [reader.ask("GET", path) for path in ("/", f"/games/{game}/sheet/")]
        assert [page.status for page in pages] == [200, 200]
        assert not any(one.done() for one in waiting)  # they came first, and wait still
        assert {refused(one.result()) for one in waiting} == {"busy"}
    kept = [phone.deliver(game, told) for phone, told in zip(phones, entries, strict=True)]
    assert sorted(one.seq for one in kept) == list(range(2, PHONES + 2))


def test_a_program_that_reads_and_copies_disturbs_nobody(house, members, game):
    with closing(sqlite3.connect(house.database)) as other:
        other.execute("BEGIN")
        before = other.execute("SELECT count(*) FROM scorebook_entry").fetchone()
        assert Phone(house.port, members[0]).deliver(game, note()).seq == 2
        assert other.execute("SELECT count(*) FROM scorebook_entry").fetchone() == before
    assert faults_in(house.log.read_text()) == []

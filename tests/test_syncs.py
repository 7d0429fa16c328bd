"""Each entry that was acknowledged had been synced to the disk: counted by the kernel itself. It
runs for some nine seconds.
"""

import random
import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import House
from tests.outbox import Phone
from tests.soak import evening, start_of


@pytest.fixture
def calls(tmp_path) -> Path:
    """Where every sync and every answer of the server will stand."""
    return tmp_path / "calls"


@pytest.fixture
def house(tmp_path, calls) -> Iterator[House]:
    # -D: the server stays our own child, and the watching ends with it.
    what = ("-D", "-f", "--quiet=all", "-y", "-s", "16", "-e", "trace=fsync,fdatasync,sendto")
    with House(tmp_path / "var", before=("strace", *what, "-o", str(calls))) as house:
        yield house


def synced_before_answered(calls: str) -> list[int]:
    """Before each "201 Created": how often the log of the database was synced since the last."""
    found, since = [], 0
    for line in calls.splitlines():
        if re.search(r"f(data)?sync\(\d+<[^>]*\.sqlite3-wal>", line):
            since += 1
        elif '"HTTP/1.1 201' in line:
            found.append(since)
            since = 0
    return found


def test_every_acknowledged_entry_was_synced_before_it_was_acknowledged(house, calls):
    members = house.people(3)
    house.open()
    phone, game = Phone(house.port, members[0]), str(uuid.uuid4())
    sent = [start_of(members), *evening(random.Random(1))]
    assert all(phone.deliver(game, one) for one in sent)
    house.close()
    synced = synced_before_answered(calls.read_text())
    assert len(synced) == len(sent)
    assert min(synced) >= 1


def test_an_answer_without_a_sync_is_seen():
    sync = "7 fdatasync(9</var/scorebook.sqlite3-wal>) = 0\n"
    other = "7 fdatasync(9</var/scorebook.sqlite3>) = 0\n"
    answer = '7 sendto(11<socket:[1]>, "HTTP/1.1 201 Cre"..., 900, 0, NULL, 0) = 900\n'
    assert synced_before_answered(sync + answer + sync + other + sync + answer) == [1, 2]
    assert synced_before_answered(sync + answer + other + answer) == [1, 0]

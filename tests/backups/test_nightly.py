"""What the server does by itself, once a day."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from scorebook import nightly
from scorebook.backups import folder
from scorebook.backups.folder import Backup, Why
from scorebook.ledger.recompute import recompute
from scorebook.models import Family, Hand, Photo
from tests.backups.test_making import damage


@pytest.fixture
def clock(monkeypatch):
    """Say what time it is in UTC: clock("2026-12-01T03:30")."""

    def put(now: str) -> None:
        monkeypatch.setattr(timezone, "now", lambda: timezone.datetime.fromisoformat(f"{now}Z"))

    return put


@pytest.mark.parametrize(
    ("last", "now", "zone", "due"),
    [
        (None, "2026-12-01T20:00", "UTC", True),
        ("2026-12-01T19:00", "2026-12-01T20:00", "UTC", False),
        ("2026-11-30T20:01", "2026-12-01T20:00", "UTC", False),
        ("2026-11-30T20:00", "2026-12-01T20:00", "UTC", True),  # a day
        ("2026-11-30T15:00", "2026-12-01T03:00", "UTC", True),  # half a day, and it is night
        ("2026-11-30T15:01", "2026-12-01T03:00", "UTC", False),
        ("2026-11-30T12:00", "2026-12-01T06:00", "UTC", False),  # no longer night
        ("2026-11-30T12:00", "2026-12-01T02:00", "Europe/Berlin", True),
        ("2026-11-30T12:00", "2026-12-01T02:00", "UTC", False),
        ("2026-11-30T15:00", "2026-12-01T11:00", "America/Los_Angeles", True),
        ("2027-11-30T15:00", "2026-12-01T20:00", "UTC", True),  # by a clock that ran ahead
    ],
)
def test_when_it_is_due(clock, last, now, zone, due):
    clock(now)
    made = last and timezone.datetime.fromisoformat(f"{last}Z")
    assert nightly.is_due(made, zone) is due


def test_a_book_is_saved_once_a_day(book):
    assert nightly.look() is True
    assert nightly.look() is False
    assert len(folder.backups()) == 1
    assert folder.problems() == []
    later(folder.last(), hours=25)
    assert nightly.look() is True


def later(backup: Backup, *, hours: int) -> None:
    """As if it had been made so long ago."""
    at = backup.at - timedelta(hours=hours)
    backup.path.rename(backup.path.with_name(f"scorebook-{at.strftime(folder.STAMP)}.zip"))


def test_a_book_without_a_family_is_empty_yet(book):
    Family.objects.all().delete()
    assert nightly.look() is False
    assert folder.backups() == []


def test_old_photos_go(book):
    photo = Photo.objects.first()
    Photo.objects.filter(id=photo.id).update(taken_down_at=timezone.now() - timedelta(days=31))
    nightly.work()
    assert not (book / f"photos/{photo.id}").exists()


def test_what_is_not_as_the_entries_say_is_put_right_and_told(book, caplog):
    Hand.objects.filter(id=Hand.objects.first().id).update(points=999)
    nightly.work()
    assert recompute(check=True) == []
    assert folder.problems() == ["1 value was not what the entries say, and was put right."]
    assert folder.problems()[0] in caplog.text
    nightly.work()
    assert folder.problems() == []


def test_a_damaged_page_is_found_and_kept_for_the_admins(book, caplog):
    nightly.work()
    damage(book / "scorebook.sqlite3")
    nightly.work()
    (problem,) = folder.problems()
    assert "damaged" in problem or "malformed" in problem
    assert len(folder.backups()) == 1
    assert caplog.records[-1].levelno == logging.ERROR


def test_a_database_that_is_none_is_told_as_well(book):
    (book / "scorebook.sqlite3").write_bytes(b"no database at all " * 1000)
    assert nightly.look() is False
    assert folder.problems() == ["The database cannot be read: file is not a database."]


def test_an_hour_later_it_looks_again_whatever_happened(book, monkeypatch, caplog):
    """Three hours: one fails by a mistake of ours, and the next ones are looked at all the same."""
    hours = []

    class Clock:
        def wait(self, seconds: int) -> None:
            hours.append(seconds)
            if len(hours) == 3:
                raise SystemExit

    def look() -> None:
        if not hours:
            raise ValueError("a mistake")

    monkeypatch.setattr(nightly.threading, "Event", Clock)
    monkeypatch.setattr(nightly, "look", look)
    monkeypatch.setattr(nightly.connections, "close_all", lambda: None)
    with pytest.raises(SystemExit):
        nightly._watch()
    assert hours == [3600, 3600, 3600]
    assert [record.getMessage() for record in caplog.records] == ["The night's work failed."]


def test_one_before_an_upgrade_counts_as_the_last(book):
    nightly.back_up(why=Why.UPGRADE)
    assert nightly.look() is False

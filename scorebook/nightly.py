"""What the server does by itself once a day, preferably at night: what lay too long in the bin
goes, everything is saved and verified, and what is not as the entries say is put right. Ratings
that wait to be told anew do not wait for the night.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import DatabaseError, connections
from django.utils import timezone

from scorebook.backups import Refused, folder
from scorebook.backups.making import back_up
from scorebook.ledger import ratings
from scorebook.ledger.recompute import recompute
from scorebook.models import Family
from scorebook.photos import services as photos
from scorebook.talk import services as talk

logger = logging.getLogger(__name__)

LOOKING = 60 * 60  # seconds
DAY, NAP = timedelta(days=1), timedelta(hours=12)
NIGHT = range(3, 6)  # o'clock, where the family lives


def start() -> None:
    """In a thread that ends with the server."""
    threading.Thread(target=_watch, name="nightly", daemon=True).start()


def _watch() -> None:
    asleep = threading.Event()
    while True:
        try:
            look()
        except Exception:  # tomorrow is another night
            logger.exception("The night's work failed.")
        connections.close_all()
        asleep.wait(LOOKING)


def look() -> bool:
    """Do the night's work if it is due; whether it was. A book without a family is empty yet."""
    try:
        family = Family.objects.first()
    except DatabaseError as problem:
        _tell([f"The database cannot be read: {problem}."])
        return False
    ratings.catch_up_all()
    newest = folder.last()
    due = family is not None and is_due(newest.at if newest else None, family.time_zone)
    if due:
        work()
    return due


def is_due(last: datetime | None, zone: str) -> bool:
    """A day after the last backup, or in the night before that."""
    now = timezone.now()
    if last is None or last > now or now - last >= DAY:  # a clock that ran ahead saved nothing
        return True
    return now - last >= NAP and now.astimezone(ZoneInfo(zone)).hour in NIGHT


def work() -> None:
    """What is found wrong is kept for the admins' pages, and said in the log."""
    found: list[str] = []
    try:
        made = back_up()
        found = made.remarks
        if made.differences:
            recompute()
            found.append(_put_right(len(made.differences)))
    except Refused as problem:
        found.append(str(problem))
    except DatabaseError as problem:
        found.append(f"The database cannot be read or written: {problem}.")
    _tell(found)
    _purge()  # last: a file that cannot be deleted must not keep the book from being saved


def _purge() -> None:
    photos.purge()
    talk.purge()


def _put_right(count: int) -> str:
    values = "1 value was" if count == 1 else f"{count} values were"
    return f"{values} not what the entries say, and {values.split()[2]} put right."


def _tell(found: list[str]) -> None:
    for sentence in found:
        logger.error("%s", sentence)
    folder.note_outcome(found)

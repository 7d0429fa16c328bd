"""What was made of the data is good until the data change: kept values, and pages that answer 304.

The database raises `DataVersion` with every write that a page of statistics could show.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import date
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import condition

from scorebook import access

T = TypeVar("T")
Standing = tuple[int | None, date]
View = Callable[..., HttpResponseBase]

# A new start may bring other templates, or a restored database whose numbers were used before.
STARTED = secrets.token_hex(8)

# Where a page is made, what it found standing, once it asked.
_page: ContextVar[list[Standing] | None] = ContextVar("page", default=None)


def kept(name: str, make: Callable[[], T]) -> T:
    """What `make` answers, or answered before under this name on the same day with the same data.

    `name` says all that `make` depends on beside these.
    """
    key = _hash(*_standing(), name)
    value: T = caches["statistics"].get_or_set(key, make)  # type: ignore[assignment]
    return value


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    """Of the data, the family's day, who looks, and the address; None while a notice waits."""
    if len(get_messages(request)):
        return None
    reader = access.reader(request)
    looks = (reader.pk, reader.role, reader.player_id)
    return f'"{_hash(STARTED, *_standing(), *looks, request.get_full_path())}"'


def _standing() -> Standing:
    """The number of the data, and today where the family lives: of one moment for a whole page,
    before it reads anything else.
    """
    page = _page.get()
    if not page:
        with connection.cursor() as cursor:
            # As SQL: to put a QuerySet together takes longer than all else of "nothing changed".
            cursor.execute(
                "SELECT (SELECT number FROM scorebook_dataversion), time_zone FROM scorebook_family"
            )
            number, zone = cursor.fetchone()
        found = number, timezone.now().astimezone(ZoneInfo(zone)).date()
        if page is None:
            return found
        page.append(found)
    return page[0]


def _hash(*told: object) -> str:
    return sha256(repr(told).encode()).hexdigest()


def versioned(view: View) -> View:
    """Mark a view whose page tells of the data and of who looks alone: unchanged, it answers 304 to
    whoever asks with its tag. A browser keeps no page and has no tag of one: where it may keep one,
    "back" shows it after signing out, on plain http always, and once even where it was told to
    clear.
    """
    answer = condition(etag_func=_etag)(view)

    @wraps(view)
    def of_one_moment(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        before = _page.set([])
        try:
            return answer(request, *args, **kwargs)
        finally:
            _page.reset(before)

    return of_one_moment

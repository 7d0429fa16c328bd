"""What was made of the data is good until the data change: kept values, and pages that answer 304.

The database raises `DataVersion` with every write that a page of statistics could show.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.http import condition

from scorebook import access
from scorebook.models import DataVersion

T = TypeVar("T")

# As SQL: to put a QuerySet together takes longer than all the rest of "nothing changed".
STANDS = """
    SELECT (SELECT number FROM scorebook_dataversion), time_zone FROM scorebook_family
"""
# A new start may bring other templates, or a restored database whose numbers were used before.
STARTED = secrets.token_hex(8)


def kept(name: str, make: Callable[[], T]) -> T:
    """What `make` answers, or answered before under this name while the data were the same.

    `name` says all that `make` depends on beside the data.
    """
    number = DataVersion.objects.values_list("number", flat=True).first() or 0
    key = sha256(f"{number} {name}".encode()).hexdigest()
    value: T = caches["statistics"].get_or_set(key, make)  # type: ignore[assignment]
    return value


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    """Of the data, the family's day, who looks, and the address; None while a notice waits."""
    if len(get_messages(request)):
        return None
    reader = access.reader(request)
    with connection.cursor() as cursor:
        cursor.execute(STANDS)
        number, zone = cursor.fetchone()
    today = timezone.now().astimezone(ZoneInfo(zone)).date()
    looks = (reader.pk, reader.role, reader.player_id)
    told = (STARTED, number, today, looks, request.get_full_path())
    return f'"{sha256(repr(told).encode()).hexdigest()}"'


versioned = condition(etag_func=_etag)
"""Mark a view whose page tells of the data and of who looks alone: unchanged, it answers 304."""

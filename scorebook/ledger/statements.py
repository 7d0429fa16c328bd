"""Statements that every entry runs, as SQL: to put them together anew takes Django longer than the
database needs to carry them out.

Rows of sums grow: one statement puts what is new on what is there, or begins a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model

ADDED = "was.{0} + excluded.{0}"
LEAST = "CASE WHEN was.{0} <= excluded.{0} THEN was.{0} ELSE coalesce(excluded.{0}, was.{0}) END"
MOST = "CASE WHEN was.{0} >= excluded.{0} THEN was.{0} ELSE coalesce(excluded.{0}, was.{0}) END"


def growing(model: type[Model], key: Sequence[str], columns: Mapping[str, str]) -> str:
    """SQL for one row. `columns` says of each what it becomes where a row with this key stands: of
    that row, `was`, and the new one, `excluded`.
    """
    names = ", ".join((*key, *columns))
    values = ", ".join(["%s"] * (len(key) + len(columns)))
    becomes = ", ".join(f"{name} = {sql.format(name)}" for name, sql in columns.items())
    return (
        f"INSERT INTO {model._meta.db_table} AS was ({names}) VALUES ({values}) "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {becomes}"
    )


def grow(statement: str, rows: Iterable[Sequence[Any]]) -> None:
    """Run it for each of these rows."""
    told = [[_plain(value) for value in row] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(statement, told)


def put(model: type[Model], key: tuple[str, ...], rows: Iterable[Model]) -> None:
    """Write these rows, each in place of the one there is with this key, its first columns."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    told = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_putting(model, key), told)


@cache
def _putting(model: type[Model], key: tuple[str, ...]) -> str:
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    return growing(model, key, dict.fromkeys(names[len(key) :], "excluded.{0}"))


def found(statement: str, *values: Any) -> list[tuple]:
    """What it finds; ids are as the database has them, and `as_id` makes them what they are."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [_plain(value) for value in values])
        return cursor.fetchall()


def as_id(told: Any) -> UUID:
    return told if isinstance(told, UUID) else UUID(told)


def _plain(value: Any) -> Any:
    """As the driver takes it."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value

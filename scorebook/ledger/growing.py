"""Rows of sums that grow: one statement puts what is new on what is there, or begins a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from scorebook.models import Player

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
    """Run it for rows of which the first value is a person's id."""
    person = Player._meta.pk
    told = [(person.get_db_prep_value(id, connection), *values) for id, *values in rows]
    with connection.cursor() as cursor:
        cursor.executemany(statement, told)

"""Statements that every entry runs, as SQL: to put them together anew takes Django longer than the
database needs to carry them out.

Rows of sums grow: one statement puts what is new on what is there, or begins a row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache, partial
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import (
    AutoField,
    DateTimeField,
    Field,
    ForeignKey,
    JSONField,
    Model,
    UUIDField,
)

Row = TypeVar("Row", bound=Model)

LOCK = "FOR NO KEY UPDATE"
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
    """Run it for each of these rows: somebody's id, and what the driver takes as it is."""
    told = [(_plain_id(id), *values) for id, *values in rows]
    with connection.cursor() as cursor:
        cursor.executemany(statement, told)


def put(model: type[Model], key: tuple[str, ...], rows: Iterable[Any]) -> None:
    """Write these rows, which have the model's columns, each in place of the one there is with this
    key: the first of its columns.
    """
    names = [*columns_of(model)]
    statement = growing(model, key, dict.fromkeys(names[len(key) :], "excluded.{0}"))
    with connection.cursor() as cursor:
        cursor.executemany(statement, [_told(model, row, names) for row in rows])


def add(row: Model) -> None:
    """Write a new row, whose key is its own. Raises IntegrityError where there is one already."""
    names = [*columns_of(type(row))]
    marks = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {row._meta.db_table} ({', '.join(names)}) VALUES ({marks})"
    with connection.cursor() as cursor:
        cursor.execute(statement, _told(type(row), row, names))


def change(row: Model, names: Sequence[str]) -> None:
    """Write these columns of a row that is there."""
    becomes = ", ".join(f"{name} = %s" for name in names)
    statement = f"UPDATE {row._meta.db_table} SET {becomes} WHERE id = %s"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*_told(type(row), row, names), _plain(row.pk)])


def _told(model: type[Model], row: Any, names: Sequence[str]) -> list[Any]:
    plain = columns_of(model)
    return [plain[name](getattr(row, name)) for name in names]


@cache
def columns_of(model: type[Model]) -> Mapping[str, Callable[[Any], Any]]:
    """All but the number that the database gives, each with how the driver takes its value."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    return {
        field.attname: partial(field.get_db_prep_save, connection=connection)
        if isinstance(field, JSONField)
        else _plain
        for field in fields
    }


def found(statement: str, *values: Any) -> list[tuple]:
    """What it finds; ids are as the database has them, and `as_id` makes them what they are."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [_plain(value) for value in values])
        return cursor.fetchall()


def fetch(model: type[Row], id: Any, *, locked: bool = False) -> Row | None:
    """The row with this id, as the ORM would make it. `locked`: until the transaction ends, for
    all who lock it too.
    """
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields]
    lock = LOCK if locked and connection.features.has_select_for_update else ""
    statement = f"SELECT {', '.join(names)} FROM {model._meta.db_table} WHERE id = %s {lock}"
    rows = found(statement, id)
    if not rows:
        return None
    return model.from_db(connection.alias, names, as_told(model, names, rows[0]).values())


def as_told(model: type[Model], names: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    """The driver's values of these columns as the model has them."""
    readers = _readers(model)
    return {
        name: value if value is None or name not in readers else readers[name](value)
        for name, value in zip(names, row, strict=True)
    }


@cache
def _readers(model: type[Model]) -> Mapping[str, Callable[[Any], Any]]:
    """What has to be done to the driver's values of a column; nothing to those left out."""
    told = {field.attname: READ.get(_kind(field)) for field in model._meta.concrete_fields}
    return {name: read for name, read in told.items() if read}


def _kind(field: Field) -> type[Field]:
    return type(field.target_field if isinstance(field, ForeignKey) else field)


def as_id(told: Any) -> UUID:
    return told if isinstance(told, UUID) else UUID(told)


def as_moment(told: datetime) -> datetime:
    """SQLite keeps no zone: all moments are of UTC."""
    return told if told.tzinfo else told.replace(tzinfo=UTC)


def _plain(value: Any) -> Any:
    """As the driver takes it."""
    plain = PLAIN.get(type(value))
    return plain(value) if plain else value


def _plain_id(value: UUID) -> Any:
    return value if _has_ids() else value.hex


@cache
def _has_ids() -> bool:
    return connection.features.has_native_uuid_field


def _plain_day(value: date) -> Any:
    return connection.ops.adapt_datefield_value(value)


def _plain_moment(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


READ: Mapping[type[Field], Callable[[Any], Any]] = {
    UUIDField: as_id,
    JSONField: json.loads,
    DateTimeField: as_moment,
}
PLAIN: Mapping[type, Callable[[Any], Any]] = {
    UUID: _plain_id,
    date: _plain_day,
    datetime: _plain_moment,
}

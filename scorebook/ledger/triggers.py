"""The database's own refusal to change or delete what is only ever appended: entries, versions of
rules, and who did what. On SQLite and on PostgreSQL.

Django remakes a table on SQLite when a migration alters it, and drops its triggers without a word:
a migration that touches one of these ends with `RunPython(install)`. `missing` says whether they
stand.
"""

from __future__ import annotations

from typing import Any

from django.db import connection as default_connection
from django.db.backends.base.base import BaseDatabaseWrapper

GUARDED = {
    "scorebook_entry": "An entry",
    "scorebook_ruleset": "A version of the rules",
    "scorebook_deed": "What somebody did",
}
EVENTS = ("UPDATE", "DELETE")

SQLITE = """
CREATE TRIGGER {name} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, '{what} is never changed or deleted.'); END
"""
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{what} is never changed or deleted.'
USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL = """
CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()
"""


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Put up what is missing. The arguments are those of a migration's RunPython."""
    connection = schema_editor.connection if schema_editor else default_connection
    lacking = set(missing(connection))
    with connection.cursor() as cursor:
        for name, table, event in _wanted(connection):
            if name not in lacking:
                continue
            told = {"name": name, "table": table, "event": event, "what": GUARDED[table]}
            if connection.vendor == "postgresql":
                cursor.execute(POSTGRESQL_FUNCTION.format(**told))
                cursor.execute(POSTGRESQL.format(**told))
            else:
                cursor.execute(SQLITE.format(**told))


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Take them down, to migrate backwards or to empty a test's database."""
    connection = schema_editor.connection if schema_editor else default_connection
    with connection.cursor() as cursor:
        for name, table, _ in _wanted(connection):
            on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def missing(connection: BaseDatabaseWrapper = default_connection) -> list[str]:
    """Names of the triggers that do not stand, in order; empty when all is well."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        standing = {row[0] for row in cursor.fetchall()}
    return sorted({name for name, _, _ in _wanted(connection)} - standing)


def _wanted(connection: BaseDatabaseWrapper) -> list[tuple[str, str, str]]:
    """Name, table and event of each trigger. Halfway through the migrations a table may not be
    there yet.
    """
    tables = set(connection.introspection.table_names())
    return [
        (f"{table.removeprefix('scorebook_')}_no_{event.lower()}", table, event)
        for table in GUARDED
        if table in tables
        for event in EVENTS
    ]

"""The database's own refusal to change or delete an entry, on SQLite and on PostgreSQL.

Django remakes a table on SQLite when a migration alters it, and drops its triggers without a word:
a migration that touches `Entry` ends with `RunPython(install)`. `missing` says whether they stand.
"""

from __future__ import annotations

from typing import Any

from django.db import connection as default_connection
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "scorebook_entry"
REFUSED = {"entry_no_update": "UPDATE", "entry_no_delete": "DELETE"}

SQLITE = """
CREATE TRIGGER {name} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, 'An entry is never changed or deleted.'); END
"""
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_entry_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'An entry is never changed or deleted.'
USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL = """
CREATE TRIGGER {name} BEFORE {event} ON {table}
FOR EACH ROW EXECUTE FUNCTION refuse_entry_change()
"""


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Put up what is missing. The arguments are those of a migration's RunPython."""
    connection = schema_editor.connection if schema_editor else default_connection
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgresql:
            cursor.execute(POSTGRESQL_FUNCTION)
        for name in missing(connection):
            form = POSTGRESQL if postgresql else SQLITE
            cursor.execute(form.format(name=name, event=REFUSED[name], table=TABLE))


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Take them down, to migrate backwards or to empty a test's database."""
    connection = schema_editor.connection if schema_editor else default_connection
    table = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in REFUSED:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")


def missing(connection: BaseDatabaseWrapper = default_connection) -> list[str]:
    """Names of the triggers that do not stand, in order; empty when all is well."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    with connection.cursor() as cursor:
        cursor.execute(query, [TABLE])
        standing = {row[0] for row in cursor.fetchall()}
    return sorted(REFUSED.keys() - standing)

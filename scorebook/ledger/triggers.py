"""What the database does by itself, on SQLite and on PostgreSQL.

It refuses to change or delete what is only ever appended: entries, versions of rules, and who did
what. And it raises the number in `DataVersion` with every write that a page of statistics could
show. Seats and hands are not watched: whoever writes them writes their game as well.

Django remakes a table on SQLite when a migration alters it, and drops its triggers without a word:
a migration that touches one of these ends with `RunPython(install)`, and one that remakes
`DataVersion` begins with `RunPython(remove)`. `missing` says whether they stand.

On PostgreSQL whoever raised the number holds its row until the end of the transaction, so those who
count anything over many games do it one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection as default_connection
from django.db.backends.base.base import BaseDatabaseWrapper

GUARDED = {
    "scorebook_entry": "An entry",
    "scorebook_ruleset": "A version of the rules",
    "scorebook_deed": "What somebody did",
}
VERSION = "scorebook_dataversion"
WATCHED = (
    *("scorebook_game", "scorebook_player", "scorebook_family", "scorebook_ruleset"),
    *("scorebook_photo", "scorebook_photo_people", "scorebook_photo_subjects"),
    *("scorebook_season", "scorebook_tally", "scorebook_rating"),
)

REFUSE = {
    "sqlite": """
CREATE TRIGGER {name} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, '{what} is never changed or deleted.'); END
""",
    "postgresql": """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{what} is never changed or deleted.'
USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()
""",
}
ONE_MORE = """
INSERT INTO scorebook_dataversion (id, number) VALUES (1, 1)
ON CONFLICT (id) DO UPDATE SET number = scorebook_dataversion.number + 1
"""
RAISE = {
    "sqlite": f"CREATE TRIGGER {{name}} AFTER {{event}} ON {{table}} BEGIN {ONE_MORE}; END",
    "postgresql": f"""
CREATE OR REPLACE FUNCTION {{name}}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN {ONE_MORE}; RETURN NULL; END $$;
CREATE TRIGGER {{name}} AFTER {{event}} ON {{table}} FOR EACH STATEMENT EXECUTE FUNCTION {{name}}()
""",
}


@dataclass(frozen=True, slots=True)
class _Trigger:
    """One of one event, as SQLite has them. `sql` by vendor."""

    table: str
    does: str
    event: str
    sql: dict[str, str]

    @property
    def name(self) -> str:
        return f"{self.table.removeprefix('scorebook_')}_{self.does}_{self.event.lower()}"

    def statement(self, vendor: str) -> str:
        what = GUARDED.get(self.table, "")
        told = {"name": self.name, "table": self.table, "event": self.event, "what": what}
        return self.sql[vendor].format(**told)


def install(apps: Any = None, schema_editor: Any = None) -> None:
    """Put up what is missing. The arguments are those of a migration's RunPython."""
    connection = schema_editor.connection if schema_editor else default_connection
    lacking = set(missing(connection))
    with connection.cursor() as cursor:
        for trigger in _wanted(connection):
            if trigger.name in lacking:
                cursor.execute(trigger.statement(connection.vendor))


def remove(apps: Any = None, schema_editor: Any = None) -> None:
    """Take them down, to migrate backwards or to empty a test's database."""
    connection = schema_editor.connection if schema_editor else default_connection
    with connection.cursor() as cursor:
        for trigger in _wanted(connection):
            on_table = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on_table}")


def missing(connection: BaseDatabaseWrapper = default_connection) -> list[str]:
    """Names of the triggers that do not stand, in order; empty when all is well."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        standing = {row[0] for row in cursor.fetchall()}
    return sorted({trigger.name for trigger in _wanted(connection)} - standing)


def _wanted(connection: BaseDatabaseWrapper) -> Iterator[_Trigger]:
    """Halfway through the migrations a table may not be there yet."""
    tables = set(connection.introspection.table_names())
    for table in tables.intersection(GUARDED):
        for event in ("UPDATE", "DELETE"):
            yield _Trigger(table, "no", event, REFUSE)
    for table in tables.intersection(WATCHED) if VERSION in tables else ():
        for event in ("INSERT", "UPDATE", "DELETE"):
            yield _Trigger(table, "tells", event, RAISE)

"""How far the database at hand is migrated, and what this version of Scorebook knows."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from scorebook.models import Game, Hand, Seat

OURS = "scorebook"


def pending() -> bool:
    """Is anything left to migrate? A look costs a tenth of an empty migrate."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def applied() -> list[str]:
    """Names of our own migrations that were applied, in order; empty in an empty database."""
    loader = MigrationLoader(connection)
    return sorted(name for app, name in loader.applied_migrations if app == OURS)


def unknown() -> list[str]:
    """Names of our own migrations that were applied, and that this version does not have."""
    known = {name for app, name in MigrationLoader(None).disk_migrations if app == OURS}
    return [name for name in applied() if name not in known]


def kept_of_games() -> set[tuple[str, str]]:
    """The columns of each game's own projections in the database at hand, each with the name of its
    model, and "row" for the row itself.
    """
    found: set[tuple[str, str]] = set()
    with connection.cursor() as cursor:
        for model in (Game, Seat, Hand):
            table = model._meta.db_table
            columns = connection.introspection.get_table_description(cursor, table)
            names = ("row", *(column.name for column in columns))
            found.update((model.__name__, name) for name in names)
    return found


def migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)

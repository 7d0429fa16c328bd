"""A copy of a database, brought to this version's form beside the one that counts."""

from __future__ import annotations

import logging
from pathlib import Path

from scorebook.backups import Refused, checks, contents, database, schema
from scorebook.backups.contents import Contents
from scorebook.backups.database import Place
from scorebook.backups.files import lacks_room
from scorebook.ledger.recompute import Difference, recompute

logger = logging.getLogger(__name__)


def bring_forward(place: Place, before: Contents) -> list[Difference]:
    """Migrate the copy and see that it says what `before` says, and is sound. Returns the
    projections that were not what the entries say; they were put right. What an older version did
    not keep yet is no difference. Raises Refused.
    """
    with database.looking_at(place):
        refuse_newer()
        kept = schema.kept_of_games() if schema.pending() else None
        if different := before.difference(contents.read()):
            raise Refused(f"The database is not what was backed up: {different}.")
        try:
            schema.migrate()
        except Exception as problem:  # whatever a migration may raise
            if not lacks_room(problem):
                logger.exception("A migration failed.")
            raise Refused(f"The database cannot be migrated: {problem}.") from problem
        if different := before.difference(contents.read()):
            raise Refused(f"The migration changed what was played: {different}.")
        differences = [
            one for one in recompute() if kept is None or (one.projection, one.field) in kept
        ]
        faults = checks.guard_faults()
    if isinstance(place, Path):
        database.make_whole(place)
    if faults := faults + checks.database_faults(place):
        raise Refused(" ".join(faults))
    return differences


def refuse_newer() -> None:
    """Raises Refused where the database at hand is of a newer Scorebook than this one."""
    if unknown := schema.unknown():
        raise Refused(
            f"It was made by a newer Scorebook, with migration {unknown[0]}. Install that first."
        )

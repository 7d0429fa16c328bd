"""A copy of a database, brought to this version's form beside the one that counts."""

from __future__ import annotations

import logging
from pathlib import Path

from scorebook.backups import Refused, checks, contents, database, schema
from scorebook.backups.contents import Contents
from scorebook.ledger.recompute import Difference, recompute

logger = logging.getLogger(__name__)


def bring_forward(path: Path, before: Contents) -> list[Difference]:
    """Migrate the file and see that it says what `before` says, and is sound. Returns the
    projections that were not what the entries say; they were put right. What an older version did
    not keep yet is no difference. Raises Refused.
    """
    with database.looking_at(path):
        refuse_newer()
        kept = schema.kept_of_games() if schema.pending() else None
        if different := before.difference(contents.read()):
            raise Refused(f"The database is not what was backed up: {different}.")
        try:
            schema.migrate()
        except Exception as problem:  # whatever a migration may raise
            logger.exception("A migration failed.")
            raise Refused(f"The database cannot be migrated: {problem}.") from problem
        if different := before.difference(contents.read()):
            raise Refused(f"The migration changed what was played: {different}.")
        differences = [
            one for one in recompute() if kept is None or (one.projection, one.field) in kept
        ]
        faults = checks.guard_faults()
    database.make_whole(path)
    if faults := faults + checks.file_faults(path):
        raise Refused(" ".join(faults))
    return differences


def refuse_newer() -> None:
    """Raises Refused where the database at hand is of a newer Scorebook than this one."""
    if unknown := schema.unknown():
        raise Refused(
            f"It was made by a newer Scorebook, with migration {unknown[0]}. Install that first."
        )

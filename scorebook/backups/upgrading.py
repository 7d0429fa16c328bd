"""The start of a newer version: a backup, then a migration that can fail and change nothing."""

from __future__ import annotations

import logging

from django.db import connection

from scorebook.backups import Refused, contents, copies, database, folder, forward, schema, swapping
from scorebook.backups.files import in_words
from scorebook.backups.folder import Why
from scorebook.backups.making import back_up

logger = logging.getLogger(__name__)

BACK = (
    "{problem} Nothing was changed: the version that ran before still can. Should it ever want "
    "the book as it was today, this one command gets it back:\n"
    "  {command}\n"
    "Where the site is started with other settings, such as DATABASE_URL, it needs the same."
)


def upgrade() -> None:
    """Migrate what is outstanding, the server being the only one who writes. Raises Refused with
    the way back.
    """
    try:
        forward.refuse_newer()
    except Refused as problem:
        raise Refused(f"This is the database of another Scorebook. {problem}") from problem
    if not schema.pending():
        return
    if not schema.applied():
        schema.migrate()
        return
    kept = back_up(why=Why.UPGRADE).backup
    logger.warning("Before the upgrade everything was saved in %s.", kept.path)
    try:
        with in_words("The database cannot be upgraded"):
            migrate_beside()
    except Refused as problem:
        raise Refused(BACK.format(problem=problem, command=folder.way_back(kept.path))) from problem


def migrate_beside() -> None:
    """Migrate a copy, see that the same was played by it, and let it take the other's place."""
    live = database.live()
    connection.close()
    near = swapping.near(live)
    with swapping.room(near, "upgraded") as room, copies.copy_of(live, room) as copied:
        with database.looking_at(copied):
            before = contents.read()
        for difference in forward.bring_forward(copied, before):
            logger.warning("Put right by the entries: %s", difference)
        swapping.swap(copied, live)

"""The folder of backups: what lies there, how old the last one is, what may go."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scorebook.backups import rotation
from scorebook.backups.files import write_at_once

TOO_OLD = timedelta(hours=48)
SET_ASIDE_FOR = timedelta(days=30)
STAMP = "%Y-%m-%d-%H%M%S"


class Why(StrEnum):
    """What a backup was made for, as its name ends."""

    ROUTINE = ""
    UPGRADE = "-before-upgrade"
    RESTORE = "-before-restore"


NAME = re.compile(
    rf"scorebook-(\d{{4}}-\d\d-\d\d-\d{{6}})({'|'.join(why for why in Why if why)}|)\.zip"
)


def way_back(path: Path) -> str:
    """The command that gets this backup back into the data folder of this site, from any shell."""
    command = f"python3 run.py manage restore {shlex.quote(str(path))}"
    if settings.DATA == settings.ROOT / "var":
        return command
    return f"SCOREBOOK_DATA={shlex.quote(str(settings.DATA))} {command}"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup under its last name: it was verified before it got it. `at` is in UTC."""

    path: Path
    at: datetime
    why: Why

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        """Bytes."""
        return self.path.stat().st_size

    @property
    def age(self) -> str:
        """ "12 min", "6 h", "3 days"; empty within the first minute."""
        minutes = int((timezone.now() - self.at).total_seconds()) // 60
        if minutes < 60:
            return f"{minutes} min" if minutes > 0 else ""
        return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // (24 * 60)} days"


def backups(folder: Path | None = None) -> list[Backup]:
    """Newest first; none where the folder is missing, or cannot be read."""
    try:
        paths = list((folder or settings.BACKUPS_DIR).iterdir())
    except OSError:
        return []
    found = [backup for path in paths if (backup := named(path))]
    return sorted(found, key=lambda backup: backup.at, reverse=True)


def named(path: Path) -> Backup | None:
    match = NAME.fullmatch(path.name)
    if match is None:
        return None
    at = datetime.strptime(match[1], STAMP).replace(tzinfo=UTC)
    return Backup(path, at, Why(match[2]))


def unused(folder: Path, why: Why) -> Backup:
    """A name of now, and later than any that is there: none is written over, and the newest is
    never taken for one that may go.
    """
    now = timezone.now().astimezone(UTC).replace(microsecond=0)
    at = max([now, *(one.at + timedelta(seconds=1) for one in backups(folder)[:1])])
    return Backup(folder / f"scorebook-{at.strftime(STAMP)}{why}.zip", at, why)


def superfluous(there: Iterable[Backup]) -> list[Backup]:
    """Those that may go. What was set aside before an upgrade or a restore stays for thirty days,
    and the last one of each until there is another.
    """
    there = list(there)
    routine = rotation.kept(backup.at for backup in there if backup.why is Why.ROUTINE)
    enough = timezone.now() - SET_ASIDE_FOR
    last = {why: max(b.at for b in there if b.why is why) for why in {b.why for b in there}}
    return [
        backup
        for backup in there
        if backup.at != last[backup.why]
        and (backup.at not in routine if backup.why is Why.ROUTINE else backup.at < enough)
    ]


def sweep(folder: Path) -> None:
    for backup in superfluous(backups(folder)):
        backup.path.unlink()


def note_outcome(problems: list[str]) -> None:
    """Write down how the last try went; outside the database, which may be what is broken."""
    told = {"at": timezone.now().isoformat(), "problems": problems}
    write_at_once(_outcome_file(), json.dumps(told, ensure_ascii=False).encode())


def problems() -> list[str]:
    """What the last try found wrong, in sentences."""
    try:
        told = json.loads(_outcome_file().read_text())["problems"]
    except (OSError, ValueError, KeyError):
        return []
    return [str(problem) for problem in told]


def last() -> Backup | None:
    return next(iter(backups()), None)


def is_too_old(since: datetime) -> bool:
    """Is there no backup of the last two days? `since`: when the family began. One that a wrong
    clock dated far ahead says nothing of when it was made.
    """
    newest = last()
    return abs(timezone.now() - (newest.at if newest else since)) > TOO_OLD


def warning(since: datetime) -> str:
    """What an admin should know of the backups, in a sentence; empty when all is well."""
    if problems():
        return "The last backup found something wrong."
    if not is_too_old(since):
        return ""
    newest = last()
    return f"The last verified backup is {newest.age} old." if newest else "There is no backup yet."


def _outcome_file() -> Path:
    return Path(settings.DATA) / "backups.json"


def ready(folder: Path) -> Path:
    """The folder, there; for this account alone when it is new."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder

"""What a backup says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from scorebook.backups import Refused
from scorebook.backups.contents import Contents

KIND = "scorebook backup"
FORMAT = 1
OTHER_KIND = "is a file of another kind, and no backup of a scorebook"


@dataclass(frozen=True, slots=True)
class File:
    """One file of the backup. `size` in bytes."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`migrations`: those applied, in order. `files`: all of the archive but the manifest."""

    made_at: datetime
    version: str
    migrations: list[str]
    contents: Contents
    files: dict[str, File]

    def to_json(self) -> bytes:
        told = asdict(self) | {"kind": KIND, "format": FORMAT, "made_at": self.made_at.isoformat()}
        return json.dumps(told, indent=1, ensure_ascii=False).encode()


def from_json(text: bytes) -> Manifest:
    """Raises Refused: the sentence goes on after the name of the file."""
    try:
        told = json.loads(text)
        if told["kind"] != KIND:
            raise Refused(OTHER_KIND)
        if told["format"] != FORMAT:
            raise Refused("was made by a newer Scorebook. Install that first")
        return _read(told)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        raise Refused(OTHER_KIND) from problem


def _read(told: Mapping[str, Any]) -> Manifest:
    within = told["contents"]
    contents = Contents(
        family=within["family"] and {key: str(within["family"][key]) for key in ("name", "since")},
        counts={str(name): int(count) for name, count in within["counts"].items()},
        games={str(game): str(sha256) for game, sha256 in within["games"].items()},
    )
    return Manifest(
        made_at=datetime.fromisoformat(told["made_at"]),
        version=str(told["version"]),
        migrations=[str(name) for name in told["migrations"]],
        contents=contents,
        files={
            str(name): File(int(one["size"]), str(one["sha256"]))
            for name, one in told["files"].items()
        },
    )

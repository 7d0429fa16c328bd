"""The tests of the book on PostgreSQL: a cluster of Debian's package, for as long as they run.

    .venv/bin/python -m tests.postgresql [ARGS]     ARGS go to pytest

It is made in a folder of its own, listens on a socket there and on no port, and syncs nothing.
Clusters that this machine has already are left alone.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

INSTALLED = Path("/usr/lib/postgresql")
CARELESS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
PARTS = (
    *("tests/ledger", "tests/models", "tests/stats", "tests/people/test_merging_at_once.py"),
    "tests/backups/test_postgresql.py",
)


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with cluster() as address:
        command = [sys.executable, "-m", "pytest", "-m", "not sqlite"]
        environment = os.environ | {"DATABASE_URL": address}
        return subprocess.call([*command, *(arguments or PARTS)], env=environment)


@contextmanager
def cluster() -> Iterator[str]:
    """The address of an empty database, for DATABASE_URL. PostgreSQL refuses to be run by root."""
    owner = "postgres" if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="scorebook-postgresql-") as folder:
        if owner:
            shutil.chown(folder, owner)

        def call(program: str, *arguments: str) -> None:
            command = [newest() / program, f"--pgdata={folder}/data", *arguments]
            subprocess.run(command, check=True, user=owner, cwd=folder, stdout=subprocess.DEVNULL)

        call("initdb", "--username=scorebook", "--auth=trust", "--encoding=UTF8", "--no-sync")
        options = f"-k {folder} -h '' {CARELESS}"
        call("pg_ctl", "start", "--wait", f"--log={folder}/log", f"--options={options}")
        try:
            yield f"postgres://scorebook@/postgres?host={folder}"
        finally:
            call("pg_ctl", "stop", "--mode=immediate")


def newest() -> Path:
    """Where the newest release that is installed has its programs."""
    found = sorted(INSTALLED.glob("*/bin"), key=lambda folder: int(folder.parent.name))
    if not found:
        sys.exit("No PostgreSQL here (on Debian: sudo apt install postgresql).")
    return found[-1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

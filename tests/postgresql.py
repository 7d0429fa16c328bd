"""The tests on PostgreSQL: a cluster of Debian's package, for as long as they run.

    .venv/bin/python -m tests.postgresql [ARGS]     ARGS go to pytest, in place of all but LEFT_OUT

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
NO_DATABASE = "asks no database"
SERVER = "starts, fills up or kills the server with its file"
FILE = "drill making nightly restoring rotation swapping under_load upgrading views"
LEFT_OUT = {
    "browser": "asks the same pages as the tests beside it, in Chromium",
    **dict.fromkeys(
        (f"backups/test_{part}.py" for part in FILE.split()),
        "is about the one file; a database on a server is that of backups/test_postgresql.py",
    ),
    "rules": NO_DATABASE,
    "test_architecture.py": NO_DATABASE,
    "test_lettering.py": NO_DATABASE,
    "test_readme.py": NO_DATABASE,
    "test_source.py": NO_DATABASE,
    "test_machine_faults.py": SERVER,
    "test_run.py": SERVER,
    "test_serve.py": SERVER,
    "test_soak.py": SERVER,
    "test_sqlite.py": "is about its settings and releases",
    "test_syncs.py": SERVER,
}


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with cluster() as address:
        command = [sys.executable, "-m", "pytest", "-m", "not sqlite"]
        environment = os.environ | {"DATABASE_URL": address}
        return subprocess.call([*command, *(arguments or parts())], env=environment)


def parts() -> list[str]:
    """All tests but those that are left out, which must be there to be."""
    missing = [name for name in LEFT_OUT if not Path("tests", name).exists()]
    if missing:
        sys.exit(f"Not there to be left out: {', '.join(missing)}")
    return ["tests", *(f"--ignore=tests/{name}" for name in LEFT_OUT)]


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

"""A database on a PostgreSQL server: dumped, loaded beside, renamed into the place of the site's.

PostgreSQL's own programs dump and load. They know all its types, check every row and every
reference as they load it, and so a copy that was loaded is sound.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from scorebook.backups import Refused
from scorebook.backups.database import OnServer, looking_at

WITHOUT_NAMES = ("--no-owner", "--no-privileges")  # another machine's accounts have other names
OURS = ("context", "cursor_factory", "prepare_threshold")  # settings that no program knows
FORGOTTEN = timedelta(days=1)
STAMP = "%Y%m%d%H%M%S"
NO_PROGRAM = (
    "There is no {0} on this machine, with which PostgreSQL's databases are saved and got back. On "
    "Debian: sudo apt install postgresql-client"
)
NO_RIGHT = (
    "No database can be made on the server to check a copy in: {0}. Whoever runs it lets the site "
    "do that: ALTER ROLE {1} CREATEDB"
)


def dump(source: OnServer, to: Path) -> None:
    """All of a database as of one moment, in one file, while others write. Raises Refused."""
    to.touch(mode=0o600)
    _call("pg_dump", source, "--format=custom", *WITHOUT_NAMES, f"--file={to}")


@contextmanager
def loaded(file: Path) -> Iterator[OnServer]:
    """A new database with what was dumped: until the end, unless it takes the site's place. Raises
    Refused.
    """
    _clear_away()
    new = _unused()
    _make(new)
    try:
        _call("pg_restore", new, "--exit-on-error", *WITHOUT_NAMES, str(file))
        # Else questions over many games take minutes until the server finds out by itself.
        _call("vacuumdb", new, "--analyze-only", "--quiet")
        yield new
    finally:
        _drop(new)


def take_over(new: OnServer, live: OnServer) -> None:
    """Both names change in one step. Raises Refused where somebody has either open."""
    old = _unused()
    connection.close()
    try:
        with _server() as cursor, transaction.atomic():
            for one, name in ((live, old), (new, live)):
                cursor.execute(f"ALTER DATABASE {_quoted(one)} RENAME TO {_quoted(name)}")
    except OperationalError as problem:
        raise Refused(f"The database {live} is in use. Close what uses it. {problem}") from problem
    _drop(old)


def _call(program: str, place: OnServer, *arguments: str) -> None:
    found = shutil.which(program)
    if not found:
        raise Refused(NO_PROGRAM.format(program))
    address, password = _address(place)
    done = subprocess.run(
        [found, f"--dbname={address}", *arguments],
        env=os.environ | ({"PGPASSWORD": password} if password else {}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        told = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise Refused(f"PostgreSQL cannot do it. {told[0]}.")


def _address(place: OnServer) -> tuple[str, str]:
    """Of a database on the site's server, as its programs read it, and the password, which other
    people on this machine must not read off a command line.
    """
    from psycopg.conninfo import make_conninfo  # installed where there is a PostgreSQL

    told = {**connection.get_connection_params(), "dbname": place.name}
    password = told.pop("password", "")
    return make_conninfo("", **{name: told[name] for name in told if name not in OURS}), password


@contextmanager
def _server() -> Iterator[CursorWrapper]:
    """By way of a database that every server has, and that is not the site's."""
    name = "template1" if connection.settings_dict["NAME"] == "postgres" else "postgres"
    with looking_at(OnServer(name)), connection.cursor() as cursor:
        yield cursor


def _make(new: OnServer) -> None:
    """With letters that sort as in the site's own."""
    live = connection.settings_dict
    with _server() as cursor:
        # In quotes, by the server: what makes a database takes no values beside it.
        cursor.execute(
            "SELECT format('ENCODING %%L LC_COLLATE %%L LC_CTYPE %%L',"
            " pg_encoding_to_char(encoding), datcollate, datctype)"
            " FROM pg_database WHERE datname = %s",
            [live["NAME"]],
        )
        (as_there,) = cursor.fetchone()
        try:
            cursor.execute(f"CREATE DATABASE {_quoted(new)} TEMPLATE template0 {as_there}")
        except DatabaseError as problem:
            raise Refused(NO_RIGHT.format(str(problem).strip(), live["USER"])) from problem


def _drop(one: OnServer) -> None:
    with _server() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {_quoted(one)} WITH (FORCE)")


def _unused() -> OnServer:
    now = timezone.now().astimezone(UTC).strftime(STAMP)
    return OnServer(f"{_prefix()}{now}_{secrets.token_hex(2)}")


def _prefix() -> str:
    return f"{connection.settings_dict['NAME'][:32]}_beside_"  # no name is longer than 63 bytes


def _clear_away() -> None:
    """What a killed one left. A younger one may be somebody's who is still at it."""
    name = re.compile(rf"{re.escape(_prefix())}(\d{{14}})_[0-9a-f]{{4}}")
    with _server() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        there = [match for (one,) in cursor.fetchall() if (match := name.fullmatch(one))]
    for match in there:
        made = datetime.strptime(match[1], STAMP).replace(tzinfo=UTC)
        if timezone.now() - made > FORGOTTEN:
            _drop(OnServer(match[0]))


def _quoted(one: OnServer) -> str:
    return connection.ops.quote_name(one.name)

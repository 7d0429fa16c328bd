"""What the settings must know of the machine: the data folder, the secret key, its own names.

What the environment says wrong stops the start with a sentence.
"""

import os
import secrets
import socket
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ

Network = IPv4Network | IPv6Network

POSTGRESQL = "django.db.backends.postgresql"
# A connection for each request would have PostgreSQL start a process that knows no table yet.
KEPT = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
# To plan what a page asks takes longer than to answer it; only the server's own binding spares it.
PLANNED_ONCE = {"server_side_binding": True, "prepare_threshold": 1}


def data_folder(path: str | Path) -> Path:
    """The folder for everything that the site writes, made for this account alone."""
    folder = Path(path).absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise SystemExit(
            f"The data folder {folder} cannot be made: {problem.strerror}. "
            "SCOREBOOK_DATA says where it lies."
        ) from problem
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise SystemExit(
            f"The data folder {folder} cannot be written in. Let the account that runs Scorebook "
            "write there, or say with SCOREBOOK_DATA where else it lies."
        )
    return folder


def time_zone(name: str) -> str:
    """The name of a zone that this machine knows."""
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError) as problem:
        raise SystemExit(
            f"TIME_ZONE is {name!r}; it must be the name of a zone, like Europe/Berlin."
        ) from problem


def site_url(address: str) -> str:
    """The public address without a slash at its end; empty when there is none."""
    try:
        parts = urlsplit(address.rstrip("/"))
        whole = parts.scheme in ("http", "https") and parts.hostname and not parts.path
    except ValueError:
        whole = False
    if address and not whole:
        raise SystemExit(
            f"SITE_URL is {address!r}; it must be a whole address, like https://scores.example.org."
        )
    return address.rstrip("/")


def proxies(told: list[str]) -> list[Network]:
    """Those that may say whom they speak for: addresses, or whole networks."""
    try:
        return [ip_network(address.strip()) for address in told]
    except ValueError as problem:
        raise SystemExit(
            f"TRUSTED_PROXIES: {problem}. It lists addresses or networks of proxies, separated by "
            "commas, like 127.0.0.1,172.16.0.0/12."
        ) from problem


def megabytes(name: str, told: str) -> int:
    """A whole number of them, at least one."""
    if not (told.isascii() and told.isdigit() and int(told)):
        raise SystemExit(f"{name} is {told!r}; it must be a number of megabytes, like 2000.")
    return int(told)


def database(address: str) -> dict[str, Any]:
    """Django's settings of the database at this address, which may say otherwise than KEPT and
    PLANNED_ONCE.
    """
    if address.partition(":")[0] not in environ.Env.DB_SCHEMES:
        raise SystemExit(
            "DATABASE_URL is no address of a database, like postgres://name:password@host/scores. "
            "Without it the database is a file in the data folder."
        )
    told = dict(environ.Env.db_url_config(address))
    if told["ENGINE"] == POSTGRESQL:
        told = KEPT | told | {"OPTIONS": PLANNED_ONCE | told.get("OPTIONS", {})}
    return told


def secret_key(path: Path) -> str:
    """The key that sessions are signed with: made at the first start, read ever after.

    A key that cannot be read stops the start. Going on with another one would sign everybody out
    and hide that something is wrong with the data folder.
    """
    if not path.exists():
        try:
            _make_key(path)
        except OSError as problem:
            raise SystemExit(
                f"The secret key {path} cannot be written: {problem.strerror}."
            ) from problem
    return _read_key(path)


def _make_key(path: Path) -> None:
    """It gets its name once it is on the disk: a start that is cut off leaves no key by halves."""
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w") as stream:
            stream.write(secrets.token_urlsafe(50))
            stream.flush()
            os.fsync(file)
        _name(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _name(beside: Path, path: Path) -> None:
    """Never in the place of a key that somebody made meanwhile, where the disk can tell."""
    try:
        os.link(beside, path)
    except FileExistsError:
        return
    except OSError:  # a stick, whose files have one name each
        os.replace(beside, path)


def key_before(path: Path) -> list[str]:
    """The key that this one took the place of: what it signed still counts. Empty without one."""
    before = _before(path)
    return [_read_key(before)] if before.exists() else []


def another_key(path: Path) -> None:
    """A new key in place of this one, which is kept beside it; the one before that is gone."""
    path.replace(_before(path))
    secret_key(path)


def _before(path: Path) -> Path:
    return path.with_name(f"{path.name}.before")


def _read_key(path: Path) -> str:
    try:
        key = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise SystemExit(
            f"The secret key {path} cannot be read ({problem}). Scorebook does not start with "
            "another key; let the account that runs it read this file."
        ) from problem
    if not key:
        raise SystemExit(
            f"The secret key {path} is empty. Put the key back from a backup, or delete the file: "
            "then a new one is made, and everybody signs in again."
        )
    return key


def lan_address() -> str | None:
    """This machine's address on the network at hand, or None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation: any route will do
        except OSError:
            return None
        return str(probe.getsockname()[0])


def own_hosts() -> list[str]:
    """The names that a browser in this house may call the machine by."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    hosts = {"localhost", "127.0.0.1", "[::1]", name, short, f"{short}.local", lan_address() or ""}
    return sorted(hosts - {""})

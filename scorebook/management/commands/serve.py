"""`manage.py serve`: bring the data folder up to date, open the doors, say where they are."""

import errno
import gc
import hashlib
import io
import logging
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import segno
import waitress
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection
from django.urls import reverse

from scorebook import nightly, sqlite
from scorebook.accounts.services import issue_setup_token
from scorebook.backups import Refused, lock
from scorebook.backups.upgrading import upgrade
from scorebook.ledger import triggers
from scorebook.links import EVERYWHERE, phone_address
from scorebook.stats import showing

logger = logging.getLogger(__name__)

THREADS = 16  # eight phones that wait to write leave as many for who reads
LINES = 500  # connections at once; each phone keeps one open, or six while it loads a page
LARGEST_BODY = 40 * 2**20  # bytes; a photo may be 25 MB
HINTS: dict[int | None, str] = {
    errno.EADDRINUSE: "Perhaps Scorebook runs already. For another port: PORT={} python3 run.py",
    errno.EACCES: "Ports below 1024 are the system's. For another one: PORT=8000 python3 run.py",
}
ON_A_NETWORK = (
    "The database {} lies on a network ({}), where SQLite cannot keep scores whole. Say with "
    "SCOREBOOK_DATA a folder on a disk of this machine, or with DATABASE_URL a PostgreSQL."
)
NOT_TAKEN = (
    "The database {} cannot be set so that what was saved stays: {} Say with SCOREBOOK_DATA a "
    "folder on a disk of this machine."
)
RUNNING = (
    "Scorebook runs with this data folder already. Use that one or close it; for a second book, "
    "say another folder with SCOREBOOK_DATA."
)
NO_HOST = "HOST is a name or an address of this machine; without it, all that it has are served."


class Command(BaseCommand):
    help = "Serves the site on HOST and PORT, after migrating and collecting what changed."

    def handle(self, *args, **options) -> None:
        host, port = os.environ.get("HOST", "0.0.0.0"), wanted_port()
        listening = listen(host, port)
        with ExitStack() as until_closed:
            with faults_in_words():
                until_closed.enter_context(lock.book(RUNNING))
                self.look_at_sqlite()
                migrate()
                collect_static()
                token = issue_setup_token()
            server = waitress.create_server(
                get_wsgi_application(),  # only now: WhiteNoise looks once, when it is made
                sockets=[listening],
                threads=THREADS,
                connection_limit=LINES,
                asyncore_use_poll=True,
                ident=None,
                max_request_body_size=LARGEST_BODY,
                clear_untrusted_proxy_headers=False,  # the site decides whom it believes
            )
            signal.signal(signal.SIGTERM, stop)
            nightly.start()
            threading.Thread(target=settle, name="settle", daemon=True).start()
            self.stdout.write(greeting(host, port, token))
            self.stdout.flush()
            server.run()
        self.stdout.write("Scorebook is closed.")

    def look_at_sqlite(self) -> None:
        """Refuse a place or a connection that would lose what was saved; warn of an old release."""
        if connection.vendor != "sqlite":
            return
        file = Path(connection.settings_dict["NAME"])
        if network := sqlite.network_under(file):
            raise CommandError(ON_A_NETWORK.format(file, network))
        with connection.cursor() as cursor:
            faults = list(sqlite.not_taken(cursor))
        if faults:
            raise CommandError(NOT_TAKEN.format(file, " ".join(faults)))
        if warning := sqlite.warning():
            self.stderr.write(warning)


def wanted_port() -> int:
    value = os.environ.get("PORT", "") or "8000"
    if not (re.fullmatch("[0-9]{1,5}", value) and 0 < int(value) < 65536):
        raise CommandError(f"PORT is {value!r}; it must be a whole number from 1 to 65535.")
    return int(value)


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done, so that nothing is done twice at once."""
    try:
        return socket.create_server((host, port))
    except (OSError, UnicodeError) as problem:  # the latter when HOST is no name at all
        reason = str(getattr(problem, "strerror", problem)).partition(" (while")[0]
        hint = HINTS.get(getattr(problem, "errno", None), NO_HOST).format(port + 1)
        raise CommandError(f"Port {port} cannot be had on {host}: {reason}. {hint}") from problem


@contextmanager
def faults_in_words() -> Iterator[None]:
    try:
        yield
    except Refused as problem:
        raise CommandError(str(problem)) from problem
    except DatabaseError as problem:
        raise CommandError(
            f"The database {connection.settings_dict['NAME']} cannot be used: {problem}. Put it "
            "back from a backup, or let the account that runs Scorebook read and write it."
        ) from problem
    except OSError as problem:
        raise CommandError(
            f"{problem.filename or settings.DATA} cannot be read or written: "
            f"{problem.strerror or problem}. All of the data folder belongs to the account that "
            "runs Scorebook."
        ) from problem


def migrate() -> None:
    upgrade()
    if missing := triggers.missing():
        triggers.install()
        logger.warning("The database's own guards were put up again: %s", ", ".join(missing))
    connection.close()


def collect_static() -> None:
    stamp = settings.DATA / "static.sha256"
    state = static_state()
    stamped = stamp.exists()
    if stamped and stamp.read_text() == state:
        return
    stamp.unlink(missing_ok=True)
    # What a start left that was cut off may be there by halves, and looks newer than ours.
    call_command("collectstatic", verbosity=0, interactive=False, clear=not stamped)
    sync_all()
    stamp.write_text(state)


def sync_all() -> None:
    """What was written is on the disk before a stamp says so."""
    if hasattr(os, "sync"):
        os.sync()


def static_state() -> str:
    """A digest that differs whenever a static file came, went or changed."""
    digest = hashlib.sha256(str(settings.STATIC_ROOT).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def settle() -> None:
    """Load what the first reader would wait for, and tell the collector that all this stays.

    Else it would go through it again and again, a tenth of a second of somebody's page each time.
    """
    showing.make_ready()
    gc.collect()
    gc.freeze()


def stop(*_: object) -> None:
    raise SystemExit


def greeting(host: str, port: int, token: str | None) -> str:
    """What the console shows: the addresses, a QR code of the phones' one, the set-up page."""
    here = f"http://{'localhost' if host in EVERYWHERE else host}:{port}"
    phones = phone_address(host, port)
    lines = ["Scorebook is open.", f"  On this machine:                {here}/"]
    if phones:
        lines += [f"  On phones in the same network:  {phones}/", "", qr_code(f"{phones}/")]
    else:
        lines.append("  Phones cannot reach it: no network here, or HOST keeps it to this machine.")
    if token:
        where = "at one of" if phones else "at"
        lines += ["", f"It has no users yet. Set it up once, within 24 hours, {where}:"]
        page = reverse("setup", args=[token])
        lines += [f"  {address}{page}" for address in (here, phones) if address]
    return "\n".join([*lines, "", "Ctrl+C closes it."])


def qr_code(address: str) -> str:
    """The address in half-blocks, or nothing on a console that cannot show them."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue().rstrip("\n")

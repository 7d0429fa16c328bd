"""What statistics cost as a book grows: a board, its 304, a chart, the end of a game, a rebuild.

python -m bench.boards --sizes 1000,100000 --json     (--folder keeps the books for the next time)
python -m bench.boards --sizes 1000,100000 --postgresql

Pages are asked in this process, through all middleware, by somebody signed in; the yardstick of
their ratios is a view that answers nothing, behind the same middleware. All times are processor
time, and medians of turns that change between what is compared: of this process, and for `db_ms`,
`finish` and `rebuild` of the process of PostgreSQL with it.
`cold`: nothing of the page was kept; `warm`: what it is made of was, but the browser has no copy.
`cpu_growth` is a cold board of the largest book over one of the smallest. `db_ms` and `queries` are
of the winners' board, `worst` ones of whichever board takes longest, by count or by rate. `finish`
is said in bench/finishing.py. `rebuild_ratio`: all tallies from their seats, streaks and writing
with it, over plain SQL that groups the same four ways, without streaks, and writes nothing; both
of PostgreSQL in the one process whose time is looked at.
`chart_ratio`: a chart that was drawn before. Of more people than the usual forty: `--people 5000`.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

TURNS, COLD_TURNS, FEW_TURNS = 200, 25, 3
MOST_REBUILT = 100_000  # games; more take many minutes
os.environ["SCOREBOOK_DATA"] = tempfile.mkdtemp(prefix="scorebook-boards-")
os.environ["DJANGO_SETTINGS_MODULE"] = "scorebook.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.cache import caches  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Q  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.urls import include, path, reverse  # noqa: E402

from bench.books import PEOPLE, UNTIL, book  # noqa: E402
from bench.finishing import finish  # noqa: E402
from bench.measuring import cpu, in_turns, spent, statements  # noqa: E402
from scorebook import access  # noqa: E402
from scorebook.backups.database import looking_at  # noqa: E402
from scorebook.ledger.tallying import tallies  # noqa: E402
from scorebook.models import Tally, User  # noqa: E402
from scorebook.stats.catalogue import MEASURES  # noqa: E402
from tests.postgresql import cluster  # noqa: E402


def empty(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    return HttpResponse()


urlpatterns = [path("empty/", empty), path("", include("scorebook.urls"))]


class Reader:
    """Somebody signed in at the book at hand, and the pages they ask for."""

    def __init__(self) -> None:
        user = User.objects.get()
        session = SessionStore()
        session[SESSION_KEY], session[HASH_SESSION_KEY] = user.pk, user.get_session_auth_hash()
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session.save()
        self.cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
        self.site = get_wsgi_application()

    def get(self, address: str, wanted: int = 200, **headers: str) -> Mapping[str, str]:
        request = RequestFactory(headers={"cookie": self.cookie}).get(address, **headers)
        answered: list[Any] = []
        body = self.site(dict(request.environ), lambda *told: answered.extend(told))
        self.page = b"".join(body)
        body.close()
        if not answered[0].startswith(str(wanted)):
            raise RuntimeError(f"{address} was answered {answered[0]}.")
        return dict(answered[1])


def forget() -> None:
    for cache in caches.all():
        cache.clear()


def growth(books: Sequence[Path]) -> dict[str, Any]:
    """A cold board at the smallest and at the largest book, in turns."""
    told: dict[Path, list[float]] = {at: [] for at in books}
    for _ in range(COLD_TURNS):
        for at in books:
            with looking_at(at):
                reader = Reader()
                reader.get("/empty/")
                forget()
                told[at].append(cpu(lambda reader=reader: reader.get(reverse("boards"))))
    small, large = (statistics.median(told[at]) for at in (books[0], books[-1]))
    return {"cpu_growth": large / small}


def pages(reader: Reader) -> dict[str, Any]:
    board, told = reverse("boards"), []
    tag = reader.get(board)["ETag"]
    player = User.objects.get().player_id
    reader.get(reverse("person", args=[player]))
    drawn = re.search(rb'src="([^"]*\.svg\?[^"]*v=[^"]*)"', reader.page)
    assert drawn, "The page of somebody who has played shows a chart."
    chart = html.unescape(drawn[1].decode())
    reader.get(chart)
    asks = {
        "empty": lambda: reader.get("/empty/"),
        "not_modified": lambda: reader.get(board, 304, HTTP_IF_NONE_MATCH=tag),
        "warm": lambda: reader.get(board),
        "chart": lambda: reader.get(chart),
    }
    found = in_turns(asks, TURNS)
    cold = []
    for _ in range(COLD_TURNS):
        forget()
        with statements() as seen:
            cold.append(cpu(asks["warm"]))
        told.append(sum(ms for *_, ms in seen))
    ratios = {f"{name}_ratio": ms / found["empty"] for name, ms in found.items() if name != "empty"}
    return ratios | {
        "cold_ratio": statistics.median(cold) / found["empty"],
        "empty_ms": found["empty"],
        "db_ms": statistics.median(told),
        "queries": len(seen),
    }


def every_board(reader: Reader) -> dict[str, Any]:
    """The one that keeps the database longest, and the most queries of any."""
    found = []
    for measure in MEASURES.values():
        for by in measure.ranks:
            address, taken = f"{reverse('board', args=[measure.slug])}?by={by}", []
            for _ in range(FEW_TURNS):
                forget()
                with statements() as seen:
                    reader.get(address)
                taken.append(sum(ms for *_, ms in seen))
            found.append((statistics.median(taken), f"{measure.slug} by {by}", len(seen)))
    ms, slowest, _ = max(found)
    most = max(queries for *_, queries in found)
    return {"worst_db_ms": ms, "worst_board": slowest, "most_queries": most}


KINDS = [
    "player_id, family, substr(cast(played_on AS char(10)), 1, 4)",
    "player_id, family",
    "player_id, substr(cast(played_on AS char(10)), 1, 4)",
    "player_id",
]
ADDED = (
    "count(*), sum(total), sum(rounds), sum(out), "
    "sum(cast(won AS integer)), sum(cast(lost AS integer)), sum(wilds), sum(cuts), "
    "sum(cuts_paid), sum(buys), sum(bought_rounds), sum(bought_points), "
    "sum(cast(clean_game AS integer)), sum(cast(from_last AS integer)), "
    "sum(cast(from_first AS integer)), max(wilds), max(out), "
    "min(result), max(result), min(lowest_hand), max(highest_hand), max(comeback), max(lead_lost)"
)


def by_plain_sql() -> None:
    cursor = connection.connection.cursor()
    for kind in KINDS:
        groups = f"SELECT {kind}, {ADDED} FROM scorebook_seat WHERE counts GROUP BY {kind}"
        cursor.execute(groups).fetchall()


def rebuilt() -> None:
    with transaction.atomic():
        Tally.objects.all().delete()
        Tally.objects.bulk_create(tallies(Q()))
        transaction.set_rollback(True)


def rebuild() -> dict[str, Any]:
    connection.ensure_connection()
    if connection.vendor == "postgresql":  # processes beside it would be counted by nobody
        connection.cursor().execute("SET max_parallel_workers_per_gather = 0")
    told = in_turns({"ours": rebuilt, "plain": by_plain_sql}, FEW_TURNS, spent)
    return {"rebuild_ratio": told["ours"] / told["plain"], "rebuild_s": told["ours"] / 1000}


def run(folder: Path, sizes: Sequence[int], people: int) -> dict[str, Any]:
    settings.ROOT_URLCONF = "bench.boards"
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    books = [book(folder, size, people) for size in sizes]
    told: dict[str, Any] = {"database": connection.vendor, "sizes": sizes, "people": people}
    told |= growth(books)
    with looking_at(books[-1]):
        reader = Reader()
        told |= pages(reader) | every_board(reader)
        told |= rebuild() if sizes[-1] <= MOST_REBUILT else {}
    with tempfile.TemporaryDirectory(dir=folder) as away:
        if connection.vendor == "sqlite":  # the cluster goes away itself
            books[-1] = Path(shutil.copy(books[-1], away))
        with looking_at(books[-1]):
            told |= finish(UNTIL + timedelta(days=1))
    return told | {"cores": os.cpu_count(), "load_average": round(os.getloadavg()[0], 1)}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.boards", description=__doc__)
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--folder", type=Path, help="where the books are kept for the next time")
    parser.add_argument("--postgresql", action="store_true", help="in a cluster that goes away")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.postgresql:
        rest = [one for one in arguments if one != "--postgresql"]
        with cluster() as address:
            command = [sys.executable, "-m", "bench.boards", *rest]
            return subprocess.call(command, env=os.environ | {"DATABASE_URL": address})
    with tempfile.TemporaryDirectory(prefix="scorebook-books-") as away:
        folder = asked.folder or Path(away)
        folder.mkdir(parents=True, exist_ok=True)
        told = run(folder, sorted(map(int, asked.sizes.split(","))), asked.people)
    told = {name: round(v, 2) if isinstance(v, float) else v for name, v in told.items()}
    print(json.dumps(told) if asked.json else "\n".join(f"{k}={v}" for k, v in told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

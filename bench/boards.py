"""What statistics cost as a book grows: a board, its 304, a chart, the end of a game, a rebuild.

python -m bench.boards --sizes 1000,100000 --json     (--folder keeps the books for the next time)

Pages are asked in this process, through all middleware, by somebody signed in; the yardstick of
their ratios is a view that answers nothing, behind the same middleware. All times are processor
time of this process, and medians of turns that change between what is compared. `cold`:
nothing of the page was kept; `warm`: what it is made of was, but the browser has no copy.
`cpu_growth` is a cold board of the largest book over one of the smallest. `finish_ratio`: the last
entry of an evening, over the SQL that it runs, by itself; neither is committed. `rebuild_ratio`:
all tallies from their seats, streaks and writing with it, over plain SQL that groups the same four
ways, without streaks, and writes nothing. `chart_ratio`: a chart that was drawn before.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TURNS, COLD_TURNS = 200, 25
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

from bench.books import UNTIL, book  # noqa: E402
from scorebook import access  # noqa: E402
from scorebook.backups.database import looking_at  # noqa: E402
from scorebook.ledger.append import record  # noqa: E402
from scorebook.ledger.reading import sheet_of  # noqa: E402
from scorebook.ledger.tallying import tallies  # noqa: E402
from scorebook.models import Game, Player, Tally, User  # noqa: E402
from tests.factories import make_game, play_round  # noqa: E402

Ask = Callable[[], None]


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


def cpu(ask: Ask) -> float:
    """Milliseconds."""
    before = time.process_time()
    ask()
    return (time.process_time() - before) * 1000


def in_turns(asks: Mapping[str, Ask], turns: int) -> dict[str, float]:
    """The median of each, asked in turns."""
    told: dict[str, list[float]] = {name: [] for name in asks}
    for _ in range(turns):
        for name, ask in asks.items():
            told[name].append(cpu(ask))
    return {name: statistics.median(times) for name, times in told.items()}


def forget() -> None:
    for cache in caches.all():
        cache.clear()


@contextmanager
def statements() -> Iterator[list[tuple[str, Any, bool, float]]]:
    """All SQL that is run: text, values, whether for many rows, and its milliseconds."""
    seen: list[tuple[str, Any, bool, float]] = []
    # SQLite works in this process, whatever else the machine does; a server works elsewhere.
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter

    def note(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        before = clock()
        answer = execute(sql, params, many, context)
        seen.append((sql, params, many, (clock() - before) * 1000))
        return answer

    with connection.execute_wrapper(note):
        yield seen


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


def finish() -> dict[str, Any]:
    """The end of an evening of five who have played before; everything is rolled back."""
    with transaction.atomic():
        five = list(Player.objects.filter(seats__isnull=False).distinct().order_by("name")[:5])
        game = make_game(players=five, played_on=UNTIL.replace(day=UNTIL.day + 1))
        for round in sheet_of(game).rounds:
            play_round(game, round.number, hands=dict.fromkeys(range(5), "KQ4"))
        ours = lambda: ended(game)  # noqa: E731
        with statements() as seen:
            ours()
        sql = [(plain(text), params, many) for text, params, many, _ in seen]
        told = in_turns({"ours": ours, "bare": lambda: bare(sql)}, COLD_TURNS)
        transaction.set_rollback(True)
    return {"finish_ratio": told["ours"] / told["bare"], "finish_ms": told["ours"]}


def ended(game: Game) -> None:
    point = transaction.savepoint()
    record(game.id, "finish", {"early": False}, author=game.scorekeeper)
    transaction.savepoint_rollback(point)
    connection.run_on_commit = []


def bare(sql: Sequence[tuple[str, Any, bool]]) -> None:
    """The same statements, by the driver itself."""
    cursor = connection.connection.cursor()
    cursor.execute("SAVEPOINT bare")
    for text, params, many in sql:
        (cursor.executemany if many else cursor.execute)(text, params or ())
        if not many and text.startswith("SELECT"):
            cursor.fetchall()
    cursor.execute("ROLLBACK TO SAVEPOINT bare")


def plain(sql: str) -> str:
    """As SQLite's own driver takes it."""
    return sql.replace("%%", "\0").replace("%s", "?").replace("\0", "%")


KINDS = [
    "player_id, family, substr(played_on, 1, 4)",
    "player_id, family",
    "player_id, substr(played_on, 1, 4)",
    "player_id",
]
ADDED = (
    "count(*), sum(total), sum(rounds), sum(out), sum(won), sum(lost), sum(wilds), sum(cuts), "
    "sum(cuts_paid), sum(buys), sum(bought_rounds), sum(bought_points), sum(clean_game), "
    "sum(from_last), sum(from_first), min(result), max(result), min(lowest_hand), "
    "max(highest_hand), max(comeback), max(lead_lost)"
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
    told = in_turns({"ours": rebuilt, "plain": by_plain_sql}, 3)
    return {"rebuild_ratio": told["ours"] / told["plain"], "rebuild_s": told["ours"] / 1000}


def run(folder: Path, sizes: Sequence[int]) -> dict[str, Any]:
    settings.ROOT_URLCONF = "bench.boards"
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    books = [book(folder, size) for size in sorted(sizes)]
    told: dict[str, Any] = {"sizes": sorted(sizes)}
    told |= growth(books)
    with looking_at(books[-1]):
        told |= pages(Reader()) | finish() | rebuild()
    return told | {"cores": os.cpu_count(), "load_average": round(os.getloadavg()[0], 1)}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.boards", description=__doc__)
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--folder", type=Path, help="where the books are kept for the next time")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    sizes = [int(size) for size in asked.sizes.split(",")]
    with tempfile.TemporaryDirectory(prefix="scorebook-books-") as away:
        folder = asked.folder or Path(away)
        folder.mkdir(parents=True, exist_ok=True)
        told = run(folder, sizes)
    told = {name: round(v, 2) if isinstance(v, float) else v for name, v in told.items()}
    print(json.dumps(told) if asked.json else "\n".join(f"{k}={v}" for k, v in told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

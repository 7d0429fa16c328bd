"""Books of any number of games for other programs: the demo's family plays some evenings, and those
are copied with other people and on other days, so that a hundred thousand take minutes, and a
million a quarter of an hour.

A book has as many people as it is asked for, in circles of eight that never sit together, and its
games lie in twenty years, so that books of the same people differ in nothing but the number of
games: a page that shows all has the same rows at every size. Copies have seats and, up to
MOST_WITH_HANDS games, hands, but no entries: no page of statistics reads those. What is told over
many games is counted by the site's own code, but for the contracts: those of the evenings are, and
each copy counts as much.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model, Q

from scorebook.backups.database import looking_at
from scorebook.demo import family, handing_in
from scorebook.demo.season import Season
from scorebook.ledger import ratings
from scorebook.ledger.contracts import KEY, SUMS, Contracts, Key, contract_tallies, contracts
from scorebook.ledger.tallying import tallies
from scorebook.models import (
    ContractTally,
    DataVersion,
    Family,
    Game,
    Hand,
    Player,
    RatedGame,
    Rating,
    Seat,
    Tally,
    User,
)
from scorebook.models.people import Role

PLAYED = 120  # evenings, from shuffled packs; the last one is still going on
AT_A_TABLE, PEOPLE = 8, 40
UNTIL, DAYS = date(2026, 11, 22), 20 * 365
MOST_WITH_HANDS = 100_000
CACHE = 2_000_000  # kB


def book(folder: Path, size: int, people: int = PEOPLE) -> Path:
    """The database of so many games: a file in the folder, made when it is not there; of
    PostgreSQL's, where that is asked, a new one of this name.
    """
    if connection.vendor == "postgresql":
        return _new_database(Path(f"book_{size}"), size, people)
    path = folder / f"{size}-{people}.sqlite3"
    if not path.exists():
        unfinished = path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        with looking_at(unfinished), connection.cursor() as cursor:
            call_command("migrate", verbosity=0)
            for pragma in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{CACHE}"):
                cursor.execute(f"PRAGMA {pragma}")
            _fill(size, people)
            cursor.execute("PRAGMA journal_mode = WAL")
        unfinished.rename(path)
    return path


def _new_database(name: Path, size: int, people: int) -> Path:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    with looking_at(name), connection.cursor() as cursor:
        call_command("migrate", verbosity=0)
        _fill(size, people)
        cursor.execute("VACUUM ANALYZE")
    return name


@transaction.atomic
def _fill(size: int, people: int) -> None:
    _play()
    _copy(size, people // AT_A_TABLE)
    _count()


def _play() -> None:
    people = family.cast(AT_A_TABLE, None, set())
    Family.objects.create(id=1, name="The Links")
    handing_in.seat_family(people)
    User.objects.create_user(
        username="vic", role=Role.VIEWER, player=Player.objects.get(id=people[0].id)
    )
    season = Season(people=people, slug=None, seed=1, until=UNTIL, zone=ZoneInfo("UTC"))
    evenings = season.evenings(PLAYED)
    while some := list(islice(evenings, 20)):
        handing_in.at_once(some)


def _copy(size: int, circles: int) -> None:
    """Whole evenings until there are so many."""
    cursor = connection.cursor()
    id, day, at = (
        Game._meta.get_field(name).db_type(connection) for name in ("id", "played_on", "created_at")
    )
    cursor.execute(
        f"CREATE TEMP TABLE copied (old {id}, new {id}, day {day}, at {at}, circle integer)"
    )
    cursor.execute(f"CREATE TEMP TABLE person (old {id}, circle integer, new {id})")
    cursor.executemany("INSERT INTO person VALUES (%s, %s, %s)", _circles(circles))
    played = [game.hex for game in Game.objects.finished().values_list("id", flat=True)]
    wanted = max(0, size - len(played))
    rows = (_copied(number, wanted, played, circles) for number in range(wanted))
    cursor.executemany("INSERT INTO copied VALUES (%s, %s, %s, %s, %s)", rows)
    elsewhere = {
        "played_on": "day",
        "created_at": "at",
        "begun_at": "at",
        "player_id": "person.new",
    }
    _insert(
        Game, elsewhere | {"id": "copied.new", "scorekeeper_id": "person.new"}, "scorekeeper_id"
    )
    for model in (Seat, Hand) if size <= MOST_WITH_HANDS else (Seat,):
        _insert(model, elsewhere | {"game_id": "copied.new"}, "player_id")


def _circles(circles: int) -> list[tuple[str, int, str]]:
    """Everybody at the table, once more in each circle."""
    rows, others = [], []
    for one in Player.objects.all():
        rows.append((one.id.hex, 0, one.id.hex))
        for circle in range(1, circles):
            name = f"{one.name} {circle + 1}"
            other = Player(name=name, short_name=name[:7], is_child=one.is_child)
            rows.append((one.id.hex, circle, other.id.hex))
            others.append(other)
    Player.objects.bulk_create(others)
    return rows


def _copied(
    number: int, wanted: int, played: Sequence[str], circles: int
) -> tuple[str, str, str, str, int]:
    day = UNTIL - timedelta(days=1 + number * DAYS // wanted)
    at = datetime.combine(day, time(18), UTC) + timedelta(seconds=number % 1000)
    # Ids that grow: the indexes are filled from left to right.
    new = f"{number:012x}4{uuid.uuid4().hex[13:]}"
    turn, circle = divmod(number, circles)
    return played[turn % len(played)], new, f"{day}", f"{at:%Y-%m-%d %H:%M:%S}", circle


def _insert(model: type[Model], instead: Mapping[str, str], person: str) -> None:
    columns = [field.column for field in model._meta.concrete_fields]
    if "id" not in instead:
        columns.remove("id")
    values = ", ".join(instead.get(column, f"t.{column}") for column in columns)
    game = "id" if model is Game else "game_id"
    connection.cursor().execute(
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {values} FROM copied "
        f"JOIN {model._meta.db_table} t ON t.{game} = copied.old "
        f"JOIN person ON person.old = t.{person} AND person.circle = copied.circle"
    )


def _count() -> None:
    """Everything that is told over many games, from the start."""
    Tally.objects.all().delete()
    Tally.objects.bulk_create(tallies(Q()))
    told = _contracts()
    ContractTally.objects.all().delete()
    ContractTally.objects.bulk_create(contract_tallies(told))
    RatedGame.objects.all().delete()
    strengths: ratings.Strengths = {}
    games = ratings.told_from_the_first(Q(), strengths)
    columns = [field.attname for field in RatedGame._meta.concrete_fields[1:]]
    values = attrgetter(*columns)
    statement = (
        f"INSERT INTO {RatedGame._meta.db_table} ({', '.join(columns)}) "
        f"VALUES ({', '.join(['%s'] * len(columns))})"
    )
    while some := list(islice(games, 5000)):
        rows = [_plain(values(row)) for _, rows in some for row in rows]
        connection.cursor().executemany(statement, rows)
    Rating.objects.all().delete()
    Rating.objects.bulk_create(ratings.ratings(strengths))
    DataVersion.objects.update(unrated_since=None)


def _plain(values: Sequence[Any]) -> list[Any]:
    """As the driver takes them."""
    return [value.hex if isinstance(value, UUID) else value for value in values]


def _contracts() -> Contracts:
    """What was counted of the evenings, and of each as often as it was copied."""
    cursor = connection.cursor()
    cursor.execute("SELECT old, circle, new FROM person")
    people = {(_uuid(old), circle): _uuid(new) for old, circle, new in cursor.fetchall()}
    year = "substr(cast(day AS char(10)), 1, 4)"
    cursor.execute(f"SELECT old, circle, {year}, count(*) FROM copied GROUP BY 1, 2, 3")
    copies = cursor.fetchall()
    rows = ContractTally.objects.values(*KEY, *SUMS)  # of the evenings, so far
    found: dict[Key, Counter[str]] = {
        tuple(row.pop(name) for name in KEY): Counter(row) for row in rows
    }
    played = {game: contracts(Q(game=_uuid(game))) for game in {game for game, *_ in copies}}
    for game, circle, year, times in copies:
        for (player, rules, _, *contract), told in played[game].items():
            key = (people[player, circle], rules, int(year), *contract)
            more = {name: times * value for name, value in told.items()}
            found.setdefault(key, Counter()).update(more)
    return found


def _uuid(id: Any) -> UUID:
    """SQLite keeps text."""
    return UUID(str(id))

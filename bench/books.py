"""Books of any number of games for other programs: the demo's family plays some evenings, and those
are copied with other people and on other days, so that a hundred thousand take minutes.

Every book has forty people, in five circles of eight that never sit together, and its games lie in
twenty years, so that books differ in nothing but the number of games: a page that shows all has the
same rows at every size. Copies have seats and, up to MOST_WITH_HANDS games, hands, but no entries:
no page of statistics reads those. What is told over many games is counted by the site's own code.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model, Q

from scorebook.backups.database import looking_at
from scorebook.demo import family, handing_in
from scorebook.demo.season import Season
from scorebook.ledger import ratings
from scorebook.ledger.contracts import contract_tallies, contracts
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
AT_A_TABLE, CIRCLES = 8, 5
UNTIL, DAYS = date(2026, 11, 22), 20 * 365
MOST_WITH_HANDS = 100_000


def book(folder: Path, size: int) -> Path:
    """The database of so many games; made when it is not there."""
    path = folder / f"{size}.sqlite3"
    if path.exists():
        return path
    unfinished = path.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    with looking_at(unfinished):
        call_command("migrate", verbosity=0)
        with transaction.atomic():
            _play()
            _copy(size)
        _count()
    unfinished.rename(path)
    return path


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


def _copy(size: int) -> None:
    """Whole evenings until there are so many."""
    cursor = connection.cursor()
    cursor.execute("CREATE TEMP TABLE copied (old, new, day, at, circle)")
    cursor.execute("CREATE TEMP TABLE person (old, circle, new)")
    cursor.executemany("INSERT INTO person VALUES (%s, %s, %s)", _circles())
    played = [game.hex for game in Game.objects.finished().values_list("id", flat=True)]
    wanted = max(0, size - len(played))
    rows = [_copied(number, wanted, played) for number in range(wanted)]
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


def _circles() -> list[tuple[str, int, str]]:
    """Everybody at the table, once more in each circle."""
    rows = []
    for one in Player.objects.all():
        rows.append((one.id.hex, 0, one.id.hex))
        for circle in range(1, CIRCLES):
            name = f"{one.name} {circle + 1}"
            other = Player.objects.create(name=name, short_name=name[:7], is_child=one.is_child)
            rows.append((one.id.hex, circle, other.id.hex))
    return rows


def _copied(number: int, wanted: int, played: Sequence[str]) -> tuple[str, str, str, str, int]:
    day = UNTIL - timedelta(days=1 + number * DAYS // wanted)
    at = datetime.combine(day, time(18), UTC) + timedelta(seconds=number % 1000)
    # Ids that grow: the indexes are filled from left to right.
    new = f"{number:012x}4{uuid.uuid4().hex[13:]}"
    circle = number // len(played) % CIRCLES
    return played[number % len(played)], new, f"{day}", f"{at:%Y-%m-%d %H:%M:%S}", circle


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
    ContractTally.objects.all().delete()
    ContractTally.objects.bulk_create(contract_tallies(contracts(Q())))
    RatedGame.objects.all().delete()
    strengths: ratings.Strengths = {}
    games = ratings.told_from_the_first(Q(), strengths)
    while some := list(islice(games, 5000)):
        RatedGame.objects.bulk_create([row for _, rows in some for row in rows])
    Rating.objects.all().delete()
    Rating.objects.bulk_create(ratings.ratings(strengths))
    DataVersion.objects.update(unrated_since=None)

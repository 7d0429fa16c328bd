"""A book on a PostgreSQL server: saved by `pg_dump`, tried by `pg_restore`, and put in by its name.
These are run by `tests.postgresql`.
"""

import gzip
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.utils import ConnectionHandler

from scorebook import nightly
from scorebook.backups import Refused, archive, contents, folder, postgresql, schema, swapping
from scorebook.backups.database import OnServer, live, looking_at
from scorebook.backups.folder import Why
from scorebook.backups.making import back_up
from scorebook.backups.restoring import restore
from scorebook.backups.upgrading import upgrade
from scorebook.backups.verifying import look_at_backup, look_at_site
from scorebook.ledger import triggers
from scorebook.ledger.append import record
from scorebook.models import Deed, Family, Game, Player, Seat, Tally
from tests.backups.conftest import FIRST_RELEASE
from tests.backups.test_restoring import rewritten
from tests.factories import make_game

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = "0002_entries_are_never_changed"


@pytest.fixture
def book(settings, tmp_path, family) -> Path:
    """A data folder, and on the server a game of three."""
    settings.DATA, settings.BACKUPS_DIR = tmp_path / "var", tmp_path / "var/backups"
    settings.PHOTOS_DIR = tmp_path / "var/photos"
    settings.DATA.mkdir()
    make_game(players=3)
    return settings.DATA


@pytest.fixture(autouse=True)
def nothing_is_left_beside() -> Iterator[None]:
    yield
    assert beside() == []


def beside() -> list[str]:
    """Databases of ours that are not the site's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE '%%beside%%'")
        return [name for (name,) in cursor.fetchall()]


def another_entry() -> None:
    game = Game.objects.get()
    record(game.id, "note", {"text": "After the backup"}, author=game.scorekeeper)


def test_it_comes_back_as_it_was_and_what_was_here_is_kept(book):
    before = contents.read()
    made = back_up()
    assert made.contents == before
    assert made.remarks == made.differences == []
    another_entry()
    Player.objects.create(name="Newcomer", short_name="New")
    after = contents.read()
    done = restore(made.backup.path)
    assert contents.read() == before
    assert triggers.missing() == []
    assert Deed.objects.first().text.startswith("restored the backup of ")
    another_entry()  # numbers go on where they were
    restore(done.kept)
    assert contents.read() == after


def test_an_update_beside_the_open_site_costs_each_of_its_connections_one_page(book, as_ann):
    def change(length: int) -> None:
        beside = connection.copy()
        with closing(beside), beside.cursor() as cursor:
            cursor.execute(f"ALTER TABLE scorebook_player ALTER name TYPE varchar({length})")

    as_ann.raise_request_exception = False
    was = Player._meta.get_field("name").max_length
    assert [as_ann.get("/people/").status_code for _ in range(3)] == [200] * 3
    for length in (was + 40, was):
        change(length)
        told = as_ann.get("/people/")
        assert (told.status_code, told["Retry-After"]) == (503, "5")
        assert "has just been brought up to date" in told.content.decode()
        assert [as_ann.get("/people/").status_code for _ in range(3)] == [200] * 3


def test_it_is_no_way_in(book, ann):
    key = "sessionkeyofann0123456789"
    ann.devices.create(session_key=key, name="Phone")
    with archive.opened(back_up().backup.path) as found:
        assert found.database == archive.DUMP
        archive.unpack(found, archive.DUMP, book / "a.dump")
    assert ann.devices.count() == 1  # the site's own go on
    with postgresql.loaded(book / "a.dump") as there, looking_at(there):
        assert type(ann).objects.get().devices.count() == 0


def test_the_server_saves_and_the_site_and_its_backups_are_verified(book):
    assert nightly.look() is True
    assert nightly.look() is False
    assert folder.problems() == []
    manifest, faults = look_at_backup(folder.last().path)
    assert (manifest.contents, faults) == (contents.read(), [])
    assert look_at_site() == (contents.read(), [])
    Seat.objects.filter(number=0).update(total=999)
    assert "has 999 as total" in " ".join(look_at_site()[1])


def test_entries_that_could_be_changed_do_not_count(book):
    triggers.remove()
    with pytest.raises(Refused, match="Entries could be changed, for want of"):
        back_up()
    assert folder.backups() == []
    triggers.install()


def test_what_is_not_as_it_went_in_does_not_count(book, monkeypatch):
    """A copy that lost a row on its way into the archive."""
    dump, seen = postgresql.dump, []

    def lose_one(source: OnServer, to: Path) -> None:
        if seen:
            with looking_at(source):
                Player.objects.filter(seats=None).delete()
        seen.append(dump(source, to))

    Player.objects.create(name="Gone", short_name="Gone")
    monkeypatch.setattr(postgresql, "dump", lose_one)
    with pytest.raises(Refused, match="In the backup there were 4 players, and now 3"):
        back_up()
    assert folder.backups() == []


def test_it_is_refused_while_somebody_has_it_open(book):
    path = back_up().backup.path
    another_entry()
    before = contents.read()
    other = connection.copy()
    other.ensure_connection()
    with pytest.raises(Refused, match=r"is in use. Close what uses it."):
        restore(path)
    other.close()
    assert contents.read() == before


def without_programs(monkeypatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)


def with_a_program_that_fails(monkeypatch) -> None:
    told = subprocess.CompletedProcess([], 1, "", "pg_dump: error: aborting: version mismatch\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: told)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (without_programs, "There is no pg_dump on this machine.* apt install postgresql-client"),
        (with_a_program_that_fails, "PostgreSQL cannot do it. pg_dump: error: aborting: version"),
    ],
)
def test_what_is_missing_is_said_in_words(book, monkeypatch, fault, sentence):
    fault(monkeypatch)
    with pytest.raises(Refused, match=sentence):
        back_up()
    assert folder.backups() == []


def test_an_account_that_may_make_no_database_is_told_what_lets_it(book):
    usual = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE scores LOGIN")
        cursor.execute("GRANT pg_read_all_data TO scores")
    connections[DEFAULT_DB_ALIAS] = type(usual)(
        {**usual.settings_dict, "USER": "scores"}, "default"
    )
    try:
        with pytest.raises(Refused, match=r"permission denied .*: ALTER ROLE scores CREATEDB"):
            back_up()
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = usual
        with connection.cursor() as cursor:
            cursor.execute("DROP ROLE scores")


def test_a_backup_of_the_other_kind_is_refused(book, tmp_path):
    """Its database is called as SQLite's is."""
    strange = rewritten(back_up().backup.path, tmp_path / "strange.zip", called_as_sqlites)
    for refusing in (restore, look_at_backup):
        with pytest.raises(Refused, match=r"is of SQLite. It is got back without DATABASE_URL."):
            refusing(strange)


def called_as_sqlites(files: dict[str, bytes]) -> None:
    files[archive.DATABASE] = files.pop(archive.DUMP)
    told = json.loads(files[archive.MANIFEST])
    told["files"][archive.DATABASE] = told["files"].pop(archive.DUMP)
    files[archive.MANIFEST] = json.dumps(told).encode()


# From one version to the next


@pytest.fixture(scope="module")
def shelved(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[OnServer]:
    """A database with the first release's book, brought over from SQLite."""
    file = tmp_path_factory.mktemp("shelf") / "first.sqlite3"
    file.write_bytes(gzip.decompress(FIRST_RELEASE.read_bytes()))
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE shelved")
        with looking_at(OnServer("shelved")):
            call_command("migrate", "scorebook", FIRST, verbosity=0)
            old = MigrationLoader(connection).project_state(("scorebook", FIRST)).apps
            models = list(old.get_app_config("scorebook").get_models(include_auto_created=True))
            with transaction.atomic():
                for model in models:
                    model._default_manager.bulk_create(rows_of(model, file))
        yield OnServer("shelved")
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE shelved")


@pytest.fixture
def first_release(book, shelved) -> Iterator[None]:
    """The site's database is that of the first release."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE first TEMPLATE {shelved}")
    with looking_at(OnServer("first")):
        yield
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE first")


def rows_of(model, file: Path) -> list:
    usual = connections[DEFAULT_DB_ALIAS]
    told = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": file}}
    connections[DEFAULT_DB_ALIAS] = ConnectionHandler(told)[DEFAULT_DB_ALIAS]
    try:
        return list(model._default_manager.all())
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = usual


def test_the_first_releases_book_is_saved_and_brought_to_today(first_release):
    before = contents.read()
    assert len(before.games) == 8
    upgrade()
    (backup,) = folder.backups()
    assert backup.why is Why.UPGRADE
    assert contents.read() == before
    assert not schema.pending()
    assert Tally.objects.exists()
    restore(backup.path)  # the older one, brought forward once more
    assert contents.read() == before


def kill_before(what: Callable[[], None], name: str, monkeypatch) -> None:
    """Do it in a process of its own, which ends without a word when it comes to this."""
    connection.close()
    child = os.fork()
    if not child:
        monkeypatch.setattr(swapping, name, lambda *_: os._exit(9))
        what()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_killed_before_the_last_step_the_version_before_can_start(first_release, monkeypatch):
    before = contents.read()
    kill_before(upgrade, "swap", monkeypatch)
    assert contents.read() == before
    assert schema.applied()[-1] == FIRST
    (left,) = beside()
    monkeypatch.setattr(postgresql, "FORGOTTEN", -postgresql.FORGOTTEN)
    upgrade()  # and what the killed one left is cleared away
    assert left not in beside()
    assert contents.read() == before


def test_a_migration_that_goes_wrong_changes_nothing(first_release, monkeypatch):
    before, migrate = contents.read(), schema.migrate
    monkeypatch.setattr(
        schema, "migrate", lambda: (migrate(), Family.objects.all().delete(), 1 / 0)
    )
    with pytest.raises(Refused, match="Nothing was changed: the version that ran before still can"):
        upgrade()
    assert contents.read() == before
    assert schema.applied()[-1] == FIRST
    assert live() == OnServer(connection.settings_dict["NAME"])

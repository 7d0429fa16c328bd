"""What people and programs are told when a request is wrong, or the machine lacks something."""

import errno
import html
import json
import re
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import psycopg
import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import DatabaseError, InternalError, OperationalError, connection
from django.http import HttpRequest
from django.test import Client
from django.urls import get_resolver, reverse

from scorebook import faults, middleware
from scorebook.models import Entry, Game
from scorebook.recording import api
from tests.factories import make_game
from tests.test_settings import addresses

OF_A_FILE = pytest.mark.sqlite("spoils, fills or locks the one file, or asks for its patience")


@pytest.fixture
def game(ben) -> Game:
    return make_game(players=3, by=ben.player)


@pytest.fixture
def phone(ben, client) -> Client:
    """Ben's, after the first page of the day; it shows what a browser shows of a fault."""
    client.force_login(ben)
    client.get("/people/")
    client.raise_request_exception = False
    return client


@contextmanager
def locked() -> Iterator[None]:
    cursor = connection.cursor()
    patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    cursor.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()
    connection.cursor().execute(f"PRAGMA busy_timeout = {patience}")


@contextmanager
def full() -> Iterator[None]:
    """Not a page more than there are, and none of them free, however much was deleted before."""
    cursor = connection.cursor()
    cursor.execute("VACUUM")
    pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.cursor().execute("PRAGMA max_page_count = 4294967294")


@contextmanager
def read_only() -> Iterator[None]:
    connection.cursor().execute("PRAGMA query_only = ON")
    yield
    connection.cursor().execute("PRAGMA query_only = OFF")


@pytest.fixture
def garbage(tmp_path):
    """Call it to lose the database while the site runs: a file of something else lies there."""
    own = connection.settings_dict["NAME"]

    def lose() -> None:
        (tmp_path / "garbage.sqlite3").write_bytes(b"no database at all " * 1000)
        connection.close()
        connection.settings_dict["NAME"] = str(tmp_path / "garbage.sqlite3")

    yield lose
    connection.close()
    connection.settings_dict["NAME"] = own


def note(text: str) -> dict[str, str]:
    return {"id": str(uuid.uuid4()), "text": text}


def text_of(answer) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def errors(answer) -> list[tuple[str, str]]:
    assert answer["Content-Type"] == "application/json"
    return [(error["field"], error["code"]) for error in answer.json()["errors"]]


def post_json(client: Client, game: Game, **extra):
    payload = {"id": str(uuid.uuid4()), "kind": "note", "payload": {"text": "Late."}, "v": 1}
    sent = payload | {"round": None, "seat": None, "replaces": None}
    url = reverse("entries", args=[game.id])
    return client.post(url, json.dumps(sent), content_type="application/json", **extra)


# A database that does not do what it should


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (locked, "The scorebook is busy"),
        (read_only, "cannot be opened or written in"),
        (full, "There is no room left"),
    ],
)
def test_what_was_typed_waits_on_the_page_and_can_be_sent_again(phone, game, fault, sentence):
    url = reverse("note", args=[game.id])
    typed = note('A "hand" of <b>5</b> & more.' + "x" * 300)
    with fault():
        tries = [typed | {"id": str(uuid.uuid4())} for _ in range(40 if fault is full else 1)]
        answers = [phone.post(url, data) for data in tries]
    answer, data = next((a, d) for a, d in zip(answers, tries, strict=True) if a.status_code == 503)
    assert answer["Retry-After"] == "5"
    assert sentence in text_of(answer)
    page = answer.content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    sent = {name: html.unescape(value) for name, value in fields.items()}
    assert sent.pop("csrfmiddlewaretoken")
    assert (sent, f'action="{url}"' in page) == (data, True)
    assert not Entry.objects.filter(id=data["id"]).exists()
    assert phone.post(url, sent).status_code == 302
    assert Entry.objects.get(id=data["id"]).payload == {"text": data["text"]}


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_a_fault_came_from_is_not_kept():
    def ask(table: str) -> bool:
        """Is the connection kept?"""
        with suppress(DatabaseError):
            middleware.fresh_connections(
                lambda request: connection.cursor().execute(f"SELECT 1 FROM {table}")
            )(HttpRequest())
        return connection.connection is not None

    tables = ("scorebook_game", "no_such_table", "scorebook_game")
    assert [ask(table) for table in tables] == [True, False, True]


@pytest.mark.django_db
def test_the_log_has_one_line_of_who_was_refused(as_vic, caplog):
    assert as_vic.get(reverse("new_game")).status_code == 403
    (record,) = caplog.records
    assert reverse("new_game") in record.getMessage()
    assert not record.exc_info


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_the_log_has_a_line_of_it_and_no_stack_trace(phone, game, caplog):
    with locked():
        post_json(phone, game)
    (record,) = caplog.records
    assert record.getMessage().endswith(
        f"{reverse('entries', args=[game.id])} (database is locked)"
    )
    assert not record.exc_info


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_a_field_that_is_sent_twice_waits_twice(phone, game):
    with locked():
        page = text_of(
            phone.post(reverse("note", args=[game.id]), note("x") | {"more": ["a", "b"]})
        )
    assert 'name="more" value="a"' in page
    assert 'name="more" value="b"' in page


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_a_password_is_not_put_into_a_page(client, ann):
    client.raise_request_exception = False
    with locked():
        answer = client.post("/sign-in/", {"username": "ann", "password": "Ann keeps fifteen"})
    assert answer.status_code == 503
    assert "Go back and send it again" in text_of(answer)
    assert "Ann keeps fifteen" not in text_of(answer)


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_the_first_page_of_a_day_is_shown_while_nothing_can_be_written(ben, client, game):
    client.force_login(ben)
    with locked():
        answer = client.get(reverse("table", args=[game.id]))
    assert answer.status_code == 200
    assert "session" not in answer.cookies
    assert cache.get(middleware.RENEWING_RESTS)
    cache.clear()
    assert "session" in client.get(reverse("table", args=[game.id])).cookies


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_the_first_page_of_a_day_waits_no_longer_than_a_glance(ben, client, game, monkeypatch):
    client.force_login(ben)
    patience = []
    save = SessionStore.save

    def look(self: SessionStore, must_create: bool = False) -> None:
        patience.append(connection.cursor().execute("PRAGMA busy_timeout").fetchone()[0])
        save(self, must_create)

    monkeypatch.setattr(SessionStore, "save", look)
    client.get(reverse("table", args=[game.id]))
    assert patience == [250]
    assert connection.cursor().execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_after_a_renewal_that_failed_others_do_not_wait_for_theirs(ben, client, game):
    client.force_login(ben)
    cache.set(middleware.RENEWING_RESTS, True)
    assert "session" not in client.get(reverse("table", args=[game.id])).cookies


def test_what_was_saved_stays_saved_when_the_session_is_not(ben, client, game, monkeypatch):
    client.force_login(ben)

    def fail(*args: object, **kwargs: object) -> None:
        raise UpdateError

    monkeypatch.setattr(SessionStore, "save", fail)
    assert post_json(client, game).status_code == 201
    assert game.entries.filter(kind="note").count() == 1


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_without_a_database_everybody_is_told_in_their_way(phone, game, garbage):
    garbage()
    answers = [post_json(phone, game), phone.get(reverse("sheet", args=[game.id]))]
    for answer in answers:
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert errors(answer) == [("", "closed")]
    for path in ("/healthz", "/", reverse("table", args=[game.id])):
        assert phone.get(path).status_code == 503
    stranger = Client(raise_request_exception=False)
    assert [stranger.get(path).status_code for path in ("/healthz", "/", "/sign-in/")] == [503] * 3
    page = text_of(phone.get("/people/?of=x"))
    assert "cannot be opened or written in" in page
    assert 'href="/people/?of=x"' in page


@pytest.fixture
def kept_by_another(monkeypatch):
    """A program that lets nobody read, as one does that mends or copies the file in its own way."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.02)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "init_command", "")
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield
    connection.close()


ASKED = ("kit", "session", "home", "tv_now")
ASKED_OF_A_GAME = ("live", "sheet", "record", "table", "review", "hand")


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [*ASKED, *ASKED_OF_A_GAME])
def test_whoever_only_looks_while_nobody_may_read_is_told_so(phone, game, request, caplog, name):
    where = {"review": [1], "hand": [1, 1]}.get(name, [])
    url = reverse(name, args=[game.id, *where] if name in ASKED_OF_A_GAME else [])
    request.getfixturevalue("kept_by_another")
    answer = phone.get(url)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    said = answer.content.decode()
    assert "The scorebook is busy" in said and "Traceback" not in said
    assert all(record.exc_info is None for record in caplog.records)


@OF_A_FILE
@pytest.mark.django_db(transaction=True)
def test_who_enters_a_hand_meanwhile_is_told_so_as_well(phone, game, request):
    request.getfixturevalue("kept_by_another")
    answer = phone.post(reverse("enter_hand", args=[game.id, 1, 1]))
    assert (answer.status_code, answer["Retry-After"], errors(answer)) == (
        503,
        "5",
        [("", "busy")],
    )


@pytest.mark.parametrize(
    ("number", "lacking"),
    [
        (517, "busy"),  # its snapshot is old
        (261, "busy"),  # it is being recovered
        (sqlite3.SQLITE_PROTOCOL, "busy"),
        (1034, "closed"),  # the disk did not sync
        (sqlite3.SQLITE_CONSTRAINT, None),
    ],
)
def test_what_a_database_says_by_number(number, lacking):
    fault = sqlite3.OperationalError("no")
    fault.sqlite_errorcode = number
    assert faults.trouble(fault) == lacking


@pytest.mark.parametrize(
    ("state", "lacking"),
    [
        ("25006", "closed"),
        ("40P01", "busy"),
        ("53100", "full"),
        ("53300", "busy"),
        ("55P03", "busy"),
        ("57014", "busy"),
        ("57P03", "closed"),
        (None, "closed"),
    ],
)
def test_what_postgresql_says_by_its_state(state, lacking):
    kind = psycopg.errors.lookup(state) if state else psycopg.OperationalError
    fault = InternalError() if issubclass(kind, psycopg.InternalError) else OperationalError()
    fault.__cause__ = kind("no")
    assert faults.trouble(fault) == lacking


def test_no_room_for_what_is_being_sent_is_said(phone, game, monkeypatch):
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", fail)
    photo = SimpleUploadedFile("a.jpg", b"\xff\xd8\xff" + bytes(3 * 2**20))
    answer = phone.post(reverse("add_photo", args=[game.id, "winner"]), {"photo": photo})
    assert answer.status_code == 503
    assert "There is no room left" in text_of(answer)


def test_a_mistake_of_ours_is_500_in_the_callers_way(phone, game, monkeypatch):
    def fail(*args: object) -> None:
        raise KeyError(3)

    monkeypatch.setattr(api, "read_json", fail)
    answer = post_json(phone, game)
    assert (answer.status_code, errors(answer)) == (500, [("", "fault")])
    monkeypatch.setattr(middleware.timezone, "localdate", fail)
    answer = phone.get("/people/")
    assert answer.status_code == 500
    assert "Our mistake" in text_of(answer)


# Requests that are wrong


def test_too_many_fields_are_refused_in_words(as_ben, game):
    answer = as_ben.post(reverse("note", args=[game.id]), {f"f{n}": "1" for n in range(1100)})
    assert answer.status_code == 400
    assert "more fields than any here" in text_of(answer)
    assert "SCOREBOOK_HOSTS" not in text_of(answer)


def test_too_large_a_form_is_413_in_the_callers_way(as_ben, game):
    large = {"text": "x" * 3 * 2**20}
    form = {"content_type": "application/x-www-form-urlencoded"}
    answer = as_ben.post(reverse("note", args=[game.id]), "text=" + large["text"], **form)
    assert answer.status_code == 413
    assert "too much to send at once" in text_of(answer)
    answer = strict(as_ben).post(
        reverse("entries", args=[game.id]), "text=" + large["text"], **form
    )
    assert (answer.status_code, errors(answer)) == (413, [("", "request")])
    assert game.entries.count() == 1


def strict(browser: Client) -> Client:
    """The same browser, with a CSRF cookie, on a site that looks at tokens."""
    client = Client(enforce_csrf_checks=True)
    client.cookies = browser.cookies
    client.cookies["csrf"] = "a" * 32
    return client


def test_without_its_token_a_program_is_told_in_json(as_ben, client, game):
    answer = post_json(strict(as_ben), game)
    assert (answer.status_code, errors(answer)) == (403, [("", "csrf")])
    answer = post_json(strict(client), game)
    assert (answer.status_code, errors(answer)) == (401, [("", "signed_out")])
    assert post_json(strict(as_ben), game, headers={"x-csrftoken": "a" * 32}).status_code == 201


def test_a_session_that_ended_meanwhile_is_no_wrong_address(client, ann, monkeypatch):
    save = SessionStore.save

    def gone(self: SessionStore, must_create: bool = False) -> None:
        if not must_create:
            raise UpdateError
        save(self, must_create)

    monkeypatch.setattr(SessionStore, "save", gone)
    answer = client.post("/sign-in/", {"username": "ann", "password": "Ann keeps fifteen"})
    assert answer.status_code == 400
    assert "reload the page" in text_of(answer)
    assert "SCOREBOOK_HOSTS" not in text_of(answer)


def test_a_forged_host_is_told_to_a_program_in_json(as_ben, game):
    answer = as_ben.get(reverse("sheet", args=[game.id]), headers={"host": "elsewhere.example"})
    assert (answer.status_code, errors(answer)) == (400, [("", "request")])


def test_every_page_answers_head_as_it_answers_get(as_ann, game):
    paths = [path for _, path in addresses(get_resolver())]
    paths += ["/", reverse("table", args=[game.id]), reverse("hand", args=[game.id, 1, 0])]
    for path in paths:
        got, head = as_ann.get(path), as_ann.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        assert head.headers["Content-Type"] == got.headers["Content-Type"], path
    assert int(as_ann.head("/").headers["Content-Length"]) > 1000

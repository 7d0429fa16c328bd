"""What the settings promise, looked at on a live connection and on live answers."""

import errno
import os
import stat
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scorebook import machine
from scorebook.backups import lock
from tests.conftest import browser_of

OPEN_TO_ALL = {
    *("healthz", "setup", "sign_in", "session", "invite", "pair"),
    *("enter_code", "join_by_code", "leave_as_guest", "shared_game", "shared_photo", "shared_post"),
    *("passkey_sign_in", "passkey_sign_in_options"),
    *("service_worker", "offline", "manifest"),
}
# These answer 401 in JSON instead of leading to a page.
FOR_PROGRAMS = {"entries", "sheet", "live", "enter_hand", "record", "kit"}
SAMPLES = {"IntConverter": "1", "UUIDConverter": "7d444840-9dc0-11d1-b245-5ffdce74fad2"}


def test_the_key_is_made_once_for_this_account_alone(tmp_path):
    path = tmp_path / "secret_key"
    key = machine.secret_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert machine.secret_key(path) == key


def test_another_key_keeps_the_one_before_for_what_it_signed(tmp_path, settings):
    settings.DATA, path = tmp_path, tmp_path / "secret_key"
    first = machine.secret_key(path)
    assert machine.key_before(path) == []
    call_command("rotate_secrets", stdout=StringIO())
    second = machine.secret_key(path)
    assert second != first and machine.key_before(path) == [first]
    call_command("rotate_secrets", stdout=StringIO())
    assert machine.key_before(path) == [second]
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_no_key_is_made_under_an_open_site(tmp_path, settings):
    settings.DATA = tmp_path
    first = machine.secret_key(tmp_path / "secret_key")
    with lock.book("open"), pytest.raises(CommandError, match="Close it first"):
        call_command("rotate_secrets")
    assert machine.secret_key(tmp_path / "secret_key") == first


@pytest.mark.django_db
def test_nobody_is_signed_out_by_another_key_until_the_second(settings, ann):
    client, first = browser_of(ann), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 9, [first]
    assert client.get("/").status_code == 200
    client = browser_of(ann)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third " * 9, ["another too " * 9]
    assert client.get("/").status_code == 302


def test_a_disk_that_takes_no_key_leaves_none_by_halves(tmp_path, monkeypatch):
    """Nor does a power cut: the file has its name only once it is on the disk."""

    def full(_: int) -> None:
        assert not (tmp_path / "secret_key").exists()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(machine.os, "fsync", full)
    with pytest.raises(SystemExit, match="cannot be written: No space left on device"):
        machine.secret_key(tmp_path / "secret_key")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert len(machine.secret_key(tmp_path / "secret_key")) >= 50


@pytest.mark.parametrize("links", [True, False])
def test_a_key_that_somebody_made_meanwhile_stays(tmp_path, monkeypatch, links):
    path = tmp_path / "secret_key"
    if links:
        monkeypatch.setattr(machine.os, "fsync", lambda _: path.write_text("theirs"))
        assert machine.secret_key(path) == "theirs"
    else:
        monkeypatch.setattr(machine.os, "link", lambda *_: os.stat("/nowhere"))
        assert machine.secret_key(path) == path.read_text()
    assert list(tmp_path.iterdir()) == [path]


def test_a_data_folder_that_takes_nothing_stops_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(machine.os, "access", lambda path, mode: not mode & os.W_OK)
    with pytest.raises(SystemExit, match=f"{tmp_path} cannot be written in.*SCOREBOOK_DATA"):
        machine.data_folder(tmp_path)


@pytest.mark.parametrize(
    ("asked", "differs", "options"),
    [
        ("", {}, {}),
        ("?prepare_threshold=9&port=1", {}, {"prepare_threshold": 9, "port": 1}),
        ("?conn_max_age=60", {"CONN_MAX_AGE": 60}, {}),
    ],
)
def test_postgresql_keeps_a_connection_and_a_plan_unless_its_address_says_otherwise(
    asked, differs, options
):
    told = machine.database(f"postgres://ann@host/scores{asked}")
    kept = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True} | differs
    assert told.items() >= kept.items()
    assert told["OPTIONS"] == {"server_side_binding": True, "prepare_threshold": 1} | options


def test_no_other_database_is_told_so():
    told = machine.database("sqlite:////book.sqlite3")
    assert told.keys().isdisjoint({"CONN_MAX_AGE", "CONN_HEALTH_CHECKS", "OPTIONS"})


@pytest.mark.parametrize("address", ["", "http://example.org", "https://example.org:8443"])
def test_a_public_address_loses_its_last_slash(address):
    assert machine.site_url(address) == address
    assert machine.site_url(address and address + "/") == address


def test_no_host_is_trusted_blindly():
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(machine.own_hosts())
    assert not [host for host in settings.ALLOWED_HOSTS if "*" in host or host.startswith(".")]


def test_a_forged_host_is_refused_in_words(client, ann):
    answer = client.get("/healthz", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "SCOREBOOK_HOSTS" in answer.content.decode()


def test_health_needs_nobody_and_tells_nothing(client, db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert client.post("/healthz").status_code == 405


def test_every_answer_carries_the_headers(as_ann):
    headers = as_ann.get("/nowhere/").headers
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy.pop("img-src") == "'self' blob:"
    assert {name for name, value in policy.items() if value == "'none'"} == {
        "default-src",
        "base-uri",
        "frame-ancestors",
        "object-src",
    }
    assert set(policy.values()) == {"'self'", "'none'"}


def addresses(resolver: URLResolver, prefix: str = "/") -> list[tuple[str, str]]:
    """Name and a sample path of every address that the site answers."""
    found = []
    for entry in resolver.url_patterns:
        path = prefix + sample(entry)
        if isinstance(entry, URLPattern):
            found.append((entry.name, path))
        else:
            found += addresses(entry, path)
    return found


def sample(entry: URLPattern | URLResolver) -> str:
    route = str(entry.pattern)
    for name, converter in entry.pattern.converters.items():
        value = SAMPLES.get(type(converter).__name__, "a")
        route = route.replace(f"<{converter_word(route, name)}>", value)
    return route


def converter_word(route: str, name: str) -> str:
    """The text between the angle brackets that ends in this name: int:round, or name alone."""
    inside = [part.split(">")[0] for part in route.split("<")[1:]]
    return next(word for word in inside if word.rpartition(":")[2] == name)


def test_a_stranger_is_sent_to_sign_in_from_everywhere_else(client, ann):
    for name, path in addresses(get_resolver()):
        if name in OPEN_TO_ALL:
            continue
        answers = [client.get(path), client.post(path)]
        if name in FOR_PROGRAMS:
            assert {answer.status_code for answer in answers} == {401, 405}, (name, path)
            continue
        for answer in answers:
            assert answer.status_code == 302, (name, path)
            assert answer.url.startswith("/sign-in/"), (name, path)


def test_the_lists_of_addresses_name_no_others():
    names = {name for name, _ in addresses(get_resolver())}
    assert names > OPEN_TO_ALL | FOR_PROGRAMS


def test_a_session_is_renewed_once_a_day(as_ben):
    assert "session" in as_ben.get("/nowhere/").cookies
    assert "session" not in as_ben.get("/nowhere/").cookies
    session = as_ben.session
    session["last_seen"] = "2026-01-01"
    session.save()
    renewed = as_ben.get("/nowhere/").cookies["session"]
    assert renewed["max-age"] == 180 * 24 * 60 * 60


def test_a_form_without_its_token_is_refused_in_words(ann):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/sign-in/", {"username": "ann", "password": "Ann keeps fifteen"})
    assert answer.status_code == 403
    assert "Nothing was saved" in answer.content.decode()


@pytest.mark.parametrize("told", ["", "two", "-5", "٥", "1.5"])
def test_room_for_photos_is_a_number_of_megabytes(told):
    with pytest.raises(SystemExit, match=r"PHOTOS_PER_PERSON is .* a number of megabytes"):
        machine.megabytes("PHOTOS_PER_PERSON", told)

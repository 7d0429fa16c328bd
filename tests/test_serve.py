"""What the server does by itself once it is open."""

import io
import threading
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from scorebook.management.commands import serve


@pytest.fixture
def opened(monkeypatch):
    """The command, with nothing behind it that would take a port, a folder or a database; what runs
    in place of the server may be put into `run`.
    """
    server = SimpleNamespace(run=lambda: None)
    for name in ("listen", "migrate", "collect_static", "issue_setup_token"):
        monkeypatch.setattr(serve, name, lambda *_: None)
    monkeypatch.setattr(serve, "greeting", lambda *_: "Open.")
    monkeypatch.setattr(serve.lock, "book", lambda *_: nullcontext())
    monkeypatch.setattr(serve.Command, "look_at_sqlite", lambda _: None)
    monkeypatch.setattr(serve.waitress, "create_server", lambda *_, **__: server)
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    monkeypatch.setattr(serve.nightly, "start", lambda: None)
    return server


def test_static_files_of_a_start_that_was_cut_off_are_made_anew(settings, tmp_path):
    """The half of a file that is there is younger than the whole one, and would be let be."""
    settings.DATA, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "ours"]
    for folder, content in (("ours", "body {}"), ("static", "bo")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.css").write_text(content)
    serve.collect_static()
    assert (tmp_path / "static/a.css").read_text() == "body {}"
    (tmp_path / "static/old.css").touch()  # pages that are open still ask for it
    (tmp_path / "ours/b.css").touch()
    serve.collect_static()
    names = {path.name for path in (tmp_path / "static").glob("*.css")}
    assert names == {"a.css", "b.css", "old.css"}


def test_charts_are_made_ready_beside_it_so_that_nobody_waits_for_the_first(opened, monkeypatch):
    """And then the collector of garbage leaves alone what is loaded."""
    done, seen = threading.Event(), []

    def freeze():
        seen.append("frozen")
        done.set()

    monkeypatch.setattr(
        serve.showing, "make_ready", lambda: seen.append(threading.current_thread())
    )
    monkeypatch.setattr(serve.gc, "freeze", freeze)
    opened.run = lambda: done.wait(10)
    serve.Command(stdout=io.StringIO()).handle()
    beside, frozen = seen
    assert beside is not threading.current_thread()
    assert beside.daemon
    assert frozen == "frozen"

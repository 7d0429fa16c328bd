"""run.py and `manage.py serve`, started as a person starts them, each in a folder of its own."""

import ast
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from itertools import takewhile
from pathlib import Path

import pytest

import run

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def house(tmp_path) -> Path:
    """A folder like the project's, whose .venv is made, stamped and answers with this Python."""
    for name in ("run.py", "manage.py", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    script(tmp_path / ".venv/bin/python", f'exec "{sys.executable}" "$@"')
    version = ".".join(map(str, sys.version_info[:3]))
    (tmp_path / ".venv/pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")
    stamp(tmp_path, (tmp_path / "requirements.txt").read_bytes())
    return tmp_path


def script(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def in_place_of_python(house: Path, line: str) -> None:
    """It says which version it is, and does this with whatever else it is told."""
    asked = f'[ "$1" = -c ] && exec "{sys.executable}" "$@"'
    script(house / ".venv/bin/python", f"{asked}\n{line}")


def stamp(house: Path, content: bytes) -> None:
    (house / "content").write_bytes(content)
    (house / ".venv/requirements.txt.sha256").write_text(run.digest(house / "content"))


def start(house: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "run.py", *arguments],
        cwd=house,
        env=surroundings(house, **environment),
        capture_output=True,
        text=True,
        timeout=60,
    )


def surroundings(house: Path, **environment: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    own = {"PYTHONPATH": str(ROOT), "SCOREBOOK_DATA": str(house / "var"), "HOST": "127.0.0.1"}
    return kept | own | environment


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def as_python_3_6(house: Path, path: str) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys, runpy; sys.version_info = (3, 6, 9, 'final', 0); sys.argv = ['run.py'];"
        "runpy.run_path('run.py', run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", code], cwd=house, env={"PATH": path}, capture_output=True, text=True
    )


def test_an_old_python_can_read_it():
    tree = ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 4))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    imported = [
        alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names
    ]
    assert set(imported) <= sys.stdlib_module_names


def test_too_old_a_python_says_what_is_needed(house):
    done = as_python_3_6(house, path="")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and this is Python 3.6" in done.stderr
    assert "Traceback" not in done.stderr


def test_too_old_a_python_hands_over_to_a_newer_one(house):
    script(house / "bin/python3.12", 'echo "went on with $0 $1"')
    done = as_python_3_6(house, path=str(house / "bin"))
    assert done.stdout.splitlines()[-1].endswith("bin/python3.12 " + str(house / "run.py"))
    assert done.returncode == 0


def test_a_missing_venv_names_the_package(house):
    shutil.rmtree(house / ".venv")
    (house / "ensurepip.py").write_text("raise ImportError")
    done = start(house, PYTHONPATH=str(house))
    assert done.returncode == 1
    assert "sudo apt install python3-venv" in done.stderr


def test_libraries_that_cannot_be_had_are_said_so(house):
    stamp(house, b"what was pinned before")
    in_place_of_python(house, 'echo "pip: $*" >&2; exit 1')
    done = start(house)
    assert done.returncode == 1
    assert "--require-hashes --only-binary :all: -r requirements.txt" in done.stderr
    assert "check the network" in done.stderr


def test_a_second_start_installs_nothing(house):
    in_place_of_python(house, 'echo "$*"')
    assert start(house).stdout == "manage.py serve\n"
    assert start(house, "manage", "demo", "--games", "3").stdout == "manage.py demo --games 3\n"


def test_changed_pins_are_installed_once(house):
    in_place_of_python(house, 'echo "$*"')
    (house / "requirements.txt").write_text("# other pins")
    assert "pip install" in start(house).stdout
    assert "pip install" not in start(house).stdout


@pytest.mark.parametrize("python", ["echo 3.99.", "exit 127", None])
def test_a_venv_whose_python_changed_under_it_is_made_anew(house, monkeypatch, python):
    """As when the system was upgraded: the libraries lie where the new one does not look."""
    made = []
    monkeypatch.chdir(house)
    monkeypatch.setattr(run, "VENV", str(house / ".venv"))
    monkeypatch.setattr(run, "PYTHON", str(house / ".venv/bin/python"))
    monkeypatch.setattr(run, "make_venv", lambda: made.append(".venv"))
    monkeypatch.setattr(run.subprocess, "call", lambda command: 0)
    run.install("requirements.txt")
    assert made == []
    (house / ".venv/bin/python").unlink()
    if python:
        script(house / ".venv/bin/python", python)
    run.install("requirements.txt")
    assert made == [".venv"]


def test_an_unknown_word_shows_the_usage(house):
    done = start(house, "serv")
    assert done.returncode == 1
    assert "python3 run.py test" in done.stderr


def test_a_taken_port_is_named_with_another_to_try(house):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = start(house, PORT=str(port))
    assert done.returncode == 1
    assert f"Port {port} cannot be had on 127.0.0.1" in done.stderr
    assert f"PORT={port + 1} python3 run.py" in done.stderr


@pytest.mark.parametrize("host", ["999.1.1.1", "192.0.2.1", "a" * 300])
def test_a_host_that_is_not_this_machine_is_no_taken_port(house, host):
    done = start(house, PORT=free_port(), HOST=host)
    assert done.returncode == 1
    assert f"cannot be had on {host}: " in done.stderr
    assert "HOST is a name or an address of this machine" in done.stderr
    assert "runs already" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TIME_ZONE", "Nope/Zone", "TIME_ZONE is 'Nope/Zone'; it must be the name of a zone"),
        ("TIME_ZONE", "../zone", "TIME_ZONE is '../zone'; it must be the name of a zone"),
        ("DATABASE_URL", "bogus://", "DATABASE_URL is no address of a database"),
        ("SITE_URL", "example.org", "SITE_URL is 'example.org'; it must be a whole address"),
        ("SITE_URL", "https://", "SITE_URL is 'https://'; it must be a whole address"),
        ("SITE_URL", "http://[x", "SITE_URL is 'http://[x'; it must be a whole address"),
        ("SITE_URL", "https://example.org/scores", "it must be a whole address"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(house, name, value, sentence):
    done = start(house, PORT=free_port(), **{name: value})
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_postgresql_without_its_driver_stops_the_start_with_a_sentence(house):
    for driver in ("psycopg", "psycopg2"):
        (house / f"{driver}.py").write_text("raise ImportError")
    here = f"{house}:{ROOT}"
    done = start(house, PORT=free_port(), PYTHONPATH=here, DATABASE_URL="postgres://ann@x/scores")
    assert done.returncode == 1
    assert "Error loading psycopg2 or psycopg" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_is_none_stops_the_start(house):
    (house / "var").mkdir()
    (house / "var/scorebook.sqlite3").write_bytes(b"no database at all " * 1000)
    done = start(house, PORT=free_port())
    assert done.returncode == 1
    assert "scorebook.sqlite3 cannot be used: file is not a database. Put it back" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_is_a_folder_stops_the_start(house):
    (house / "var/scorebook.sqlite3").mkdir(parents=True)
    done = start(house, PORT=free_port())
    assert done.returncode == 1
    assert "scorebook.sqlite3 cannot be used: unable to open database file." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_in_place_of_a_file_stops_the_start(house):
    (house / "var/static.sha256").mkdir(parents=True)
    done = start(house, PORT=free_port())
    assert done.returncode == 1
    assert "static.sha256 cannot be read or written: Is a directory." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["eighty", "0", "65536", "-1", "8000.0", "9" * 5000, "٨٠٠٠"])
def test_a_port_that_is_none_is_refused(house, port):
    done = start(house, PORT=port)
    assert done.returncode == 1
    assert "a whole number from 1 to 65535" in done.stderr


def test_a_key_that_is_empty_stops_the_start(house):
    (house / "var").mkdir()
    (house / "var/secret_key").touch()
    done = start(house, "manage", "check")
    assert done.returncode == 1
    assert "secret_key is empty" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_key_that_cannot_be_read_stops_the_start(house):
    (house / "var/secret_key").mkdir(parents=True)
    done = start(house, "manage", "check")
    assert done.returncode == 1
    assert "secret_key cannot be read" in done.stderr


def test_a_data_folder_that_cannot_be_made_is_named(house):
    (house / "var").touch()
    done = start(house, "manage", "check", SCOREBOOK_DATA=str(house / "var/deep"))
    assert done.returncode == 1
    assert "SCOREBOOK_DATA" in done.stderr


def test_serving_from_the_first_start_to_the_stop(house):
    port = free_port()
    serving = subprocess.Popen(
        [sys.executable, "run.py"],
        cwd=house,
        env=surroundings(house, PORT=port),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        said = "".join(takewhile(lambda line: "closes it" not in line, serving.stdout))
        with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=30) as answer:
            assert answer.read() == b"ok\n"
            assert answer.headers["Server"] is None
        serving.send_signal(signal.SIGTERM)
        assert serving.wait(timeout=30) == 0
    finally:
        serving.kill()
    assert f"http://127.0.0.1:{port}/" in said
    assert re.search(rf"http://127.0.0.1:{port}/setup/[\w-]{{43}}/", said)
    assert modes(house / "var", ["", "secret_key", "setup.json"]) == ["700", "600", "600"]


def modes(folder: Path, names: list[str]) -> list[str]:
    return [f"{(folder / name).stat().st_mode & 0o777:o}" for name in names]


def test_every_check_runs_even_after_one_failed(monkeypatch, capsys):
    called = []
    monkeypatch.setattr(run.subprocess, "call", lambda command: called.append(command) or 1)
    monkeypatch.setattr(run.shutil, "which", lambda name: "/usr/bin/chromium")
    monkeypatch.chdir(ROOT)
    assert run.run_checks(["-k", "melds"]) == 1
    assert len(called) == 6
    assert called[-1][-3:] == ["pytest", "-k", "melds"]
    assert "Failed: ruff check, ruff format, djade, mypy" in capsys.readouterr().out


def test_every_check_is_there_to_be_run(monkeypatch):
    called = []
    monkeypatch.setattr(run.subprocess, "call", lambda command: called.append(command) or 0)
    monkeypatch.setattr(run, "without_missing", list)
    monkeypatch.setattr(run, "PYTHON", sys.executable)
    monkeypatch.setattr(run, "DJADE", str(Path(sys.executable).with_name(Path(run.DJADE).name)))
    assert run.run_checks([]) == 0
    modules = [command[2] for command in called if command[1] == "-m"]
    assert [name for name in modules if not importlib.util.find_spec(name)] == []
    assert [command[0] for command in called if not shutil.which(command[0])] == []


def test_without_a_program_its_tests_are_left_out_but_never_on_ci(monkeypatch, capsys):
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    monkeypatch.delenv("CI", raising=False)
    ignored = [option.removeprefix("--ignore=") for option in run.without_missing()]
    assert ignored == ["tests/browser", "tests/test_syncs.py", "tests/test_machine_faults.py"]
    assert all((ROOT / path).exists() for path in ignored)
    said = capsys.readouterr().out
    assert "apt install chromium" in said
    assert "apt install strace" in said
    monkeypatch.setattr(run.shutil, "which", lambda name: None if name == "strace" else name)
    monkeypatch.setenv("CI", "1")
    with pytest.raises(SystemExit, match="No strace"):
        run.without_missing()

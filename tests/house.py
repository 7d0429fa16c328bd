"""A site in a folder of its own, with the real server over it in a process of its own.

python -m tests.house 8     fills the folder SCOREBOOK_DATA with eight people; prints them as JSON
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Self, TypedDict

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "a" * 32  # what the CSRF cookie and its header say


class Member(TypedDict):
    """Somebody signed in: the id of the player, and the key of the session."""

    player: str
    session: str


class House:
    """`before` comes before the command of the server, as in ("strace", "-D"). Within `with` the
    server does not outlive a fault.
    """

    def __init__(self, folder: Path, *, before: Sequence[str] = (), **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.before = before
        own = {"SCOREBOOK_DATA": str(folder), "HOST": "127.0.0.1", "PORT": str(self.port)}
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), **own, **environment}
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.serving: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def database(self) -> Path:
        return self.folder / "scorebook.sqlite3"

    @property
    def log(self) -> Path:
        """What the server writes to its console's error side, over all its lives."""
        return self.folder.with_suffix(".log")

    def people(self, count: int) -> list[Member]:
        """Bring the database up to date and sign in that many members of a new family."""
        return json.loads(self._run("-m", "tests.house", str(count)).stdout)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run("manage.py", *arguments)

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=300
        )

    def open(self) -> None:
        """Start the server and wait until it says that it is open."""
        with self.log.open("a") as log:
            self.serving = subprocess.Popen(
                [*self.before, sys.executable, "manage.py", "serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.serving.stdout
        said = list(takewhile(lambda line: "closes it" not in line, self.serving.stdout))
        assert any("Scorebook is open." in line for line in said), self.log.read_text()

    def end(self, sign: signal.Signals) -> None:
        """Send the server this signal and wait until it is gone."""
        if self.serving:
            self.serving.send_signal(sign)
            self.serving.wait(timeout=60)
            if self.serving.stdout:
                self.serving.stdout.close()
            self.serving = None

    def largest_file(self, size: int) -> None:
        """From now on the server's files grow no larger than so many bytes, as on a full disk."""
        assert self.serving
        hard = resource.prlimit(self.serving.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.serving.pid, resource.RLIMIT_FSIZE, (size, hard))

    def cpu_seconds(self) -> float:
        """What the server has used of a processor so far, as Linux tells it."""
        assert self.serving
        told = Path(f"/proc/{self.serving.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def close(self) -> None:
        self.end(signal.SIGTERM)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def sign_in(count: int) -> list[Member]:
    """A family of that many admins, so that each may write at every table."""
    from django.test import Client

    from scorebook.models import Family, Player, User
    from scorebook.models.people import Role

    Family.objects.create(id=1, name="The Links")
    members = []
    for number in range(count):
        player = Player.objects.create(name=f"Phone {number}", short_name=f"P{number}")
        user = User.objects.create_user(f"phone{number}", role=Role.ADMIN, player=player)
        client = Client()
        client.force_login(user)
        members.append(Member(player=str(player.id), session=client.cookies["session"].value))
    return members


def main(count: int) -> list[Any]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorebook.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    return sign_in(count)


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))

"""A phone as its server sees it: what it has to send it sends until that is acknowledged."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.house import TOKEN, Member

LONGEST_PAUSE = 0.5  # seconds; a real phone waits up to half a minute
PATIENCE = 30  # seconds for one answer
HOPELESS = 240  # seconds for one entry; a real phone never gives up, a test does
AGAIN = {429, 500, 502, 503, 504}
KEPT = {200, 201}


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: http.client.HTTPMessage


class Acknowledged(NamedTuple):
    """An entry that a phone showed as saved, with the seq that it was told."""

    id: str
    game: str
    seq: int
    payload: dict[str, Any]


class Parked(Exception):
    """An answer that no sending again will change."""


@dataclass
class Phone:
    """`lost` counts answers that never came or told to wait; `over` ends all waiting."""

    port: int
    member: Member
    over: threading.Event = field(default_factory=threading.Event)
    lost: int = 0
    line: http.client.HTTPConnection | None = None

    def deliver(self, game: str, entry: dict[str, Any]) -> Acknowledged | None:
        """Send an entry until it is acknowledged; None where `over` came before."""
        pause, last = 0.01, time.monotonic() + HOPELESS
        while time.monotonic() < last:
            answer = self.ask("POST", f"/games/{game}/entries/", entry)
            if answer and answer.status not in AGAIN:
                return acknowledged(game, entry, answer)
            self.lost += 1
            if self.over.wait(pause):
                return None
            pause = min(2 * pause, LONGEST_PAUSE)
        raise Parked(answer)

    def ask(self, method: str, path: str, sent: object = None, **headers: str) -> Answer | None:
        """One request over a line that is kept; None where no whole answer came."""
        if self.line is None:
            self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers["Cookie"] = f"session={self.member['session']}; csrf={TOKEN}"
        headers |= {"X-CSRFToken": TOKEN, "Content-Type": "application/json"}
        try:
            self.line.request(method, path, json.dumps(sent) if sent else None, headers)
            answer = self.line.getresponse()
            return Answer(answer.status, answer.read(), answer.headers)
        except (OSError, http.client.HTTPException):
            self.hang_up()
            return None

    def hang_up(self) -> None:
        if self.line:
            self.line.close()
        self.line = None


def acknowledged(game: str, entry: dict[str, Any], answer: Answer) -> Acknowledged:
    """As a real phone: saved is what comes back with its own id and a seq, and nothing else."""
    told = json.loads(answer.body)
    if answer.status not in KEPT or told.get("id") != entry["id"]:
        raise Parked(answer.status, told)
    return Acknowledged(entry["id"], game, told["seq"], entry["payload"])

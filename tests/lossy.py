"""A proxy that hands every request on and loses half of the answers, as a bad line does."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Relay(BaseHTTPRequestHandler):
    """One line of a phone. The server's answer, if any, comes after what was sent is committed."""

    protocol_version = "HTTP/1.1"
    server: LossyServer

    def setup(self) -> None:
        super().setup()
        self.line = HTTPConnection("127.0.0.1", self.server.port, timeout=30)

    def finish(self) -> None:
        self.line.close()
        super().finish()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.line.request("POST", self.path, body, dict(self.headers))
        answer = self.line.getresponse()
        told = answer.read()
        if self.server.loses():
            self.close_connection = True
            return
        self.send_response(answer.status)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: Any) -> None:
        """Nobody reads along."""


class LossyServer(ThreadingHTTPServer):
    """In front of the server at `port`; `dropped` counts the answers that nobody heard."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Relay)
        self.port = port
        self.dropped = 0
        self.dice = random.Random(port)
        self.lock = threading.Lock()

    def loses(self) -> bool:
        with self.lock:
            lost = self.dice.random() < 1 / 2
            self.dropped += lost
            return lost


@contextmanager
def lossy(port: int) -> Iterator[LossyServer]:
    proxy = LossyServer(port)
    serving = threading.Thread(target=proxy.serve_forever)
    serving.start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        serving.join()
        proxy.server_close()

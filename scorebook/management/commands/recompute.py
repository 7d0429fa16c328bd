"""`manage.py recompute`: rebuild what the pages read from the entries, or check that it agrees."""

import sys
from collections.abc import Callable

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper

from scorebook.ledger.recompute import recompute

WIDTH = 40


class Command(BaseCommand):
    help = "Rebuilds every projection from the entries. With --check, only says what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 when anything differs"
        )

    def handle(self, *, check: bool, **options: object) -> None:
        differences = recompute(check=check, progress=bar(self.stderr))
        for difference in differences:
            self.stdout.write(str(difference))
        if not differences:
            self.stdout.write("No projection differs from its entries.")
        elif check:
            sys.exit(1)
        else:
            self.stdout.write(f"Put right: {len(differences)}.")


def bar(console: OutputWrapper) -> Callable[[int, int], None] | None:
    """Draws how far it is where somebody looks on, and goes away in the end."""
    if not console.isatty():
        return None

    def draw(done: int, of: int) -> None:
        if done * WIDTH // of > (done - 1) * WIDTH // of:
            drawn = "#" * (done * WIDTH // of)
            console.write(f"\r[{drawn:<{WIDTH}}] {done} of {of} games", ending="")
        if done == of:
            console.write("\r" + " " * (WIDTH + 40) + "\r", ending="")

    return draw

"""`manage.py recompute`: rebuild what the pages read from the entries, or check that it agrees."""

import sys

from django.core.management.base import BaseCommand, CommandParser

from scorebook.ledger.recompute import recompute


class Command(BaseCommand):
    help = "Rebuilds every projection from the entries. With --check, only says what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 when anything differs"
        )

    def handle(self, *, check: bool, **options: object) -> None:
        differences = recompute(check=check)
        for difference in differences:
            self.stdout.write(str(difference))
        if not differences:
            self.stdout.write("No projection differs from its entries.")
        elif check:
            sys.exit(1)
        else:
            self.stdout.write(f"Put right: {len(differences)}.")

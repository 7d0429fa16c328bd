"""`manage.py backup`: everything in one verified file, while the site runs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorebook.backups import Refused
from scorebook.backups.making import back_up


class Command(BaseCommand):
    help = "Saves the database and the photos in one file, and verifies it. The site may run."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FOLDER", help="another folder, or disk")
        parser.add_argument(
            "--with-secrets", action="store_true", help="the secret key, too; nothing hangs on it"
        )

    def handle(self, *, to: Path | None, with_secrets: bool, **options: object) -> None:
        try:
            made = back_up(to=to, with_secrets=with_secrets)
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        for remark in [*made.remarks, *map(str, made.differences)]:
            self.stderr.write(f"Not as it should be here: {remark}")
        size = made.backup.size / 2**20
        self.stdout.write(f"Saved and verified: {made.backup.path}")
        self.stdout.write(f"{made.contents}, {size:.1f} MB.")

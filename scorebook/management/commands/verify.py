"""`manage.py verify [FILE]`: is the site whole, or this backup?"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorebook.backups import Refused
from scorebook.backups.verifying import look_at_backup, look_at_site


class Command(BaseCommand):
    help = "Checks the site while it runs, or a backup as a restore would. Changes nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="a backup; without it, the site")

    def handle(self, *, file: Path | None, **options: object) -> None:
        try:
            if file:
                manifest, faults = look_at_backup(file)
                within = manifest.contents
            else:
                within, faults = look_at_site()
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"All is well: {within}.")

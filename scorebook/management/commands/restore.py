"""`manage.py restore FILE`: a backup takes the place of what is here, of which a copy is kept."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorebook.backups import Refused, database
from scorebook.backups.restoring import restore


class Command(BaseCommand):
    help = "Gets a backup back, while the site is closed. What is here now is kept as a backup."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--another-family", action="store_true", help="even where another family's book is"
        )

    def handle(self, *, file: Path, another_family: bool, **options: object) -> None:
        try:
            done = restore(file, another_family=another_family)
        except Refused as problem:
            raise CommandError(f"{problem}\nNothing was changed.") from problem
        if done.differences:
            self.stdout.write(f"Put right by the entries: {len(done.differences)}.")
        self.stdout.write(f"It is {done.manifest.made_at:%d %B %Y, %H:%M} UTC again.")
        self.stdout.write(f"The book is in {database.live()}, its photos in {settings.PHOTOS_DIR}.")
        self.stdout.write(f"{done.manifest.contents}. Everybody signs in again.")
        for sentence in done.undone:
            self.stdout.write(sentence)
        if done.kept:
            self.stdout.write(f"What was here before is in {done.kept}")

"""`manage.py rotate_secrets`: another secret key, in place of one that somebody may have seen."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorebook.backups import Refused, lock
from scorebook.machine import another_key

OPEN = "Scorebook is open with this data folder. Close it first; it would go on with the old key."


class Command(BaseCommand):
    help = (
        "Makes another secret key, while the site is closed. Nobody is signed out. Do it twice and "
        "the old key counts for nothing: then everybody signs in again."
    )

    def handle(self, *args: object, **options: object) -> None:
        try:
            with lock.book(OPEN):
                another_key(settings.DATA / "secret_key")
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write("There is another secret key. It counts from the next start.")

"""`manage.py purge_talk`: posts and comments that lay in the bin for thirty days go for good."""

from django.core.management.base import BaseCommand

from scorebook.talk.services import purge


class Command(BaseCommand):
    help = "Deletes posts and comments that were in the bin for 30 days."

    def handle(self, **options: object) -> None:
        self.stdout.write(f"Gone for good: {purge()}.")

"""`manage.py purge_photos`: photos that lay in the bin for thirty days go for good."""

from django.core.management.base import BaseCommand

from scorebook.photos.services import purge


class Command(BaseCommand):
    help = "Deletes photos that were in the bin for 30 days, or stored a day ago and never posted."

    def handle(self, **options: object) -> None:
        self.stdout.write(f"Gone for good: {purge()}.")

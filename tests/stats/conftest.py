"""The golden family, for whoever asks what its games come to."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from scorebook import models
from tests.stats.golden_family import GoldenFamily

KEPT = (
    *(models.RuleSet, models.Player, models.Game, models.Entry, models.Seat, models.Hand),
    *(models.Tally, models.ContractTally, models.Rating, models.RatedGame),
)


@pytest.fixture(scope="session")
def entered(django_db_setup, django_db_blocker) -> tuple[GoldenFamily, list]:
    """The golden family and all of its rows; they are in the database no more."""
    with django_db_blocker.unblock(), transaction.atomic():
        golden = GoldenFamily()
        rows = [(model, list(model.objects.all())) for model in KEPT]
        transaction.set_rollback(True)
    return golden, rows


@pytest.fixture(scope="module")
def golden(entered, django_db_blocker) -> Iterator[GoldenFamily]:
    """For the tests of one module; what a test does to it is gone after the test."""
    family, rows = entered
    with django_db_blocker.unblock(), transaction.atomic():
        for model, found in rows:
            model.objects.bulk_create(found)
        yield family
        transaction.set_rollback(True)

"""The golden family, for whoever asks what its games come to."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.stats.golden_family import GoldenFamily


@pytest.fixture(scope="module")
def golden(django_db_setup, django_db_blocker) -> Iterator[GoldenFamily]:
    """Entered once for all tests of a module; what a test does to it is gone after the test."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield GoldenFamily()
        transaction.set_rollback(True)

"""Emptying the tables after a test that commits: the one place where entries are deleted."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from scorebook.ledger import triggers


@pytest.fixture(scope="session", autouse=True)
def entries_may_be_flushed() -> Iterator[None]:
    """Lift the triggers while a test that commits is cleared away, and put them up again."""
    flush = TransactionTestCase._fixture_teardown

    def _fixture_teardown(self: TransactionTestCase) -> None:
        triggers.remove()
        flush(self)
        triggers.install()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _fixture_teardown)
        yield

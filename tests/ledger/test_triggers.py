"""The database itself refuses to change what is only appended."""

import pytest
from django.db import DatabaseError, connection, transaction

from scorebook.ledger import triggers
from scorebook.management.commands.serve import migrate
from scorebook.models import Deed, Entry, RuleSet
from scorebook.models.deeds import About
from tests.factories import make_game

pytestmark = pytest.mark.django_db


def test_they_stand_after_the_migrations():
    assert triggers.missing() == []


def test_no_entry_is_changed():
    game = make_game()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        game.entries.update(seq=7)
    assert game.entries.get().seq == 1


def test_no_entry_is_deleted():
    game = make_game()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        game.entries.all()._raw_delete(connection.alias)
    assert Entry.objects.filter(game=game).exists()


def test_no_version_of_the_rules_and_no_deed_is_changed():
    rules = RuleSet.objects.named("link")
    Deed.objects.note(About.RULES, "named the rules", by=None)
    for rows in (RuleSet.objects.filter(id=rules.id), Deed.objects.all()):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            rows.update(id=77)
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            rows._raw_delete(connection.alias)
        assert rows.exists()


def test_what_was_dropped_is_missed_and_put_up_again():
    triggers.remove()
    assert triggers.missing() == [
        *("deed_no_delete", "deed_no_update"),
        *("entry_no_delete", "entry_no_update"),
        *("ruleset_no_delete", "ruleset_no_update"),
    ]
    triggers.install()
    assert triggers.missing() == []


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_can_be_cleared_away():
    make_game()
    assert triggers.missing() == []


@pytest.mark.django_db(transaction=True)
def test_the_server_puts_up_what_is_missing_and_says_so(caplog):
    triggers.remove()
    migrate()
    assert triggers.missing() == []
    assert "entry_no_delete, entry_no_update" in caplog.text

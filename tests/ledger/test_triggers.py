"""The database itself refuses to change what is only appended."""

from functools import partial

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction

from scorebook.ledger import triggers
from scorebook.management.commands.serve import migrate
from scorebook.models import (
    DataVersion,
    Deed,
    Entry,
    Family,
    Photo,
    Player,
    Rating,
    RuleSet,
    Season,
)
from scorebook.models.deeds import About
from tests.factories import FIRST_DATE as FIRST
from tests.factories import hand_in, make_game, make_player

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
    assert [name for name in triggers.missing() if "_no_" in name] == [
        *("deed_no_delete", "deed_no_update"),
        *("entry_no_delete", "entry_no_update"),
        *("ruleset_no_delete", "ruleset_no_update"),
    ]
    assert "season_tells_delete" in triggers.missing()
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


def number() -> int:
    return DataVersion.objects.get().number


def changed_photo() -> Photo:
    game = make_game(players=2)
    return Photo.objects.create(width=1, height=1, added_by=game.scorekeeper, game=game)


# Each is prepared by the first call, and done by the second.
WRITES = {
    "a game begins": lambda: lambda: make_game(players=2),
    "an entry": lambda: partial(hand_in, make_game(players=2), "note", {"text": "Tea."}),
    "a name": lambda: lambda: Player.objects.update(name="Rosa"),
    "the family": lambda: lambda: Family.objects.create(id=1, name="The Links"),
    "rules": lambda: lambda: RuleSet.objects.named("norwegian"),
    "a photo": lambda: changed_photo,
    "who is in it": lambda: partial(changed_photo().people.add, make_player(name="Rosa")),
    "whom it is of": lambda: partial(changed_photo().subjects.add, make_player(name="Rosa")),
    "a season": lambda: partial(Season.objects.create, name="S", begins_on=FIRST, ends_on=FIRST),
    "a rating": lambda: partial(
        Rating.objects.create, player=make_player(), family="link", mu=1, sigma=1, games=1
    ),
}


@pytest.mark.parametrize("write", WRITES)
def test_every_write_that_a_page_could_show_raises_the_number(write):
    make_player(name="Karl")
    do = WRITES[write]()
    before = number()
    do()
    assert number() > before


def test_each_of_the_tables_is_watched_for_every_event():
    """Whatever appears, changes or goes away alone."""
    season = Season.objects.create(name="S", begins_on=FIRST, ends_on=FIRST)
    seen = [number()]
    Season.objects.filter(id=season.id).update(name="Lent")
    seen.append(number())
    season.delete()
    seen.append(number())
    assert seen == sorted(set(seen))


def test_what_nobody_could_see_leaves_the_number():
    game = make_game(players=2)
    before = number()
    Session.objects.create(session_key="k", expire_date=game.created_at)
    assert number() == before


def test_what_was_rolled_back_was_never_counted():
    make_game(players=2)
    before = number()
    with transaction.atomic():
        Player.objects.update(name="Rosa")
        transaction.set_rollback(True)
    assert number() == before


@pytest.mark.django_db(transaction=True)
def test_the_number_is_raised_after_a_flush_too():
    make_player(name="Karl")
    assert number() >= 1

"""Both ways into the database leave the same rows, and no projection is off."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.utils import timezone

from scorebook.demo import handing_in
from scorebook.demo.family import cast
from scorebook.demo.season import Season
from scorebook.ledger.recompute import recompute
from scorebook.models import Entry, Game, Hand, Player, Proposal, RuleSet, Seat, Tally
from scorebook.rules import presets

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
PROJECTED = (Game, Entry, Seat, Hand, Tally)


@pytest.fixture(autouse=True)
def _clock_stands_still(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def season(slug=None, seed=4):
    people = cast(4, None, ())
    return Season(
        people=people, slug=slug, seed=seed, until=date(2026, 5, 31), zone=ZoneInfo("UTC")
    )


def rows(model):
    """All rows without the numbers that the database gives."""
    numbered = model in (Seat, Hand, Tally)
    names = [f.attname for f in model._meta.concrete_fields if not (numbered and f.name == "id")]
    return sorted(map(repr, model.objects.values_list(*names)))


def rows_after(hand_in, evenings):
    with transaction.atomic():
        handing_in.seat_family(cast(4, None, ()))
        hand_in(evenings)
        found = {model: rows(model) for model in PROJECTED}
        transaction.set_rollback(True)
    return found


def one_by_one(evenings):
    for evening in evenings:
        handing_in.by_the_ledger(evening)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", presets.SLUGS)
def test_the_fast_path_leaves_the_rows_that_the_ledger_leaves(slug):
    """Six games hold a latecomer, a leaver, slips put right and the one that goes on."""
    RuleSet.objects.named(slug)
    evenings = list(season(slug).evenings(6 if slug == "bga_short" else 2))
    assert not Game.objects.exists()
    by_the_ledger = rows_after(one_by_one, evenings)
    at_once = rows_after(handing_in.at_once, evenings)
    for model in PROJECTED:
        assert by_the_ledger[model] == at_once[model]
        assert by_the_ledger[model]


def test_six_games_hold_all_that():
    written = [s for evening in season("bga_short").evenings(6) for s in evening.submissions]
    assert {"join", "leave"} <= {submission.kind for submission in written}
    assert any(submission.kind == "hand" and submission.replaces for submission in written)


@pytest.mark.django_db
def test_the_fast_path_adds_to_what_was_there():
    """Tallies are counted over the games of both handfuls."""
    evenings = list(season("bga_short").evenings(4))
    handing_in.seat_family(cast(4, None, ()))
    handing_in.at_once(evenings[:2])
    handing_in.at_once(evenings[2:])
    assert Game.objects.finished().count() == 3
    assert max(Tally.objects.values_list("games", flat=True)) == 3
    assert recompute(check=True) == []


@pytest.mark.django_db
def test_no_entry_becomes_a_proposal_and_the_keeper_signs_them():
    evening = next(season("bga_short", seed=9).evenings(2))
    handing_in.seat_family(cast(4, None, ()))
    handing_in.by_the_ledger(evening)
    game = Game.objects.get()
    assert not Proposal.objects.exists()
    assert game.version == len(evening.submissions) == Entry.objects.count()
    assert game.scorekeeper_id == evening.plan.keeper.id
    assert set(Entry.objects.values_list("author", flat=True)) == {evening.plan.keeper.id}
    assert recompute(check=True) == []


@pytest.mark.django_db
@pytest.mark.parametrize("hand_in", [one_by_one, handing_in.at_once])
def test_a_game_ended_on_its_own_evening_however_late_it_is_handed_in(hand_in):
    """The clock stands half a day behind the moment of sending."""
    evenings = list(season("bga_short").evenings(2))[:1]
    handing_in.seat_family(cast(4, None, ()))
    hand_in(evenings)
    ended = Game.objects.get().finished_at
    assert timedelta(days=6) < NOW - ended < timedelta(days=7, hours=8)


@pytest.mark.django_db
def test_an_evening_twice_is_an_error_and_not_a_second_game():
    evening = next(season("bga_short").evenings(2))
    handing_in.seat_family(cast(4, None, ()))
    handing_in.by_the_ledger(evening)
    with pytest.raises(RuntimeError, match="did not append"):
        handing_in.by_the_ledger(evening)
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_a_person_who_is_there_already_keeps_name_and_childhood():
    person = cast(1, None, ())[0]
    Player.objects.create(id=person.id, name="Chris", short_name="Chris")
    handing_in.seat_family([person])
    assert Player.objects.get().name == "Chris"

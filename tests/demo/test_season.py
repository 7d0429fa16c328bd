"""Evenings as the scorekeeper writes them down."""

from collections import Counter
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from scorebook.demo.family import cast
from scorebook.demo.season import MIX, Season, seats_allowed
from scorebook.rules import presets
from scorebook.rules.sheet import CellState, Entry
from scorebook.rules.table import replay

UNTIL = date(2026, 5, 31)


def season(*, slug=None, seed=1, players=5):
    people = cast(players, None, ())
    return Season(people=people, slug=slug, seed=seed, until=UNTIL, zone=ZoneInfo("Europe/Oslo"))


def sheet_of(evening):
    entries = [
        Entry(str(s.id), seq, s.kind, s.payload, s.round, s.seat)
        for seq, s in enumerate(evening.submissions, start=1)
    ]
    return replay(presets.get(evening.plan.slug), entries)


def kinds_of(evening):
    return Counter(submission.kind for submission in evening.submissions)


def test_the_same_seed_gives_the_same_evenings_and_another_one_others():
    first = [evening.submissions for evening in season().evenings(2)]
    assert first == [evening.submissions for evening in season().evenings(2)]
    assert first != [evening.submissions for evening in season(seed=2).evenings(2)]


def test_other_rules_or_more_people_are_other_games_whatever_the_seed():
    seasons = [season(slug="norwegian"), season(slug="gourt"), season(players=4), season()]
    evenings = [evening for one in seasons for evening in one.evenings(2)]
    assert len({evening.plan.game for evening in evenings}) == 8
    written = [submission.id for evening in evenings for submission in evening.submissions]
    assert len(set(written)) == len(written)


def test_games_lie_a_week_apart_and_the_last_is_on_the_day_named():
    days = [date.fromisoformat(evening.submissions[0].payload["date"])
            for evening in season(slug="bga_short").evenings(3)]  # fmt: skip
    assert days == [date(2026, 5, 17), date(2026, 5, 24), UNTIL]


def test_a_mix_plays_every_variant():
    evenings = list(season().evenings(len(MIX)))
    assert {evening.plan.slug for evening in evenings} == set(presets.SLUGS)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_all_games_but_the_last_are_finished_and_the_last_lacks_one_hand(slug):
    *finished, going_on = map(sheet_of, season(slug=slug, players=4).evenings(4))
    assert all(sheet.finished and sheet.winners for sheet in finished)
    assert not going_on.finished
    current = going_on.rounds[going_on.current_round - 1]
    assert current.out_stands
    assert [cell.state for cell in current.cells].count(CellState.MISSING) == 1
    assert going_on.current_round > 1


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_the_engine_finds_nothing_odd_but_what_people_do(slug):
    """Nobody out and no buys left happen at a table; cards that cannot be there do not."""
    codes = {
        w.code for evening in season(slug=slug).evenings(8) for w in sheet_of(evening).warnings
    }
    assert codes <= {"nobody_out", "no_buys_left"}


def test_somebody_comes_late_and_somebody_leaves():
    kinds = sum(map(kinds_of, season(slug="bga_short").evenings(6)), Counter())
    assert kinds["join"] >= 1
    assert kinds["leave"] >= 1


def test_a_season_has_cuts_slips_put_right_typed_totals_and_remarks():
    evenings = list(season(slug="link").evenings(16))
    kinds = sum(map(kinds_of, evenings), Counter())
    cells = [cell for e in evenings for round in sheet_of(e).rounds for cell in round.cells]
    assert kinds["cut"] and kinds["buys"] and kinds["void"] and kinds["note"]
    assert any(cell.changes for cell in cells)
    assert any(cell.state is CellState.TOTAL for cell in cells)


def test_some_slips_are_noticed_in_the_review_and_some_later():
    """Counts the rounds that had gone by when a hand of any round but the last was corrected."""
    late = []
    for evening in season(slug="bga_short").evenings(20):
        seen, newest = set(), 0
        for submission in evening.submissions:
            newest = max(newest, submission.round or 0)
            cell = (submission.round, submission.seat)
            if submission.kind != "hand" or submission.round == evening.plan.rounds:
                continue
            if cell in seen:
                late.append(newest - submission.round)
            seen.add(cell)
    assert 0 in late
    assert max(late) > 0


def test_an_exact_cut_was_really_cut():
    """The cutter sits to the dealer's right and everybody else at the table gets the points."""
    rounds = [round for e in season(slug="link").evenings(6) for round in sheet_of(e).rounds]
    cut = [round for round in rounds if round.cut_by is not None]
    assert cut
    for round in cut:
        assert round.cut_by == round.cutter
        present = [cell for cell in round.cells if cell.state is not CellState.ABSENT]
        assert sum(cell.cut_points for cell in present) == 25 * (len(present) - 1)


def test_a_hand_tells_a_suit_only_where_the_points_hang_on_it():
    played = [s for e in season(slug="norwegian").evenings(4) for s in e.submissions]
    cards = {card for s in played if s.kind == "hand" for card in s.payload.get("cards", [])}
    assert {card for card in cards if len(card) > 1} == {"2S"}


def test_the_average_hand_left_is_a_plausible_one():
    sheets = [sheet_of(evening) for evening in season(slug="link").evenings(6)]
    left = [cell.hand_points for sheet in sheets for round in sheet.rounds for cell in round.cells
            if cell.state is CellState.CARDS]  # fmt: skip
    assert 40 <= sum(left) / len(left) <= 90


def test_seats_follow_the_variants_packs():
    assert seats_allowed("norwegian") == range(2, 7)
    assert seats_allowed("bga_full") == range(2, 9)
    assert seats_allowed("link") == range(2, 11)


def test_the_host_takes_a_chair_and_a_name_that_is_taken_is_left_out():
    everybody = cast(3, None, ())
    host = (everybody[1].id, "Ann", "Ann")
    people = cast(3, host, {"Grandpa"})
    assert [person.name for person in people] == ["Ann", "Mike", "Rosa"]
    with pytest.raises(ValueError, match="Only 9 of the demo's people"):
        cast(10, None, {"Grandpa"})

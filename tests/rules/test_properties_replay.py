"""What holds for any hand and any game, whatever is thrown at it."""

import dataclasses
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.rules import presets
from scorebook.rules.cards import CODES, parse_hand
from scorebook.rules.forms import FORMS
from scorebook.rules.payloads import check_payload, same_meaning
from scorebook.rules.scoring import hand_points, parse_total, why_not
from scorebook.rules.sheet import Entry, Sheet
from scorebook.rules.table import replay
from tests.rules.paper import Paper, person

variants = st.sampled_from([presets.get(slug) for slug in presets.SLUGS])
SLUGS = st.sampled_from(presets.SLUGS)
LINK = presets.get("link")


def codes_of(slug: str) -> st.SearchStrategy[str]:
    known = [code for code in sorted(CODES) if presets.get(slug).knows(code)]
    return st.sampled_from(known)


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, list[str]]:
    slug = draw(SLUGS)
    return slug, draw(st.lists(codes_of(slug), max_size=20))


@given(hands(), st.randoms())
def test_the_order_of_a_hand_never_changes_its_points(hand, random):
    slug, codes = hand
    shuffled = random.sample(codes, len(codes))
    variant = presets.get(slug)
    first, second = parse_hand(" ".join(codes)), parse_hand(" ".join(shuffled))
    assert hand_points(variant, first) == hand_points(variant, second)
    assert same_meaning(variant, "hand", {"cards": codes}, {"cards": shuffled})


@given(hands(), st.data())
def test_a_further_card_never_makes_a_hand_cheaper(hand, data):
    slug, codes = hand
    more = data.draw(codes_of(slug))
    variant = presets.get(slug)
    less = abs(hand_points(variant, parse_hand(" ".join(codes))))
    assert abs(hand_points(variant, parse_hand(" ".join([*codes, more])))) >= less


@given(hands())
def test_what_a_hand_costs_can_be_typed_as_a_total(hand):
    slug, codes = hand
    variant = presets.get(slug)
    points = abs(hand_points(variant, parse_hand(" ".join(codes))))
    assert why_not(variant, points) == ""
    assert parse_total(str(points)) == points


@given(st.text(max_size=30))
def test_reading_a_hand_raises_nothing_but_its_own_refusal(text):
    try:
        cards = parse_hand(text)
    except ValueError as refusal:
        assert str(refusal).endswith(".")
    else:
        assert parse_hand(" ".join(map(str, cards))) == cards


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
seats = st.integers(0, 4)
some_cards = st.lists(st.sampled_from(sorted(CODES)), max_size=16)
some_ids = st.integers(1000, 1040).map(lambda number: str(UUID(int=number)))
somebody = st.integers(0, 8).map(person)
content = {
    "start": st.fixed_dictionaries(
        {
            "rule_set": st.just("link"),
            "players": st.lists(somebody, min_size=2, max_size=5, unique=True),
            "first_dealer": st.integers(0, 1),
            "date": st.just("2025-12-25"),
        },
        optional={"decks": st.integers(1, 8)},
    ),
    "cut": st.fixed_dictionaries({"exact": st.booleans(), "seat": seats}),
    "out": st.fixed_dictionaries({"seat": st.none() | seats}),
    "hand": st.fixed_dictionaries({"cards": some_cards})
    | st.fixed_dictionaries({"total": st.integers(0, 60).map(lambda fives: 5 * fives)}),
    "buys": st.fixed_dictionaries({"n": st.integers(0, 4)}),
    "lay_down": st.fixed_dictionaries(
        {"melds": st.lists(st.fixed_dictionaries({"type": st.just("set"), "cards": some_cards}))}
    ).filter(lambda laid: sum(len(meld["cards"]) for meld in laid["melds"]) <= 60),
    "rummy": st.fixed_dictionaries({"caller": seats, "offender": seats}),
    "adjust": st.fixed_dictionaries({"points": st.integers(-50, 50), "reason": st.just("x")}),
    "join": st.fixed_dictionaries(
        {
            "player": somebody,
            "after_seat": seats,
            "points": st.sampled_from(["zero", "average", "last"]),
        }
    ),
    "leave": st.just({}),
    "rules": st.just({"rule_set": "gourt"}),
    "note": st.just({"text": "Pie."}),
    "void": st.fixed_dictionaries({"entry": some_ids}),
    "finish": st.fixed_dictionaries({"early": st.booleans()}),
    "reopen": st.just({}),
}


@st.composite
def an_entry(draw: st.DrawFn, seq: int) -> Entry:
    """Mostly an entry of good form; sometimes anything at all."""
    kind = draw(st.sampled_from([*content, *content, "accept", "dance"]))
    form = FORMS.get(kind)
    if form is None or kind not in content or draw(st.integers(0, 9)) == 0:
        payload: Any = draw(junk)
        round, seat = draw(junk), draw(junk)
        return Entry(str(UUID(int=1000 + seq)), seq, kind, payload, round, seat)
    round = draw(st.integers(1, 7)) if form.round is not False else None
    seat = draw(seats) if form.seat else None
    return Entry(str(UUID(int=1000 + seq)), seq, kind, draw(content[kind]), round, seat)


@st.composite
def games(draw: st.DrawFn) -> list[Entry]:
    first = Entry(str(UUID(int=1000)), 0, "start", draw(content["start"]))
    length = draw(st.integers(0, 30))
    return [first, *(draw(an_entry(seq)) for seq in range(1, length + 1))]


@given(variants, games(), st.booleans())
def test_replay_never_raises_and_says_the_same_of_any_order(variant, entries, without_start):
    entries = entries[1:] if without_start else entries
    sheet = replay(variant, entries)
    assert replay(variant, entries[::-1]) == sheet
    for warning in sheet.warnings:
        assert warning.text.format(*warning.seats)


@given(variants, games())
def test_every_sheet_adds_up(variant, entries):
    sheet = replay(variant, entries)
    for seat in sheet.seats:
        cells = [round.cells[seat.number] for round in sheet.rounds]
        shown = sum(cell.points for cell in cells if cell.running is not None)
        assert seat.total == seat.starting_points + shown
        complete = [
            cell.points for round, cell in zip(sheet.rounds, cells, strict=True) if round.complete
        ]
        assert seat.complete_total == seat.starting_points + sum(complete)
    for cell in (cell for round in sheet.rounds for cell in round.cells):
        assert cell.points == cell.hand_points + cell.cut_points + cell.adjustments
    assert {seat.number for seat in sheet.seats if seat.place == 1} == set(sheet.leaders)
    assert not set(sheet.winners) & set(sheet.losers)


@given(st.sampled_from([*FORMS, "dance"]), junk, junk, junk)
def test_checking_an_entry_never_raises(kind, round, seat, payload):
    for problem in check_payload(LINK, kind, round, seat, payload, 5):
        assert problem.code and problem.message


def scores(sheet: Sheet) -> Any:
    """What a sheet says of points, places and states, without the ids of the entries behind it."""
    cells = [
        [(cell.state, cell.cards, cell.points, cell.running, cell.buys) for cell in round.cells]
        for round in sheet.rounds
    ]
    rounds = [(round.out, round.cut_by, round.complete) for round in sheet.rounds]
    totals = [(seat.total, seat.place, seat.buys_left) for seat in sheet.seats]
    warnings = [(one.code, one.round, one.seats) for one in sheet.warnings]
    return cells, rounds, totals, warnings


SLOTS = ["hand", "out", "cut", "buys"]
a_slot = st.tuples(st.sampled_from(SLOTS), st.integers(1, 7), seats)


@st.composite
def slot_entries(draw: st.DrawFn, *, unique: bool) -> list[tuple[str, int, int | None, Any]]:
    """Entries for slots of a game of five, one for each slot if `unique`."""
    found = draw(st.lists(a_slot, max_size=25))
    entries = [
        (kind, round, seat if kind in ("hand", "buys") else None, draw(content[kind]))
        for kind, round, seat in found
    ]
    if not unique:
        return entries
    return list({entry[:3]: entry for entry in entries}.values())


def written(entries: list[tuple[str, int, int | None, Any]]) -> Paper:
    paper = Paper()
    for kind, round, seat, payload in entries:
        paper.write(kind, payload, round, seat)
    return paper


@given(slot_entries(unique=False))
def test_a_corrected_game_is_the_game_entered_right_the_first_time(entries):
    newest = list({entry[:3]: entry for entry in entries}.values())
    assert scores(written(entries).sheet) == scores(written(newest).sheet)


@given(slot_entries(unique=True), st.randoms())
def test_independent_slots_may_be_entered_in_any_order(entries, random):
    shuffled = random.sample(entries, len(entries))
    assert scores(written(entries).sheet) == scores(written(shuffled).sheet)


@given(slot_entries(unique=False), st.data())
def test_undo_and_redo_restore_the_sheet(entries, data):
    paper = written(entries)
    before = paper.sheet
    target = data.draw(st.sampled_from(paper.entries))
    undo = paper.void(target.id)
    paper.void(undo)
    after = dataclasses.replace(paper.sheet, voided=before.voided)
    assert after == before


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_undo_of_the_newest_is_the_game_before_it(slug):
    paper = Paper(players=3, variant=slug)
    paper.round(1, 0, 20, 50)
    before = scores(paper.sheet)
    paper.void(paper.hand(1, 1, total=90))
    assert scores(paper.sheet) == before

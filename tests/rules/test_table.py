"""The sheet that follows from a game's entries, case by case."""

import dataclasses

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import BuyScope
from scorebook.rules.sheet import CellState, Entry
from scorebook.rules.table import replay
from scorebook.rules.variant import Direction
from tests.rules.paper import Paper, person


def totals(paper: Paper) -> list[int]:
    return [seat.total for seat in paper.sheet.seats]


def places(paper: Paper) -> list[int | None]:
    return [seat.place for seat in paper.sheet.seats]


def states(paper: Paper, number: int) -> list[CellState]:
    return [cell.state for cell in paper.sheet.rounds[number - 1].cells]


def test_a_game_without_a_start_is_an_empty_sheet():
    sheet = replay(presets.get("link"), [Entry("e", 1, "out", {"seat": 0}, 1)])
    assert (sheet.seats, sheet.rounds, sheet.current_round) == ((), (), None)


def test_a_new_game_shows_what_the_table_needs():
    sheet = Paper(dealer=3).sheet
    first = sheet.rounds[0]
    assert (first.contract, first.pattern, first.dealt) == ("2 sets", "SS", 11)
    assert (first.dealer, first.first_player, first.cutter) == (3, 4, 2)
    assert first.cut_numbers == (55, 56)
    assert (sheet.decks, sheet.jokers, sheet.current_round) == (2, 4, 1)
    assert (sheet.leaders, sheet.winners, sheet.finished) == ((), (), False)
    assert [seat.player for seat in sheet.seats] == [person(seat) for seat in range(5)]
    assert [seat.buys_left for seat in sheet.seats] == [2] * 5


def test_not_entered_is_not_zero():
    paper = Paper(players=3)
    paper.out(1, 0)
    paper.hand(1, 1, "KH 4 JK")
    round = paper.sheet.rounds[0]
    assert states(paper, 1) == [CellState.OUT, CellState.CARDS, CellState.MISSING]
    assert [cell.points for cell in round.cells] == [0, 65, 0]
    assert [cell.running for cell in round.cells] == [0, 65, None]
    assert not round.complete
    assert paper.sheet.current_round == 1


def test_an_empty_hand_is_entered_and_worth_nothing():
    paper = Paper(players=2)
    paper.hand(1, 1, "")
    assert states(paper, 1) == [CellState.MISSING, CellState.CARDS]


def test_points_carry_the_sign_of_the_variant():
    paper = Paper(players=2, variant="bga_full")
    paper.out(1, 0)
    paper.hand(1, 1, "JK AS")
    assert totals(paper) == [0, -35]
    assert places(paper) == [1, 2]


def test_a_typed_total_is_positive_whatever_the_sign():
    paper = Paper(players=2, variant="bga_full")
    paper.write("hand", {"total": 45, "typed": "10+5+30"}, 1, 1)
    cell = paper.sheet.rounds[0].cells[1]
    assert (cell.state, cell.points, cell.typed) == (CellState.TOTAL, -45, "10+5+30")


def test_the_newest_entry_of_a_slot_stands_and_says_how_often_it_was_changed():
    paper = Paper(players=2)
    paper.hand(1, 1, "K")
    newest = paper.hand(1, 1, "A")
    cell = paper.sheet.rounds[0].cells[1]
    assert (cell.points, cell.entry, cell.changes) == (20, newest, 1)
    assert paper.sheet.standing["hand", 1, 1].id == newest


def test_the_order_of_the_list_does_not_matter_but_seq_does():
    paper = Paper(players=2)
    paper.hand(1, 1, "K")
    paper.hand(1, 1, "A")
    assert replay(paper.variant, reversed(paper.entries)) == paper.sheet


def test_undo_uncovers_what_stood_before_and_redo_covers_it_again():
    paper = Paper(players=2)
    paper.hand(1, 1, "K")
    correction = paper.hand(1, 1, "A")
    undo = paper.void(correction)
    assert totals(paper) == [0, 10]
    redo = paper.void(undo)
    assert totals(paper) == [0, 20]
    paper.void(redo)
    assert totals(paper) == [0, 10]
    assert correction in paper.sheet.voided


def test_a_start_is_never_taken_back():
    paper = Paper()
    paper.void(paper.entries[0].id)
    assert len(paper.sheet.seats) == 5


def test_a_void_of_something_unknown_or_later_is_reported():
    paper = Paper()
    paper.void(person(99))
    assert paper.codes() == ["does_not_fit"]


def test_nothing_is_taken_back_before_it_is_entered():
    paper = Paper(players=2)
    paper.void(person(1002))
    later = paper.hand(1, 1, "K")
    assert later == person(1002)
    assert totals(paper) == [0, 10]


def test_a_corrected_out_makes_the_former_one_owe_a_hand():
    paper = Paper(players=2)
    paper.round(1, 0, 50)
    paper.out(1, 1)
    assert states(paper, 1) == [CellState.MISSING, CellState.OUT]
    assert paper.sheet.current_round == 1


def test_who_went_out_scores_nothing_for_cards_left():
    paper = Paper(players=2)
    paper.hand(1, 0, "K K")
    paper.hand(1, 1, "A")
    paper.out(1, 0)
    assert states(paper, 1) == [CellState.OUT, CellState.CARDS]
    assert totals(paper) == [0, 20]
    assert paper.codes() == ["out_with_cards"]


def test_nobody_went_out_is_an_answer_that_is_worth_a_look():
    paper = Paper(players=2)
    paper.hand(1, 0, "K")
    paper.hand(1, 1, "A")
    assert paper.codes() == ["out_missing"]
    assert not paper.sheet.rounds[0].complete
    paper.out(1, None)
    assert paper.codes() == ["nobody_out"]
    round = paper.sheet.rounds[0]
    assert (round.out, round.out_stands, round.complete) == (None, True, True)


def test_an_exact_cut_costs_everybody_else_and_does_not_spare_who_went_out():
    paper = Paper(players=4)
    paper.cut(1, 0)
    paper.out(1, 1)
    paper.hand(1, 0, "KH 7C")
    paper.hand(1, 2, "JK 2D")
    paper.hand(1, 3, "AH AD 9S")
    assert totals(paper) == [15, 25, 80, 70]
    assert paper.sheet.rounds[0].cut_by == 0


def test_a_cut_counts_once_anything_else_of_its_round_stands():
    paper = Paper(players=3)
    paper.cut(1, 0)
    assert totals(paper) == [0, 0, 0]
    assert [cell.running for cell in paper.sheet.rounds[0].cells] == [None] * 3
    paper.hand(1, 1, "K")
    assert totals(paper) == [0, 35, 25]
    assert [cell.running for cell in paper.sheet.rounds[0].cells] == [None, 35, 25]


def test_a_cut_that_was_not_exact_counts_nothing():
    paper = Paper(players=2)
    paper.cut(1, 0)
    paper.write("cut", {"exact": False, "seat": 0}, 1)
    paper.round(1, 0, 50)
    assert totals(paper) == [0, 50]
    assert paper.sheet.rounds[0].cut_by is None


def test_points_by_decision_are_signed_like_the_sheet_and_add_up():
    paper = Paper(players=2, variant="bga_full")
    paper.round(1, 0, 45)
    paper.write("adjust", {"points": -10, "reason": "peeking"}, 1, 0)
    paper.write("adjust", {"points": 5, "reason": "dish duty"}, 1, 0)
    cell = paper.sheet.rounds[0].cells[0]
    assert (cell.adjustments, cell.points, cell.running) == (-5, -5, -5)
    assert totals(paper) == [-5, -45]


def test_places_are_shared_and_count_complete_rounds_only():
    paper = Paper(players=3)
    paper.round(1, 20, 0, 20)
    paper.hand(2, 1, "A A A")
    assert totals(paper) == [20, 60, 20]
    assert places(paper) == [2, 1, 2]
    assert [seat.behind for seat in paper.sheet.seats] == [20, 0, 20]
    assert paper.sheet.leaders == (1,)
    assert paper.sheet.winners == ()


def test_the_end_of_a_game():
    paper = Paper(players=3)
    for number in range(1, 8):
        paper.round(number, 20, 0, 20)
    assert paper.sheet.current_round is None
    paper.finish()
    assert paper.sheet.finished
    assert (paper.sheet.winners, paper.sheet.losers) == ((1,), (0, 2))
    paper.write("reopen", {})
    assert not paper.sheet.finished
    assert paper.sheet.winners == ()


def test_where_all_share_one_place_nobody_has_lost():
    paper = Paper(players=2)
    paper.out(1, None)
    paper.hand(1, 0, "K")
    paper.hand(1, 1, "Q")
    paper.finish(early=True)
    assert (paper.sheet.winners, paper.sheet.losers) == ((0, 1), ())


def test_an_early_end_counts_complete_rounds():
    paper = Paper(players=2)
    paper.round(1, 0, 50)
    paper.hand(2, 0, "JK JK")
    paper.finish(early=True)
    assert paper.sheet.early
    assert (paper.sheet.winners, paper.sheet.losers) == ((0,), (1,))
    assert paper.codes() == []


def test_an_end_that_is_no_longer_complete_is_reported():
    paper = Paper(players=2)
    paper.finish()
    assert paper.codes() == ["not_complete"]


def test_the_deal_goes_round_the_table():
    assert [round.dealer for round in Paper(players=3, dealer=2).sheet.rounds] == [
        2, 0, 1, 2, 0, 1, 2,
    ]  # fmt: skip


def test_the_deal_goes_the_other_way_where_the_rules_say_so():
    variant = dataclasses.replace(presets.get("link"), direction=Direction.COUNTERCLOCKWISE)
    rounds = replay(variant, Paper(players=3).entries).rounds
    assert [round.dealer for round in rounds[:3]] == [0, 2, 1]
    assert (rounds[0].first_player, rounds[0].cutter) == (2, 1)


def test_a_correction_of_the_start_moves_the_first_dealer_but_seats_nobody():
    paper = Paper(players=3)
    paper.write("start", {**paper.started, "first_dealer": 1, "decks": 3})
    assert paper.sheet.rounds[0].dealer == 1
    assert (paper.sheet.decks, paper.sheet.jokers) == (3, 6)
    paper.write("start", {**paper.started, "players": [person(7), person(8)]})
    assert len(paper.sheet.seats) == 3
    assert paper.codes() == ["does_not_fit"]


def test_who_leaves_keeps_the_points_and_takes_no_place():
    paper = Paper(players=3)
    paper.round(1, 0, 20, 50)
    paper.leave(2, 0)
    paper.out(2, 1)
    paper.hand(2, 2, "K")
    seat = paper.sheet.seats[0]
    assert (seat.total, seat.place, seat.behind, seat.present) == (0, None, None, False)
    assert (seat.first_round, seat.left_before) == (1, 2)
    assert states(paper, 2) == [CellState.ABSENT, CellState.OUT, CellState.CARDS]
    assert paper.sheet.rounds[1].complete
    assert places(paper) == [None, 1, 2]
    assert [round.dealer for round in paper.sheet.rounds[:4]] == [0, 1, 2, 1]
    assert paper.sheet.rounds[1].cut_numbers == (22, 23)


@pytest.mark.parametrize(("points", "expected"), [("zero", 0), ("average", 30), ("last", 50)])
def test_a_late_joiner_starts_with_what_was_asked(points, expected):
    paper = Paper(players=3)
    paper.round(1, 0, 35, 50)
    paper.join(2, 8, points, after=1)
    sheet = paper.sheet
    assert sheet.seats[3].starting_points == sheet.seats[3].total == expected
    assert (sheet.seats[3].first_round, sheet.seats[3].player) == (2, person(8))
    assert sheet.order == (0, 1, 3, 2)
    assert sheet.seats[3].place is None
    assert states(paper, 1)[3] is CellState.ABSENT
    assert [round.dealer for round in sheet.rounds[:4]] == [0, 1, 3, 2]


def test_the_average_is_rounded_to_five_on_either_side_of_zero():
    paper = Paper(players=2, variant="bga_full")
    paper.round(1, 0, 35)
    paper.join(2, 8, "average")
    assert paper.sheet.seats[2].starting_points == -20


def test_a_correction_reaches_the_starting_points():
    paper = Paper(players=2)
    paper.round(1, 0, 20)
    paper.join(2, 8, "last")
    paper.hand(1, 1, total=90)
    assert paper.sheet.seats[2].total == 90


def test_who_comes_back_has_the_old_seat():
    paper = Paper(players=3)
    paper.round(1, 0, 20, 50)
    paper.leave(2, 0)
    paper.out(2, 1)
    paper.hand(2, 2, "A")
    paper.join(3, 0, "average", after=1)
    sheet = paper.sheet
    assert len(sheet.seats) == 3
    assert (sheet.seats[0].total, sheet.seats[0].starting_points) == (45, 45)
    assert (sheet.seats[0].first_round, sheet.seats[0].left_before) == (1, None)
    assert sheet.order == (1, 0, 2)
    assert [round.dealer for round in sheet.rounds[:4]] == [0, 1, 0, 2]


def test_who_comes_back_last_is_level_with_the_last():
    paper = Paper(players=3)
    paper.round(1, 20, 0, 50)
    paper.leave(2, 0)
    paper.join(3, 0, "last", after=1)
    assert (paper.sheet.seats[0].total, paper.sheet.seats[0].starting_points) == (50, 30)


def test_who_leaves_as_another_joins_is_not_in_the_average():
    paper = Paper(players=3)
    paper.round(1, 0, 20, 100)
    paper.leave(2, 2)
    paper.join(2, 8, "average")
    assert paper.sheet.seats[3].starting_points == 10


def test_a_number_once_given_is_never_given_to_somebody_else():
    paper = Paper(players=2)
    wrong = paper.join(1, 7)
    paper.hand(1, 2, "KH KH")
    undo = paper.void(wrong)
    paper.join(1, 8)
    sheet = paper.sheet
    assert [seat.player for seat in sheet.seats][2:] == [person(7), person(8)]
    assert [seat.number for seat in sheet.seated] == [0, 1, 3]
    assert (sheet.order, sheet.rounds[0].present) == ((0, 3, 1), (0, 1, 3))
    assert [seat.total for seat in sheet.seats] == [0, 0, 0, 0]
    assert states(paper, 1)[2] is CellState.ABSENT
    paper.void(undo)
    assert [seat.number for seat in paper.sheet.seated] == [0, 1, 2, 3]
    assert [seat.total for seat in paper.sheet.seats] == [0, 0, 20, 0]
    paper.void(paper.entries[-1].id)
    paper.join(2, 7)
    assert [seat.number for seat in paper.sheet.seated] == [0, 1, 2, 3]


def test_a_corrected_start_moves_nobody_who_joined():
    paper = Paper(players=2)
    wrong = paper.join(1, 7)
    paper.join(1, 8)
    paper.void(wrong)
    paper.write("start", {**paper.started, "players": [person(0), person(7)]})
    assert [seat.player for seat in paper.sheet.seats] == [person(n) for n in (0, 7, 7, 8)]
    assert [seat.number for seat in paper.sheet.seated] == [0, 1, 3]


def test_who_came_back_keeps_the_seat_though_the_start_is_corrected():
    paper = Paper(players=3)
    paper.leave(2, 1)
    paper.join(3, 1, after=0)
    paper.write("start", {**paper.started, "players": [person(0), person(5), person(2)]})
    sheet = paper.sheet
    assert [seat.player for seat in sheet.seats] == [person(n) for n in (0, 5, 2)]
    assert [round.present for round in sheet.rounds[:3]] == [(0, 1, 2), (0, 2), (0, 1, 2)]


def test_an_early_end_counts_whoever_had_not_left_by_then():
    paper = Paper(players=3)
    for round, seat in ((7, 0), (6, 1), (2, 2)):
        paper.leave(round, seat)
    paper.round(1, 0, 10, 20)
    paper.finish(early=True)
    sheet = paper.sheet
    assert [seat.place for seat in sheet.seats] == [1, 2, None]
    assert [seat.present for seat in sheet.seats] == [True, True, False]
    assert (sheet.winners, sheet.losers) == ((0,), (1,))


def test_nobody_joins_twice():
    paper = Paper(players=2)
    paper.join(1, 7)
    paper.join(1, 7)
    assert paper.codes() == ["does_not_fit"]
    assert len(paper.sheet.seats) == 3


def test_the_deal_passes_over_one_who_left():
    paper = Paper(players=3)
    paper.leave(2, 1)
    assert [round.dealer for round in paper.sheet.rounds[:3]] == [0, 2, 0]
    paper.leave(1, 0)
    assert paper.sheet.rounds[0].dealer == 1


def test_remarks_stand_with_their_round_or_with_the_game():
    paper = Paper()
    on_round = paper.write("note", {"text": "Em cut twice."}, 2)
    on_game = paper.write("note", {"text": "Pie."})
    assert paper.sheet.rounds[1].notes == ({"entry": on_round, "text": "Em cut twice."},)
    assert paper.sheet.notes == ({"entry": on_game, "text": "Pie."},)


def test_a_called_rummy_lets_the_offender_hold_more():
    paper = Paper(players=4, variant="gourt")
    paper.hand(1, 1, "3 3 3 4 4 4 5 5 5 6 6 6 7 7")
    assert paper.codes() == ["too_many_cards"]
    paper.write("rummy", {"caller": 0, "offender": 1}, 1)
    assert paper.codes() == []
    assert paper.sheet.rounds[0].rummies[0]["offender"] == 1


def test_buys_let_a_hand_grow_and_are_counted_down():
    paper = Paper(players=2)
    paper.hand(1, 1, "3 3 3 4 4 4 5 5 5 6 6 6 7 7 7")
    assert paper.codes() == ["too_many_cards"]
    paper.buys(1, 1, 1)
    assert paper.codes() == []
    assert [seat.buys_left for seat in paper.sheet.seats] == [2, 1]
    assert paper.sheet.rounds[0].cells[1].buys == 1


def test_buys_over_the_limit_are_reported_and_leave_none_for_the_last_round():
    paper = Paper(players=2)
    paper.buys(1, 0, 2)
    assert paper.codes() == ["no_buys_left"]
    paper.buys(2, 0, 1)
    assert paper.codes() == ["too_many_buys", "no_buys_left"]
    told = "{0} has bought 1 more than allowed in round 2; the limit is 2 a game."
    assert paper.sheet.warnings[0].text == told
    assert paper.sheet.seats[0].buys_left == -1


def test_who_used_the_last_buy_in_the_last_round_or_left_is_not_warned():
    paper = Paper(players=3)
    paper.buys(1, 0, 1)
    paper.buys(7, 0, 1)
    paper.buys(1, 1, 2)
    paper.leave(2, 1)
    assert paper.codes() == []


def test_a_limit_for_each_round_starts_anew():
    paper = Paper(players=2, variant="bga_full")
    paper.round(1, 0, 45)
    paper.buys(1, 0, 3)
    assert paper.sheet.seats[0].buys_left == 3
    paper.buys(2, 0, 4)
    assert paper.codes() == ["too_many_buys"]
    assert paper.sheet.warnings[0].text.endswith("the limit is 3 a round.")


def test_a_bank_tells_what_it_had_granted_by_then():
    paper = Paper(players=2)
    bank = {"scope": BuyScope.BANK, "limit": None, "grants": (1, 0, 2, 1, 1, 1, 1)}
    paper.variant = dataclasses.replace(
        paper.variant, buy=dataclasses.replace(paper.variant.buy, **bank)
    )
    paper.buys(2, 1, 3)
    told = "{0} has bought 2 more than allowed in round 2; the limit is 1 by then."
    assert paper.sheet.warnings[0].text == told


@pytest.mark.parametrize(
    ("variant", "hands", "code"),
    [
        ("link", ["JK JK JK", "JK JK"], "too_many_jokers"),
        ("link", ["KH KH", "KH"], "too_many_copies"),
        ("link", ["K K K K KH", "K K K K"], "too_many_copies"),
        ("norwegian", ["2 2 2 2", "2 2 2H"], "too_many_copies"),
        ("norwegian", ["2S 2S 2S", ""], "too_many_copies"),
        ("gourt", ["JK", ""], "unknown_card"),
    ],
)
def test_cards_that_the_packs_do_not_hold_are_reported(variant, hands, code):
    paper = Paper(players=2, variant=variant)
    for seat, cards in enumerate(hands):
        paper.hand(1, seat, cards)
    assert code in paper.codes()


@pytest.mark.parametrize(
    ("variant", "hands"),
    [
        ("link", ["JK JK", "JK JK"]),
        ("link", ["KH KH K K", "K K K K"]),
        ("norwegian", ["2 2 2", "2 2 2H 2S 2S"]),
        ("gourt", ["2 2 2 2", "2 2 2 2"]),
    ],
)
def test_all_that_the_packs_hold_may_be_left(variant, hands):
    paper = Paper(players=2, variant=variant)
    for seat, cards in enumerate(hands):
        paper.hand(1, seat, cards)
    assert paper.codes() == ["out_missing"]


def test_laid_cards_count_against_the_packs():
    paper = Paper(players=2)
    paper.hand(1, 0, "KH")
    melds = [{"type": "set", "cards": ["KH", "KH", "KD"]}]
    laid = paper.write("lay_down", {"melds": melds}, 1, 1)
    assert paper.codes() == ["too_many_copies"]
    cell = paper.sheet.rounds[0].cells[1]
    assert (cell.melds, cell.lay_down_entry) == (tuple(melds), laid)


def test_a_changed_rule_set_scores_everything_anew():
    paper = Paper(players=2)
    paper.out(1, 0)
    paper.hand(1, 1, "JK A 2")
    assert totals(paper) == [0, 75]
    paper.variant = presets.get("gourt")
    assert totals(paper) == [0, 50]
    assert paper.codes() == ["unknown_card"]


@pytest.mark.parametrize(
    ("kind", "payload", "round", "seat"),
    [
        ("hand", {"cards": ["K"]}, 8, 0),
        ("hand", {"cards": ["K"]}, 1, 9),
        ("hand", {"cards": ["1H"]}, 1, 0),
        ("hand", {"cards": ["K"]}, None, None),
        ("hand", {"total": True}, 1, 0),
        ("out", {"seat": 9}, 1, None),
        ("cut", {"exact": True, "seat": 9}, 1, None),
        ("rummy", {"caller": 0, "offender": 1}, 1, None),
        ("leave", {}, 2, 9),
        ("adjust", {"points": 5, "reason": "x"}, 1, 9),
        ("join", {"player": person(0), "after_seat": 1, "points": "zero"}, 2, None),
        ("join", {"player": person(9), "after_seat": 12, "points": "zero"}, 2, None),
        ("dance", {}, None, None),
        ("note", None, None, None),
    ],
)
def test_what_does_not_fit_is_reported_and_changes_no_points(kind, payload, round, seat):
    paper = Paper()
    paper.round(1, 0, 20, 30, 40, 50)
    before = totals(paper)
    entry = paper.write(kind, payload, round, seat)
    assert totals(paper)[:5] == before
    assert [(one.code, one.entry) for one in paper.sheet.warnings] == [("does_not_fit", entry)]


def test_a_hand_of_one_who_left_is_kept_and_reported():
    paper = Paper(players=3)
    paper.hand(2, 0, "K")
    paper.leave(2, 0)
    assert totals(paper) == [0, 0, 0]
    assert paper.codes() == ["does_not_fit"]


def test_every_warning_reads_as_a_sentence_with_names():
    paper = Paper(players=2)
    paper.buys(1, 0, 3)
    paper.hand(1, 0, "KH KH KH")
    paper.out(1, 0)
    for warning in paper.sheet.warnings:
        text = warning.text.format(*(f"Seat {seat}" for seat in warning.seats))
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".") and "{" not in text

"""Turning points, each worked out by hand. Costs by round, a letter for each player:
"A0 B20, A5 B0" are two rounds of Ann and Ben."""

import pytest

from scorebook.stats import story
from scorebook.stats.story import Race, Score, turning_points

NAMES = {0: "Ann", 1: "Ben", 2: "Em", 3: "Joe"}
SEATS = {name[0]: seat for seat, name in NAMES.items()}


def race(told, *, cuts=None, wilds=None, start=None, left=()):
    """`cuts`: {round: (who cut, who pays, points)}; `wilds`: {(round, who): how many}."""
    rounds = []
    for number, line in enumerate(told.split(","), 1):
        cutter, payers, points = (cuts or {}).get(number, ("", "", 0))
        scores = {}
        for word in line.split():
            who, hand = word[0], int(word[1:])
            cut = points if who in payers else 0
            more = {"wilds": (wilds or {}).get((number, who), 0), "cut_exactly": who == cutter}
            scores[SEATS[who]] = Score(points=hand + cut, hand=hand, cut=cut, **more)
        rounds.append((number, scores))
    start = {SEATS[who]: points for who, points in (start or {}).items()}
    return Race(NAMES, tuple(rounds), start, frozenset(SEATS[who] for who in left))


class TestTheCutThatMattered:
    # Without the 25 that Ben paid in round 2 he has 50 and Ann 60.
    told = "A20 B25, A40 B25, A0 B0"

    def test_without_it_somebody_else_wins(self):
        one = race(self.told, cuts={2: ("A", "B", 25)})
        assert one.final == {0: 60, 1: 75}
        assert story.cut_that_mattered(one) == (
            "Ann cut exactly in round 2. Without that Ben wins."
        )

    def test_where_it_would_have_been_shared_both_are_named(self):
        one = race("A20 B25, A40 B35, A0 B0", cuts={2: ("A", "B", 25)})
        assert story.cut_that_mattered(one).endswith("Without that Ann and Ben win.")

    def test_silence_where_it_changed_nothing_or_was_never_made(self):
        assert story.cut_that_mattered(race(self.told, cuts={2: ("B", "A", 25)})) == ""
        assert story.cut_that_mattered(race(self.told)) == ""


class TestShared:
    def test_two_with_as_many(self):
        assert story.shared(race("A20 B25 E0, A40 B35 E75")) == (
            "After 2 rounds nothing lies between Ann and Ben."
        )

    def test_silence_where_one_won(self):
        assert story.shared(race("A20 B25")) == ""


class TestTheLastRound:
    # Before it Ann has 50, Ben 35, Em 90; after it 50, 75, 90.
    told = "A50 B15 E45, A0 B20 E45, A0 B40 E0"

    def test_who_was_behind_won(self):
        assert story.overtaken_in_the_last_round(race(self.told)) == (
            "Before the last round Ann was 15 behind Ben."
        )

    def test_silence_where_the_winner_led_or_shared_the_lead_before(self):
        assert story.overtaken_in_the_last_round(race("A0 B15, A0 B20, A0 B40")) == ""
        assert story.overtaken_in_the_last_round(race("A15 B15, A20 B20, A0 B40")) == ""

    def test_silence_where_it_was_a_comeback_from_the_last_place(self):
        one = race("A50 B15 E20, A50 B15 E20, A0 B90 E90")
        assert story.overtaken_in_the_last_round(one) == ""

    def test_silence_after_a_single_round(self):
        assert story.overtaken_in_the_last_round(race("A0 B5")) == ""


class TestFromLast:
    # After round 2 Ann has 100, Ben 5, Em 40; in the end 100, 125, 160.
    told = "A50 B5 E20, A50 B0 E20, A0 B60 E60, A0 B60 E60"

    def test_the_round_with_the_largest_gap_is_told(self):
        assert story.from_last(race(self.told)) == "Ann was last after round 2, 95 behind, and won."

    def test_the_first_half_does_not_count(self):
        assert story.from_last(race("A50 B5 E20, A0 B60 E60, A0 B60 E60, A0 B60 E60")) == ""

    def test_of_two_the_one_behind_is_not_last_but_second(self):
        assert story.from_last(race("A50 B5, A50 B0, A0 B60, A0 B60")) == ""

    def test_sharing_the_last_place_is_enough(self):
        one = race("A50 B5 E50, A0 B5 E0, A0 B60 E60, A0 B60 E60")
        assert story.from_last(one) == "Ann was last after round 2, 40 behind, and won."

    def test_silence_where_all_shared_it(self):
        assert story.from_last(race("A5 B5 E5, A5 B5 E5, A0 B60 E60")) == ""


class TestPhotoFinish:
    def test_five_points_apart(self):
        assert story.photo_finish(race("A20 B25 E90, A40 B40 E10")) == (
            "After 2 rounds, 5 points divide Ann from Ben."
        )

    def test_from_all_who_share_the_second_place(self):
        assert story.photo_finish(race("A20 B21 E21")) == (
            "After 1 round, 1 point divides Ann from Ben and Em."
        )

    def test_silence_where_it_was_more_than_a_king_or_nothing(self):
        assert story.photo_finish(race("A20 B31")) == ""
        assert story.photo_finish(race("A20 B20")) == ""


class TestThrownAway:
    # After round 2 of 4 Ben leads by 35, after round 3 by 95; then Ann has 130, Ben 145, Em 110.
    told = "A20 B5 E40, A20 B0 E20, A60 B0 E50, A30 B140 E0"

    def test_the_largest_lead_and_the_place_it_ended_in(self):
        assert story.thrown_away(race(self.told)) == "Ben led by 95 after round 3 and came third."

    def test_the_first_half_does_not_count(self):
        assert story.thrown_away(race("A90 B0 E90, A0 B90 E5, A0 B90 E5, A0 B90 E5")) == ""

    def test_silence_where_the_leader_won_or_went_home(self):
        assert story.thrown_away(race("A0 B90, A0 B90, A0 B90")) == ""
        assert story.thrown_away(race("A9 B0 E9, A9 B0 E9, A9 E9, A9 E5", left="B")) == ""


class TestDecided:
    # Ann 60, Ben 100: won by 40; in round 2 she wrote 0 and he 105.
    told = "A60 B-5, A0 B105, A0 B0"

    def test_the_round_that_was_worth_more_than_the_margin(self):
        assert story.decided(race(self.told)) == (
            "Round 2 decided it: Ann gained 105 on Ben there, and won by 40."
        )

    def test_silence_where_no_round_was(self):
        assert story.decided(race("A0 B20, A0 B20, A0 B20")) == ""

    def test_silence_where_the_winner_was_not_in_front_from_then_on(self):
        """After round 2 Ann was third with 35; the last round decided it."""
        assert story.decided(race("A35 B0 E10, A0 B30 E10, A0 B25 E95")) == ""

    def test_silence_where_several_came_second_or_several_won(self):
        assert story.decided(race("A60 B0 E0, A0 B105 E105")) == ""
        assert story.decided(race("A60 B0, A0 B60")) == ""


class TestCaught:
    def test_with_wild_cards(self):
        one = race("A0 B60, A0 B160", wilds={(2, "B"): 3})
        assert story.caught(one) == "Ben was left with 3 wild cards in round 2: 160."

    def test_several_who_were_caught_alike(self):
        one = race("A160 B0, A0 B160", wilds={(1, "A"): 2, (2, "B"): 3})
        assert story.caught(one) == (
            "Ann was left with 2 wild cards in round 1, Ben with 3 in round 2: 160 each."
        )

    def test_with_a_hand_that_cost_twice_what_any_other_did(self):
        assert story.caught(race("A40 B0, A0 B80")) == (
            "Ben held 80 in round 2. No other hand cost more than half of that."
        )

    def test_silence_about_a_hand_among_others_and_one_wild_card(self):
        assert story.caught(race("A45 B0, A0 B80", wilds={(2, "B"): 1})) == ""
        assert story.caught(race("A0 B0")) == ""
        assert story.caught(race("A20 B0, A0 B40")) == ""


class TestFromStartToEnd:
    def test_alone_in_front_after_every_round(self):
        assert story.from_start_to_end(race("A0 B5, A0 B5, A4 B5")) == (
            "Ann led from the first round to the last."
        )

    def test_silence_where_the_lead_was_shared_once(self):
        assert story.from_start_to_end(race("A0 B5, A10 B5, A0 B5")) == ""

    def test_silence_about_two_rounds(self):
        assert story.from_start_to_end(race("A0 B5, A0 B5")) == ""


class TestLeadForGood:
    # Ben, then shared, then Ann from round 3 of 4 on.
    told = "A20 B0, A0 B20, A0 B20, A5 B0"

    def test_the_round_since_which_nobody_else_led(self):
        assert story.lead_for_good(race(self.told)) == "Ann took the lead in round 3 and kept it."

    def test_silence_about_the_first_round_and_the_last(self):
        assert story.lead_for_good(race("A0 B20, A0 B20, A5 B0")) == ""
        assert story.lead_for_good(race("A20 B0, A20 B0, A0 B90")) == ""


class TestTurningPoints:
    def test_four_at_most_and_the_rarest_first(self):
        """Ann was last of three, won by five, in a round where Ben held three wild cards after he
        had led by 85 and she gained 150 on him; nobody needs to hear of a fifth thing.
        """
        one = race("A50 B5 E20, A45 B5 E40, A0 B150 E100, A70 B10 E70", wilds={(3, "B"): 3})
        assert turning_points(one) == [
            "Ann was last after round 2, 85 behind, and won.",
            "After 4 rounds, 5 points divide Ann from Ben.",
            "Ben led by 50 after round 2 and came second.",
            "Round 3 decided it: Ann gained 150 on Ben there, and won by 5.",
        ]

    def test_silence_about_an_even_game(self):
        assert turning_points(race("A5 B10, A10 B10, A5 B10, A5 B10")) == [
            "Ann led from the first round to the last."
        ]
        assert turning_points(race("A5 B20, A10 B20")) == []

    @pytest.mark.parametrize("told", ["", "A5"])
    def test_silence_about_next_to_nothing(self, told):
        assert turning_points(race(told) if told else Race(NAMES, (), {})) == []

    def test_a_latecomer_counts_with_what_they_began_with(self):
        """Em came for round 2 with 30 and went out twice: 30 to Ann's 40."""
        one = race("A20 B10, A10 B90 E0, A10 B0 E0", start={"E": 30})
        assert one.final == {0: 40, 1: 100, 2: 30}
        assert story.photo_finish(one) == "After 3 rounds, 10 points divide Em from Ann."

    def test_who_went_home_wins_nothing(self):
        one = race("A20 B0, A10 B0, A10", left="B")
        assert one.final == {0: 40}
        assert turning_points(one) == []

    def test_who_went_home_after_the_last_round_wins_nothing_either(self):
        one = race("A20 B0, A10 B0", left="B")
        assert (one.final, one.winners, one.winner) == ({0: 30}, [0], None)

"""Playing off, swapping a wild, buying, the end of a turn and calling rummy."""

from dataclasses import replace

import pytest

from scorebook.rules import presets
from scorebook.rules.buying import buy_priority, buys_left, cards_gained, check_buy
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.turns import (
    End,
    WildGoes,
    check_finish_turn,
    check_play_off,
    check_rummy_call,
    check_swap,
)
from scorebook.rules.variant import (
    BuyPer,
    BuyRules,
    BuyScope,
    CallingRummyRules,
    Direction,
    MeldType,
    PlayOffRules,
    SwapOwner,
    SwapRules,
    Variant,
)
from scorebook.rules.verdict import Reason, Verdict

LINK, NORWEGIAN = presets.get("link"), presets.get("norwegian")
SET, RUN = MeldType.SET, MeldType.RUN


def play_off(variant: Variant, type: MeldType, meld: str, card: str, **more: object) -> Verdict:
    given = {"packs": 2, "is_down": True, **more}
    return check_play_off(variant, type, parse_hand(meld), Card.parse(card), **given)


@pytest.mark.parametrize(
    ("meld", "card", "end", "after"),
    [
        ("3H 4H 5H 6H", "7H", End.ANY, "3H 4H 5H 6H 7H"),
        ("3H 4H 5H 6H", "2H", End.ANY, "2H 3H 4H 5H 6H"),
        ("6H 5H 4H 3H", "7H", End.HIGH, "3H 4H 5H 6H 7H"),
        ("6H 5H 4H 3H", "JK", End.LOW, "JK 3H 4H 5H 6H"),
        ("3H 4H 5H 6H", "JK", End.ANY, "3H 4H 5H 6H JK"),
        ("JH QH KH AH", "JK", End.ANY, "JK JH QH KH AH"),
    ],
)
def test_the_run_after_a_card_is_played_off(meld, card, end, after):
    verdict = play_off(LINK, RUN, meld, card, end=end)
    assert verdict.ok
    assert verdict.arrangement == parse_hand(after)


def test_the_far_end_does_not_help():
    assert play_off(LINK, RUN, "3H 4H 5H 6H", "7H", end=End.LOW).reason is Reason.NOT_CONSECUTIVE


def test_a_set_takes_a_card_anywhere():
    assert play_off(LINK, SET, "3H 3C 3S", "3D", end=End.INSIDE).ok
    assert play_off(LINK, SET, "3H 3C 3S", "4D").reason is Reason.RANK_MISMATCH


def test_whose_melds_may_be_played_off_on():
    others_only = replace(LINK, play_off=PlayOffRules(own=False))
    own_only = replace(LINK, play_off=PlayOffRules(others=False))
    assert play_off(others_only, SET, "3H 3C 3S", "3D", own=True).reason is Reason.OWN_MELD
    assert play_off(others_only, SET, "3H 3C 3S", "3D").ok
    assert play_off(own_only, SET, "3H 3C 3S", "3D").reason is Reason.OTHERS_MELD
    assert play_off(own_only, SET, "3H 3C 3S", "3D", own=True).ok


def test_playing_off_on_the_turn_of_the_lay_down():
    later = replace(LINK, play_off=PlayOffRules(same_turn=False))
    just = {"laid_down_this_turn": True}
    assert play_off(later, SET, "3H 3C 3S", "3D", **just).reason is Reason.NEXT_TURN
    assert play_off(later, SET, "3H 3C 3S", "3D").ok
    assert play_off(LINK, SET, "3H 3C 3S", "3D", **just).ok


def test_wilds_stay_what_they_are_when_a_card_is_played_off():
    free = presets.get("bga_full")
    assert play_off(free, RUN, "7H JK JK JK", "JH", end=End.HIGH).ok
    refused = play_off(free, RUN, "7H JK JK JK", "3H", end=End.HIGH)
    assert refused.reason is Reason.NOT_CONSECUTIVE
    assert refused.sentence.startswith("3♥ lies where J♥ belongs.")


def test_no_playing_off_on_what_is_no_meld():
    assert play_off(LINK, RUN, "3H 4H 6H 7H", "8H").reason is Reason.NOT_CONSECUTIVE


def swap(
    variant: Variant, type: MeldType, meld: str, at: int, card: str, **more: object
) -> Verdict:
    given = {"is_down": True, **more}
    return check_swap(variant, type, parse_hand(meld), at, Card.parse(card), **given)


def swapping(**axes: object) -> Variant:
    return replace(LINK, swap=SwapRules(**{"where": (SET, RUN), **axes}))


def test_the_meld_after_a_swap():
    assert swap(LINK, RUN, "7H 8H JK TH", 2, "9H").arrangement == parse_hand("7H 8H 9H TH")
    assert swap(LINK, RUN, "TH JK 8H 7H", 1, "9H").arrangement == parse_hand("TH 9H 8H 7H")


def test_only_the_card_the_wild_stands_for():
    assert swap(LINK, RUN, "7H 8H JK TH", 2, "9S").reason is Reason.WRONG_CARD
    assert swap(LINK, RUN, "7H 8H JK TH", 2, "JK").reason is Reason.WRONG_CARD
    assert swap(swapping(), SET, "5H 5C JK", 2, "6H").reason is Reason.WRONG_CARD
    assert swap(swapping(), SET, "5H 5C JK", 2, "5S").ok
    assert swap(LINK, RUN, "7H 8H JK TH", 0, "7H").reason is Reason.NOT_A_WILD


def test_a_set_of_wilds_names_no_card_to_swap_for():
    verdict = swap(swapping(), SET, "JK JK JK", 0, "6H")
    assert verdict.reason is Reason.WRONG_CARD
    assert "nobody named" in verdict.sentence


def test_where_a_wild_can_be_swapped():
    sets_only = swapping(where=(SET,))
    assert swap(sets_only, RUN, "7H 8H JK TH", 2, "9H").reason is Reason.DEAD_IN_RUN
    assert swap(sets_only, SET, "5H 5C JK", 2, "5D").ok


def test_whose_wild_can_be_swapped():
    mine = {"own": True}
    assert swap(swapping(), RUN, "7H 8H JK TH", 2, "9H", **mine).reason is Reason.OWN_MELD
    assert swap(swapping(owner=SwapOwner.ANY), RUN, "7H 8H JK TH", 2, "9H", **mine).ok


def test_swapping_before_one_is_down():
    up = {"is_down": False}
    assert swap(swapping(), RUN, "7H 8H JK TH", 2, "9H", **up).reason is Reason.NOT_DOWN
    assert swap(swapping(needs_down=False), RUN, "7H 8H JK TH", 2, "9H", **up).ok


@pytest.mark.parametrize(
    ("most", "swaps", "expected"),
    [(0, 1, Reason.NOT_DOWN), (1, 1, Reason.OK), (1, 2, Reason.TOO_MANY_SWAPS), (2, 2, Reason.OK)],
)
def test_swaps_of_the_lay_down_itself(most, swaps, expected):
    fetch = {"is_down": False, "while_laying_down": True, "swaps_this_turn": swaps}
    variant = swapping(while_laying_down=most)
    assert swap(variant, RUN, "7H 8H JK TH", 2, "9H", **fetch).reason is expected


def test_who_is_laying_down_is_not_down_yet():
    going = {"is_down": True, "while_laying_down": True}
    assert swap(LINK, RUN, "7H 8H JK TH", 2, "9H", **going).reason is Reason.NOT_DOWN
    assert swap(swapping(while_laying_down=1), RUN, "7H 8H JK TH", 2, "9H", **going).ok


def test_a_freed_wild_may_have_to_be_laid_again():
    kept = {"wild_goes_to": WildGoes.HAND}
    strict = swapping(wild_may_go_to_hand=False)
    assert swap(strict, RUN, "7H 8H JK TH", 2, "9H", **kept).reason is Reason.MUST_REPLAY_WILD
    assert swap(strict, RUN, "7H 8H JK TH", 2, "9H").ok


def buying(**axes: object) -> Variant:
    return replace(LINK, buy=BuyRules(**axes))


BANK = {"scope": BuyScope.BANK, "grants": (3, 0, 2, 1, 1, 1, 1)}


@pytest.mark.parametrize(
    ("axes", "round", "in_game", "in_round", "left"),
    [
        ({}, 1, 99, 99, None),
        ({"limit": 2}, 5, 1, 0, 1),
        ({"limit": 2}, 5, 2, 0, 0),
        ({"limit": 3, "scope": BuyScope.ROUND}, 5, 9, 1, 2),
        (BANK, 1, 1, 1, 2),
        (BANK, 2, 1, 0, 2),
        (BANK, 3, 3, 0, 2),
    ],
)
def test_buys_left(axes, round, in_game, in_round, left):
    variant = buying(**axes)
    assert buys_left(variant, round, in_game, in_round) == left
    asked = check_buy(variant, round=round, bought_in_game=in_game, bought_in_round=in_round)
    assert asked.reason is (Reason.NO_BUYS_LEFT if left == 0 else Reason.OK)


def test_the_price_is_by_purchase_or_by_card():
    assert cards_gained(BuyRules(price=2), 1, 3) == 5
    assert cards_gained(BuyRules(price=2, per=BuyPer.CARD), 1, 3) == 9
    assert check_buy(buying(price=2, cards=None), round=1, cards=3).cards == 5


@pytest.mark.parametrize(
    ("axes", "asked", "expected"),
    [
        ({}, {"is_discarder": True}, Reason.OWN_DISCARD),
        ({"discarder": True}, {"is_discarder": True}, Reason.OK),
        ({}, {"is_turn_player": True}, Reason.OWN_TURN),
        ({"when_down": False}, {"is_down": True}, Reason.ALREADY_DOWN),
        ({}, {"is_down": True}, Reason.OK),
        ({}, {"cards": 2}, Reason.TOO_MANY_CARDS),
        ({}, {"cards": 0}, Reason.TOO_MANY_CARDS),
        ({"cards": None}, {"cards": 7}, Reason.OK),
        ({}, {"next_player_has_drawn": True}, Reason.BUYING_OVER),
    ],
)
def test_who_may_buy_what(axes, asked, expected):
    assert check_buy(buying(**axes), round=1, **asked).reason is expected


def test_rounds_and_games_without_buying():
    first, *others = LINK.rounds
    closed = replace(LINK, rounds=(replace(first, buying=False), *others))
    assert check_buy(closed, round=1).reason is Reason.NO_BUYING_THIS_ROUND
    assert check_buy(closed, round=2).ok
    assert check_buy(closed, round=8).reason is Reason.NO_SUCH_ROUND
    never = replace(LINK, buy=None)
    assert check_buy(never, round=1).reason is Reason.NO_BUYING
    assert buys_left(never, 1, 0, 0) == 0


SEATS = (4, 0, 2, 3)


def test_the_nearest_in_the_direction_of_play_gets_the_card():
    against = replace(LINK, direction=Direction.COUNTERCLOCKWISE)
    assert buy_priority(LINK, SEATS, 0, {2, 3}) == 2
    assert buy_priority(against, SEATS, 0, {2, 3}) == 3
    assert buy_priority(LINK, SEATS, 0, {0, 2}) == 0
    assert buy_priority(LINK, SEATS, 0, set()) is None


def test_the_discarder_sits_before_the_player_in_turn():
    against = replace(LINK, direction=Direction.COUNTERCLOCKWISE)
    assert buy_priority(LINK, SEATS, 0, {4}) is None
    assert buy_priority(against, SEATS, 0, {2}) is None
    assert buy_priority(against, SEATS, 0, {4}) == 4
    assert buy_priority(LINK, SEATS, 0, {4}, opening=True) == 4
    assert buy_priority(NORWEGIAN, SEATS, 0, {4}) == 4


def test_without_buying_only_the_player_in_turn_takes_the_card():
    never = replace(LINK, buy=None)
    assert buy_priority(never, SEATS, 0, {2, 3}) is None
    assert buy_priority(never, SEATS, 0, {0, 3}) == 0


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ({"is_down": False, "left_in_hand": 11}, Reason.OK),
        ({"is_down": False, "left_in_hand": 10, "played_off": 1}, Reason.NOT_DOWN),
        ({"is_down": False, "left_in_hand": 0}, Reason.NOT_DOWN),
        ({"is_down": True, "left_in_hand": 2, "discarded": 0}, Reason.TURN_NEEDS_DISCARD),
        ({"is_down": True, "left_in_hand": 2, "hand_after_draw": 4}, Reason.CARDS_DO_NOT_ADD_UP),
        ({"is_down": True, "left_in_hand": 0, "discarded": 0, "played_off": 2}, Reason.OK),
    ],
)
def test_the_end_of_a_turn(turn, expected):
    assert check_finish_turn(LINK, 1, **turn).reason is expected


def test_no_turn_in_a_round_that_is_not_there():
    verdict = check_finish_turn(LINK, 8, is_down=True, left_in_hand=2)
    assert verdict.reason is Reason.NO_SUCH_ROUND


def test_each_of_the_others_gives_what_the_rules_say():
    twice = replace(
        LINK, calling_rummy=CallingRummyRules(offender_must_be_down=False, each_gives=2)
    )
    verdict = check_rummy_call(
        twice,
        players=5,
        offender_is_down=False,
        discard_fits_table=True,
        next_player_started=False,
    )
    assert (verdict.ok, verdict.cards) == (True, 8)

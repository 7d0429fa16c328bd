"""What a game meant to each who sat there: worked by hand, round by round."""

import pytest

from scorebook.models import Game, Seat
from tests.factories import hand_in, make_game, play_round

pytestmark = pytest.mark.django_db


def played(*rounds: dict[int, str | int], variant: str = "link", end: bool = True) -> Game:
    """Rounds of three by what they were left with; the first who is not named went out."""
    game = make_game(players=3, variant=variant)
    for number, hands in enumerate(rounds, start=1):
        out = next((seat for seat in range(3) if seat not in hands), None)
        play_round(game, number, out=out, hands=hands)
    if end:
        hand_in(game, "finish", {"early": True})
    return game


def told(game: Game, *names: str) -> list[tuple]:
    return list(game.seats.order_by("number").values_list(*names))


# Seat 0 has 30, 30, 30, 30; seat 1 0, 20, 40, 60; seat 2 10, 15, 20, 80, with a four twice.
SWINGS = [{0: "KKK", 2: "K"}, {1: "KK"}, {1: "KK"}, {1: "KK", 2: 60}]


def test_who_won_came_back_from_behind():
    game = played(*SWINGS)
    assert told(game, "won", "comeback", "from_last") == [
        (True, 30, True),  # 30 to nothing after the first round; last after the second
        (False, 0, False),
        (False, 0, False),
    ]


def test_who_did_not_win_had_led():
    game = played(*SWINGS)
    assert told(game, "lead_lost", "from_first") == [
        (0, False),
        (10, False),  # after the first of four, which is not half of them
        (10, True),  # 20 to 30 and 40 after the third
    ]


def test_nobody_came_back_or_gave_away_before_the_end():
    game = played(*SWINGS, end=False)
    assert (
        told(game, "comeback", "from_last", "lead_lost", "from_first") == [(0, False, 0, False)] * 3
    )


def test_nobody_is_last_where_all_are_alike():
    game = played({0: "K", 1: "K", 2: "K"}, {0: "K", 1: "K", 2: "K"})
    assert told(game, "won", "comeback", "from_last") == [(True, 0, False)] * 3


def test_it_is_the_same_where_the_highest_total_wins():
    low, high = played(*SWINGS), played(*SWINGS, variant="bga_short")
    names = ("won", "comeback", "from_last", "lead_lost", "from_first")
    assert told(low, *names) == told(high, *names)
    assert min(total for (total,) in told(high, "total")) < 0


def test_who_left_early_neither_came_back_nor_gave_away():
    game = make_game(players=3)
    play_round(game, hands={0: "KK", 1: "K"}, out=2)
    play_round(game, hands={0: "KK", 1: "K"}, out=2)
    hand_in(game, "leave", {}, round=3, seat=2)
    hand_in(game, "finish", {"early": True})
    assert game.seats.get(number=2).lead_lost == 0


def test_hands_wilds_and_what_is_clean():
    game = played({0: "K*2", 1: 45}, {0: "A", 1: "44"})
    names = ("rounds", "out", "wilds", "lowest_hand", "highest_hand", "clean_game")
    assert told(game, *names) == [
        (2, 0, 1, 20, 65, False),  # two rounds of it, one with a joker
        (2, 0, 0, 10, 45, False),  # a total tells no cards
        (2, 2, 0, None, None, True),
    ]


def test_cuts_and_whom_they_cost():
    game = make_game(players=3)
    play_round(game, cut_by=1)
    hand_in(game, "finish", {"early": True})
    assert told(game, "cuts", "cuts_paid") == [(0, 1), (1, 0), (0, 1)]


def test_what_buying_brought():
    game = played({0: "K", 1: "KK"}, {0: "K", 1: "4"}, end=False)
    hand_in(game, "buys", {"n": 2}, round=1, seat=1)
    hand_in(game, "buys", {"n": 1}, round=3, seat=1)  # not complete, and so not counted
    assert told(game, "buys", "bought_rounds", "bought_points")[1] == (2, 1, 20)


def test_it_is_told_what_the_game_was():
    game = played({0: "K", 1: "KK"})
    seat = Seat.objects.filter(game=game).first()
    assert (seat.family, seat.played_on, seat.begun_at, seat.counts) == (
        *("link", game.played_on, game.created_at),
        True,
    )

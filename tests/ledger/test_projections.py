"""What pages read follows every entry."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import recompute
from scorebook.models import ContractTally, Game, Tally
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db


def told(player, **which) -> tuple[int, ...]:
    """Games, won, lost, rounds and rounds won of the tally; nothing without one."""
    columns = ("games", "won", "lost", "rounds", "out")
    return Tally.objects.over(**which).filter(player=player).values_list(*columns).first() or ()


def test_a_hand_as_it_stands():
    game = make_game(players=3)
    play_round(game, hands={1: "KKA*", 2: 45}, cut_by=2)
    hand_in(game, "buys", {"n": 2}, round=1, seat=1)
    columns = ("seat", "state", "cards", "hand_points", "cut_points", "points", "buys")
    assert list(game.hands.values_list(*columns, "cut_exactly", "counted")) == [
        (0, "out", [], 0, 25, 25, 0, False, True),
        (1, "cards", ["K", "K", "A", "JK"], 90, 25, 115, 2, False, True),
        (2, "total", [], 45, 0, 45, 0, True, True),
    ]


def test_a_half_entered_round_is_shown_but_does_not_count():
    game = make_game(players=3)
    play_round(game, hands={1: "K"})
    hand_in(game, "hand", {"cards": ["A"]}, round=2, seat=0)
    assert [seat.total for seat in game.seats.all()] == [20, 10, 5]
    assert [seat.place for seat in game.seats.all()] == [1, 3, 2]
    assert game.hands.filter(counted=False).count() == 1


def test_an_early_end_counts_complete_rounds_only():
    game = make_game(players=3)
    play_round(game, hands={1: "K"})
    hand_in(game, "hand", {"cards": ["A"]}, round=2, seat=0)
    hand_in(game, "finish", {"early": True})
    assert [(seat.total, seat.won, seat.lost) for seat in game.seats.all()] == [
        (0, True, False),
        (10, False, True),
        (5, False, False),
    ]
    assert told(game.seats.get(number=0).player) == (1, 1, 0, 1, 1)


def test_nobody_has_won_before_the_end():
    game = make_game(players=3)
    play_round(game)
    assert not game.seats.filter(won=True).exists()
    assert not Tally.objects.exists()


def test_everybody_equal_has_winners_and_no_loser():
    game = make_game(players=2)
    play_round(game, out=None, hands={0: "4", 1: "4"})
    hand_in(game, "finish", {"early": True})
    assert [(seat.place, seat.won, seat.lost) for seat in game.seats.all()] == [
        (1, True, False),
        (1, True, False),
    ]


def test_tallies_grow_shrink_and_go_with_the_games():
    ann, ben = make_player(name="Ann"), make_player(name="Ben")
    first, second = make_game(players=[ann, ben]), make_game(players=[ann, ben])
    play_game(first)
    assert told(ann, family="link", year=2026) == (1, 1, 0, 7, 7)
    assert told(ben) == (1, 0, 1, 7, 0)
    play_game(second, winner=1, loser=0)
    assert told(ann) == (2, 1, 1, 14, 7)
    hand_in(second, "reopen", {}, replaces=second.entries.last().id)
    assert told(ann) == (1, 1, 0, 7, 7)
    hand_in(first, "void", {"entry": str(first.entries.last().id)})
    assert not Tally.objects.exists()


def test_a_corrected_date_or_rule_moves_the_tally():
    game = make_game(players=2)
    play_game(game)
    ann = game.seats.get(number=0).player
    start = game.entries.first()
    hand_in(game, "start", start.payload | {"date": "2025-12-31"}, replaces=start.id)
    assert (told(ann, year=2026), told(ann, year=2025)) == ((), (1, 1, 0, 7, 7))
    hand_in(game, "rules", {"rule_set": "norwegian"})
    assert (told(ann, family="link"), told(ann, family="norwegian")) == ((), (1, 1, 0, 7, 7))


def test_who_left_played_the_game_but_neither_won_nor_lost():
    game = make_game(players=3)
    play_round(game, out=2)
    hand_in(game, "leave", {}, round=2, seat=2)
    play_game(game)
    assert told(game.seats.get(number=2).player) == (1, 0, 0, 1, 1)
    assert game.seats.get(number=2).place is None


def results(game) -> list[int | None]:
    return list(game.seats.values_list("result", flat=True))


def test_a_result_is_of_a_game_that_was_played_to_its_end():
    """Nobody's while the game goes on, when it ended early, or of who left."""
    early, whole = make_game(players=3), make_game(players=3)
    play_round(early, out=0, hands={1: "KK", 2: "4"})
    assert results(early) == [None, None, None]
    hand_in(early, "finish", {"early": True})
    assert results(early) == [None, None, None]
    hand_in(whole, "leave", {}, round=2, seat=2)
    play_game(whole, winner=0, loser=1)
    assert results(whole) == [0, 140, None]


def test_a_correction_that_changes_the_winner_overturns_the_game():
    game = make_game(players=3)
    play_game(game, winner=0, loser=1)
    assert not game.overturned
    cell = sheet_of(game).rounds[6].cells[2]
    first = hand_in(game, "hand", {"cards": ["K"]}, round=7, seat=2, replaces=cell.entry)
    assert not game.overturned
    dear = {"cards": ["JK"] * 4}
    second = hand_in(game, "hand", dear, round=7, seat=2, replaces=first.entry.id)
    assert game.overturned
    cheap = {"cards": ["4"]}
    hand_in(game, "hand", cheap, round=7, seat=2, replaces=second.entry.id)
    assert not game.overturned


def test_rounds_played_after_an_early_end_overturn_nothing():
    game = make_game(players=2)
    play_round(game)
    ended = hand_in(game, "finish", {"early": True})
    hand_in(game, "reopen", {}, replaces=ended.entry.id)
    for round in sheet_of(game).rounds[1:]:
        play_round(game, round.number, out=1, hands={0: "KK"})
    hand_in(game, "finish", {}, replaces=_ending(game))
    assert game.seats.get(number=1).won
    assert not game.overturned


def _ending(game: Game):
    return game.entries.filter(kind__in=["finish", "reopen"]).last().id


def test_the_end_is_when_the_phone_made_it():
    game = make_game(players=2)
    play_round(game)
    made = game.created_at - timedelta(minutes=30)
    sent = made + timedelta(minutes=20)
    outcome = hand_in(game, "finish", {"early": True}, client_at=made, sent_at=sent)
    assert game.finished_at == outcome.entry.server_at - timedelta(minutes=20)


def test_the_number_of_queries_does_not_grow_with_the_game():
    game = make_game(players=5, played_on=date(2026, 1, 6))
    counts = []
    for number in range(1, 8):
        play_round(game, number, out=0)
        with CaptureQueriesContext(connection) as queries:
            hand_in(game, "note", {"text": "Tea."}, round=number)
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts


def test_an_end_neither_reads_nor_writes_a_hand():
    def about_hands(kind, payload, **more):
        with CaptureQueriesContext(connection) as queries:
            hand_in(game, kind, payload, **more)
        return [query["sql"] for query in queries if "scorebook_hand" in query["sql"]]

    game = make_game(players=5)
    play_round(game, out=0)
    assert about_hands("hand", {"cards": ["K"]}, round=2, seat=1)
    assert not about_hands("finish", {"early": True})
    assert game.seats.filter(counts=True).count() == 5


def test_a_hand_taken_back_is_gone():
    game = make_game(players=2)
    hand = hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1).entry
    hand_in(game, "void", {"entry": str(hand.id)})
    assert not game.hands.exists()


def test_a_buy_is_kept_before_there_is_a_hand():
    game = make_game(players=2)
    hand_in(game, "buys", {"n": 1}, round=1, seat=1)
    assert list(game.hands.values_list("seat", "state", "buys")) == [(1, "missing", 1)]


def test_no_score_is_refused_because_a_tally_was_spoiled():
    game = make_game(players=2)
    play_game(game)
    ContractTally.objects.update(rounds=1, out=0, dealt_rounds=0, dealt_out=0)
    ContractTally.objects.filter(round=2).delete()
    Tally.objects.update(games=0, won=0)
    hand_in(game, "reopen", {}, replaces=_ending(game))
    assert recompute(check=True) == []

"""A table's code: into one game, to add hands to it, and nowhere else."""

import uuid
from datetime import timedelta
from string import ascii_uppercase

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook.ledger.reading import sheet_of
from scorebook.models import Game
from scorebook.recording.guests import ANOTHER_EVENING, LETTERS
from tests.factories import hand_in, make_game, make_player, play_game, play_round
from tests.recording.test_rights import post_hand


@pytest.fixture
def game(ann, as_ann) -> Game:
    game = make_game(players=[ann.player, make_player(name="Mike Long")], by=ann.player)
    as_ann.post(reverse("table_code", args=[game.id]))
    game.refresh_from_db()
    return game


def join(game, *, name="Mike Long") -> Client:
    client = Client()
    seat = game.seats.get(player__name=name)
    client.post(reverse("join_by_code", args=[game.table_code]), {"player": seat.player_id})
    return client


def test_the_code_is_six_letters_that_nobody_misreads(game):
    assert len(game.table_code) == 6
    assert set(game.table_code) <= set(LETTERS)
    assert set(LETTERS) == set(ascii_uppercase) - set("OI")


@pytest.mark.parametrize("typed", ["k7q4mx", "K7Q-4MX", " k7q 4mx. "])
def test_a_code_of_before_with_digits_still_lets_in(game, typed):
    Game.objects.update(table_code="K7Q4MX")
    answer = Client().post(reverse("enter_code"), {"code": typed})
    assert "Which one are you?" in Client().get(answer.url).content.decode()


@pytest.mark.parametrize("typed", ["a/b", "../x", "?", "---"])
def test_what_is_no_code_is_told_in_words(game, typed):
    answer = Client().post(reverse("enter_code"), {"code": typed}, follow=True)
    assert answer.status_code in (200, 404)
    assert 'class="error"' in answer.content.decode()


def test_a_phone_joins_by_code_and_says_who_it_is(game):
    client = Client()
    typed = f" {game.table_code[:3].lower()} {game.table_code[3:]} "
    answer = client.post(reverse("enter_code"), {"code": typed})
    page = client.get(answer.url).content.decode()
    assert "Which one are you?" in page and "Mike Lo" in page
    mike = game.seats.get(player__name="Mike Long").player_id
    assert client.post(answer.url, {"player": mike}).url == reverse("table", args=[game.id])
    assert client.get(reverse("table", args=[game.id])).status_code == 200


def test_a_guest_adds_a_hand_and_corrects_it_from_the_same_phone(game):
    guest, other = join(game), join(game)
    first = post_hand(guest, game)
    assert first.status_code == 201
    entry = game.entries.get(id=first.json()["id"])
    assert entry.author.name == "Mike Long" and entry.device.startswith("Table code")
    assert post_hand(other, game, cards=["AH"], replaces=entry.id).status_code == 403
    assert post_hand(guest, game, cards=["AH"], replaces=entry.id).status_code == 201
    assert sheet_of(game).rounds[0].cells[1].points == 20


def test_the_log_says_that_nobody_checked_who_it_was(game, as_ann):
    post_hand(join(game), game)
    page = as_ann.get(reverse("log", args=[game.id])).content.decode()
    assert "Mike Long, with the table’s code" in page


def test_a_guest_does_not_correct_what_the_scorekeeper_wrote(game):
    entry = hand_in(game, "hand", {"cards": ["KH"]}, round=1, seat=1).entry
    assert post_hand(join(game), game, cards=["AH"], replaces=entry.id).status_code == 403


def test_nothing_else_is_visible(game):
    guest = join(game)
    elsewhere = make_game(players=2, by=game.scorekeeper)
    for address in [
        *(reverse(name) for name in ("home", "boards", "history", "people", "rule_sets", "deeds")),
        *(reverse(name, args=[game.id]) for name in ("more", "log", "game_over", "share_game")),
        *(reverse(name, args=[elsewhere.id]) for name in ("table", "check")),
    ]:
        assert guest.get(address).url.startswith("/sign-in/"), address
    assert guest.get(reverse("sheet", args=[elsewhere.id])).status_code == 401
    assert post_hand(guest, elsewhere).status_code == 401
    page = guest.get(reverse("table", args=[game.id])).content.decode()
    for name in ("home", "boards", "people"):
        assert f'href="{reverse(name)}"' not in page


def test_no_page_of_the_table_offers_a_guest_what_is_closed(game):
    guest = join(game)
    hand_in(game, "out", {"seat": 0}, round=1)
    hand_in(game, "hand", {"cards": ["KH"]}, round=1, seat=1)
    closed = [reverse(name, args=[game.id]) for name in ("more", "log", "share_game")]
    for address in (
        reverse("table", args=[game.id]),
        reverse("hand", args=[game.id, 1, 1]),
        reverse("review", args=[game.id, 1]),
    ):
        answer = guest.get(address)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert [link for link in closed if f'href="{link}"' in page] == [], address


def test_a_guest_is_not_asked_to_end_the_game(game):
    for number in range(1, 8):
        play_round(game, number)
    guest = join(game)
    for address in (reverse("table", args=[game.id]), reverse("review", args=[game.id, 7])):
        assert reverse("finish", args=[game.id]) not in guest.get(address).content.decode()


def test_a_guest_asks_whether_it_is_legal(game):
    guest = join(game)
    assert guest.get(reverse("check", args=[game.id])).status_code == 200
    asked = {"round": 1, "type": ["set"], "cards": ["8H 8S 8D"]}
    assert guest.post(reverse("check", args=[game.id]), asked).status_code == 200


def test_a_guest_only_adds_hands(game):
    guest = join(game)
    body = {"id": str(uuid.uuid4()), "kind": "finish", "payload": {"early": True}, "v": 1}
    body |= {"round": None, "seat": None, "replaces": None}
    address = reverse("entries", args=[game.id])
    assert guest.post(address, body, content_type="application/json").status_code == 403


def test_another_code_puts_the_guests_out(game, as_ann):
    guest = join(game)
    as_ann.post(reverse("table_code", args=[game.id]))
    assert guest.get(reverse("table", args=[game.id])).url.startswith("/sign-in/")
    assert post_hand(guest, game).status_code == 401


def test_it_ends_twelve_hours_after_the_game(game):
    guest = join(game)
    play_game(game)
    assert guest.get(reverse("table", args=[game.id])).status_code == 200
    Game.objects.update(finished_at=timezone.now() - timedelta(hours=12, seconds=1))
    assert guest.get(reverse("table", args=[game.id])).url.startswith("/sign-in/")
    late = Client().get(reverse("join_by_code", args=[game.table_code]))
    assert late.status_code == 404 and ANOTHER_EVENING in late.content.decode().replace(
        "&#x27;", "'"
    )


def test_wrong_codes_are_told_alike_and_guessed_thirty_times_an_hour(game):
    answers = [Client().get(reverse("join_by_code", args=[f"AAAA{n:02}"])) for n in range(31)]
    assert [answer.status_code for answer in answers] == [404] * 30 + [429]


def test_a_guest_leaves(game):
    guest = join(game)
    guest.post(reverse("leave_as_guest"))
    assert guest.get(reverse("table", args=[game.id])).url.startswith("/sign-in/")


def test_who_sits_there_enters_their_own_hand_and_comes_back_to_the_table(game):
    hand_in(game, "out", {"seat": 0}, round=1)
    guest, at_table = join(game), reverse("table", args=[game.id])
    own = reverse("hand", args=[game.id, 1, 1])
    assert f'href="{own}">Enter your hand</a>' in guest.get(at_table).content.decode()
    page = guest.get(own).content.decode()
    assert ">Save your hand</button>" in page
    answer = guest.post(own, {"id": str(uuid.uuid4()), "cards": "KK", "to": "next"})
    assert answer.url.startswith(f"{at_table}?saved=")
    assert "Enter your hand" not in guest.get(at_table).content.decode()


def test_whoever_holds_the_pen_goes_on_to_the_next_hand_after_their_own(game, as_ann):
    hand_in(game, "out", {"seat": 1}, round=1)
    at_table = as_ann.get(reverse("table", args=[game.id])).content.decode()
    assert "Enter Ann’s hand" in at_table and "Enter your hand" not in at_table
    own = reverse("hand", args=[game.id, 1, 0])
    answer = as_ann.post(own, {"id": str(uuid.uuid4()), "cards": "KK", "to": "next"})
    assert answer.url == reverse("review", args=[game.id, 1])

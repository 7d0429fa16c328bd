"""What a phone keeps: the record of a game, and the kit for a new one."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorebook.models import Game, Player, User
from scorebook.models.people import Role
from scorebook.recording.phone_rules import phone_rules
from scorebook.rules import presets
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ben) -> Game:
    grandpa, rosa = make_player(name="Grandpa"), make_player(name="Rosa")
    return make_game(players=[ben.player, grandpa, rosa], by=ben.player, occasion="Advent")


def guest_of(game: Game, name: str) -> tuple[Client, Player]:
    """Somebody's phone at the table, by its code."""
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    guest, player = Client(), game.seats.get(player__name=name).player
    guest.post(reverse("join_by_code", args=["ABCDEF"]), {"player": player.id})
    return guest, player


def record_of(client: Client, game: Game):
    return client.get(reverse("record", args=[game.id])).json()


def test_the_record_holds_the_game_its_entries_and_its_sheet(as_ben, ben, game):
    play_round(game, hands={1: "KK4A", 2: 45})
    conflict = hand_in(game, "hand", {"cards": ["Q"]}, round=1, seat=2).proposal
    record = record_of(as_ben, game)
    assert record["game"] == {
        "id": str(game.id),
        "title": "Advent",
        "date": "2026-11-29",
        "place": "",
        "occasion": "Advent",
        "version": 5,
        "finished": False,
        "may_score": True,
        "may_correct": True,
        "pen": {"player": str(ben.player.id), "name": "Ben", "short": "Ben", "child": False},
    }
    assert [entry["kind"] for entry in record["entries"]] == ["start", "out", "hand", "hand"]
    first, hand = record["entries"][0], record["entries"][2]
    assert (hand["seq"], hand["round"], hand["seat"]) == (3, 1, 1)
    assert hand["payload"] == {"cards": ["K", "K", "4", "A"]}
    assert (hand["replaces"], hand["author"]["player"]) == (None, str(ben.player.id))
    assert first["payload"]["players"][1] == record["people"][1]["player"]
    assert [(one["seat"], one["name"]) for one in record["people"]] == [
        (0, "Ben"),
        (1, "Grandpa"),
        (2, "Rosa"),
    ]
    assert record["rules"] == phone_rules(presets.get("link"))
    assert record["sheet"] == as_ben.get(reverse("sheet", args=[game.id])).json()
    assert [proposal["id"] for proposal in record["proposals"]] == [str(conflict.id)]


def test_the_record_says_what_its_reader_may_do(as_ann, as_ben, as_vic, ann, game):
    def may(client):
        told = record_of(client, game)["game"]
        return told["may_score"], told["may_correct"]

    assert (may(as_ben), may(as_vic)) == ((True, True), (False, False))
    as_ann.post(reverse("take_pen", args=[game.id]))
    assert record_of(as_ben, game)["game"]["pen"]["name"] == "Ann"
    assert (may(as_ben), may(as_ann)) == ((True, False), (True, True))


def test_the_record_is_sent_again_only_after_a_change_and_never_to_somebody_else(
    as_ben, as_vic, game
):
    url = reverse("record", args=[game.id])
    tag = as_ben.get(url)["ETag"]

    def again(client):
        return client.get(url, headers={"If-None-Match": tag}).status_code

    assert (again(as_ben), again(as_vic)) == (304, 200)
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1)
    assert again(as_ben) == 200


def test_who_joins_the_table_is_told_so_by_a_fresh_record(as_ann, as_ben, ben):
    game = make_game(players=2)
    url = reverse("record", args=[game.id])
    before = as_ben.get(url)
    assert not before.json()["game"]["may_score"]
    as_ben.post(reverse("join_table", args=[game.id]))
    after = as_ben.get(url, headers={"If-None-Match": before["ETag"]})
    assert after.json()["game"]["may_score"]


def queries(ask) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def renamed(game: Game, _) -> None:
    Player.objects.filter(name="Rosa").update(name="Rosie")


def made_an_admin(_, ben) -> None:
    User.objects.filter(id=ben.id).update(role=Role.ADMIN)


@pytest.mark.parametrize("change", [renamed, made_an_admin])
def test_what_no_entry_tells_makes_a_fresh_record_too(as_ben, ben, change):
    game = make_game(players=[ben.player, make_player(name="Rosa")], by=make_player(name="Mo"))
    url = reverse("record", args=[game.id])
    before = as_ben.get(url)
    change(game, ben)
    after = as_ben.get(url, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json() != before.json()


def test_the_record_costs_the_same_however_long_the_game(as_ben, game):
    record_of(as_ben, game)  # the session's daily write is done
    short = queries(lambda: record_of(as_ben, game))
    for number in range(1, 6):
        play_round(game, number)
    assert queries(lambda: record_of(as_ben, game)) == short


def test_a_guest_of_the_table_has_the_record_of_this_game_alone(game, ben):
    guest, _ = guest_of(game, "Rosa")
    told = record_of(guest, game)["game"]
    assert (told["may_score"], told["may_correct"]) == (True, False)
    other = make_game(players=2)
    assert guest.get(reverse("record", args=[other.id])).status_code == 401


def test_the_kit_begins_a_game_by_any_rules_with_anybody(as_ben, ben, family, game):
    make_player(name="Zoe", is_child=True)
    kit = as_ben.get(reverse("kit")).json()
    assert kit["person"]["player"] == str(ben.player.id)
    assert kit["family"] == {"name": "The Links", "tone": "ribbing", "member": "one of the Links"}
    assert [one["slug"] for one in kit["rule_sets"]] == list(presets.SLUGS)
    assert kit["rule_sets"][0]["rules"] == phone_rules(presets.get("link"))
    assert kit["rule_sets"][0]["line"].startswith("7\N{NO-BREAK SPACE}rounds")
    assert [(one["name"], one["child"]) for one in kit["people"]] == [
        ("Ben", False),
        ("Grandpa", False),
        ("Rosa", False),
        ("Zoe", True),
    ]
    seated = [str(seat.player_id) for seat in game.seats.all()]
    assert kit["last"] == {
        "rule_set": "link",
        "players": seated,
        "first_dealer": 1,
        "decks": 2,
    }
    assert kit["date"] == family.today.isoformat()
    assert kit["lines"]["big hand"]["no_mercy"] == {
        "fact": "{name} eats {points}.",
        "quip": "With a spoon.",
    }


def test_the_kit_of_the_first_evening_has_no_last_game(as_ben):
    assert as_ben.get(reverse("kit")).json()["last"] is None


def test_an_unchanged_kit_is_not_sent_again(as_ben):
    url = reverse("kit")
    tag = as_ben.get(url)["ETag"]
    same = as_ben.get(url, headers={"If-None-Match": tag})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    make_player(name="Zoe")
    assert as_ben.get(url, headers={"If-None-Match": tag}).status_code == 200


SPEECH = {"person", "guest", "family", "lines"}


def test_who_begins_no_game_is_told_how_the_family_speaks_and_nobodys_name(as_vic, game):
    guest, rosa = guest_of(game, "Rosa")
    for client, name, is_guest in ((as_vic, "Vic", False), (guest, rosa.name, True)):
        told = client.get(reverse("kit")).json()
        assert set(told) == SPEECH
        assert (told["person"]["name"], told["guest"]) == (name, is_guest)


def test_who_left_the_table_gets_no_kit(game):
    guest, _ = guest_of(game, "Rosa")
    guest.post(reverse("leave_as_guest"))
    assert guest.get(reverse("kit")).status_code == 401


# The rules as data


def test_values_signs_and_packs_of_link():
    rules = phone_rules(presets.get("link"))
    points = rules["points"]
    assert [points[card] for card in ("A", "2", "9H", "T", "KS", "JK")] == [20, 5, 5, 10, 10, 50]
    assert (rules["sign"], rules["step"], rules["out_points"]) == (1, 5, 0)
    assert rules["worths"] == "Every card is worth 5, 10, 20 or 50. It has to end in 0 or 5."
    assert [rules["decks"][number] for number in ("2", "5", "6", "16")] == [2, 2, 3, 3]
    assert (rules["copies"]["JK"], rules["copies"]["2"]) == (2, 4)
    assert rules["cut"] == {"points": 25, "to": "others", "extra": [0, 1]}
    assert rules["rounds"][6] == {
        "contract": "3 runs",
        "pattern": "RRR",
        "dealt": 11,
        "buying": True,
        "needs_buy": True,
    }
    assert rules["buy"] == {
        "scope": "game",
        "allowed": [2] * 7,
        "limits": ["2 a game"] * 7,
        "cards": 1,
        "price": 2,
        "per_card": False,
    }
    assert [key["card"] for row in rules["keypad"] for key in row["keys"]] == [
        *("A", "JK"),
        *"23456789TJQK",
    ]


def test_negative_points_and_a_wild_that_is_no_joker():
    assert phone_rules(presets.get("bga_short"))["sign"] == -1
    norwegian = phone_rules(presets.get("norwegian"))
    assert (norwegian["wild"], norwegian["copies"]["2"], norwegian["copies"]["JK"]) == (
        ["2S"],
        3,
        0,
    )

"""A new game, the same table, a rematch."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorebook.models import Entry, Game, Player
from scorebook.recording.seating import SameTable
from tests.factories import make_game, make_player

NEW = reverse("new_game")


@pytest.fixture
def people(family):
    return [make_player(name=name) for name in ("Em", "Mike", "Rosa")]


def evening(*players, **said):
    """The form of a new game with these people in seat order."""
    seats = {f"{player.id}-number": n for n, player in enumerate(players, start=1)}
    keys = {"id": str(uuid4()), "game": str(uuid4())}
    return {**keys, "rule_set": "link", "first_dealer": 1, **seats, **said}


def names_of(game):
    return [seat.player.name for seat in game.seats.all()]


def test_a_new_game_seats_people_in_the_order_of_their_numbers(as_ben, ben, family, people):
    em, mike, rosa = people
    sent = evening(rosa, em, mike, first_dealer=2, place="Kitchen")
    answer = as_ben.post(NEW, sent)
    game = Game.objects.get()
    assert answer.status_code == 302
    assert answer.url == reverse("table", args=[sent["game"]])
    assert names_of(game) == ["Rosa", "Em", "Mike"]
    assert (game.first_dealer, game.decks, game.place) == (1, 2, "Kitchen")
    assert game.played_on == family.today
    assert game.scorekeeper == ben.player


def test_a_double_tap_makes_one_game(as_ben, people):
    sent = evening(*people)
    assert as_ben.post(NEW, sent).url == as_ben.post(NEW, sent).url
    assert Game.objects.count() == Entry.objects.count() == 1


def test_a_form_sent_again_after_a_lost_reply_leads_to_the_game_that_has_begun(as_ben, people):
    newcomer = {"new0-id": str(uuid4()), "new0-name": "Anna", "new0-number": 2}
    sent = evening(people[0], **newcomer) | {f"{people[1].id}-number": 3}
    first, again = as_ben.post(NEW, sent), as_ben.post(NEW, sent)
    assert (again.status_code, again.url) == (302, first.url)
    assert Game.objects.count() == Player.objects.filter(name="Anna").count() == 1
    assert names_of(Game.objects.get()) == ["Em", "Anna", "Mike"]


def test_the_same_keys_with_another_table_begin_nothing(as_ben, people):
    sent = evening(*people)
    as_ben.post(NEW, sent)
    answer = as_ben.post(NEW, {**sent, "first_dealer": 2})
    assert answer.status_code == 400
    assert "begun already" in answer.content.decode()
    assert Entry.objects.count() == 1


def test_decks_follow_the_rules_unless_said_otherwise(as_ben, family):
    six = [make_player(name=f"Player {letter}") for letter in "ABCDEF"]
    as_ben.post(NEW, evening(*six))
    as_ben.post(NEW, evening(*six, decks=4))
    assert sorted(game.decks for game in Game.objects.all()) == [3, 4]


def test_a_new_person_needs_only_a_name(as_ben, people):
    newcomer = {"new0-id": str(uuid4()), "new0-name": "Christina Maria"}
    as_ben.post(NEW, evening(*people, **newcomer))
    christina = Player.objects.get(name="Christina Maria")
    assert names_of(Game.objects.get()) == ["Em", "Mike", "Rosa", "Christina Maria"]
    assert (christina.short_name, christina.is_child) == ("Christi", False)


def test_a_new_person_may_be_a_child_with_a_short_name_in_a_seat(as_ben, people):
    newcomer = {
        "new3-id": str(uuid4()), "new3-name": "Theresa", "new3-short_name": "Tess",
        "new3-number": 1, "new3-is_child": "on",
    }  # fmt: skip
    sent = evening(*people, **newcomer) | {
        f"{player.id}-number": n for n, player in enumerate(people, start=2)
    }
    as_ben.post(NEW, sent)
    tess = Player.objects.get(name="Theresa")
    assert names_of(Game.objects.get()) == ["Theresa", "Em", "Mike", "Rosa"]
    assert (tess.short_name, tess.is_child) == ("Tess", True)


def test_two_new_people_of_one_first_name_get_two_short_names(as_ben, family):
    newcomers = {
        "new0-id": str(uuid4()), "new0-name": "Anna Kim",
        "new1-id": str(uuid4()), "new1-name": "Anna Lee",
    }  # fmt: skip
    as_ben.post(NEW, evening(**newcomers))
    assert sorted(p.short_name for p in Player.objects.filter(name__startswith="Anna")) == [
        "Anna",
        "Anna L",
    ]


def test_a_table_that_everybody_left_is_offered_whole(as_ben, people, family):
    game = make_game(players=people)
    game.seats.update(left_before=2)  # as no game that is recorded today can be
    assert SameTable.of(game).players == people
    assert as_ben.get(NEW).status_code == 200


@pytest.mark.parametrize(
    ("field", "value"), [("decks", "0_2"), ("first_dealer", "1_0"), ("first_dealer", "1.0")]
)
def test_a_number_is_written_in_digits(as_ben, people, field, value):
    assert "This has to be a whole number from 1 to" in refusal(
        as_ben, evening(*people, **{field: value})
    )


def test_a_game_of_an_absurd_year(as_ben, people):
    page = refusal(as_ben, evening(*people, date="9999-12-31"))
    assert "9999? A game is played between 1900 and 2200." in page


def refusal(client, sent):
    answer = client.post(NEW, sent)
    assert answer.status_code == 400
    assert not Game.objects.exists()
    return answer.content.decode()


def test_one_player_is_no_table(as_ben, people):
    page = refusal(as_ben, evening(people[0], place="Kitchen", occasion="Easter"))
    assert "Liverpool needs at least 2 players." in page
    assert 'value="Kitchen"' in page and 'value="Easter"' in page
    assert f'name="{people[0].id}-number" value="1"' in page


def test_two_people_on_one_seat(as_ben, people):
    em, mike, _ = people
    page = refusal(as_ben, evening(em, mike) | {f"{mike.id}-number": 1})
    assert "Two people have seat 1." in page


def test_a_dealer_from_another_table(as_ben, people):
    assert "There is no seat 4 at this table." in refusal(as_ben, evening(*people, first_dealer=4))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rosa", "There is a rosa already."),
        ("", "A new person needs a name."),
        ("Ro\u202esa", "does not show"),
    ],
)
def test_a_new_person_whose_name_cannot_stay(as_ben, people, name, sentence):
    newcomer = {"new0-id": str(uuid4()), "new0-name": name, "new0-number": 4}
    page = refusal(as_ben, evening(*people, **newcomer))
    assert sentence in page
    assert not Player.objects.filter(name="").exists()


def test_rules_that_do_not_exist(as_ben, people):
    refusal(as_ben, evening(*people, rule_set="canasta"))


def test_a_refused_start_leaves_no_new_person(as_ben, people):
    newcomer = {"new0-id": str(uuid4()), "new0-name": "Nana"}
    sent = evening(*people, **newcomer)
    as_ben.post(NEW, sent)
    other = evening(*people, **{"new0-id": str(uuid4()), "new0-name": "Tess"}, game=sent["game"])
    as_ben.post(NEW, other | {"id": sent["id"]})
    assert not Player.objects.filter(name="Tess").exists()


def test_who_only_looks_begins_nothing(as_vic, people):
    assert as_vic.get(NEW).status_code == 403
    assert as_vic.post(NEW, evening(*people)).status_code == 403


def test_a_stranger_is_asked_to_sign_in(client, ben):
    assert client.get(NEW).url.startswith(reverse("sign_in"))


def test_the_rules_are_shown_with_their_values(as_ben, family):
    page = as_ben.get(NEW).content.decode().replace("\u00a0", " ").replace("\u2060", "")
    assert "7 rounds · A = 20 · 2–9 = 5 · 10–K = 10 · joker = 50 · cut +25" in page
    assert page.count('name="rule_set"') == 5


def test_the_same_table_lets_the_next_one_deal(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    same = SameTable.of(Game.objects.with_table().get(id=game.id))
    assert [player.name for player in same.players] == names_of(game)
    assert same.dealer == same.players[1]
    page = as_ben.get(NEW).content.decode()
    assert f"Yes. {same.dealer.name} deals first" in page
    as_ben.post(NEW, {**same.fields(), "id": str(uuid4()), "game": str(uuid4())})
    again = Game.objects.exclude(id=game.id).get()
    assert names_of(again) == names_of(game)
    assert again.first_dealer == 1


def test_after_the_last_seat_the_first_one_deals(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    Game.objects.filter(id=game.id).update(first_dealer=2)
    assert SameTable.of(Game.objects.with_table().get(id=game.id)).fields()["first_dealer"] == 1


def test_who_left_does_not_sit_down_again(as_ben, ben):
    game = make_game(players=4, by=ben.player)
    game.seats.filter(number=1).update(left_before=3)
    same = SameTable.of(Game.objects.with_table().get(id=game.id))
    assert len(same.players) == 3
    assert same.dealer == game.seats.get(number=2).player
    assert same.fields()["first_dealer"] == 2


def test_a_rematch_is_one_tap_even_when_tapped_twice(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    keys = {"id": str(uuid4()), "game": str(uuid4())}
    address = reverse("rematch", args=[game.id])
    assert as_ben.post(address, keys).url == reverse("table", args=[keys["game"]])
    as_ben.post(address, keys)
    again = Game.objects.exclude(id=game.id).get()
    assert names_of(again) == names_of(game)
    assert again.first_dealer == 1


def test_a_rematch_without_its_keys_shows_the_form_of_a_new_game(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    answer = as_ben.post(reverse("rematch", args=[game.id]), {"id": "x", "game": "y"})
    assert answer.status_code == 400
    assert Game.objects.count() == 1


def test_who_only_looks_gets_no_rematch(as_vic, ben):
    game = make_game(players=3, by=ben.player)
    answer = as_vic.post(reverse("rematch", args=[game.id]), {"id": uuid4(), "game": uuid4()})
    assert answer.status_code == 403

""" "That's me": asked on a page, answered by an admin."""

import pytest

from scorebook.models import Claim, Deed, Game, Player, Tally, User
from scorebook.models.games import GameStatus
from tests.conftest import browser_of
from tests.factories import make_game, make_player, play_game
from tests.people.test_logins import proved, said, send
from tests.people.test_people import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosa(ben):
    """Without a login, and one game won."""
    rosa = make_player(name="Rosa")
    play_game(make_game(players=[rosa, make_player(name="Mike")], by=rosa))
    return rosa


@pytest.fixture
def claim(as_ben, rosa):
    send(as_ben, "claim", rosa.id)
    return Claim.objects.get()


def answer(client, claim, word):
    return send(client, "answer_claim", claim.id, answer=word)


def test_the_button_stands_where_nobody_signs_in(as_ben, rosa, ann):
    assert "That’s me" in page(as_ben, "person", rosa.id)
    assert "That’s me" not in page(as_ben, "person", ann.player_id)
    send(as_ben, "claim", rosa.id)
    assert "That’s me" not in page(as_ben, "person", rosa.id)


def test_a_claim_changes_nothing_before_an_admin_nods(claim, ben, rosa, as_ann):
    ben.refresh_from_db()
    assert ben.player.name == "Ben"
    assert "Ben says they are Rosa" in page(as_ann, "people")
    assert "says they are Rosa" in page(as_ann, "person", rosa.id)


def test_with_a_nod_the_login_goes_to_who_has_the_history(claim, as_ann, ben, rosa):
    mine = ben.player
    answer(proved(as_ann), claim, "yes")
    ben.refresh_from_db()
    assert ben.player == rosa
    assert Player.objects.get(id=mine.id).merged_into == rosa
    assert Tally.objects.over().get(player=rosa).won == 1
    assert not Claim.objects.exists()
    texts = set(Deed.objects.values_list("text", flat=True))
    assert texts == {"said that Ben is Rosa", "said that Ben and Rosa are one"}


def test_with_a_no_all_stays(claim, as_ann, ben):
    answer(proved(as_ann), claim, "no")
    ben.refresh_from_db()
    assert ben.player.name == "Ben"
    assert not Claim.objects.exists()
    assert Deed.objects.get().text == "said that Ben is not Rosa"


def test_an_answer_is_yes_or_no(claim, as_ann):
    assert answer(proved(as_ann), claim, "").status_code == 400
    assert Claim.objects.exists()


def test_two_who_sat_together_are_not_one_and_the_claim_stays(claim, as_ann, ben, rosa):
    make_game(players=[rosa, ben.player], by=rosa)
    told = said(answer(proved(as_ann), claim, "yes"))
    assert told == ["They sat at one table on 29 November 2026, “Sunday game”, so they are two."]
    assert Claim.objects.exists()
    assert not Deed.objects.exists()


def test_a_login_without_a_person_becomes_that_person(rosa, ann, as_ann):
    loose = User.objects.create_user("loose")
    send(browser_of(loose), "claim", rosa.id)
    answer(proved(as_ann), Claim.objects.get(), "yes")
    loose.refresh_from_db()
    assert loose.player == rosa


def test_a_claim_that_came_too_late_is_not_granted(rosa, ann, as_ann):
    loose = User.objects.create_user("loose")
    send(browser_of(loose), "claim", rosa.id)
    User.objects.create_user("rosa", player=rosa)
    assert said(answer(proved(as_ann), Claim.objects.get(), "yes")) == ["Rosa has a login already."]
    loose.refresh_from_db()
    assert loose.player is None


def test_who_played_as_somebody_is_not_asked_to_be_another(as_ben, ben, rosa):
    make_game(players=[ben.player, make_player(name="Mike")], by=ben.player)
    assert "That’s me" not in page(as_ben, "person", rosa.id)


def test_a_game_in_the_bin_makes_nobody_somebody(as_ben, ben, rosa):
    game = make_game(players=[ben.player, make_player(name="Mike")], by=ben.player)
    Game.objects.filter(id=game.id).update(status=GameStatus.BINNED)
    assert "That’s me" in page(as_ben, "person", rosa.id)


def test_to_who_is_somebody_it_is_no_big_button(as_ben, rosa, ann):
    assert '<button class="button quiet wide">That’s me' in page(as_ben, "person", rosa.id)
    loose = browser_of(User.objects.create_user("loose"))
    assert '<button class="button wide">That’s me' in page(loose, "person", rosa.id)


def test_who_has_a_login_is_claimed_by_nobody(as_ben, ann, rosa):
    assert send(as_ben, "claim", ann.player_id).status_code == 403
    User.objects.create_user("rosa", player=rosa)
    assert send(as_ben, "claim", rosa.id).status_code == 403
    assert not Claim.objects.exists()


def test_only_an_admin_answers(claim, as_ben, as_vic):
    assert answer(as_ben, claim, "yes").status_code == 403
    assert answer(as_vic, claim, "yes").status_code == 403
    assert Claim.objects.exists()

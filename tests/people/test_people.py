"""The people of the family: their pages, what is known of them, who retired."""

import uuid

import pytest
from django.urls import reverse

from scorebook.models import Deed, Player
from tests.factories import make_game, make_player, play_game

LINK = {"short_name": "Leo", "nickname": "", "belongs": "", "birthday": ""}


def page(client, name, *args, **query) -> str:
    """What stands in the page itself, below any notice."""
    answer = client.get(reverse(name, args=args), query)
    return answer.content.decode().partition("<main")[2]


def test_everybody_is_listed_with_a_login_or_without(as_vic):
    make_player(name="Rosa")
    listed = page(as_vic, "people")
    assert "Rosa" in listed and "Vic" in listed


def test_somebody_without_a_login_has_a_page_with_games(as_vic):
    rosa = make_player(name="Rosa")
    game = make_game(players=[rosa, make_player(name="Mike")], by=rosa)
    play_game(game)
    shown = page(as_vic, "person", rosa.id)
    assert "<dt>Won</dt><dd>1</dd>" in shown
    assert reverse("table", args=[game.id]) in shown


def test_a_member_marks_a_child_and_only_an_admin_takes_that_back(as_ben, as_ann):
    leo = make_player(name="Lio")
    address = reverse("edit_person", args=[leo.id])
    data = LINK | {"name": "Leo"}
    assert as_ben.post(address, data | {"is_child": "on"}).status_code == 302
    as_ben.post(address, data)
    leo.refresh_from_db()
    assert (leo.name, leo.short_name, leo.is_child) == ("Leo", "Leo", True)
    as_ann.post(address, data)
    leo.refresh_from_db()
    assert not leo.is_child
    assert Deed.objects.filter(
        of=leo, by__name="Ben", text="changed Leo: name, short name, is child"
    ).exists()


def test_what_is_known_of_somebody_is_kept_and_shown(as_ben):
    rosa = make_player(name="Rosa")
    told = {"nickname": "The Knife", "belongs": "not a Link", "birthday": "1950-03-04"}
    as_ben.post(
        reverse("edit_person", args=[rosa.id]),
        {"name": "Rosa", "short_name": "Rosa", **told},
    )
    shown = page(as_ben, "person", rosa.id)
    assert "The Knife" in shown and "not a Link" in shown and "4 March" in shown


def test_too_long_a_short_name_is_said_and_kept(as_ben):
    leo = make_player(name="Leo")
    data = LINK | {"name": "Leo", "short_name": "Leonardo"}
    shown = as_ben.post(reverse("edit_person", args=[leo.id]), data).content.decode()
    assert "at most 7 characters" in shown
    assert 'value="Leonardo"' in shown
    leo.refresh_from_db()
    assert leo.short_name == "Leo"


def test_a_viewer_changes_nobody(as_vic):
    leo = make_player()
    assert as_vic.get(reverse("edit_person", args=[leo.id])).status_code == 403
    assert as_vic.post(reverse("add_person"), {"name": "Zoe"}).status_code == 403
    assert not Player.objects.filter(name="Zoe").exists()


def test_nobody_is_not_found(as_ben):
    assert as_ben.get(reverse("person", args=[uuid.uuid4()])).status_code == 404


def test_a_name_is_all_it_takes(as_ben):
    answer = as_ben.post(reverse("add_person"), {"name": "Rosa Maria"})
    rosa = Player.objects.get(name="Rosa Maria")
    assert answer.url == reverse("person", args=[rosa.id])
    assert rosa.short_name == "Rosa"


@pytest.mark.parametrize("gone", [{"retired": "on"}, {"in_memory": "on"}])
def test_who_is_gone_leaves_the_boards_and_the_table_but_not_the_history(as_ben, gone):
    rosa = make_player(name="Rosa")
    game = make_game(players=[rosa, make_player(name="Mike")], by=rosa)
    play_game(game)
    assert "Rosa" in page(as_ben, "boards")
    edit = reverse("edit_person", args=[rosa.id])
    as_ben.post(edit, {"name": "Rosa", "short_name": "Rosa", **gone})
    assert "Rosa" not in page(as_ben, "boards")
    assert "Rosa" in page(as_ben, "boards", retired="1")
    assert "Rosa" not in page(as_ben, "new_game")
    assert "Rosa" in page(as_ben, "table", game.id)
    as_ben.post(edit, {"name": "Rosa", "short_name": "Rosa"})
    assert "Rosa" in page(as_ben, "boards")

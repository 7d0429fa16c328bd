"""The people of the family: their pages, what is known of them, who retired."""

import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from scorebook.models import Deed, Photo, Player, User
from scorebook.models.people import Role
from scorebook.models.photos import Side
from tests.conftest import make_login
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


def test_a_new_name_reaches_the_tables_that_are_open(as_ben, ben, as_vic):
    rosa, mike = make_player(name="Rosa"), make_player(name="Mike")
    sits, keeps = make_game(players=[rosa, mike], by=mike), make_game(players=2, by=rosa)
    other = make_game(players=2)
    addresses = [reverse("live", args=[game.id]) for game in (sits, keeps, other)]
    tags = [as_vic.get(address)["ETag"] for address in addresses]

    def told_again() -> list[int]:
        asked = zip(addresses, tags, strict=True)
        return [as_vic.get(a, headers={"If-None-Match": tag}).status_code for a, tag in asked]

    edit, data = reverse("edit_person", args=[rosa.id]), LINK | {"name": "Rosa"}
    as_ben.post(edit, data | {"short_name": "Rosa", "nickname": "The Knife"})
    assert told_again() == [304, 304, 304]
    as_ben.post(edit, data | {"name": "Rosalind"})
    assert told_again() == [200, 200, 304]
    assert as_vic.get(reverse("sheet", args=[sits.id])).json()["seats"][0]["name"] == "Rosalind"


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


@pytest.mark.parametrize("name", ["Leo", " leo "])
def test_a_second_person_of_one_name_wants_a_surname(as_ben, name):
    make_player(name="Leo")
    shown = as_ben.post(reverse("add_person"), {"name": name}).content.decode()
    assert "Add a surname to one of them." in shown
    assert Player.objects.filter(name__iexact="leo").count() == 1


def test_a_name_or_a_column_of_somebody_else_is_not_taken(as_ben):
    make_player(name="Rosa")
    leo = make_player(name="Leo")
    address = reverse("edit_person", args=[leo.id])
    shown = as_ben.post(address, LINK | {"name": "Rosa", "short_name": "rosa"}).content.decode()
    assert "There is a Rosa already." in shown
    assert "Rosa is called that on the sheet. Choose another one." in shown
    leo.refresh_from_db()
    assert (leo.name, leo.short_name) == ("Leo", "Leo")


@pytest.mark.parametrize("name", ["Le\u202eo", "Le\x00o", "x" * 61, " "])
def test_a_name_that_nobody_can_read_is_refused(as_ben, name):
    shown = as_ben.post(reverse("add_person"), {"name": name}).content.decode()
    assert 'role="alert"' in shown
    assert not Player.objects.exclude(name="Ben").exists()


def test_everybody_stands_in_one_group(as_ben):
    _, leo, otto, ida = (make_player(name=name) for name in ("Rosa", "Leo", "Otto", "Ida"))
    Player.objects.filter(id=leo.id).update(is_child=True)
    Player.objects.filter(id=otto.id).update(retired_on="2026-01-01")
    Player.objects.filter(id=ida.id).update(retired_on="2026-01-01", in_memory=True)
    make_login(name="Zoe", role=Role.WAITING)
    shown = page(as_ben, "people")
    heads = ["At the table", "Rosa", "Children", "Leo", "Retired", "Otto", "In memory", "Ida"]
    places = [shown.index(f">{head}<") for head in heads]
    assert places == sorted(places)
    assert shown.index(">Zoe<") < shown.index(">waits<") < shown.index(">Children<")
    assert [shown.count(word) for word in ("no login", ">member<")] == [4, 1]


def test_who_waits_is_shown_to_admins_alone(as_ann, as_ben):
    login = User.objects.create_user("who", first_name="Uncle Ed", role=Role.WAITING)
    assert reverse("approve", args=[login.id]) in page(as_ann, "people")
    assert "Uncle Ed" not in page(as_ben, "people")
    rosa = make_player(name="Rosa")  # whom a member invited
    login = User.objects.create_user("rosa", player=rosa, role=Role.WAITING)
    assert reverse("approve", args=[login.id]) in page(as_ann, "people")


def test_a_portrait_is_a_photo_of_that_person_and_no_loser_s(as_ben, ben):
    rosa = make_player(name="Rosa")
    game = make_game(players=[rosa, make_player(name="Mike")], by=rosa)
    told = {"name": "Rosa", "short_name": "Rosa"}
    edit = reverse("edit_person", args=[rosa.id])
    mine = make_photo(rosa, alt="Rosa, winner", game=game, side=Side.WINNER)
    for other in (make_photo(ben.player), make_photo(rosa, game=game, side=Side.LOSER)):
        assert as_ben.post(edit, told | {"portrait": other.id}).status_code == 200
    as_ben.post(edit, told | {"portrait": mine.id})
    rosa.refresh_from_db()
    assert rosa.portrait == mine
    figure = f"/{mine.id}/"
    assert figure in page(as_ben, "person", rosa.id).partition("</div>")[0]
    Photo.objects.filter(id=mine.id).update(hidden_at=timezone.now())
    assert figure not in page(as_ben, "person", rosa.id)


@pytest.mark.parametrize(
    ("child", "cleared", "on", "shown"),
    [
        (False, False, True, True),
        (False, False, False, False),
        (True, False, True, False),
        (True, True, True, True),
    ],
)
def test_photos_of_losers_are_on_a_page_where_they_may_be(
    as_ben, ann, family, child, cleared, on, shown
):
    leo = make_player(name="Leo", is_child=child)
    game = make_game(players=[leo, make_player(name="Mike")], by=leo)
    photo = make_photo(leo, game=game, side=Side.LOSER, cleared_by=ann.player if cleared else None)
    family.loser_photos = on
    family.save()
    assert (f"/{photo.id}/" in page(as_ben, "person", leo.id)) is shown


def test_a_new_child_needs_a_yes_of_its_own_for_photos_of_losers(as_ann, ann):
    leo, tess = make_player(name="Leo"), make_player(name="Tess", is_child=True)
    game = make_game(players=[leo, ann.player])
    photo = make_photo(leo, game=game, side=Side.LOSER, cleared_by=ann.player)
    photo.people.add(tess)
    assert Photo.objects.up().exists()
    as_ann.post(reverse("edit_person", args=[leo.id]), {"name": "Leo", **LINK, "is_child": "on"})
    assert list(Photo.objects.uncleared()) == [photo]


def make_photo(person, **more) -> Photo:
    size = {"width": 600, "height": 750, "posted_at": timezone.now()}
    photo = Photo.objects.create(added_by=person, **size, **more)
    photo.people.add(person)
    return photo


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
    assert "Rosa" in page(as_ben, "history")
    assert "Rosa" not in page(as_ben, "home").partition("Who leads")[2]
    as_ben.post(edit, {"name": "Rosa", "short_name": "Rosa"})
    assert "Rosa" in page(as_ben, "boards")

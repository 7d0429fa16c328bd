"""Roles, removed logins and leaving: the person stays, and so does one admin."""

import time
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from scorebook.access import PROVED
from scorebook.models import Deed, Invitation, Player, ShareLink, Tally, User
from scorebook.models.people import Role
from scorebook.people.merging import merge
from tests.conftest import browser_of, make_login
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db


def proved(client):
    """The browser of an admin who gave the password just now."""
    session = client.session
    session[PROVED] = int(time.time())
    session.save()
    return client


@pytest.fixture
def ann_proved(as_ann):
    return proved(as_ann)


def send(client, view, /, *args, **data):
    return client.post(reverse(view, args=args), data)


def said(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def role_of(user) -> str:
    return User.objects.get(id=user.id).role


@pytest.mark.parametrize("role", [Role.VIEWER, Role.MEMBER, Role.ADMIN])
def test_an_admin_gives_every_role_and_it_is_written_down(ann_proved, role):
    zoe = make_login(name="Zoe", role=Role.MEMBER if role != Role.MEMBER else Role.VIEWER)
    answer = send(ann_proved, "change_role", zoe.player_id, role=role)
    assert role_of(zoe) == role
    assert said(answer) == [f"Zoe is {'an' if role == 'admin' else 'a'} {role} now."]
    deed = Deed.objects.get()
    assert (deed.about, deed.by.name, deed.of) == ("roles", "Ann", zoe.player)
    assert deed.text == f"made Zoe {'an' if role == 'admin' else 'a'} {role}"


@pytest.mark.parametrize("name", ["change_role", "remove_login"])
def test_dangerous_acts_ask_for_the_password_and_lead_back(as_ann, ben, name):
    back = reverse("person", args=[ben.player_id])
    address = reverse(name, args=[ben.player_id])
    answer = as_ann.post(
        address, {"role": "admin"}, headers={"referer": f"http://testserver{back}"}
    )
    assert answer.url == f"{reverse('prove')}?next={back.replace('/', '%2F')}"
    assert role_of(ben) == Role.MEMBER


def test_the_last_admin_is_neither_demoted_nor_removed_nor_leaves(ann_proved, ann):
    make_login(name="Gus", role=Role.MEMBER)
    nobody = User.objects.create_user("console", role=Role.ADMIN)  # without a person: no admin
    for name, data in (("change_role", {"role": "member"}), ("remove_login", {})):
        answer = send(ann_proved, name, ann.player_id, **data)
        assert answer.status_code == 403
        assert "The last admin cannot go." in answer.content.decode()
    assert send(ann_proved, "leave_family").status_code == 403
    assert role_of(ann) == Role.ADMIN
    assert nobody.role == Role.ADMIN


def test_of_two_admins_one_may_go(ann_proved, ann):
    gus = make_login(name="Gus", role=Role.ADMIN)
    send(ann_proved, "change_role", gus.player_id, role="viewer")
    assert role_of(gus) == Role.VIEWER
    assert send(ann_proved, "leave_family").status_code == 403
    assert role_of(ann) == Role.ADMIN


def test_who_is_no_admin_any_more_is_refused_on_an_open_page(ann, ben):
    gus = proved(browser_of(make_login(name="Gus", role=Role.ADMIN)))
    open_page = reverse("change_role", args=[ben.player_id])
    send(proved(browser_of(ann)), "change_role", Player.objects.get(name="Gus").id, role="member")
    assert gus.post(open_page, {"role": "admin"}).status_code == 403
    assert role_of(ben) == Role.MEMBER


@pytest.mark.parametrize("name", ["edit_person", "change_role", "claim", "remove_login"])
def test_a_member_makes_nobody_an_admin_by_any_field(as_ben, ben, ann, name):
    data = {"role": "admin", "login": ann.id, "is_staff": "on", "is_superuser": "on"}
    data |= {"name": "Ben", "short_name": "Ben", "merged_into": ann.player_id, "user": ann.id}
    send(as_ben, name, ben.player_id, **data)
    ben.refresh_from_db()
    assert (ben.role, ben.is_staff, ben.is_superuser) == (Role.MEMBER, False, False)
    assert ben.player.name == "Ben" and ben.player.merged_into is None


@pytest.mark.parametrize("role", ["waiting", "owner", ""])
def test_there_are_no_other_roles(ann_proved, ben, role):
    assert send(ann_proved, "change_role", ben.player_id, role=role).status_code == 400
    assert role_of(ben) == Role.MEMBER


def test_the_links_of_who_is_no_admin_any_more_let_nobody_in(ann_proved, ben):
    until = timezone.now() + timedelta(days=7)
    for number, approved in enumerate((True, False)):
        Invitation.objects.create(
            token_hash=str(number), made_by=ben.player, approved=approved, expires_at=until
        )
    User.objects.filter(id=ben.id).update(role=Role.ADMIN)
    send(ann_proved, "change_role", ben.player.id, role=Role.MEMBER)
    assert [link.approved for link in Invitation.objects.standing()] == [False]


def test_a_role_lets_nobody_in_who_waits(ann_proved):
    zoe = make_login(name="Zoe", role=Role.WAITING)
    assert send(ann_proved, "change_role", zoe.player_id, role="member").status_code == 403
    assert role_of(zoe) == Role.WAITING


def test_a_removed_login_is_out_at_once_and_the_person_stays(ann_proved, ben, as_ben):
    play_game(make_game(players=[ben.player, make_player(name="Mike")], by=ben.player))
    assert as_ben.get(reverse("home")).status_code == 200
    shown = ann_proved.get(reverse("remove_login", args=[ben.player_id])).content.decode()
    assert "Scores, photos and the page stay" in shown and User.objects.filter(id=ben.id).exists()
    send(ann_proved, "remove_login", ben.player_id)
    assert as_ben.get(reverse("home")).url.startswith(reverse("sign_in"))
    assert Tally.objects.over().get(player=ben.player_id).won == 1
    page = ann_proved.get(reverse("person", args=[ben.player_id])).content.decode()
    assert "<dt>Won</dt><dd>1</dd>" in page
    assert Deed.objects.get(of=ben.player_id).text == "removed the login of Ben"


def test_what_somebody_shared_is_not_seen_any_more_once_they_are_removed(ann_proved, ben, ann):
    game = make_game(players=[ann.player, ben.player], by=ann.player)
    for maker in (ann, ben):
        ShareLink.objects.make(game=game, by=maker.player, with_photos=True)
    ann_proved.post(reverse("remove_login", args=[ben.player_id]))
    assert [link.made_by for link in ShareLink.objects.standing()] == [ann.player]


def test_links_made_under_another_name_end_with_the_login_too(ann_proved, ben, ann):
    once = make_player(name="Benny")
    game = make_game(players=[ann.player, make_player()], by=ann.player)
    ShareLink.objects.make(game=game, by=once, with_photos=True)
    later = timezone.now() + timedelta(days=1)
    Invitation.objects.create(token_hash="x", made_by=once, expires_at=later)
    merge(ben.player, once, by=ann.player)
    send(ann_proved, "remove_login", ben.player_id)
    assert not ShareLink.objects.standing().exists()
    assert not Invitation.objects.standing().exists()


def test_with_a_login_go_the_links_that_it_made(ann_proved, ben, ann):
    later = timezone.now() + timedelta(days=1)
    for number, maker in enumerate((ben, ann)):
        Invitation.objects.create(token_hash=str(number), made_by=maker.player, expires_at=later)
    send(ann_proved, "remove_login", ben.player_id)
    assert [link.made_by for link in Invitation.objects.standing()] == [ann.player]


def test_somebody_leaves_and_is_signed_out(ann, as_vic, vic):
    assert "Your login goes" in as_vic.get(reverse("leave_family")).content.decode()
    assert send(as_vic, "leave_family").url == reverse("sign_in")
    assert not User.objects.filter(id=vic.id).exists()
    assert Player.objects.filter(name="Vic").exists()
    assert as_vic.get(reverse("home")).url.startswith(reverse("sign_in"))
    assert Deed.objects.get(of=vic.player_id).by == vic.player


def test_nobody_without_a_login_has_one_to_remove(ann_proved):
    rosa = make_player(name="Rosa")
    assert send(ann_proved, "remove_login", rosa.id).status_code == 404
    assert send(ann_proved, "change_role", rosa.id, role="admin").status_code == 404

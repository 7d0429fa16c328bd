"""Coming in: by a link for one person, by a group's link, and by none that is not good any more."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook.accounts.invitations import Closed, make, revoke, take_up
from scorebook.accounts.pairing import make_code
from scorebook.models import Deed, Device, Invitation, Player, User
from scorebook.models.people import Role
from tests.factories import make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def rose(family) -> Player:
    return make_player(name="Rose Link")


def personal(ann, player, role=Role.MEMBER) -> str:
    return make(by=ann.player, is_admin=True, player=player, role=role)[1]


def group(ann) -> str:
    return make(by=ann.player, is_admin=True, player=None, role=Role.VIEWER)[1]


def land(token: str) -> str:
    return reverse("invite", args=[token])


def proved(client: Client) -> Client:
    """An admin who gave the password a moment ago."""
    client.post(reverse("prove"), {"password": "Ann keeps fifteen"})
    return client


def test_one_button_lets_the_person_in(client, ann, rose):
    address = land(personal(ann, rose))
    page = client.get(address)
    assert "Hello Rose Link" in page.content.decode()
    assert page["Referrer-Policy"] == "strict-origin"
    assert client.post(address).url == "/"
    assert client.get("/").status_code == 200
    user = User.objects.get(player=rose)
    assert (user.role, user.has_usable_password()) == (Role.MEMBER, False)
    assert user.devices.count() == 1


def test_looking_uses_nothing_up(ann, rose):
    address = land(personal(ann, rose))
    for _ in range(20):
        assert Client().get(address).status_code == 200
    assert Client().head(address).status_code == 200
    assert Client().post(address, REMOTE_ADDR="10.0.0.9").url == "/"


def test_no_token_is_ever_logged(ann, rose, caplog):
    """Neither of a link that opens something, nor of one that did."""
    token = personal(ann, rose)
    Client(enforce_csrf_checks=True).post(land(token))
    Client().post(land(token))
    Client().get(land(token))
    for _ in range(30):
        answer = Client().get(land(token))
    assert answer.status_code == 429
    assert "/invite/***" in caplog.text
    assert token not in caplog.text


def test_a_second_press_of_the_button_comes_too_late(ann, rose):
    token = personal(ann, rose)
    take_up(token, name="")
    with pytest.raises(Closed):
        take_up(token, name="")
    assert User.objects.filter(player=rose).count() == 1


def test_a_form_cannot_choose_a_role_or_a_person(client, ann, rose):
    mike = make_player(name="Mike")
    told = {"role": "admin", "player": mike.id, "approved": "1", "name": "Mike"}
    client.post(land(personal(ann, rose)), told)
    user = User.objects.get(player=rose)
    assert user.role == Role.MEMBER
    assert not User.objects.filter(player=mike).exists()


def test_an_admin_who_tries_the_link_is_told_what_the_button_does(as_ann, ann, rose):
    page = as_ann.get(land(personal(ann, rose))).content.decode()
    assert "This browser is signed in as Ann." in page


def test_an_admin_sees_who_came_and_on_what(ann, as_ann, as_ben, rose):
    knock = Client(headers={"user-agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1"})
    knock.post(land(personal(ann, rose)))
    page = as_ann.get(reverse("invitations")).content.decode()
    assert "iPhone, Safari" in page
    assert reverse("remove_login", args=[rose.id]) in page
    assert "iPhone" not in as_ben.get(reverse("invitations")).content.decode()


def test_the_code_is_a_picture_without_style_of_its_own(as_ann, rose):
    page = as_ann.post(reverse("invite_person", args=[rose.id]), {"role": "member"})
    picture = page.content.decode().partition("qr")[2].partition("</svg>")[0]
    assert "<path" in picture and "style" not in picture
    assert page["Cache-Control"] == "private, no-store"


def test_a_lost_phone_leaves_no_older_link_and_no_digits_behind(ann, as_ann, rose):
    Client().post(land(personal(ann, rose)))
    older = personal(ann, rose)
    digits = make_code(User.objects.get(player=rose))
    page = proved(as_ann).post(reverse("lost_phone", args=[rose.id]))
    assert Client().post(land(older)).status_code == 404
    assert Client().post(reverse("pair"), {"digits": digits}).status_code == 400
    assert Client().post(page.context["address"]).url == "/"


@pytest.mark.parametrize("page", ["lost_phone", "invite_group", "approve"])
def test_a_demoted_admins_open_page_is_refused(ann, as_ann, ben, page):
    knock = User.objects.create(username="knocks", first_name="Zoe", role=Role.WAITING)
    args = {"lost_phone": [ben.player.id], "invite_group": [], "approve": [knock.id]}[page]
    proved(as_ann)
    User.objects.filter(id=ann.id).update(role=Role.MEMBER)
    data = {"role": "member", "answer": "yes"}
    assert as_ann.post(reverse(page, args=args), data).status_code == 403
    assert User.objects.filter(role=Role.WAITING).count() == 1
    assert not Invitation.objects.exists()


def test_a_link_tells_the_family_and_who_invites_and_nothing_else(client, ann, ben, rose):
    page = client.get(land(group(ann))).content.decode()
    assert "The Links" in page and "Ann" in page
    assert "Ben" not in page and "Rose" not in page


def test_used_expired_revoked_and_guessed_sound_the_same(ann, rose):
    used, expired, gone = (personal(ann, make_player(name=f"P{n}")) for n in range(3))
    Client().post(land(used))
    invitations = {i.player.name: i for i in Invitation.objects.select_related("player")}
    Invitation.objects.filter(player__name="P1").update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    revoke(invitations["P2"], by=ann.player)
    answers = [
        answer
        for token in (used, expired, gone, "guessed")
        for answer in (Client().get(land(token)), Client().post(land(token)))
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert User.objects.filter(player__name__startswith="P").count() == 1


def test_only_a_hash_is_kept_and_it_opens_nothing(client, ann, rose):
    token = personal(ann, rose)
    kept = Invitation.objects.get().token_hash
    assert kept != token
    assert client.get(land(kept)).status_code == 404


def test_it_stands_for_seven_days(ann, rose):
    personal(ann, rose)
    left = Invitation.objects.get().expires_at - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


def test_who_comes_by_a_groups_link_waits_for_a_yes(ann, as_ann, rose):
    knock = Client()
    assert knock.post(land(group(ann)), {"name": "Rosie"}).url == reverse("waiting")
    for name in ("home", "boards", "history", "people", "rule_sets"):
        assert knock.get(reverse(name)).url == reverse("waiting")
    user = User.objects.get(first_name="Rosie")
    assert "Rosie" in as_ann.get(reverse("invitations")).content.decode()
    address = reverse("approve", args=[user.id])
    assert as_ann.get(address).url == f"{reverse('prove')}?next={address.replace('/', '%2F')}"
    proved(as_ann).post(address, {"player": rose.id, "role": "viewer", "answer": "yes"})
    user.refresh_from_db()
    assert (user.player, user.role) == (rose, Role.VIEWER)
    assert knock.get("/").status_code == 200
    assert Deed.objects.filter(text="let Rose Link in", by=ann.player, of=rose).exists()


def test_who_gives_a_name_of_the_list_is_taken_for_that_person_first(ann, as_ann, rose):
    for name, taken_for in (("rose link", rose.id), ("Zoe", "")):
        Client().post(land(group(ann)), {"name": name})
        user = User.objects.get(first_name=name)
        page = proved(as_ann).get(reverse("approve", args=[user.id])).content.decode()
        assert page.count(" selected>") == 2  # and the role
        assert f'<option value="{taken_for}" selected>' in page


def test_somebody_new_gets_a_page_of_their_own(ann, as_ann):
    Client().post(land(group(ann)), {"name": "Zoe Link"})
    user = User.objects.get(first_name="Zoe Link")
    data = {"player": "", "role": "member", "answer": "yes"}
    proved(as_ann).post(reverse("approve", args=[user.id]), data)
    assert User.objects.get(id=user.id).player.short_name == "Zoe"


def test_a_no_leaves_nothing_behind(ann, as_ann):
    knock = Client()
    knock.post(land(group(ann)), {"name": "Mallory"})
    user = User.objects.get(first_name="Mallory")
    proved(as_ann).post(reverse("approve", args=[user.id]), {"answer": "no"})
    assert not User.objects.filter(id=user.id).exists()
    assert knock.get("/").url.startswith("/sign-in/")


def test_a_group_is_ten_at_most(ann):
    token = group(ann)
    for number in range(10):
        take_up(token, name=f"G{number}")
    with pytest.raises(Closed):
        take_up(token, name="One too many")
    assert User.objects.filter(role=Role.WAITING).count() == 10


def test_a_members_invitation_waits_for_an_admins_nod(as_ben, as_ann, rose):
    page = as_ben.post(reverse("invite_person", args=[rose.id]), {"role": "member"})
    address = page.context["address"]
    guest = Client()
    assert guest.post(address).url == reverse("waiting")
    user = User.objects.get(player=rose)
    assert user.role == Role.WAITING
    proved(as_ann).post(reverse("approve", args=[user.id]), {"role": "member", "answer": "yes"})
    assert guest.get("/").status_code == 200


def test_a_members_old_link_is_no_way_into_a_login_that_came_since(as_ben, ann, rose):
    sneaky = as_ben.post(reverse("invite_person", args=[rose.id]), {"role": "member"})
    Client().post(land(personal(ann, rose)))
    assert Client().post(sneaky.context["address"]).status_code == 404


def test_nobody_invites_themselves_into_more(as_ben, as_vic, rose):
    answer = as_ben.post(reverse("invite_person", args=[rose.id]), {"role": "admin"})
    assert "not one of the available choices" in answer.content.decode()
    assert as_vic.post(reverse("invite_person", args=[rose.id])).status_code == 403
    assert as_ben.post(reverse("invite_group"), {"role": "viewer"}).status_code == 403
    assert not Invitation.objects.exists()


def test_a_lost_phone_is_out_and_a_new_link_leads_into_the_same_login(ann, as_ann, rose):
    lost = Client()
    lost.post(land(personal(ann, rose)))
    assert lost.get("/").status_code == 200
    page = proved(as_ann).post(reverse("lost_phone", args=[rose.id]))
    assert lost.get("/").url.startswith("/sign-in/")
    found = Client()
    assert found.post(page.context["address"]).url == "/"
    assert User.objects.filter(player=rose).count() == 1
    assert Device.objects.filter(user__player=rose).count() == 1


def test_a_link_is_taken_back_by_whoever_made_it_or_an_admin(as_ben, as_ann, ann, rose):
    as_ben.post(reverse("invite_person", args=[rose.id]), {"role": "member"})
    personal(ann, make_player(name="Mike"))
    bens, anns = Invitation.objects.order_by("made_at")
    assert as_ben.post(reverse("revoke_invitation", args=[anns.id])).status_code == 404
    as_ben.post(reverse("revoke_invitation", args=[bens.id]))
    as_ann.post(reverse("revoke_invitation", args=[anns.id]))
    assert not Invitation.objects.standing().exists()


def test_a_link_is_of_whoever_its_maker_turned_out_to_be(as_ben, ben, client, family):
    before = make_player(name="Benny")
    found, token = make(by=before, is_admin=False, player=None, role=Role.VIEWER)
    before.merged_into = ben.player
    before.save()
    page = as_ben.get(reverse("invitations")).content.decode()
    assert "Ben’s link" in page and "Benny" not in page
    assert "Benny" not in client.get(land(token)).content.decode()
    assert as_ben.post(reverse("revoke_invitation", args=[found.id])).status_code == 302
    assert not Invitation.objects.standing().exists()


def test_guessing_at_links_stops(client, ann):
    answers = [client.get(land(f"guess-{number}")).status_code for number in range(31)]
    assert answers == [404] * 30 + [429]

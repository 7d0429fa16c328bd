"""Devices, six digits for another one, and the password that is asked again."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook.accounts.devices import named
from scorebook.accounts.pairing import make_code
from scorebook.models import Deed, Device, PairingCode, User
from scorebook.models.people import Role

pytestmark = pytest.mark.django_db
PASSWORD = {"username": "ben", "password": "Ben keeps fifteen"}
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"


def phone(agent: str = IPHONE) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post(reverse("sign_in"), PASSWORD)
    return client


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (IPHONE, "iPhone, Safari"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile Safari/537.36", "Android, Chrome"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/132.0", "Mac, Firefox"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0", "Windows, Edge"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_device_is_called_what_people_call_it(agent, name):
    assert named(agent) == name


def test_each_device_is_on_the_list_and_one_is_signed_out(ben):
    here, there = phone(), phone("Mozilla/5.0 (iPad) Safari/604.1")
    page = here.get(reverse("devices")).content.decode()
    assert "iPhone, Safari" in page and "iPad, Safari" in page
    other = Device.objects.get(name="iPad, Safari")
    here.post(reverse("sign_out_device", args=[other.id]))
    assert there.get("/").url.startswith("/sign-in/")
    assert here.get("/").status_code == 200


def test_nobody_signs_out_anothers_device(ben, as_ann):
    phone()
    device = Device.objects.get()
    assert as_ann.post(reverse("sign_out_device", args=[device.id])).status_code == 404
    assert Device.objects.exists()


def test_out_everywhere_is_out_on_sessions_that_no_list_knows(ben):
    here, there, unlisted = phone(), phone(), Client()
    unlisted.force_login(ben)
    here.post(reverse("sign_out_everywhere"))
    for client in (here, there, unlisted):
        assert client.get("/").url.startswith("/sign-in/")
    assert not Device.objects.exists()


def test_signing_out_leaves_no_device_behind(ben):
    here = phone()
    here.post(reverse("sign_out"))
    assert not Device.objects.exists()


@pytest.fixture
def rose(ben) -> Client:
    """Came by a link, so there is neither a password nor another device."""
    ben.set_unusable_password()
    ben.save()
    client = Client(headers={"user-agent": IPHONE})
    client.post(reverse("pair"), {"digits": make_code(ben)})
    return client


def ways_out(client: Client) -> list[str]:
    own = Device.objects.get(session_key=client.session.session_key)
    everywhere = [reverse("sign_out"), reverse("sign_out_everywhere")]
    return [*everywhere, reverse("sign_out_device", args=[own.id])]


def test_whoever_could_not_come_back_is_told_so_before_they_are_out(rose):
    for address in ways_out(rose):
        page = rose.post(address).content.decode()
        assert "you need a new invitation" in page and f'action="{address}"' in page
        assert rose.get("/").status_code == 200
    assert rose.post(ways_out(rose)[2], {"sure": "yes"}).url == reverse("sign_in")
    assert rose.get("/").url.startswith("/sign-in/")
    assert not Device.objects.exists()


def test_whoever_has_another_device_is_not_asked_but_for_signing_out_all(rose, ben):
    Client(headers={"user-agent": "iPad"}).post(reverse("pair"), {"digits": make_code(ben)})
    out, everywhere, _ = ways_out(rose)
    assert "you need a new invitation" in rose.post(everywhere).content.decode()
    assert rose.post(out).url == reverse("sign_in")


def test_whose_other_device_ran_out_is_asked(rose, ben):
    Client().post(reverse("pair"), {"digits": make_code(ben)})
    other = Device.objects.exclude(session_key=rose.session.session_key).get()
    Session.objects.filter(session_key=other.session_key).delete()
    assert "you need a new invitation" in rose.post(reverse("sign_out")).content.decode()


def test_whoever_waits_just_leaves(family):
    waiting = User.objects.create(username="waits", role=Role.WAITING)
    client = Client()
    client.force_login(waiting)
    assert client.post(reverse("sign_out")).url == reverse("sign_in")


def test_a_device_is_seen_once_a_day(ben):
    here = phone()
    long_ago = timezone.now() - timedelta(days=3)
    Device.objects.update(seen_at=long_ago)
    here.get("/")
    assert timezone.now() - Device.objects.get().seen_at < timedelta(minutes=1)
    Device.objects.update(seen_at=long_ago)
    here.get("/")
    assert Device.objects.get().seen_at == long_ago


def test_a_device_whose_session_ran_out_is_not_listed(ben, as_ben):
    phone()
    assert "iPhone, Safari" in as_ben.get(reverse("devices")).content.decode()
    Session.objects.filter(session_key=Device.objects.get().session_key).update(
        expire_date=timezone.now()
    )
    assert "iPhone, Safari" not in as_ben.get(reverse("devices")).content.decode()


def test_a_cookie_planted_before_the_sign_in_opens_nothing(ben, as_vic):
    """An empty session, somebody else's and the same person's: each gets another key."""
    empty = Client()
    session = empty.session
    session["planted"] = True
    session.save()
    for victim in (empty, as_vic, phone()):
        planted = victim.cookies[settings.SESSION_COOKIE_NAME].value
        victim.post(reverse("pair"), {"digits": make_code(ben)})
        thief = Client()
        thief.cookies[settings.SESSION_COOKIE_NAME] = planted
        assert victim.get("/").status_code == 200
        assert thief.get("/").url.startswith("/sign-in/")
    assert ben.devices.count() == 3


def test_a_cookie_of_a_removed_login_stays_dead_when_the_person_comes_back(ben, as_ben):
    player = ben.player
    assert as_ben.get("/").status_code == 200
    ben.delete()
    User.objects.create_user(username="ben", password="Ben keeps fifteen", player=player)
    assert as_ben.get("/").url.startswith("/sign-in/")


def test_six_digits_sign_another_device_in_once(ben, as_ben):
    digits = as_ben.post(reverse("pairing_code")).context["digits"]
    tablet = Client()
    assert tablet.post(reverse("pair"), {"digits": digits}).url == "/"
    assert tablet.get("/").status_code == 200
    again = Client().post(reverse("pair"), {"digits": digits})
    assert again.status_code == 400
    assert "wrong, or older than ten minutes" in again.content.decode()


def test_digits_are_not_kept_and_stand_for_ten_minutes(ben):
    digits = make_code(ben)
    code = PairingCode.objects.get()
    assert digits not in code.code_hash
    assert timedelta(minutes=9) < code.expires_at - timezone.now() <= timedelta(minutes=10)
    PairingCode.objects.update(expires_at=timezone.now())
    assert Client().post(reverse("pair"), {"digits": digits}).status_code == 400


def test_five_wrong_tries_from_anywhere_close_the_code(ben):
    digits = make_code(ben)
    wrong = f"{(int(digits) + 1) % 1_000_000:06}"
    for number in range(5):
        answer = Client().post(reverse("pair"), {"digits": wrong}, REMOTE_ADDR=f"10.0.0.{number}")
        assert answer.status_code == 400
    assert Client().post(reverse("pair"), {"digits": digits}).status_code == 400


def test_one_address_tries_five_times(ben):
    answers = [Client().post(reverse("pair"), {"digits": "1"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [400] * 5 + [429]
    assert "Wait 10 minutes" in answers[-1].content.decode()


def test_whoever_waits_shows_no_digits(family):
    user = User.objects.create(username="w", role=Role.WAITING)
    client = Client()
    client.force_login(user)
    assert client.post(reverse("pairing_code")).url == reverse("waiting")


def test_a_dangerous_act_asks_for_the_password_and_then_for_half_an_hour_not(ann, ben, as_ann):
    address = reverse("remove_login", args=[ben.player.id])
    asked = as_ann.get(address)
    assert asked.url.startswith(reverse("prove"))
    page = as_ann.post(asked.url, {"password": "Ann keeps sixteen"}).content.decode()
    assert "That is not your password" in page
    onward = as_ann.post(asked.url, {"password": "Ann keeps fifteen", "next": address})
    assert onward.url == address
    assert as_ann.get(address).status_code == 200
    session = as_ann.session
    session["proved_at"] -= 30 * 60 + 1
    session.save()
    assert as_ann.post(address).url.startswith(reverse("prove"))
    assert User.objects.filter(id=ben.id).exists()


@pytest.mark.parametrize("evil", ["//evil.example", "/\\evil", "javascript:1", "https://e.example"])
def test_proof_leads_nowhere_else(as_ann, evil):
    answer = as_ann.post(reverse("prove"), {"password": "Ann keeps fifteen", "next": evil})
    assert answer.url == reverse("people")


def test_proof_is_guessed_ten_times(as_ann):
    answers = [as_ann.post(reverse("prove"), {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_another_password_ends_the_other_sessions(ben):
    here, there = phone(), phone()
    data = {
        "username": "ben",
        "old": "Ben keeps fifteen",
        "password": "seven clubs and a joker",
        "password_again": "seven clubs and a joker",
    }
    assert here.post(reverse("set_password"), data | {"old": "wrong"}).status_code == 200
    assert here.post(reverse("set_password"), data).url == reverse("devices")
    assert here.get("/").status_code == 200
    assert there.get("/").url.startswith("/sign-in/")
    assert [device.session_key for device in Device.objects.all()] == [here.session.session_key]


def test_a_short_password_is_said(as_ben):
    data = {"username": "ben", "old": "Ben keeps fifteen", "password": "x", "password_again": "x"}
    assert "too short" in as_ben.post(reverse("set_password"), data).content.decode()


def test_roles_change_and_the_last_admin_stays(ann, ben, as_ann, as_ben):
    as_ann.post(reverse("prove"), {"password": "Ann keeps fifteen"})
    role = reverse("change_role", args=[ann.player.id])
    answer = as_ann.post(role, {"role": "member"})
    assert answer.status_code == 403 and "last admin" in answer.content.decode()
    assert as_ann.post(reverse("leave_family")).status_code == 403
    assert (
        as_ben.post(reverse("change_role", args=[ben.player.id]), {"role": "admin"}).status_code
        == 403
    )
    as_ann.post(reverse("change_role", args=[ben.player.id]), {"role": "admin"})
    as_ann.post(role, {"role": "member"})
    ann.refresh_from_db(), ben.refresh_from_db()
    assert (ann.role, ben.role) == (Role.MEMBER, Role.ADMIN)
    assert as_ann.get(reverse("merge_people", args=[ben.player.id])).status_code == 403
    told = list(Deed.objects.values_list("text", flat=True))
    assert told == ["made Ann a member", "made Ben an admin"]


def test_a_removed_login_is_out_at_the_next_request_and_the_person_stays(ann, ben, as_ann, as_ben):
    assert as_ben.get("/").status_code == 200
    as_ann.post(reverse("prove"), {"password": "Ann keeps fifteen"})
    as_ann.post(reverse("remove_login", args=[ben.player.id]))
    assert as_ben.get("/").url.startswith("/sign-in/")
    assert as_ann.get(reverse("person", args=[ben.player.id])).status_code == 200


def test_whoever_leaves_keeps_the_scores(ben, as_ben):
    player = ben.player
    assert as_ben.post(reverse("leave_family")).url == reverse("sign_in")
    player.refresh_from_db()
    assert not User.objects.filter(player=player).exists()

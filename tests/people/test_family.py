"""The family's settings, and the list of who did what."""

import pytest
from django.urls import reverse

from scorebook.models import Deed, Family
from scorebook.models.deeds import About
from scorebook.people.merging import merge
from tests.factories import make_player
from tests.people.test_logins import proved, send
from tests.people.test_people import page

pytestmark = pytest.mark.django_db

SETTINGS = {"name": "The Links", "tone": "ribbing", "loser_photos": "on"}
SETTINGS |= {"time_zone": "Europe/Berlin"}


def test_an_admin_sets_the_tone_the_photos_and_the_clock(as_ann, family):
    told = {"name": "The Links", "tone": "no_mercy", "time_zone": "Asia/Tokyo"}
    assert send(as_ann, "change_family", **told).url == reverse("family")
    family.refresh_from_db()
    assert (family.tone, family.loser_photos, family.time_zone) == ("no_mercy", False, "Asia/Tokyo")
    assert set(Deed.objects.values_list("about", "text")) == {
        ("family", "set the tone to No mercy"),
        ("family", "set photos of losers to off"),
        ("family", "set the time zone to Asia/Tokyo"),
    }


def test_a_new_name_wants_the_password_and_nothing_else_is_lost(as_ann, family):
    told = SETTINGS | {"name": "The Chains", "tone": "gentle"}
    send(as_ann, "change_family", **told)
    family.refresh_from_db()
    assert (family.name, family.tone) == ("The Links", "gentle")
    assert f"{reverse('prove')}?next={reverse('family')}" in page(as_ann, "family")
    send(proved(as_ann), "change_family", **told)
    family.refresh_from_db()
    assert family.name == "The Chains"


@pytest.mark.parametrize("wrong", [{"tone": "rude"}, {"time_zone": "Mars/Olympus"}, {"name": ""}])
def test_what_cannot_be_is_said_and_not_kept(as_ann, family, wrong):
    told = SETTINGS | {"tone": "gentle"} | wrong
    answer = send(proved(as_ann), "change_family", **told)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert Family.objects.get().tone == "ribbing"
    assert not Deed.objects.exists()


def test_others_read_the_settings_and_change_none(as_ben, as_vic):
    for client in (as_ben, as_vic):
        assert "Ribbing" in page(client, "family")
        assert send(client, "change_family", **SETTINGS).status_code == 403


@pytest.fixture
def deeds(ann, ben):
    Deed.objects.note(About.ROLES, "made Ben an admin", by=ann.player, of=ben.player)
    Deed.objects.note(About.PHOTOS, "hid a photo", by=ben.player)
    Deed.objects.note(About.FAMILY, "set the tone", by=None)


def listed(client, **query) -> set[str]:
    shown = page(client, "deeds", **query)
    all_of_them = ("made Ben an admin", "hid a photo", "set the tone")
    return {text for text in all_of_them if f"{text}." in shown}


def test_everybody_reads_who_did_what(as_vic, deeds):
    assert len(listed(as_vic)) == 3
    assert "<strong>The console</strong> set the tone" in page(as_vic, "deeds")


def test_deeds_are_found_by_what_they_are_about_and_whose_they_are(as_vic, deeds, ben):
    assert listed(as_vic, about="photos") == {"hid a photo"}
    assert listed(as_vic, person=ben.player_id) == {"made Ben an admin", "hid a photo"}
    assert listed(as_vic, person=ben.player_id, about="roles") == {"made Ben an admin"}
    assert len(listed(as_vic, person="nobody", about="cakes")) == 3


def test_deeds_of_a_merged_person_are_of_who_they_are(as_vic, deeds, ann, ben):
    rosa = make_player(name="Rosa")
    merge(rosa, ben.player, by=ann.player)
    assert "hid a photo" in listed(as_vic, person=rosa.id)
    assert "<strong>Rosa</strong> hid a photo" in page(as_vic, "deeds")
    asked = {"about": "photos", "person": ben.player_id}
    answer = as_vic.get(reverse("deeds"), asked)
    assert answer.url == f"{reverse('deeds')}?about=photos&person={rosa.id}"
    assert f'<option value="{ben.player_id}"' not in page(as_vic, "deeds")


def test_many_deeds_are_paged_and_the_filter_stays(as_vic, ann, family):
    for number in range(60):
        Deed.objects.note(About.ROLES, f"did {number}", by=ann.player)
    first = page(as_vic, "deeds", about="roles")
    assert "did 59." in first and "did 9." not in first
    assert "about=roles&amp;person=&amp;page=2" in first
    assert "did 9." in page(as_vic, "deeds", about="roles", page=2)

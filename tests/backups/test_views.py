"""The admins' page, and the line on their home page."""

import io
import time
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from scorebook import access
from scorebook.backups import folder, lock
from scorebook.models import Deed, Family
from tests.test_faults import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(settings, tmp_path, family):
    settings.DATA, settings.BACKUPS_DIR = tmp_path, tmp_path / "backups"
    settings.PHOTOS_DIR = tmp_path / "photos"
    return tmp_path


@pytest.fixture
def proved(as_ann):
    session = as_ann.session
    session[access.PROVED] = int(time.time())
    session.save()
    return as_ann


def aged(hours: float) -> None:
    """One backup, so old."""
    folder.ready(folder.settings.BACKUPS_DIR)
    at = timezone.now() - timedelta(hours=hours)
    (folder.settings.BACKUPS_DIR / f"scorebook-{at.strftime(folder.STAMP)}.zip").write_bytes(b"x")


@pytest.mark.parametrize(
    ("hours", "told", "red"),
    [
        (0.2, "Last verified backup: 12 min ago.", False),
        (6, "Last verified backup: 6 h ago.", False),
        (47.9, "Last verified backup: 47 h ago.", False),
        (48.1, "The last verified backup is 2 days old.", True),
        (700, "The last verified backup is 29 days old.", True),
    ],
)
def test_how_old_the_last_one_is(as_ann, hours, told, red):
    aged(hours)
    page = as_ann.get(reverse("backups"))
    assert told in text_of(page)
    assert ('class="error"' in page.content.decode()) is red
    home = as_ann.get(reverse("home"))
    assert ("The last verified backup is" in text_of(home)) is red


def test_before_the_first_one_nobody_is_alarmed_for_two_days(as_ann):
    assert "No backup yet." in text_of(as_ann.get(reverse("backups")))
    assert "backup" not in text_of(as_ann.get(reverse("home")))
    Family.objects.update(created_at=timezone.now() - timedelta(hours=49))
    home = text_of(as_ann.get(reverse("home")))
    assert 'There is no backup yet. <a href="/backups/">Look at the backups</a>' in home


def test_what_was_found_wrong_stands_there_until_all_is_well(proved):
    folder.note_outcome(["The database is damaged: page 7."])
    home, page = text_of(proved.get("/")), text_of(proved.get(reverse("backups")))
    assert 'The last backup found something wrong. <a href="/backups/">' in home
    assert "The database is damaged: page 7." in page
    proved.post(reverse("back_up_now"))
    assert "wrong" not in text_of(proved.get("/"))


def test_members_are_not_told(as_ben):
    aged(700)
    folder.note_outcome(["The database is damaged: page 7."])
    assert "backup" not in text_of(as_ben.get("/"))
    assert as_ben.get(reverse("backups")).status_code == 403


def test_one_is_made_on_the_spot(proved):
    answer = proved.post(reverse("back_up_now"), follow=True)
    assert "Saved and verified: 0 games with 0 entries, 0 stored photos." in text_of(answer)
    assert "Last verified backup: just now." in text_of(answer)
    assert len(folder.backups()) == 1
    assert Deed.objects.first().text == "made a backup"


def test_one_at_a_time(proved):
    folder.ready(folder.settings.BACKUPS_DIR)
    with lock.held(folder.settings.BACKUPS_DIR / ".lock", "x"):
        answer = proved.post(reverse("back_up_now"), follow=True)
    assert "A backup is being made just now." in text_of(answer)
    assert folder.problems() == []


def test_it_is_taken_home_by_one_tap(proved):
    proved.post(reverse("back_up_now"))
    name = folder.last().name
    answer = proved.post(
        reverse("download_backup", args=[name]), headers={"accept-encoding": "gzip"}
    )
    content = b"".join(answer.streaming_content)
    assert content == folder.last().path.read_bytes()
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer["Content-Length"] == str(len(content))
    assert "no-store" in answer["Cache-Control"]
    assert Deed.objects.first().text == f"downloaded the backup {name}"


@pytest.mark.parametrize("address", ["back_up_now", "download_backup"])
def test_the_password_is_asked_for_first_and_leads_back(as_ann, address):
    aged(1)
    args = [folder.last().name] if address == "download_backup" else []
    back = reverse("backups")
    answer = as_ann.post(
        reverse(address, args=args), headers={"referer": f"http://testserver{back}"}
    )
    assert answer.url == f"/prove/?next={back.replace('/', '%2F')}"
    assert len(folder.backups()) == 1


@pytest.mark.parametrize(
    "name", ["secret_key", "..%2Fsecret_key", "scorebook-2020-01-01-000000.zip"]
)
def test_nothing_but_a_backup_is_taken_home(proved, data, name):
    (data / "secret_key").write_text("secret")
    aged(1)
    assert proved.post(f"/backups/{name}/").status_code == 404


def test_no_other_site_fetches_one(proved):
    aged(1)
    strict = type(proved)(enforce_csrf_checks=True)
    strict.cookies = proved.cookies
    address = reverse("download_backup", args=[folder.last().name])
    assert strict.post(address).status_code == 403
    assert strict.get(address).status_code == 405


def test_how_to_get_it_back_names_the_last_one_and_the_folder(as_ann, settings):
    aged(3)
    told = text_of(as_ann.get(reverse("backups")))
    command = f"python3 run.py manage restore {folder.last().path}"
    assert f">SCOREBOOK_DATA={settings.DATA} {command}</code>" in told


def test_the_way_back_to_the_usual_folder_names_none(settings):
    settings.DATA = settings.ROOT / "var"
    command = "python3 run.py manage restore 'my book.zip'"
    assert folder.way_back(Path("my book.zip")) == command

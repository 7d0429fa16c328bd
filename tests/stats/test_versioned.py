"""What is kept while the data are the same, and who gets a 304."""

from datetime import UTC, datetime

import pytest
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from scorebook.models import DataVersion
from scorebook.models.people import Role
from scorebook.stats import versioned as module
from scorebook.stats.versioned import kept, versioned

pytestmark = pytest.mark.django_db


def set_version(number: int) -> None:
    DataVersion.objects.update_or_create(id=1, defaults={"number": number})


class Counting:
    """Something to make, or a view, that tells how often it was asked."""

    def __init__(self):
        self.times = 0

    def __call__(self, request=None):
        self.times += 1
        return HttpResponse("A page") if request else self.times


class TestKept:
    @pytest.fixture(autouse=True)
    def _family(self, family):
        """Its day counts."""

    def test_the_same_is_made_once(self):
        make = Counting()
        assert [kept("a board", make), kept("a board", make)] == [1, 1]

    def test_another_name_is_another_value(self):
        make = Counting()
        assert [kept("a board", make), kept("a board, page 2", make)] == [1, 2]

    def test_a_write_makes_it_anew(self):
        make = Counting()
        set_version(7)
        kept("a board", make)
        set_version(8)
        assert kept("a board", make) == 2


class TestVersioned:
    @pytest.fixture(autouse=True)
    def view(self):
        set_version(7)
        self.page = Counting()
        self.view = versioned(self.page)

    def ask(self, user, address="/tally/", tag="", notice=""):
        headers = {"If-None-Match": tag} if tag else {}
        request = RequestFactory().get(address, headers=headers)
        request.user, request.session = user, {}
        request._messages = SessionStorage(request)
        if notice:
            request._messages.add(20, notice)
        return self.view(request)

    def test_unchanged_it_answers_304_and_makes_nothing(self, vic):
        tag = self.ask(vic)["ETag"]
        answer = self.ask(vic, tag=tag)
        assert (answer.status_code, self.page.times) == (304, 1)
        assert answer["ETag"] == tag

    def test_after_a_write_the_page_is_made_anew(self, vic):
        tag = self.ask(vic)["ETag"]
        set_version(8)
        assert self.ask(vic, tag=tag).status_code == 200

    def test_another_address_is_another_page(self, vic):
        tag = self.ask(vic)["ETag"]
        assert self.ask(vic, "/tally/?page=2", tag=tag).status_code == 200

    def test_another_reader_sees_another_page(self, vic, ben):
        tag = self.ask(vic)["ETag"]
        assert self.ask(ben, tag=tag).status_code == 200

    def test_so_does_whoever_may_do_more_by_now(self, vic):
        tag = self.ask(vic)["ETag"]
        vic.role = Role.ADMIN
        assert self.ask(vic, tag=tag).status_code == 200

    def test_a_notice_that_waits_is_shown_and_not_kept(self, vic):
        tag = self.ask(vic)["ETag"]
        answer = self.ask(vic, tag=tag, notice="Saved.")
        assert (answer.status_code, "ETag" in answer) == (200, False)

    @pytest.mark.parametrize(
        ("hour", "status"),
        [(21, 304), (22, 200)],  # in Berlin, where the family lives, 23:59 and 0:59
    )
    def test_a_new_day_makes_a_new_page(self, vic, monkeypatch, hour, status):
        def clock(day, hour):
            return lambda: datetime(2026, 6, day, hour, 59, tzinfo=UTC)

        monkeypatch.setattr(timezone, "now", clock(14, 12))
        tag = self.ask(vic)["ETag"]
        monkeypatch.setattr(timezone, "now", clock(14, hour))
        assert self.ask(vic, tag=tag).status_code == status

    def test_so_does_a_new_start(self, vic, monkeypatch):
        tag = self.ask(vic)["ETag"]
        monkeypatch.setattr(module, "STARTED", "anew")
        assert self.ask(vic, tag=tag).status_code == 200

    def test_who_waits_for_a_yes_gets_nothing(self, vic):
        vic.role = Role.WAITING
        with pytest.raises(PermissionDenied):
            self.ask(vic)

    def test_unchanged_costs_one_query(self, vic, django_assert_num_queries):
        tag = self.ask(vic)["ETag"]
        with django_assert_num_queries(1):
            self.ask(vic, tag=tag)

    def test_whatever_a_page_keeps_is_of_the_moment_that_its_tag_tells(self, vic, family):
        make = Counting()

        def page(request):
            kept("a board", make)
            set_version(8)  # somebody writes meanwhile
            return HttpResponse(str(kept("a board", make)))

        self.view = versioned(page)
        before = self.ask(vic)
        assert (before.content, self.ask(vic).content) == (b"1", b"2")
        assert self.ask(vic, tag=before["ETag"]).status_code == 200

    def test_one_query_tells_how_the_data_stand(self, vic, family, django_assert_num_queries):
        self.view = versioned(lambda _: HttpResponse(kept("one", str) + kept("two", str)))
        with django_assert_num_queries(1):
            self.ask(vic)

"""Calling people right: names, short names, and who is a child."""

import uuid

from tests.factories import make_player


def test_everybody_is_listed(as_vic):
    make_player(name="Rosa")
    assert "Rosa" in as_vic.get("/people/").content.decode()


def test_a_member_marks_a_child(as_ben):
    leo = make_player(name="Lio")
    data = {"name": "Leo", "short_name": "Leo", "is_child": "on"}
    assert as_ben.post(f"/people/{leo.id}/", data).url == "/people/"
    leo.refresh_from_db()
    assert (leo.name, leo.short_name, leo.is_child) == ("Leo", "Leo", True)


def test_too_long_a_short_name_is_said_and_kept(as_ben):
    leo = make_player(name="Leo")
    answer = as_ben.post(f"/people/{leo.id}/", {"name": "Leo", "short_name": "Leonardo"})
    page = answer.content.decode()
    assert "at most 7 characters" in page
    assert 'value="Leonardo"' in page
    leo.refresh_from_db()
    assert leo.short_name == "Leo"


def test_a_viewer_changes_nobody(as_vic):
    assert as_vic.get(f"/people/{make_player().id}/").status_code == 403


def test_nobody_is_not_found(as_ben):
    assert as_ben.get(f"/people/{uuid.uuid4()}/").status_code == 404

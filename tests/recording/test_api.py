"""The JSON end points, row after row of the contract."""

import json
import sqlite3
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorebook.ledger.append import Outcome, append
from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry, Game, Proposal
from scorebook.models.people import Role
from scorebook.recording import api
from scorebook.rules import versions
from tests.conftest import browser_of, make_login
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ben) -> Game:
    return make_game(players=3, by=ben.player)


def entry(**changes: Any) -> dict[str, Any]:
    plain = {
        "id": str(uuid.uuid4()),
        "kind": "hand",
        "round": 1,
        "seat": 1,
        "payload": {"cards": ["KH", "4"]},
        "v": 1,
        "replaces": None,
        "client_at": "2026-11-29T21:15:00+01:00",
        "sent_at": "2026-11-29T21:15:01+01:00",
    }
    return plain | changes


def post(client: Client, game: Game | uuid.UUID, data: object, **extra: Any) -> Any:
    body = data if isinstance(data, bytes) else json.dumps(data)
    game_id = game.id if isinstance(game, Game) else game
    url = reverse("entries", args=[game_id])
    return client.post(url, body, content_type="application/json", **extra)


def errors(response: Any) -> list[tuple[str, str]]:
    assert response["Content-Type"] == "application/json"
    return [(error["field"], error["code"]) for error in response.json()["errors"]]


def test_new_is_201_with_the_sheet(ben, as_ben, game):
    sent = entry()
    response = post(as_ben, game, sent)
    body = response.json()
    assert (response.status_code, body["id"], body["seq"], body["version"]) == (
        201,
        sent["id"],
        2,
        2,
    )
    assert body["sheet"]["version"] == 2
    assert body["sheet"]["rounds"][0]["cells"][1]["entry"] == sent["id"]
    kept = Entry.objects.get(id=sent["id"])
    assert (kept.author, kept.client_at.hour, kept.v) == (ben.player, 20, 1)


def test_the_sheet_fits_its_version_when_another_phone_came_between(as_ben, game, monkeypatch):
    def append_and_more(*args: Any, **kwargs: Any) -> Outcome:
        outcome = append(*args, **kwargs)
        hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=2)
        return outcome

    monkeypatch.setattr(api, "append", append_and_more)
    body = post(as_ben, game, entry()).json()
    assert (body["version"], body["sheet"]["totals"]) == (3, [0, 15, 10])


def test_a_start_begins_a_game_whose_id_is_the_phones(ben, as_ben):
    game_id, ann = uuid.uuid4(), make_player(name="Ann")
    new = {"id": str(uuid.uuid4()), "name": "Zoe"}
    payload = {
        "rule_set": "bga_short",
        "players": [str(ann.id), new],
        "first_dealer": 1,
        "date": "2026-11-29",
    }
    sent = entry(kind="start", round=None, seat=None, payload=payload)
    response = post(as_ben, game_id, sent)
    assert (response.status_code, response.json()["seq"]) == (201, 1)
    assert [seat["name"] for seat in response.json()["sheet"]["seats"]] == ["Ann", "Zoe"]
    assert Game.objects.get(id=game_id).scorekeeper == ben.player


def test_the_same_again_is_200_with_the_sheet_as_it_is_now(as_ben, game):
    sent = entry()
    post(as_ben, game, sent)
    post(as_ben, game, entry(seat=2))
    response = post(as_ben, game, sent | {"sent_at": "2026-11-29T21:20:00+01:00"})
    body = response.json()
    assert (response.status_code, body["id"], body["seq"], body["version"]) == (
        200,
        sent["id"],
        2,
        3,
    )
    assert body["sheet"]["totals"] == [0, 15, 15]


def test_the_same_id_with_another_content_is_422(as_ben, game):
    sent = entry()
    post(as_ben, game, sent)
    response = post(as_ben, game, sent | {"payload": {"cards": ["4", "KH"]}})
    assert (response.status_code, errors(response)) == (422, [("id", "used")])


def test_another_phone_that_says_the_same_is_200_already(as_ann, as_ben, ben, game):
    first = entry()
    post(as_ben, game, first)
    response = post(as_ann, game, entry(payload={"cards": ["4S", "KD"]}))
    body = response.json()
    assert (response.status_code, body["version"]) == (200, 2)
    assert (body["already"]["id"], body["already"]["seq"]) == (first["id"], 2)
    assert body["already"]["author"] == {"player": str(ben.player.id), "name": "Ben"}
    assert body["sheet"]["totals"] == [0, 15, 0]


def test_another_phone_that_says_something_else_is_409_until_settled(as_ann, as_ben, game):
    first, second = entry(), entry(payload={"total": 45, "typed": "10+5+30"})
    post(as_ben, game, first)
    response = post(as_ann, game, second)
    body = response.json()
    assert (response.status_code, body["version"]) == (409, 3)
    assert body["standing"]["id"] == first["id"]
    assert body["standing"]["author"]["name"] == "Ben"
    assert (body["proposed"]["id"], body["proposed"]["payload"]) == (
        second["id"],
        second["payload"],
    )
    assert body["proposed"]["author"]["name"] == "Ann"
    assert post(as_ann, game, second).status_code == 409
    accept = entry(kind="accept", round=None, seat=None, payload={"proposal": second["id"]})
    assert post(as_ben, game, accept).status_code == 201
    again = post(as_ann, game, second)
    assert (again.status_code, again.json()["id"], again.json()["seq"]) == (200, second["id"], 4)


def test_a_dropped_proposal_is_410(as_ann, as_ben, game):
    post(as_ben, game, entry())
    second = entry(payload={"total": 45})
    post(as_ann, game, second)
    drop = entry(kind="drop", round=None, seat=None, payload={"proposal": second["id"]})
    assert post(as_ben, game, drop).status_code == 201
    response = post(as_ann, game, second)
    assert (response.status_code, response.json()["proposed"]["status"]) == (410, "dropped")


def void(target: object, **changes: Any) -> dict[str, Any]:
    return entry(kind="void", round=None, seat=None, payload={"entry": str(target)}, **changes)


def test_void_of_itself_of_the_start_of_something_unknown_is_400(as_ben, game):
    own = str(uuid.uuid4())
    for target in (own, game.entries.get().id, uuid.uuid4()):
        response = post(as_ben, game, void(target, id=own))
        assert (response.status_code, errors(response)[0][0]) == (400, "entry")
    assert game.entries.count() == 1


def test_void_of_what_is_void_is_200(as_ben, game):
    sent = entry()
    post(as_ben, game, sent)
    first = void(sent["id"])
    assert post(as_ben, game, first).status_code == 201
    response = post(as_ben, game, void(sent["id"]))
    assert (response.status_code, response.json()["already"]["id"]) == (200, first["id"])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"payload": {"cards": ["KX"]}}, ("cards", "card")),
        ({"payload": {"cards": ["K"] * 61}}, ("cards", "too_many")),
        ({"payload": {"total": 63}}, ("total", "total")),
        ({"payload": {"total": -5}}, ("total", "range")),
        ({"payload": {"total": 5.0}}, ("total", "type")),
        ({"payload": {"total": "5"}}, ("total", "type")),
        ({"payload": {}}, ("cards", "missing")),
        ({"round": 8}, ("round", "range")),
        ({"round": None}, ("round", "missing")),
        ({"seat": 3}, ("seat", "seat")),
        ({"kind": "score"}, ("kind", "kind")),
        ({"id": None}, ("id", "uuid")),
        ({"v": 9}, ("v", "version")),
    ],
)
def test_a_broken_form_is_400_and_leaves_the_id_unused(as_ben, game, changes, expected):
    sent = entry()
    response = post(as_ben, game, sent | changes)
    assert response.status_code == 400
    assert expected in errors(response)
    assert all(error["message"] for error in response.json()["errors"])
    assert post(as_ben, game, sent).status_code == 201


@pytest.mark.parametrize(
    "total", ["NaN", "1e999", "1_000", "-9999999999999999999999", "9" * 5000, '5, "total": 6']
)
def test_numbers_that_json_has_not_are_400(as_ben, game, total):
    body = json.dumps(entry(payload={"total": 5})).replace('"total": 5', f'"total": {total}')
    response = post(as_ben, game, body.encode())
    assert (response.status_code, errors(response)) == (400, [("", "json")])
    assert game.entries.count() == 1


def test_text_that_cannot_be_kept_is_400(as_ben, game):
    for text in ("a\0b", "\ud800"):
        note = entry(kind="note", seat=None, payload={"text": text})
        response = post(as_ben, game, note)
        assert (response.status_code, errors(response)) == (400, [("payload", "text")])


def test_over_64_kb_is_400(as_ben, game):
    note = entry(kind="note", seat=None, payload={"text": "x" * 66_000})
    response = post(as_ben, game, note)
    assert (response.status_code, errors(response)) == (400, [("", "size")])


def test_the_end_with_a_hand_missing_is_400_and_says_whose(as_ben, game):
    hand_in(game, "out", {"seat": 0}, round=1)
    hand_in(game, "hand", {"cards": ["4"]}, round=1, seat=1)
    finish = entry(kind="finish", round=None, seat=None, payload={"early": False})
    response = post(as_ben, game, finish)
    assert response.status_code == 400
    message = response.json()["errors"][0]["message"]
    assert message == "Mike still owes a hand in round 1."


def test_after_the_end_what_others_hand_in_is_409(as_ben, game, family):
    play_game(game)
    kim = browser_of(make_login(name="Kim", role=Role.MEMBER))
    sent = entry(round=7, seat=2, client_at=None, sent_at=None)
    sent["replaces"] = str(game.entries.get(round=7, seat=2, kind="hand").id)
    assert post(kim, game, sent).status_code == 409
    own = sent | {"id": str(uuid.uuid4())}
    assert post(as_ben, game, own).status_code == 201
    settle = entry(kind="accept", round=None, seat=None, payload={"proposal": sent["id"]})
    refused = post(kim, game, settle)
    assert (refused.status_code, errors(refused)) == (403, [("", "forbidden")])


def test_the_scorekeeper_amends_for_a_day_and_an_admin_always(as_ann, as_ben, game):
    play_game(game)
    Game.objects.filter(id=game.id).update(finished_at=timezone.now() - timedelta(hours=25))
    sent = entry(round=7, client_at=None, sent_at=None)
    sent["replaces"] = str(game.entries.get(round=7, seat=1, kind="hand").id)
    assert post(as_ben, game, sent).status_code == 409
    assert post(as_ann, game, sent | {"id": str(uuid.uuid4())}).status_code == 201


def test_a_hand_made_before_the_end_is_409(as_ben, game):
    play_game(game)
    sent = entry(round=7, client_at="2020-01-01T20:00:00Z", sent_at="2020-01-01T20:30:00Z")
    sent["replaces"] = str(game.entries.get(round=7, seat=1, kind="hand").id)
    assert post(as_ben, game, sent).status_code == 409


def test_not_signed_in_is_401(client, family, ben, game):
    for response in (
        post(client, game, entry()),
        client.get(reverse("sheet", args=[game.id])),
    ):
        assert (response.status_code, errors(response)) == (401, [("", "signed_out")])
    assert game.entries.count() == 1


def test_who_only_looks_may_not_write(as_vic, game):
    response = post(as_vic, game, entry())
    assert (response.status_code, errors(response)) == (403, [("", "forbidden")])
    assert as_vic.get(reverse("sheet", args=[game.id])).status_code == 200


def test_a_game_that_is_not_there_is_404(as_ben):
    response = post(as_ben, uuid.uuid4(), entry())
    assert (response.status_code, errors(response)) == (404, [("", "unknown")])
    assert as_ben.get(reverse("sheet", args=[uuid.uuid4()])).status_code == 404


def test_other_methods_are_405(as_ben, game):
    assert as_ben.get(reverse("entries", args=[game.id])).status_code == 405
    assert as_ben.post(reverse("sheet", args=[game.id])).status_code == 405


def test_without_the_csrf_token_nothing_is_taken(ben, game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ben)
    assert post(client, game, entry()).status_code == 403
    assert game.entries.count() == 1


# Faults of the database


def write_lock_elsewhere() -> Callable[[], None]:
    cursor = connection.cursor()
    patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    cursor.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")

    def end() -> None:
        other.close()
        connection.cursor().execute(f"PRAGMA busy_timeout = {patience}")

    return end


def read_only() -> Callable[[], None]:
    connection.cursor().execute("PRAGMA query_only = ON")
    return lambda: connection.cursor().execute("PRAGMA query_only = OFF") and None


def disk_full() -> Callable[[], None]:
    """Not a page more than there are, and none of them free, however much was deleted before."""
    cursor = connection.cursor()
    cursor.execute("VACUUM")
    pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    cursor.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: connection.cursor().execute("PRAGMA max_page_count = 4294967294") and None


@pytest.mark.sqlite("fills or locks the one file; how others say it: tests/test_faults.py")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("fault", "code"),
    [(write_lock_elsewhere, "busy"), (read_only, "closed"), (disk_full, "full")],
)
def test_a_database_that_cannot_write_is_503_and_leaves_the_id_unused(as_ben, game, fault, code):
    as_ben.raise_request_exception = False
    as_ben.get(reverse("sheet", args=[game.id]))  # the session's daily write is done
    text = "x" * (900 if fault is disk_full else 1)
    notes = [entry(kind="note", seat=None, payload={"text": text}) for _ in range(40)]
    end = fault()
    responses = [post(as_ben, game, note) for note in notes[: 40 if fault is disk_full else 1]]
    end()
    failed = next(place for place, r in enumerate(responses) if r.status_code == 503)
    assert responses[failed]["Retry-After"] == "5"
    assert errors(responses[failed]) == [("", code)]
    assert not Entry.objects.filter(id=notes[failed]["id"]).exists()
    assert post(as_ben, game, notes[failed]).status_code == 201


# Reading


def test_the_sheet_as_json(as_ben, game):
    play_round(game, hands={1: "KK4A", 2: 45}, cut_by=2)
    hand_in(game, "buys", {"n": 1}, round=1, seat=1)
    sheet = as_ben.get(reverse("sheet", args=[game.id])).json()
    first = sheet["rounds"][0]
    assert (sheet["version"], sheet["current_round"], sheet["finished"]) == (6, 2, False)
    assert sheet["totals"] == [25, 70, 45]
    assert sheet["places"] == [1, 3, 2]
    assert (sheet["winners"], sheet["losers"]) == ([], [])
    assert [seat["name"] for seat in sheet["seats"]] == ["Grandpa", "Grandma", "Mike"]
    assert sheet["seats"][1]["buys_left"] == 1
    assert (first["contract"], first["dealer"], first["cutter"]) == ("2 sets", 0, 2)
    assert (first["cut_numbers"], first["cut_by"], first["out"]) == ([33, 34], 2, 0)
    assert first["complete"]
    cell = first["cells"][1]
    assert (cell["state"], cell["cards"]) == ("cards", ["K", "K", "4", "A"])
    assert (cell["hand_points"], cell["cut_points"], cell["points"]) == (45, 25, 70)


def test_proposals_and_warnings_are_on_the_sheet(as_ann, game):
    hand_in(game, "hand", {"cards": ["JK"] * 5}, round=1, seat=1)
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1)
    sheet = as_ann.get(reverse("sheet", args=[game.id])).json()
    assert [proposal["payload"] for proposal in sheet["proposals"]] == [{"cards": ["K"]}]
    assert sheet["proposals"][0]["standing"] == sheet["rounds"][0]["cells"][1]["entry"]
    assert any(warning["round"] == 1 for warning in sheet["warnings"])
    assert "{0}" not in json.dumps(sheet["warnings"])


def test_the_version_tells_whether_anything_changed(as_ben, game):
    url = reverse("sheet", args=[game.id])
    tag = as_ben.get(url)["ETag"]
    assert tag == '"1"'
    assert as_ben.get(url, headers={"If-None-Match": tag}).status_code == 304
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1)
    conflict = hand_in(game, "hand", {"cards": ["Q", "K"]}, round=1, seat=1)
    assert as_ben.get(url, headers={"If-None-Match": tag})["ETag"] == '"3"'
    hand_in(game, "drop", {"proposal": str(conflict.proposal.id)})
    assert as_ben.get(url, headers={"If-None-Match": '"3"'}).status_code == 200
    assert Proposal.objects.get().status == "dropped"


def queries(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def test_not_changed_costs_one_query_beyond_session_and_user(as_ben, game):
    url = reverse("sheet", args=[game.id])
    tag = as_ben.get(url)["ETag"]
    assert queries(lambda: as_ben.get(url, headers={"If-None-Match": tag})) == 3


def test_the_sheet_costs_the_same_however_long_the_game(as_ben, game):
    url = reverse("sheet", args=[game.id])
    as_ben.get(url)
    short = queries(lambda: as_ben.get(url))
    play_game(game)
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1)
    assert queries(lambda: as_ben.get(url)) == short


def as_text(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    """A step of the forms: a hand was one text before it was a list of cards."""
    return {"cards": payload["text"].split()} if "text" in payload else payload


def test_an_older_pages_entry_is_taken_in_the_present_form(as_ben, game, monkeypatch):
    monkeypatch.setattr(versions, "STEPS", (as_text,))
    older = entry(payload={"text": "KH 4"}, v=1)
    response = post(as_ben, game, older)
    assert (response.status_code, response.json()["sheet"]["totals"]) == (201, [0, 15, 0])
    kept = Entry.objects.get(id=older["id"])
    assert (kept.v, kept.payload) == (2, {"cards": ["KH", "4"]})
    assert post(as_ben, game, older).status_code == 200
    assert errors(post(as_ben, game, entry(v=3))) == [("v", "version")]


def with_what_was_typed(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    """A step of the forms: a total did not always say how it was typed."""
    return {"typed": str(payload["total"])} | payload if "total" in payload else payload


def test_what_arrived_before_the_form_changed_is_the_same_entry_after_it(
    as_ben, as_ann, game, monkeypatch
):
    """The reply was lost, the site was renewed, and the phone sends it again."""
    sent, other = entry(payload={"total": 40}), entry(payload={"total": 45})
    assert post(as_ben, game, sent).status_code == 201
    assert post(as_ann, game, other).status_code == 409
    monkeypatch.setattr(versions, "STEPS", (with_what_was_typed,))
    assert post(as_ben, game, sent).status_code == 200
    assert post(as_ann, game, other).status_code == 409
    assert sheet_of(game).rounds[0].cells[1].typed == "40"
    assert Proposal.objects.get().payload["typed"] == "45"


def test_who_is_signed_in_now_does_not_sign_what_another_entered(as_ben, ann, ben, game):
    sent = entry()
    refused = post(as_ben, game, sent, headers={"X-Person": str(ann.player.id)})
    assert (refused.status_code, errors(refused)) == (401, [("", "another")])
    taken = post(as_ben, game, sent, headers={"X-Person": str(ben.player.id)})
    assert taken.status_code == 201


def test_who_was_found_to_be_the_same_person_signs_all_the_same(as_ben, ben, game):
    before = make_player(name="Benny")
    before.merged_into = ben.player
    before.save()
    taken = post(as_ben, game, entry(), headers={"X-Person": str(before.id)})
    assert taken.status_code == 201

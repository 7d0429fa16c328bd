"""Joining, leaving, called rummies, notes, changed rules: what happens beside the hands."""

from __future__ import annotations

import uuid

import pytest

from scorebook.ledger.reading import sheet_of
from scorebook.models import Player
from tests.factories import hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def game(ben):
    table = [ben.player, *(make_player(name=name) for name in ("Mike", "Rosa", "Em"))]
    return make_game(players=table, by=ben.player)


def send(client, game, action: str, **fields):
    data = {"id": str(uuid.uuid4()), "replaces": "", **fields}
    return client.post(f"/games/{game.id}/more/{action}/", data)


def test_the_page_offers_what_the_rules_know(as_ben, game):
    page = as_ben.get(f"/games/{game.id}/more/").content.decode()
    assert "Somebody joins late" in page
    assert "called rummy" not in page  # Link has no such call


def test_after_the_end_nobody_is_asked_to_come_or_go(as_ben, game):
    play_game(game)
    page = as_ben.get(f"/games/{game.id}/more/").content.decode()
    assert "Somebody joins late" not in page
    assert "Somebody leaves" not in page
    for stays in ("Write a note", "Points by the table", "Date, place", "Score by other rules"):
        assert stays in page


def test_somebody_new_sits_down_with_the_tables_average(as_ben, game):
    play_round(game, out=0, hands={1: "KK", 2: "A", 3: "5"})  # 0, 20, 20, 5: the average is 10
    answer = send(
        as_ben, game, "join", name="Christie", after_seat=1, first_round=2, points="average"
    )
    assert answer.status_code == 302
    sheet = sheet_of(game)
    assert sheet.order == (0, 1, 4, 2, 3)
    assert sheet.seats[4].starting_points == 10
    assert Player.objects.filter(name="Christie").count() == 1


def test_the_form_says_whose_points_a_latecomer_gets(as_ben, game):
    page = as_ben.get(f"/games/{game.id}/more/").content.decode()
    assert '<option value="last">As much as the player in last place</option>' in page


def test_the_same_join_twice_seats_nobody_twice(as_ben, game):
    key = str(uuid.uuid4())
    for _ in range(2):
        send(
            as_ben,
            game,
            "join",
            id=key,
            name="Christie",
            after_seat=0,
            first_round=1,
            points="zero",
        )
    assert len(sheet_of(game).seats) == 5
    assert Player.objects.filter(name="Christie").count() == 1


def test_nobody_named_is_said_and_the_rest_is_kept(as_ben, game):
    answer = send(as_ben, game, "join", name=" ", after_seat=2, first_round=3, points="last")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Who sits down?" in page
    assert '<option value="last" selected>' in page
    assert len(sheet_of(game).seats) == 4


def test_one_who_leaves_is_absent_from_then_on(as_ben, game):
    play_round(game, out=0)
    send(as_ben, game, "leave", seat=2, round=2)
    sheet = sheet_of(game)
    assert [cell.state for cell in sheet.rounds[1].cells][2] == "absent"
    assert not sheet.seats[2].present


def test_a_called_rummy_is_recorded_where_the_rules_know_it(as_ben, ben):
    game = make_game(variant="gourt", players=[ben.player, make_player(), make_player()])
    assert "called rummy" in as_ben.get(f"/games/{game.id}/more/").content.decode()
    send(as_ben, game, "rummy", caller=0, offender=1, round=1)
    assert len(sheet_of(game).rounds[0].rummies) == 1


def test_nobody_calls_rummy_on_themselves(as_ben, ben):
    game = make_game(variant="gourt", players=[ben.player, make_player(), make_player()])
    answer = send(as_ben, game, "rummy", caller=1, offender=1, round=1)
    assert "Nobody calls rummy on themselves." in answer.content.decode()


def test_points_by_decision_stand_on_the_sheet(as_ben, game):
    send(as_ben, game, "adjust", seat=1, round=1, points=-10, reason="Dealt the cat in")
    assert sheet_of(game).seats[1].total == -10


def test_other_rules_are_shown_before_they_count(as_ben, game):
    play_round(game, out=0, hands={1: "2", 2: "A", 3: "5"})
    page = as_ben.get(f"/games/{game.id}/more/rules/?rule_set=gourt").content.decode()
    assert "Score it by Gourt" in page
    assert sheet_of(game).seats[1].total == 5
    send(as_ben, game, "rules", rule_set="gourt")
    game.refresh_from_db()
    assert game.rule_set.slug == "gourt"
    assert sheet_of(game).seats[1].total == 25  # a two is wild at Gourt


def test_the_whole_sheet_by_other_rules_is_shown_before_saving(as_ben, game):
    play_round(game, out=1, hands={0: "A2", 2: "K"})
    play_round(game, out=1, hands={0: "*", 2: "4"})
    answer = as_ben.get(f"/games/{game.id}/more/rules/?rule_set=gourt")
    told = answer.context["rescored"]
    assert [row.contract for row in told.rows] == ["2 sets", "1 set + 1 run"]
    assert told.rows[0].cells[:3] == (("50", "25"), ("OUT", ""), ("10", ""))
    assert told.rows[1].cells[:3] == (("0", "50"), ("OUT", ""), ("5", ""))
    assert "The sheet by Gourt" in answer.text and "was 25" in answer.text
    assert any("holds a joker in round 2" in text for text in told.misfits)
    assert sheet_of(game).rounds[0].cells[0].points == 25


def test_a_round_that_other_rules_do_not_play_is_marked(as_ben, game):
    for _ in range(5):
        play_round(game, out=1, hands={0: "K", 2: "4"})
    answer = as_ben.get(f"/games/{game.id}/more/rules/?rule_set=bga_short")
    last = answer.context["rescored"].rows[4]
    assert (last.contract, last.cells[0]) == ("", ("–", "10"))
    assert "not played" in answer.text


def test_unknown_rules_are_not_found(as_ben, game):
    assert as_ben.get(f"/games/{game.id}/more/rules/?rule_set=whist").status_code == 404


def test_the_start_is_corrected(as_ben, game):
    first = sheet_of(game).standing["start", None, None].id
    send(
        as_ben, game, "setup", replaces=first, date="2026-11-27", place="The porch", occasion="",
        first_dealer=2, decks=3,
    )  # fmt: skip
    game.refresh_from_db()
    assert (game.place, game.first_dealer, game.decks) == ("The porch", 2, 3)
    assert sheet_of(game).rounds[0].dealer == 2


def test_the_log_tells_everything_newest_first(as_ben, game):
    play_round(game, out=0, hands={1: "KKA"})
    standing = sheet_of(game).rounds[0].cells[1].entry
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1, replaces=standing)
    page = as_ben.get(f"/games/{game.id}/log/").content.decode()
    corrected = "Round 1, Mike: K, was K\N{NO-BREAK SPACE}×2, A"
    assert page.index(corrected) < page.index("Started with 4 at the table")


def test_the_log_tells_taking_back_from_putting_back(as_ben, game):
    entry = hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1).entry
    for _ in range(3):
        entry = hand_in(game, "void", {"entry": str(entry.id)}).entry
    told = [line.text for line in as_ben.get(f"/games/{game.id}/log/").context["lines"]]
    assert told[:4] == [
        "Taken back: Round 1, Mike: K",
        "Put back: Round 1, Mike: K",
        "Taken back: Round 1, Mike: K",
        "Round 1, Mike: K",
    ]


@pytest.mark.parametrize("action", ["join", "leave", "rummy", "adjust", "note", "setup"])
def test_only_members_hand_in_and_only_by_post(as_vic, as_ben, game, action):
    assert send(as_vic, game, action).status_code == 403
    assert as_ben.get(f"/games/{game.id}/more/{action}/").status_code == 405


def test_a_known_person_sits_down_once_however_often_the_form_is_sent(as_ben, game):
    zoe = make_player(name="Zoe")
    fields = {"player": zoe.id, "after_seat": 0, "first_round": 1, "points": "zero"}
    key = str(uuid.uuid4())
    first, again = (send(as_ben, game, "join", id=key, **fields) for _ in range(2))
    assert (again.status_code, again.url) == (302, first.url)
    assert len(sheet_of(game).seats) == 5
    page = as_ben.get(f"/games/{game.id}/more/").content.decode()
    assert f'<option value="{zoe.id}">' not in page
    twice = send(as_ben, game, "join", **fields)
    assert twice.status_code == 400
    assert "Zoe cannot sit at this table twice." in twice.content.decode()


def test_a_remark_sent_again_after_the_next_deal_is_the_same(as_ben, game):
    page = as_ben.get(f"/games/{game.id}/more/").content.decode()
    assert '<input type="hidden" name="round" value="1" id="note_round">' in page
    key = str(uuid.uuid4())
    first = send(as_ben, game, "note", id=key, text="Pie.", round=1)
    play_round(game)
    again = send(as_ben, game, "note", id=key, text="Pie.", round=1)
    assert (again.status_code, again.url) == (302, first.url)
    assert [note["text"] for note in sheet_of(game).rounds[0].notes] == ["Pie."]


@pytest.mark.parametrize(
    ("action", "fields", "sentence"),
    [
        ("adjust", {"seat": 1, "round": 1, "points": "1_0", "reason": "x"}, "from -500 to 500"),
        ("setup", {"decks": "0_2", "first_dealer": 0, "date": "2026-11-29"}, "from 1 to 8"),
        ("setup", {"decks": 2, "first_dealer": 0, "date": "9999-12-31"}, "between 1900 and 2200"),
        ("note", {"text": "Pie.\u202e"}, "does not show"),
        (
            "setup",
            {"decks": 2, "first_dealer": 0, "date": "2026-11-29", "place": "Hall\u202e"},
            "does not show",
        ),
        (
            "join",
            {"name": "\u3164", "after_seat": 0, "first_round": 1, "points": "zero"},
            "does not show",
        ),
    ],
)
def test_what_cannot_stand_is_refused_in_words(as_ben, game, action, fields, sentence):
    replaces = game.entries.get().id if action == "setup" else ""
    answer = send(as_ben, game, action, **{"replaces": replaces, **fields})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert game.entries.count() == 1


def test_the_log_tells_a_cut_that_was_none_after_all(as_ben, game):
    hand_in(game, "cut", {"exact": True, "seat": 3}, round=1)
    standing = sheet_of(game).rounds[0].cut_entry
    hand_in(game, "cut", {"exact": False, "seat": 3}, round=1, replaces=standing)
    page = as_ben.get(f"/games/{game.id}/log/").content.decode()
    assert page.index("Round 1: no exact cut") < page.index("Round 1: Em cut it exactly")

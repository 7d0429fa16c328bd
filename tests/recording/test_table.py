"""The table: the sheet, who went out, the cut, undo, the pen."""

import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.models import Game
from scorebook.models.people import Role
from tests.conftest import browser_of, make_login
from tests.factories import hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def game(family, ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa", "Christie")]
    return make_game(players=people, by=ben.player, first_dealer=1)


def at(name, game, *rest):
    return reverse(name, args=[game.id, *rest])


def text_of(answer):
    return " ".join(answer.content.decode().split())


def page(client, game, query=""):
    answer = client.get(at("table", game) + query)
    assert answer.status_code == 200
    return text_of(answer)


def test_the_head_says_what_is_played_and_what_to_hit(as_ben, game):
    shown = page(as_ben, game)
    assert "Round 1 of 7 · Mike deals 11 cards each" in shown
    assert '<h2 class="contract">2 sets</h2>' in shown
    assert "Em cuts; exact is 55 or 56" in shown
    assert "Nailed the cut" in shown


def test_a_cell_says_aloud_what_it_shows_and_leads_to_its_hand(as_ben, game):
    play_round(game, out=0, hands={1: "KKKK5"})
    play_round(game, out=1, hands={0: "*5"})
    play_round(game, out=2, hands={1: "*77K2JQQ"}, cut_by=0)
    shown = page(as_ben, game)
    assert 'aria-label="Round 3, Mike: 105 plus cut 25, running total 175. Correct"' in shown
    assert 'aria-label="Round 3, Rosa: went out, 0 plus cut 25, running total 35. Correct"' in shown
    assert f'id="r3s1" href="{at("hand", game, 3, 1)}"' in shown
    assert '<small class="out">OUT<wbr><span>+25</span></small><b>35</b>' in shown


def test_the_dealer_stands_in_rounds_to_come_and_never_over_a_score(as_ben, game):
    play_round(game, out=0)
    shown = page(as_ben, game)
    assert shown.count('class="dealer"') == 7  # six rounds; the current one once more in the list
    assert 'title="Em deals"' in shown


def test_the_totals_tell_who_leads_and_who_is_last(as_ben, game):
    play_round(game, out=2, hands={0: "KK", 1: "*"})
    shown = page(as_ben, game)
    assert "<b>0</b><small>leads</small>" in shown
    assert "<b>20</b><small>+20</small>" in shown
    assert "<b>50</b><small>last</small>" in shown


def foot(client, game):
    columns = client.get(at("table", game)).context["totals"]
    return [(column.total, column.standing) for column in columns]


def test_while_a_round_is_half_entered_no_word_stands_beside_its_totals(as_ben, game):
    play_round(game, out=2, hands={0: "KK", 1: "*"})
    assert foot(as_ben, game)[:3] == [("20", "+20"), ("50", "last"), ("0", "leads")]
    hand_in(game, "hand", {"cards": ["JK"]}, round=2, seat=2)
    assert foot(as_ben, game)[:3] == [("20", ""), ("50", ""), ("50", "")]
    play_round(game, out=0, hands={1: "5", 2: "*"})
    assert foot(as_ben, game)[:3] == [("20", "+10"), ("55", "last"), ("50", "+40")]


def test_after_an_early_end_the_foot_shows_what_counted(as_ben, game):
    play_round(game, out=2, hands={0: "KK", 1: "*"})
    hand_in(game, "hand", {"cards": ["JK", "JK"]}, round=2, seat=2)
    hand_in(game, "finish", {"early": True})
    assert foot(as_ben, game)[:3] == [("20", "+20"), ("50", "last"), ("0", "won")]


def test_nothing_entered_is_shown_as_nothing_and_not_as_zero(as_ben, game):
    assert foot(as_ben, game) == [("–", "")] * 5
    hand = hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1).entry
    assert foot(as_ben, game)[:2] == [("–", ""), ("10", "")]
    hand_in(game, "void", {"entry": str(hand.id)})
    assert foot(as_ben, game) == [("–", "")] * 5
    hand_in(game, "out", {"seat": 1}, round=1)
    assert foot(as_ben, game)[:2] == [("–", ""), ("0", "")]


def test_a_called_rummy_and_a_note_are_marked_on_their_round(as_ben, ben, family):
    game = make_game(variant="gourt", players=3, by=ben.player)
    assert "†" not in page(as_ben, game)
    hand_in(game, "rummy", {"caller": 0, "offender": 1}, round=1)
    hand_in(game, "note", {"text": "She denies it."}, round=2)
    shown = page(as_ben, game)
    assert '<i title="Grandpa called rummy on Grandma.">†</i>' in shown
    assert "<li>† Round 1: Grandpa called rummy on Grandma.</li>" in shown
    assert "<li>† Round 2: “She denies it.”</li>" in shown


@pytest.mark.parametrize("points, start", [("last", "20"), ("zero", "0")])
def test_the_column_of_a_latecomer_begins_with_what_they_start_with(as_ben, game, points, start):
    play_round(game, out=0, hands={1: "KK"})
    late = {"player": str(make_player(name="Nana").id), "after_seat": 0, "points": points}
    hand_in(game, "join", late, round=2)
    cell = f'<span title="Nana starts with {start}"><small>starts</small><b>{start}</b> </span>'
    assert cell in page(as_ben, game)
    assert foot(as_ben, game)[1][0] == start
    play_round(game, out=0, hands={5: "A"})
    assert cell in page(as_ben, game)


def test_points_of_bga_are_negative_and_so_is_the_distance(as_ben, ben, family):
    game = make_game(variant="bga_full", players=3, by=ben.player)
    play_round(game, out=0, hands={1: "KK", 2: "5"})
    shown = page(as_ben, game)
    assert "<b>−20</b><small>last</small>" in shown
    assert "<b>−5</b><small>−5</small>" in shown


def test_a_corrected_hand_is_marked(as_ben, game):
    play_round(game, out=0)
    assert "✎" not in page(as_ben, game)
    standing = sheet_of(game).rounds[0].cells[1].entry
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1, replaces=standing)
    assert "✎" in page(as_ben, game)


def test_the_cut_is_one_tap_and_one_more_takes_it_back(as_ben, game):
    answer = as_ben.post(at("cut", game, 1), {"id": uuid.uuid4(), "exact": "yes"})
    assert answer.status_code == 302
    assert sheet_of(game).rounds[0].cut_by == 0
    shown = text_of(as_ben.get(answer.url))
    assert "Em cut it exactly. Everyone else +25" in shown
    assert "✓ Cut +25" in shown
    standing = sheet_of(game).rounds[0].cut_entry
    as_ben.post(at("cut", game, 1), {"id": uuid.uuid4(), "replaces": standing, "exact": "no"})
    assert sheet_of(game).rounds[0].cut_by is None


def test_a_variant_without_the_cut_has_no_button(as_ben, ben, family):
    assert "Nailed the cut" not in page(as_ben, make_game(variant="gourt", by=ben.player))


def test_who_went_out_leads_to_the_hand_of_whoever_sits_next(as_ben, game):
    sent = {"id": uuid.uuid4(), "seat": "4"}
    answer = as_ben.post(at("went_out", game, 1), sent)
    assert answer.url == at("hand", game, 1, 0)
    assert sheet_of(game).rounds[0].out == 4
    assert as_ben.post(at("went_out", game, 1), sent).url == at("hand", game, 1, 0)
    assert game.entries.filter(kind="out").count() == 1


def test_nobody_went_out_begins_with_who_plays_first(as_ben, game):
    answer = as_ben.post(at("went_out", game, 1), {"id": uuid.uuid4(), "seat": ""})
    assert answer.url == at("hand", game, 1, 2)
    assert sheet_of(game).rounds[0].out_stands


def test_who_no_longer_went_out_owes_a_hand_in_the_same_step(as_ben, game):
    play_round(game, out=2)
    standing = sheet_of(game).rounds[0].out_entry
    asked = text_of(as_ben.get(at("went_out", game, 1)))
    assert "Rosa went out. If somebody else did, Rosa’s cards are asked for next." in asked
    sent = {"id": uuid.uuid4(), "replaces": standing, "seat": "1"}
    answer = as_ben.post(at("went_out", game, 1), sent)
    assert answer.url == at("hand", game, 1, 2)
    while_read_out = page(as_ben, game)
    assert "Still missing: Rosa" in while_read_out
    assert at("check", game) in while_read_out


@pytest.mark.parametrize("seat", ["x", "17"])
def test_a_seat_that_nobody_has_is_refused_with_a_sentence(as_ben, game, seat):
    answer = as_ben.post(at("went_out", game, 1), {"id": uuid.uuid4(), "seat": seat}, follow=True)
    assert not sheet_of(game).rounds[0].out_stands
    assert len(list(answer.context["messages"])) == 1


def test_undo_takes_the_named_entry_back_and_redo_restores_it(as_ben, game):
    out = hand_in(game, "out", {"seat": 1}, round=1).entry
    shown = page(as_ben, game, f"?saved={out.id}")
    assert "Round 1: Mike went out" in shown and "<button>Undo</button>" in shown
    answer = as_ben.post(at("undo", game), {"id": uuid.uuid4(), "entry": str(out.id)})
    assert not sheet_of(game).rounds[0].out_stands
    shown = text_of(as_ben.get(answer.url))
    assert "Taken back: Round 1: Mike went out" in shown and "<button>Redo</button>" in shown
    void = game.entries.get(kind="void")
    answer = as_ben.post(at("undo", game), {"id": uuid.uuid4(), "entry": str(void.id)})
    assert sheet_of(game).rounds[0].out == 1
    shown = text_of(as_ben.get(answer.url))
    assert "Put back: Round 1: Mike went out" in shown and "<button>Undo</button>" in shown


def test_a_saved_round_offers_to_undo_its_newest_entry(as_ben, game):
    play_round(game, out=0)
    newest = game.entries.order_by("-seq").first()
    shown = page(as_ben, game, "?round=1")
    assert "Round 1 saved" in shown and f'name="entry" value="{newest.id}"' in shown
    assert "<button>Undo Christie’s hand</button>" in shown


@pytest.mark.parametrize(
    "kind, payload, seat, words",
    [
        ("out", {"seat": 1}, None, "Undo who went out"),
        ("cut", {"exact": True, "seat": 0}, None, "Undo the cut"),
        ("buys", {"n": 1}, 2, "Undo Rosa’s buys"),
    ],
)
def test_the_button_says_what_it_takes_back(as_ben, game, kind, payload, seat, words):
    hand_in(game, kind, payload, round=1, seat=seat)
    assert f"<button>{words}</button>" in page(as_ben, game, "?round=1")


@pytest.mark.parametrize("query", ["?saved=x", f"?saved={uuid.uuid4()}", "?round=5", "?round=x"])
def test_an_address_that_names_nothing_shows_no_notice(as_ben, game, query):
    assert 'class="notice"' not in page(as_ben, game, query)


def test_undo_of_nonsense_is_refused_with_a_sentence(as_ben, game):
    answer = as_ben.post(at("undo", game), {"id": uuid.uuid4(), "entry": "x"}, follow=True)
    assert len(list(answer.context["messages"])) == 1
    assert game.entries.count() == 1


def test_after_the_last_round_the_dock_leads_to_who_won(as_ben, game):
    for number in range(1, 8):
        play_round(game, number)
    shown = page(as_ben, game)
    assert "All 7 rounds played" in shown and "See who won" in shown
    assert f'action="{at("finish", game)}"' in shown


def test_a_finished_game_shows_its_sheet_and_stays_correctable(as_ben, game):
    play_game(game, winner=2)
    shown = page(as_ben, game)
    assert "Rosa won" in shown and at("game_over", game) in shown
    assert f'href="{at("hand", game, 3, 1)}"' in shown
    assert "Who went out?" not in shown


def test_an_overturned_result_is_said(as_ben, game):
    play_game(game, winner=2, loser=1)
    standing = sheet_of(game).rounds[0].cells[0].entry
    hand_in(game, "hand", {"total": 300}, round=1, seat=0, replaces=standing)
    assert "Overturned on appeal" in page(as_ben, game)


def test_two_values_are_announced_with_the_way_to_settle_them(as_ben, game):
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1)
    proposal = hand_in(game, "hand", {"cards": ["Q", "Q"]}, round=1, seat=1).proposal
    shown = page(as_ben, game)
    assert "Two scores for Mike in round 1. Nothing is lost." in shown
    assert at("conflict", game, proposal.id) in shown


def test_who_left_keeps_a_column_and_who_came_late_gets_one(as_ben, game):
    play_round(game, out=0)
    hand_in(game, "leave", {}, round=2, seat=3)
    late = make_player(name="Nana")
    joins = {"player": str(late.id), "after_seat": 0, "points": "last"}
    hand_in(game, "join", joins, round=2)
    columns = [column.name for column in as_ben.get(at("table", game)).context["totals"]]
    assert columns == ["Em", "Nana", "Mike", "Rosa", "Grandpa", "Christie"]
    shown = page(as_ben, game)
    assert "<b>5</b><small>went home</small>" in shown
    assert 'value="5">Nana</button>' in shown and ">Grandpa</button>" not in shown


def test_a_warning_is_shown_and_blocks_nothing(as_ben, game):
    play_round(game, hands={1: "*****"})
    shown = page(as_ben, game)
    assert "1 thing to look at" in shown
    assert "Round 2 of 7" in shown


def test_taking_the_pen_is_seen_by_all(as_ann, ann, game):
    before = Game.objects.get(id=game.id).version
    assert as_ann.post(at("take_pen", game)).url == at("table", game)
    after = Game.objects.get(id=game.id)
    assert after.scorekeeper == ann.player and after.version == before + 1
    assert "Link · Ann keeps score" in page(as_ann, game)


def test_the_pen_of_a_finished_game_is_taken_by_nobody(ben, game):
    """Else it would let every member correct what only its scorekeeper may."""
    kim = browser_of(make_login(name="Kim", role=Role.MEMBER))
    play_game(game)
    before = Game.objects.get(id=game.id).version
    assert at("take_pen", game) not in text_of(kim.get(at("more", game)))
    answer = kim.post(at("take_pen", game))
    assert answer.status_code == 403
    assert "This game is over" in text_of(answer)
    after = Game.objects.get(id=game.id)
    assert (after.scorekeeper, after.version) == (ben.player, before)


def test_who_only_looks_sees_the_sheet_and_no_button(as_vic, game):
    play_round(game, out=0)
    shown = page(as_vic, game)
    assert "<b>5</b>" in shown
    assert "Who went out?" not in shown and "Nailed the cut" not in shown
    assert "table-dock" not in shown and at("hand", game, 1, 1) not in shown


@pytest.mark.parametrize(
    "name, rest", [("went_out", [1]), ("cut", [1]), ("undo", []), ("take_pen", [])]
)
def test_who_only_looks_changes_nothing(as_vic, game, name, rest):
    assert as_vic.post(at(name, game, *rest), {"seat": "1"}).status_code == 403
    assert game.entries.count() == 1


@pytest.mark.parametrize("name, rest", [("table", []), ("went_out", [1])])
def test_a_stranger_is_asked_to_sign_in(client, game, name, rest):
    assert client.get(at(name, game, *rest)).url.startswith(reverse("sign_in"))


@pytest.mark.parametrize("name, rest", [("cut", [1]), ("undo", []), ("take_pen", [])])
def test_what_changes_something_is_not_fetched(as_ben, game, name, rest):
    assert as_ben.get(at(name, game, *rest)).status_code == 405


def test_the_table_is_only_fetched(as_ben, game):
    assert as_ben.post(at("table", game)).status_code == 405


def test_what_is_not_there_is_not_found(as_ben, game):
    assert as_ben.get(reverse("table", args=[uuid.uuid4()])).status_code == 404
    assert as_ben.post(at("cut", game, 9), {"id": uuid.uuid4()}).status_code == 404
    assert as_ben.get(at("went_out", game, 9)).status_code == 404


def test_the_table_costs_as_many_queries_after_five_rounds(as_ben, game, django_assert_num_queries):
    as_ben.get(at("table", game))
    for _ in range(5):
        play_round(game)
        with django_assert_num_queries(8):
            as_ben.get(at("table", game))


def test_a_phone_goes_on_clockwise_from_the_hand_that_it_saved(as_ben, game):
    hand_in(game, "out", {"seat": 0}, round=1)
    onward = at("onward", game, 1)
    assert as_ben.get(onward).url == at("hand", game, 1, 1)
    assert as_ben.get(f"{onward}?after=2").url == at("hand", game, 1, 3)
    for seat in (1, 2, 3, 4):
        hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=seat)
    assert as_ben.get(f"{onward}?after=4").url == at("review", game, 1)
    assert as_ben.get(at("onward", game, 8)).status_code == 404

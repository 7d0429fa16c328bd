"""Reading a round out: order, movements, buys, and the way on."""

import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.models.people import Tone
from tests.factories import hand_in, make_game, make_player, play_game, play_round

EM, MIKE, ROSA, GRANDPA, CHRISTIE = range(5)


@pytest.fixture
def people(db):
    return [make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa", "Christie")]


@pytest.fixture
def game(family, ben, people):
    game = make_game(players=people, by=ben.player, first_dealer=1)
    play_round(game, out=EM, hands={MIKE: "KKKK5", ROSA: "KK", GRANDPA: 65, CHRISTIE: 110})
    play_round(game, out=MIKE, hands={EM: "*5", ROSA: "K5", GRANDPA: 35, CHRISTIE: 70})
    play_round(
        game,
        out=ROSA,
        hands={EM: "KK4A", MIKE: "*77K2JQQ", GRANDPA: "QQ5", CHRISTIE: "A4"},
        cut_by=EM,
    )
    return game


def at(name, game, *rest):
    return reverse(name, args=[game.id, *rest])


def text_of(answer):
    return " ".join(answer.content.decode().split())


def page(client, game, number):
    answer = client.get(at("review", game, number))
    assert answer.status_code == 200
    return text_of(answer)


def lines(client, game, number):
    answer = client.get(at("review", game, number))
    return [
        (x.name, " ".join(x.told.split()), x.points, x.total, x.movement)
        for x in answer.context["lines"]
    ]


def test_everybody_is_read_out_in_the_new_order(as_ben, game):
    assert lines(as_ben, game, 3) == [
        ("Rosa", "went out · cut +25", "25", "60", "stays 1st"),
        ("Em", "K ×2, 4, A", "45", "100", "▲ up to 2nd"),
        ("Grandpa", "Q ×2, 5 · cut +25", "50", "150", "▲ up to 3rd"),
        ("Mike", "★, 7 ×2, K, 2, J, Q ×2 · cut +25", "130", "175", "▼ down to 4th"),
        ("Christie", "A, 4 · cut +25", "50", "230", "stays 5th"),
    ]


def test_before_the_first_round_there_was_no_place_to_move_from(as_ben, game):
    assert [line[-1] for line in lines(as_ben, game, 1)] == ["1st", "2nd", "3rd", "4th", "5th"]


def test_a_sum_is_read_out_as_it_was_typed(as_ben, game):
    standing = sheet_of(game).rounds[2].cells[MIKE].entry
    typed = {"total": 45, "typed": "10+5+30"}
    hand_in(game, "hand", typed, round=3, seat=MIKE, replaces=standing)
    told = {line[0]: line[1] for line in lines(as_ben, game, 3)}
    assert told["Mike"] == "total 10+5+30 · cut +25"
    assert {line[0]: line[1] for line in lines(as_ben, game, 1)}["Grandpa"] == "total only"


def test_the_headline_counts_the_cut_and_keeps_the_tone(as_ben, game, family):
    assert "Rosa went out. Mike eats 130." in page(as_ben, game, 3)
    family.tone = Tone.GENTLE
    family.save()
    assert "Rosa went out. Big hand for Mike." in page(as_ben, game, 3)


def test_nobody_out_and_a_shared_worst_hand_name_nobody(as_ben, ben, people, family):
    game = make_game(players=people, by=ben.player)
    play_round(game, out=None)
    shown = page(as_ben, game, 1)
    assert ">Deck ran dry. Everyone counts.</h2>" in shown
    assert "to look at" not in shown  # somebody said so a moment ago
    assert [warning.code for warning in sheet_of(game).warnings] == ["nobody_out"]


def test_a_called_rummy_and_a_note_of_the_round_are_read_out(as_ben, ben, people, family):
    game = make_game(variant="gourt", players=people, by=ben.player)
    play_round(game, out=EM)
    play_round(game, out=EM)
    hand_in(game, "rummy", {"caller": MIKE, "offender": ROSA}, round=1)
    hand_in(game, "note", {"text": "Rosa denies it."}, round=1)
    shown = page(as_ben, game, 1)
    assert "Mike called rummy on Rosa." in shown and "“Rosa denies it.”" in shown
    assert "called rummy" not in page(as_ben, game, 2)


def test_bga_is_read_out_with_minus_and_the_highest_first(as_ben, ben, people, family):
    game = make_game(variant="bga_full", players=people[:3], by=ben.player)
    play_round(game, out=0, hands={1: "KK", 2: "5"})
    assert lines(as_ben, game, 1)[1:] == [
        ("Rosa", "5", "−5", "−5", "2nd"),
        ("Mike", "K ×2", "−20", "−20", "3rd"),
    ]


def test_it_does_not_open_while_a_hand_is_missing(as_ben, game):
    hand_in(game, "out", {"seat": EM}, round=4)
    answer = as_ben.get(at("review", game, 4))
    assert answer.url == at("hand", game, 4, MIKE)
    told = "Mike, Rosa, Grandpa and Christie still owe you a hand."
    assert told in text_of(as_ben.get(answer.url))


def test_it_does_not_open_before_somebody_said_who_went_out(as_ben, ben, people, family):
    game = make_game(players=people, by=ben.player)
    for seat in range(5):
        hand_in(game, "hand", {"cards": ["4"]}, round=1, seat=seat)
    assert as_ben.get(at("review", game, 1)).url == at("went_out", game, 1)


def test_the_button_deals_the_next_round(as_ben, game):
    shown = page(as_ben, game, 3)
    assert "Looks right. Deal round 4" in shown
    assert f'href="{at("table", game)}?round=3"' in shown
    assert "Looks right. Back to the table" in page(as_ben, game, 1)


def test_the_last_round_leads_to_who_won(as_ben, game):
    for number in range(4, 8):
        play_round(game, number)
    shown = page(as_ben, game, 7)
    assert "Looks right. See who won" in shown
    answer = as_ben.post(at("finish", game), {"id": uuid.uuid4()})
    assert answer.url == at("game_over", game)
    assert "Looks right. Back to the table" in page(as_ben, game, 7)


def test_after_reopening_the_last_round_ends_the_game_again(as_ben, game):
    play_game(game)
    ending = game.entries.get(kind="finish").id
    reopened = hand_in(game, "reopen", {}, replaces=ending).entry.id
    assert f'name="replaces" value="{reopened}"' in page(as_ben, game, 7)


def test_a_buy_is_one_tap_for_everybody_even_who_went_out(as_ben, game):
    shown = page(as_ben, game, 3)
    assert 'aria-label="Rosa bought once more, 0 so far"' in shown
    form = {"id": uuid.uuid4(), "replaces": "", "bought": "1"}
    answer = as_ben.post(at("buys", game, 3, ROSA), form)
    assert answer.url == f"{at('review', game, 3)}#s{ROSA}"
    cell = sheet_of(game).rounds[2].cells[ROSA]
    assert cell.buys == 1
    shown = page(as_ben, game, 3)
    assert "1 buy · 1 left" in shown and "Rosa bought one fewer" in shown
    form = {"id": uuid.uuid4(), "replaces": cell.buys_entry, "bought": "0"}
    as_ben.post(at("buys", game, 3, ROSA), form)
    assert sheet_of(game).rounds[2].cells[ROSA].buys == 0


def test_one_purchase_may_bring_several_cards_at_gourt(as_ben, ben, people, family):
    game = make_game(variant="gourt", players=people, by=ben.player)
    play_round(game, out=0)
    offered = as_ben.get(at("review", game, 1)).context["lines"][1].bought
    assert (offered.more, offered.wider, offered.left) == ("1 1", "", "")
    as_ben.post(at("buys", game, 1, MIKE), {"id": uuid.uuid4(), "bought": "2 5"})
    bought = {x.name: x.bought for x in as_ben.get(at("review", game, 1)).context["lines"]}["Mike"]
    assert (bought.more, bought.wider, bought.fewer) == ("3 6", "2 6", "1 4")
    assert "2 buys, 5 cards" in page(as_ben, game, 1)


@pytest.mark.parametrize("pressed", ["", "x", "1 2 3", "-1", "1.5"])
def test_buys_that_are_no_count_are_refused_with_a_sentence(as_ben, game, pressed):
    form = {"id": uuid.uuid4(), "bought": pressed}
    answer = as_ben.post(at("buys", game, 3, ROSA), form, follow=True)
    assert "Buys are counted: 0, 1, 2 …" in text_of(answer)
    assert not game.entries.filter(kind="buys").exists()


def test_buys_over_the_limit_warn_and_are_kept(as_ben, game):
    as_ben.post(at("buys", game, 3, ROSA), {"id": uuid.uuid4(), "bought": "3"})
    assert sheet_of(game).rounds[2].cells[ROSA].buys == 3
    shown = page(as_ben, game, 3)
    assert "3 buys · 1 over the limit" in shown
    assert "Rosa has bought 1 more than allowed in round 3; the limit is 2 a game." in shown


def test_two_counts_of_the_buys_are_asked_about(as_ann, as_ben, game):
    as_ann.post(at("buys", game, 3, ROSA), {"id": uuid.uuid4(), "bought": "1"})
    answer = as_ben.post(at("buys", game, 3, ROSA), {"id": uuid.uuid4(), "bought": "2"})
    assert answer.url == at("conflict", game, game.proposals.get().id)


def test_the_cut_can_be_told_here_too(as_ben, game):
    assert "✓ Cut +25" in page(as_ben, game, 3)
    standing = sheet_of(game).rounds[2].cut_entry
    form = {"id": uuid.uuid4(), "replaces": standing, "exact": "no", "back": "review"}
    answer = as_ben.post(at("cut", game, 3), form)
    assert answer.url.startswith(at("review", game, 3))
    assert "Nailed the cut" in page(as_ben, game, 3)


@pytest.mark.parametrize("name, rest", [("review", [3]), ("buys", [3, 0])])
def test_who_only_looks_reviews_nothing(as_vic, game, name, rest):
    ask = as_vic.get if name == "review" else as_vic.post
    assert ask(at(name, game, *rest)).status_code == 403


def test_a_stranger_is_asked_to_sign_in(client, game):
    assert client.get(at("review", game, 3)).url.startswith(reverse("sign_in"))
    assert client.post(at("buys", game, 3, 0)).url.startswith(reverse("sign_in"))


def test_methods_are_kept_apart(as_ben, game):
    assert as_ben.post(at("review", game, 3)).status_code == 405
    assert as_ben.get(at("buys", game, 3, 0)).status_code == 405


def test_a_round_that_is_not_there_is_not_found(as_ben, game):
    assert as_ben.get(at("review", game, 8)).status_code == 404


def test_the_review_costs_as_many_queries_in_any_round(as_ben, game, django_assert_num_queries):
    as_ben.get(at("review", game, 3))
    for number in (1, 2, 3):
        with django_assert_num_queries(8):
            as_ben.get(at("review", game, number))

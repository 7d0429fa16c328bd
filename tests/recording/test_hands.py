"""One hand: entered, corrected, refused with what was typed."""

import json
import re
import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from tests.factories import hand_in, make_game, make_player, play_game, play_round

EM, MIKE, ROSA, GRANDPA, CHRISTIE = range(5)


@pytest.fixture
def people(db):
    return [make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa", "Christie")]


@pytest.fixture
def game(family, ben, people):
    return make_game(players=people, by=ben.player, first_dealer=1)


@pytest.fixture
def round_one(game):
    """Rosa went out; nobody has called a hand."""
    hand_in(game, "out", {"seat": ROSA}, round=1)
    return game


def at(name, game, *rest):
    return reverse(name, args=[game.id, *rest])


def text_of(answer):
    return " ".join(answer.content.decode().split())


def page(client, game, number, seat, query=""):
    answer = client.get(at("hand", game, number, seat) + query)
    assert answer.status_code == 200
    return text_of(answer)


def facts(client, game, number, seat):
    shown = page(client, game, number, seat)
    return json.loads(re.search(r'<script id="facts"[^>]*>(.*?)</script>', shown).group(1))


def send(client, game, number, seat, **fields):
    form = {"id": uuid.uuid4(), **fields}
    return client.post(at("hand", game, number, seat), form)


def cell(game, number, seat):
    return sheet_of(game).rounds[number - 1].cells[seat]


def errors(answer):
    assert answer.status_code == 400
    return answer.context["errors"]


def test_the_page_of_a_missing_hand_shows_no_number(as_ben, round_one):
    shown = page(as_ben, round_one, 1, GRANDPA)
    assert '<output class="value" data-at="value">–</output>' in shown
    assert ">Next: Christie →</button>" in shown
    assert 'value="2" class="out">Rosa<span>OUT 0</span>' in shown


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("KK4A", ("K", "K", "4", "A")),
        ("K K 4 A", ("K", "K", "4", "A")),
        ("10 T *", ("T", "T", "JK")),
        ("KH 4s jk", ("KH", "4S", "JK")),
    ],
)
def test_cards_are_typed_as_people_write_them(as_ben, round_one, typed, kept):
    answer = send(as_ben, round_one, 1, GRANDPA, cards=typed)
    assert answer.url == at("hand", round_one, 1, CHRISTIE)
    assert cell(round_one, 1, GRANDPA).cards == kept


@pytest.mark.parametrize("variant, wild", [("norwegian", "2S"), ("gourt", "2"), ("link", "JK")])
def test_a_star_is_the_wild_of_the_variant(as_ben, ben, people, family, variant, wild):
    game = make_game(variant=variant, players=people, by=ben.player)
    send(as_ben, game, 1, EM, cards="K*")
    assert cell(game, 1, EM).cards == ("K", wild)


@pytest.mark.parametrize("typed, points", [("45", 45), ("10+5+30", 45), (" 0 ", 0)])
def test_a_total_may_be_a_sum(as_ben, round_one, typed, points):
    send(as_ben, round_one, 1, GRANDPA, total=typed)
    assert cell(round_one, 1, GRANDPA).state == "total"
    assert cell(round_one, 1, GRANDPA).hand_points == points


def test_totals_of_bga_are_typed_without_the_minus(as_ben, ben, people, family):
    game = make_game(variant="bga_full", players=people, by=ben.player)
    send(as_ben, game, 1, EM, total="35")
    assert cell(game, 1, EM).hand_points == -35


def test_the_last_missing_hand_leads_to_the_review(as_ben, round_one):
    for seat in (GRANDPA, CHRISTIE, EM):
        send(as_ben, round_one, 1, seat, cards="4")
    assert ">Check the round →</button>" in page(as_ben, round_one, 1, MIKE)
    answer = send(as_ben, round_one, 1, MIKE, cards="4")
    assert answer.url == at("review", round_one, 1)


def test_where_nobody_went_out_the_page_says_that_everybody_counts(as_ben, round_one):
    told = "Nobody went out. Everyone counts."
    assert told not in page(as_ben, round_one, 1, MIKE)
    standing = sheet_of(round_one).rounds[0].out_entry
    hand_in(round_one, "out", {"seat": None}, round=1, replaces=standing)
    assert told in page(as_ben, round_one, 1, MIKE)


def test_hands_before_anybody_said_who_went_out_end_with_that_question(as_ben, game):
    for seat in range(4):
        send(as_ben, game, 1, seat, cards="4")
    assert send(as_ben, game, 1, CHRISTIE, cards="4").url == at("went_out", game, 1)


def test_a_name_on_the_rail_saves_the_hand_first_and_goes_there(as_ben, round_one):
    answer = send(as_ben, round_one, 1, GRANDPA, cards="KK", to="1")
    assert answer.url == at("hand", round_one, 1, MIKE)
    assert cell(round_one, 1, GRANDPA).hand_points == 20


def test_an_empty_field_is_no_hand(as_ben, round_one):
    answer = send(as_ben, round_one, 1, GRANDPA, cards=" ", total="")
    assert answer.url == at("hand", round_one, 1, CHRISTIE)
    assert cell(round_one, 1, GRANDPA).state == "missing"


def test_skipping_the_only_missing_hand_leads_to_the_table(as_ben, round_one):
    for seat in (GRANDPA, CHRISTIE, EM):
        send(as_ben, round_one, 1, seat, cards="4")
    assert send(as_ben, round_one, 1, MIKE).url == at("table", round_one)


def test_a_hand_that_was_entered_cannot_be_emptied(as_ben, round_one):
    send(as_ben, round_one, 1, GRANDPA, cards="K")
    standing = cell(round_one, 1, GRANDPA).entry
    answer = send(as_ben, round_one, 1, GRANDPA, cards="", replaces=standing)
    assert errors(answer) == [
        "An empty hand is not zero. Put the cards back in, or say who went out instead."
    ]
    assert cell(round_one, 1, GRANDPA).hand_points == 10


@pytest.mark.parametrize("typed", ["KKX", "K?", "1", "KK" * 40])
def test_cards_that_cannot_be_are_refused_and_kept(as_ben, round_one, typed):
    answer = send(as_ben, round_one, 1, GRANDPA, cards=typed)
    assert len(errors(answer)) == 1
    assert f'name="cards" value="{typed}"' in text_of(answer)
    assert cell(round_one, 1, GRANDPA).state == "missing"


@pytest.mark.parametrize("typed", ["63", "-5", "1_000", "1e3", "NaN", "99995", "five"])
def test_totals_that_cannot_be_are_refused_and_kept(as_ben, round_one, typed):
    answer = send(as_ben, round_one, 1, GRANDPA, total=typed)
    assert len(errors(answer)) == 1
    assert f'name="total" value="{typed}"' in text_of(answer)
    assert cell(round_one, 1, GRANDPA).state == "missing"


def test_an_impossible_total_says_why(as_ben, round_one):
    answer = send(as_ben, round_one, 1, GRANDPA, total="63")
    assert errors(answer) == ["63? Every card is worth 5, 10, 20 or 50. It has to end in 0 or 5."]


def test_a_joker_where_the_variant_has_none_is_refused(as_ben, ben, people, family):
    game = make_game(variant="gourt", players=people, by=ben.player)
    assert "Gourt" in errors(send(as_ben, game, 1, EM, cards="K JK"))[0]


def test_cards_and_a_total_together_are_refused(as_ben, round_one):
    answer = send(as_ben, round_one, 1, GRANDPA, cards="K", total="10")
    assert errors(answer) == ["There are cards and a total. Keep one of them and clear the other."]


def test_the_same_form_twice_is_one_hand(as_ben, round_one):
    form = {"id": uuid.uuid4(), "cards": "KK"}
    for _ in range(2):
        answer = as_ben.post(at("hand", round_one, 1, GRANDPA), form)
        assert answer.url == at("hand", round_one, 1, CHRISTIE)
    assert round_one.entries.filter(kind="hand").count() == 1


def test_a_used_form_with_other_cards_is_asked_about_again(as_ben, round_one):
    form = {"id": uuid.uuid4(), "cards": "KK"}
    as_ben.post(at("hand", round_one, 1, GRANDPA), form)
    answer = as_ben.post(at("hand", round_one, 1, GRANDPA), form | {"cards": "KKA"})
    assert "used before" in errors(answer)[0]
    assert 'value="KKA"' in text_of(answer)
    assert f'name="id" value="{form["id"]}"' not in text_of(answer)


def test_a_refused_form_still_says_what_its_reader_saw(as_ann, as_ben, round_one):
    send(as_ann, round_one, 1, GRANDPA, cards="KK")
    answer = send(as_ben, round_one, 1, GRANDPA, cards="KKX", replaces="")
    assert 'name="replaces" value=""' in text_of(answer)


def test_what_somebody_else_saved_alike_is_said_and_not_saved_again(as_ann, as_ben, round_one):
    send(as_ann, round_one, 1, GRANDPA, cards="KK4")
    answer = send(as_ben, round_one, 1, GRANDPA, cards="4KK")
    assert answer.url == at("hand", round_one, 1, CHRISTIE)
    assert "Ann already saved this." in text_of(as_ben.get(answer.url))
    assert round_one.entries.filter(kind="hand").count() == 1


def test_what_somebody_else_saved_differently_is_asked_about(as_ann, as_ben, round_one):
    send(as_ann, round_one, 1, GRANDPA, cards="KK4")
    answer = send(as_ben, round_one, 1, GRANDPA, cards="KK44")
    proposal = round_one.proposals.get()
    assert answer.url == at("conflict", round_one, proposal.id)
    assert cell(round_one, 1, GRANDPA).cards == ("K", "K", "4")


def test_a_correction_shows_what_was_and_returns_to_its_cell(as_ben, game):
    play_round(game, out=ROSA, hands={MIKE: "KK5"})
    play_round(game, out=ROSA)
    known = facts(as_ben, game, 1, MIKE)
    assert (known["was"], known["line"], known["moved"]) == (25, "was 25", "Expect complaints.")
    assert (known["before"], known["total"]) == (5, 30)
    assert sorted(known["others"]) == [0, 10, 10, 10]
    standing = cell(game, 1, MIKE).entry
    answer = send(as_ben, game, 1, MIKE, cards="K5", replaces=standing)
    saved = cell(game, 1, MIKE).entry
    assert answer.url == f"{at('table', game)}?saved={saved}#r1s1"
    assert cell(game, 1, MIKE).hand_points == 15
    assert "Round 1, Mike: now 15" in text_of(as_ben.get(answer.url))


def test_a_correction_from_the_review_returns_there(as_ben, game):
    play_round(game, out=ROSA)
    assert 'name="back" value="review"' in page(as_ben, game, 1, MIKE, "?back=review")
    standing = cell(game, 1, MIKE).entry
    answer = send(as_ben, game, 1, MIKE, cards="K", replaces=standing, back="review")
    assert answer.url == at("review", game, 1)


def test_a_correction_that_changes_nothing_saves_nothing(as_ben, game):
    play_round(game, out=ROSA, hands={MIKE: "K4"})
    standing = cell(game, 1, MIKE).entry
    send(as_ben, game, 1, MIKE, cards="4K", replaces=standing)
    assert cell(game, 1, MIKE).entry == standing


def test_a_typed_total_comes_back_as_it_was_typed(as_ben, game):
    play_round(game, out=ROSA)
    hand = {"total": 45, "typed": "10+5+30"}
    hand_in(game, "hand", hand, round=1, seat=MIKE, replaces=cell(game, 1, MIKE).entry)
    shown = page(as_ben, game, 1, MIKE)
    assert '<details class="field" open>' in shown and 'name="total" value="10+5+30"' in shown


def test_a_hand_of_a_finished_game_is_corrected_by_its_scorekeeper(as_ben, game):
    play_game(game, winner=ROSA)
    standing = cell(game, 2, MIKE).entry
    send(as_ben, game, 2, MIKE, cards="A", replaces=standing)
    assert cell(game, 2, MIKE).hand_points == 20


def test_the_cell_of_who_went_out_asks_who_went_out(as_ben, round_one):
    answer = as_ben.get(at("hand", round_one, 1, ROSA))
    assert answer.url == at("went_out", round_one, 1)


def test_who_left_has_no_hand_to_enter(as_ben, game):
    hand_in(game, "leave", {}, round=1, seat=MIKE)
    answer = as_ben.get(at("hand", game, 1, MIKE), follow=True)
    assert "Mike was not at the table in round 1." in text_of(answer)
    assert len(errors(send(as_ben, game, 1, MIKE, cards="K"))) == 1


def test_the_keypad_knows_what_the_other_hands_hold(as_ben, round_one):
    send(as_ben, round_one, 1, GRANDPA, cards="**KK4")
    known = facts(as_ben, round_one, 1, CHRISTIE)
    assert known["seen"] == {"JK": 2, "K": 2, "4": 1}
    assert known["most"] == {"*": 8, "JK": 4}
    assert known["hold"] == 18  # eleven dealt, one drawn, two buys of three cards
    assert known["step"] == 5


def test_the_two_of_spades_is_counted_apart(as_ben, ben, people, family):
    game = make_game(variant="norwegian", players=people, by=ben.player)
    send(as_ben, game, 1, EM, cards="2S 2 2H")
    known = facts(as_ben, game, 1, MIKE)
    assert known["seen"] == {"2S": 1, "2": 2}
    assert known["most"] == {"*": 12, "JK": 0, "2S": 3, "2": 9}
    assert known["hold"] is None


def test_the_server_warns_of_too_many_jokers(as_ben, round_one):
    send(as_ben, round_one, 1, GRANDPA, cards="*****")
    assert '<p class="warn">' in page(as_ben, round_one, 1, GRANDPA)


@pytest.mark.parametrize("number, seat", [(1, 5), (8, 0), (0, 0)])
def test_a_hand_that_is_not_there_is_not_found(as_ben, game, number, seat):
    assert as_ben.get(at("hand", game, number, seat)).status_code == 404


def test_a_stranger_is_asked_to_sign_in(client, game):
    assert client.get(at("hand", game, 1, 0)).url.startswith(reverse("sign_in"))


def test_who_only_looks_enters_nothing(as_vic, game):
    assert as_vic.get(at("hand", game, 1, 0)).status_code == 403
    assert send(as_vic, game, 1, 0, cards="K").status_code == 403


def test_a_hand_is_fetched_or_posted(as_ben, game):
    assert as_ben.delete(at("hand", game, 1, 0)).status_code == 405


def test_the_page_costs_as_many_queries_after_five_rounds(as_ben, game, django_assert_num_queries):
    as_ben.get(at("hand", game, 1, 0))
    for number in range(1, 6):
        play_round(game)
        with django_assert_num_queries(8):
            as_ben.get(at("hand", game, number, 1))

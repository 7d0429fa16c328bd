"""The small questions: their answers, what the game fills in, and what they refuse."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.checker.views import ASKED
from scorebook.models import Game, RuleSet
from tests.factories import hand_in, make_game, make_player, play_round


def page(client, game, slug: str, **query: object):
    return client.get(reverse("check_question", args=[game.id, slug]), query)


@pytest.mark.parametrize("slug", ASKED)
def test_every_question_opens_without_an_answer(as_vic, game, slug):
    response = page(as_vic, game, slug)
    assert response.status_code == 200
    assert response.context["box"] is None
    assert ASKED[slug].title in response.text


def test_a_question_nobody_asks(as_vic, game):
    assert page(as_vic, game, "weather").status_code == 404


def test_a_card_is_played_off_at_an_end(put):
    fields = {"type": "run", "meld": "3H 4H 5H 6H", "card": "7H", "is_down": "on"}
    assert put("play-off", **fields, end="high").context["box"].state == "yes"
    low = put("play-off", **fields, end="low")
    assert low.context["box"].head == "You may not play it off."
    assert "At fault: 7♥." in low.text


def test_a_set_takes_a_card_without_a_suit(put):
    fields = {"type": "set", "meld": "8 8 8", "card": "8", "end": "any", "is_down": "on"}
    assert put("play-off", **fields).context["box"].state == "yes"


def test_the_only_wild_of_a_meld_is_the_one_that_is_swapped(put):
    fields = {"type": "run", "meld": "3H * 5H 6H", "card": "4H", "is_down": "on"}
    fields["wild_goes_to"] = "hand"
    assert put("swap", **fields).context["box"].head == "You may swap it."
    assert put("swap", **fields, own="on").context["box"].state == "no"


@pytest.mark.parametrize(
    ("meld", "wild", "sentence"),
    [
        ("* 4H * 6H", "", "This meld has several wild cards: say which card is swapped."),
        ("3H 4H 5H 6H", "", "This meld has no wild card: say which card is swapped."),
        ("3H * 5H 6H", 5, "This meld has 4 cards."),
    ],
)
def test_which_wild_has_to_be_clear(put, meld, wild, sentence):
    response = put("swap", type="run", meld=meld, card="4H", wild=wild, wild_goes_to="hand")
    assert response.status_code == 400
    assert sentence in response.text
    assert f'value="{meld}"' in response.text


def test_cards_that_are_missing_are_waited_for(put):
    for slug in ("play-off", "swap", "meld"):
        fields = {"type": "run", "end": "any", "wild_goes_to": "hand"}
        assert put(slug, **fields).context["box"].state == "wait"


def test_what_is_no_card_is_refused_and_kept(put):
    response = put("meld", type="run", cards="3H 4X")
    assert response.status_code == 400
    assert "X is not a card." in response.text
    assert 'value="3H 4X"' in response.text
    two = put("play-off", type="run", meld="3H 4H 5H 6H", card="7H 8H", end="any")
    assert "One card, please." in two.text


def test_buys_so_far_come_from_the_sheet(as_ann, game):
    hand_in(game, "buys", {"n": 1}, round=1, seat=0)
    play_round(game)
    hand_in(game, "buys", {"n": 1}, round=2, seat=0)
    form = page(as_ann, game, "buy").context["form"]
    assert (form.initial["bought_in_game"], form.initial["bought_in_round"]) == (2, 1)
    other = page(as_ann, game, "buy", seat=1).context["form"]
    assert (other.initial["bought_in_game"], other.initial["bought_in_round"]) == (0, 0)


def test_a_guest_is_asked_about_with_what_the_sheet_says_of_them(ann):
    game = make_game(players=4, by=ann.player)
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    seat = game.seats.get(number=2)
    hand_in(game, "buys", {"n": 2}, round=1, seat=seat.number)
    guest = Client()
    guest.post(reverse("join_by_code", args=["ABCDEF"]), {"player": seat.player_id})
    response = guest.get(reverse("check_question", args=[game.id, "buy"]))
    assert response.context["table"].seat == seat.number
    assert response.context["form"]["bought_in_game"].value() == 2


def test_buying_is_answered_by_the_limit(put):
    assert put("buy", round=2, cards=1).context["box"].head == "You may buy."
    spent = put("buy", round=2, cards=1, bought_in_game=2)
    assert "No buys are left in this game." in spent.context["box"].text


def test_a_recorded_lay_down_makes_who_laid_it_down(as_ann, game):
    assert not page(as_ann, game, "buy").context["form"].initial["is_down"]
    melds = [{"type": "set", "cards": ["8", "8", "8"]}, {"type": "set", "cards": ["K", "K", "K"]}]
    hand_in(game, "lay_down", {"melds": melds}, round=1, seat=0)
    assert page(as_ann, game, "buy").context["form"].initial["is_down"]


def test_going_out_hangs_on_the_discard(put):
    out = put("out", round=7, is_down="on", hand=3, played_off=2, discarded=1)
    assert out.context["box"].text == "Out, with no card left."
    bare = put("out", round=7, is_down="on", hand=2, played_off=2, discarded=0)
    assert "Round 7 is closed with a discard" in bare.context["box"].text
    up = put("out", round=7, hand=3, played_off=2, discarded=1)
    assert "Who is not down" in up.context["box"].text


def test_a_rummy_is_called_only_where_the_rules_have_it(put, as_vic, ann):
    assert put("rummy", discard_fits_table="on").context["box"].state == "no"
    gourt = make_game(variant="gourt", players=4, by=ann.player)
    fields = {"players": 4, "discard_fits_table": "on", "offender_is_down": "on"}
    response = as_vic.post(reverse("check_question", args=[gourt.id, "rummy"]), fields)
    assert response.context["box"].text.endswith("3 in all.")


def test_numbers_have_to_be_numbers(put):
    response = put("buy", round=2, cards="many")
    assert response.status_code == 400
    assert 'value="many"' in response.text
    assert response.context["form"].errors["cards"]


def test_the_rounds_that_need_a_buy(as_vic, game):
    response = as_vic.get(reverse("check_rounds", args=[game.id]))
    assert "Round 7 cannot be finished without a buy." in response.text
    (box,) = response.context["boxes"]
    assert box.head == "Round 7 needs a buy:"
    assert box.text == "3 runs (12 cards) and a discard, of 12 in hand after the draw."
    assert box.lead == "Link says:"
    assert "You must buy to complete this round." in response.text


def test_where_no_round_needs_a_buy_the_tightest_says_why(as_vic, ann):
    gourt = make_game(variant="gourt", players=4, by=ann.player)
    response = as_vic.get(reverse("check_rounds", args=[gourt.id]) + "?round=99")
    assert "Every round can be finished without a buy." in response.text
    assert [box.head for box in response.context["boxes"]] == ["Round 6 needs no buy:"]
    assert "Gourt" in response.context["boxes"][0].lead


def test_a_round_that_needs_a_buy_by_nobodys_word_says_so(as_ben, ann):
    norwegian = make_game(variant="norwegian", players=4, by=ann.player)
    response = as_ben.get(reverse("check_rounds", args=[norwegian.id]))
    lead = "Your rules (Norwegian) don’t say. Ask the table; until then we take:"
    six, _ = response.context["boxes"]
    assert (six.head, six.lead) == ("Round 6 needs a buy:", lead)
    assert "Which+rounds+need+a+buy" in response.context["dispute"]
    assert "Take it to a dispute" in response.text


LINK_3 = "3H 4H * 6H 7C 8C 9C 10C KD KS 2D 5S"


def test_the_best_lay_down_comes_with_what_wilds_stand_for(put):
    response = put("best", round=3, cards=LINK_3)
    melds = response.context["form"].melds()
    assert [meld.codes for meld in melds] == ["7C 8C 9C TC", "3H 4H JK 6H"]
    assert str(melds[1].shown[2].meant) == "5H"
    box = response.context["box"]
    assert box.head == "You can go down."
    assert box.text.startswith("90 points laid, 30 left.")
    assert response.context["form"].verdict.ok


def test_a_hand_without_the_contract_is_told_what_is_missing(put):
    response = put("best", round=3, cards="3H 4H 5H 6H 7C 8C 9C KD")
    box = response.context["box"]
    assert box.head == "You can’t go down yet."
    assert box.text.startswith("One card short of a run of clubs: any of 6♣ 10♣")
    assert response.context["form"].melds() == []


def test_what_is_missing_are_cards_that_the_packs_still_hold(put):
    box = put("best", round=1, cards="8H 8S 8D KH KH").context["box"]
    assert box.text == "One card short of a set of kings: any of K♠ K♦ K♣ joker."


def test_a_hand_larger_than_any_is_not_searched_for_what_is_missing(put):
    hand = " ".join(f"{rank}{suit} {rank}{suit}" for rank in "2468" for suit in "SHDC")
    box = put("best", round=3, cards=hand)
    assert box.context["box"].text == "32 cards hold no 2 runs for round 3."


def test_a_hand_to_be_used_up_in_any_number_of_melds_is_searched_while_it_is_small(as_vic, ann):
    data = RuleSet.objects.named("link").variant
    data["lay_down"]["extra_melds"] = data["rounds"][6]["same_turn"] = True
    data["sources"]["lay_down.extra_melds"] = {"basis": "stated", "quote": "As many as you like."}
    told = {"name": "Cousins", "family": "link", "variant": data | {"name": "Cousins"}}
    RuleSet.objects.create(slug="cousins", **told)
    game = make_game(variant="cousins", players=[ann.player, make_player()])

    def told_of(cards: str) -> str:
        address = reverse("check_question", args=[game.id, "best"])
        return as_vic.post(address, {"round": 7, "cards": cards}).context["box"].text

    hand = "3H 4H 5H 6H 7C 8C 9C 10C JD QD"
    assert told_of(hand).startswith("3 cards short")
    assert told_of(f"{hand} 2S").startswith("11 cards hold no")


def test_going_out_now_is_part_of_the_answer(put):
    hand = "3H 4H 5H 6H 7C 8C 9C 10C JD QD KD AD 2S"
    response = put("best", round=7, cards=hand)
    assert response.context["box"].head == "You can go down, and out."
    assert "2♠" in response.context["box"].text


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("3H 4H 8", "A meld has to say the suit of the 8."),
        ("3H 3H 3H", "3 × 3♥, and 2 packs hold 2."),
        ("3H 4X", "X is not a card."),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_kept(put, cards, sentence):
    response = put("best", round=3, cards=cards)
    assert response.status_code == 400
    assert sentence in response.text
    assert f'value="{cards}"' in response.text


def test_wild_twos_of_a_hand_need_no_suit(as_vic, ann):
    game = make_game(variant="gourt", players=4, by=ann.player)
    fields = {"round": 1, "cards": "8H 8D 2 KD KS 2 5S"}
    response = as_vic.post(reverse("check_question", args=[game.id, "best"]), fields)
    melds = response.context["form"].melds()
    assert sorted(meld.codes.count("2") for meld in melds) == [1, 1]
    assert "2♠" not in response.text


def test_a_round_that_is_not_there_has_no_best(put):
    response = put("best", round=9, cards="3H 4H")
    assert response.context["box"].text == "There is no round 9; the game has 7 rounds."

"""The end of a game: finish, reopen, and the page of who won and who lost."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scorebook.ledger.reading import sheet_of
from scorebook.models import Game, Photo
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.recording.dunce import dunce_card
from scorebook.recording.scoreboard import Scoreboard
from tests.factories import hand_in, make_game, make_player, overturn, play_game, play_round


@pytest.fixture
def game(family, ben):
    return make_game(players=3, by=ben.player)


def at(name, game):
    return reverse(name, args=[game.id])


def text_of(answer):
    """With the names as they are, whichever way they are written."""
    return " ".join(re.sub("</?bdi>", "", answer.content.decode()).split())


def over(client, game):
    answer = client.get(at("game_over", game))
    assert answer.status_code == 200
    return text_of(answer)


def all_rounds(game, **played):
    for number in range(1, len(sheet_of(game).rounds) + 1):
        play_round(game, number, **played)


def test_finishing_leads_to_who_won_and_who_lost(as_ben, game):
    all_rounds(game, hands={1: "KK"})
    answer = as_ben.post(at("finish", game), {"id": uuid4()})
    assert answer.url == at("game_over", game)
    page = over(as_ben, game)
    assert '<h2>Grandpa</h2> <p class="hero">0</p>' in page
    assert "Beat Mike by 35. Obviously one of the Links." in page
    assert "<h2>Grandma, 140</h2>" in page
    assert "Obviously not one of the Links. Grandma picks the sentence:" in page
    assert "Pose for the wall" in page and "Dunce card instead" in page
    assert "7 rounds · 3 players" in page


def test_finishing_twice_is_finishing_once(as_ben, game):
    all_rounds(game)
    sent = {"id": uuid4()}
    for _ in range(2):
        assert as_ben.post(at("finish", game), sent).url == at("game_over", game)
    assert game.entries.filter(kind="finish").count() == 1


def test_a_missing_hand_is_named_and_the_game_goes_on(as_ben, game):
    for number in range(1, 7):
        play_round(game, number)
    hand_in(game, "out", {"seat": 0}, round=7)
    hand_in(game, "hand", {"cards": ["4"]}, round=7, seat=1)
    answer = as_ben.post(at("finish", game), {"id": uuid4()}, follow=False)
    assert answer.url == at("table", game)
    said = [str(message) for message in as_ben.get(reverse("home")).context["messages"]]
    assert said == ["Mike still owes you a hand."]
    game.refresh_from_db()
    assert not game.is_finished


def test_a_round_not_begun_is_named(as_ben, game):
    play_round(game)
    as_ben.post(at("finish", game), {"id": uuid4()})
    said = [str(message) for message in as_ben.get(reverse("home")).context["messages"]]
    assert said == ["Round 2 is not over yet. Finish it, or end the game early."]


def test_an_early_end_without_a_complete_round_says_why_not(as_ben, game):
    as_ben.post(at("finish", game), {"id": uuid4(), "early": "1"})
    said = [str(message) for message in as_ben.get(reverse("home")).context["messages"]]
    assert said == ["Not one round is complete, so there is nobody to call the winner."]


def test_an_early_end_counts_complete_rounds_only(as_ben, game):
    play_round(game, hands={1: "KK", 2: "44"})
    play_round(game, hands={1: "KK", 2: "44"})
    hand_in(game, "hand", {"cards": ["JK"]}, round=3, seat=2)
    answer = as_ben.post(at("finish", game), {"id": uuid4(), "early": "1"})
    assert answer.url == at("game_over", game)
    page = over(as_ben, game)
    assert "Ended early, after 2 of 7 rounds · 3 players" in page
    for name in ("table", "tv"):
        assert "nded early, after 2 of 7 rounds<" in as_ben.get(at(name, game)).content.decode()
    assert "Beat Mike by 20." in page
    assert "<h2>Grandma, 40</h2>" in page
    assert '<td class="num cell">20</td>' in page


def test_a_reopened_game_goes_back_to_the_table(as_ben, game):
    play_game(game)
    page = over(as_ben, game)
    ending = game.entries.get(kind="finish").id
    assert f'name="replaces" value="{ending}"' in page
    answer = as_ben.post(at("reopen", game), {"id": uuid4(), "replaces": ending})
    assert answer.url == at("table", game)
    game.refresh_from_db()
    assert not game.is_finished
    assert as_ben.get(at("game_over", game)).url == at("table", game)


def test_negative_totals_show_and_the_highest_wins(as_ben, family, ben):
    game = make_game(variant="bga_short", players=3, by=ben.player)
    all_rounds(game, out=None, hands={0: "4", 1: "KK", 2: "44"})
    hand_in(game, "finish", {"early": False})
    page = over(as_ben, game)
    assert '<p class="hero">−20</p>' in page
    assert "Beat Mike by 20." in page
    assert "<h2>Grandma, −80</h2>" in page


def test_a_shared_win_crowns_both(as_ben, game):
    all_rounds(game, out=None, hands={2: "KK"})
    hand_in(game, "finish", {"early": False})
    page = over(as_ben, game)
    assert '<p class="chip out">Winners</p>' in page
    assert "Grandpa and Grandma" in page
    assert "Beat Mike by 105. Shared. Nobody is happy." in page


def test_nobody_lost_where_everybody_shares(as_ben, game):
    all_rounds(game, out=None)
    hand_in(game, "finish", {"early": False})
    page = over(as_ben, game)
    assert "Grandpa, Grandma and Mike" in page
    assert "Nobody lost." in page
    assert "Dunce card" not in page


def test_a_changed_result_is_overturned_on_appeal(as_ben, game):
    play_game(game)
    assert "Overturned on appeal" not in over(as_ben, game)
    for number in range(1, 4):
        stands = sheet_of(game).standing["hand", number, 2].id
        held = {"cards": ["JK", "JK"]}
        hand_in(game, "hand", held, round=number, seat=2, replaces=stands)
    page = over(as_ben, game)
    assert "Overturned on appeal." in page
    assert "<h2>Mike, 320</h2>" in page


def test_photos_of_an_overturned_result_stay_under_their_own_names(as_ben, ben, game):
    """Grandpa had won and Grandma lost; by now Mike has won, and Grandpa lost."""
    play_game(game)
    photos = []
    for side in Side:
        photo = Photo.objects.create(
            posted_at=timezone.now(),
            game=game,
            side=side,
            width=640,
            height=800,
            alt=f"{side} then",
            added_by=ben.player,
        )
        photo.people.set(seat.player for seat in game.seats_on(side))
        photo.subjects.set(photo.people.all())
        photos.append(photo)
    assert "Overturned" not in over(as_ben, game)
    overturn(game)
    page = over(as_ben, game)
    result, _, former = page.partition("Until it changed")
    assert "<h2>Mike</h2>" in result and "<h2>Grandpa, 900</h2>" in result
    for photo in photos:
        assert reverse("photo", args=[photo.id, 640]) not in result
        assert reverse("photo", args=[photo.id, 320]) in former
        assert reverse("photo_page", args=[photo.id]) in former
    assert "Grandpa, winner at first. Overturned on appeal." in former
    assert "Grandma, loser at first. Overturned on appeal." in former
    assert reverse("add_photo", args=[game.id, "winner"]) in result
    assert "Pose for the wall" in result


def test_a_photo_from_before_the_game_went_on_says_so(as_ben, ben, game):
    play_round(game, hands={1: "KK"})
    hand_in(game, "finish", {"early": True})
    photo = Photo.objects.create(
        posted_at=timezone.now(),
        game=game,
        side="winner",
        width=640,
        height=800,
        alt="Early",
        added_by=ben.player,
    )
    photo.people.set([game.seats.get(won=True).player])
    photo.subjects.set(photo.people.all())
    hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
    play_round(game, 2, out=1, hands={0: "***"})
    hand_in(game, "finish", {"early": True}, replaces=game.entries.get(kind="reopen").id)
    page = over(as_ben, game)
    assert "Grandpa, winner at first. Then the game went on." in page
    assert "Overturned" not in page


def test_the_loser_may_take_the_dunce_card(as_ben, game):
    play_game(game)
    answer = as_ben.post(at("sentence", game), {"sentence": "dunce"})
    assert answer.url == at("game_over", game)
    page = over(as_ben, game)
    assert "The dunce card of" in page
    assert "<dt>Behind Grandpa</dt><dd>140</dd>" in page
    assert "Pose for the wall" not in page
    as_ben.post(at("sentence", game), {"sentence": "open"})
    assert "Pose for the wall" in over(as_ben, game)


@pytest.mark.parametrize("chosen", ["pose", "dunce"])
def test_who_loses_by_a_correction_is_not_held_to_what_another_one_chose(as_ben, game, chosen):
    play_game(game)
    as_ben.post(at("sentence", game), {"sentence": chosen})
    hand_in(game, "adjust", {"points": 3, "reason": "Counted"}, round=1, seat=1)
    assert Game.objects.get(id=game.id).sentence == chosen
    overturn(game)
    page = over(as_ben, game)
    assert "Grandpa picks the sentence:" in page
    assert "Pose for the wall" in page and "The dunce card of" not in page


def test_a_page_from_before_a_correction_chooses_for_nobody_else(as_ben, game):
    play_game(game)
    page = as_ben.get(at("game_over", game)).content.decode()
    (losers,) = re.findall(r'name="losers" value="([^"]*)"', page)
    overturn(game)
    as_ben.post(at("sentence", game), {"sentence": "dunce", "losers": losers})
    assert "The result has changed meanwhile. Look who lost" in over(as_ben, game)
    assert Game.objects.get(id=game.id).sentence == Sentence.OPEN
    as_ben.post(at("sentence", game), {"sentence": "dunce", "losers": "0"})
    assert "The dunce card of" in over(as_ben, game)


def test_posing_offers_the_camera_on_the_losers_side(as_ben, game):
    play_game(game)
    target = reverse("add_photo", args=[game.id, "loser"])
    assert target not in over(as_ben, game)
    as_ben.post(at("sentence", game), {"sentence": "pose"})
    assert target in over(as_ben, game)


def test_a_sentence_nobody_knows_changes_nothing(as_ben, game):
    play_game(game)
    version = game.version
    as_ben.post(at("sentence", game), {"sentence": "exile"})
    game.refresh_from_db()
    assert (game.sentence, game.version) == (Sentence.OPEN, version)


def test_a_choice_is_a_visible_change(as_ben, game):
    play_game(game)
    version = game.version
    as_ben.post(at("sentence", game), {"sentence": "dunce"})
    game.refresh_from_db()
    assert (game.sentence, game.version) == (Sentence.DUNCE, version + 1)


def test_a_child_who_lost_is_spoken_of_gently_and_never_asked_to_pose(as_ben, family, ben):
    tess = make_player(name="Tess", is_child=True)
    game = make_game(players=[ben.player, tess, make_player(name="Mike")], by=ben.player)
    play_game(game)
    page = over(as_ben, game)
    assert "Tess had a rough night." in page
    assert "Pose for the wall" not in page
    assert "dunce" not in page.replace('value="dunce"', "").lower()
    card, _, photo = page.partition("A card instead of a photo")
    assert "Photograph a child who lost" not in card and "Photograph a child who lost" in photo
    assert "An admin has to say yes before anybody sees it." in photo


def test_a_child_who_lost_may_have_a_card_and_it_is_gentle(as_ben, family, ben):
    tess = make_player(name="Tess", is_child=True)
    game = make_game(players=[ben.player, tess, make_player(name="Mike")], by=ben.player)
    play_game(game)
    as_ben.post(at("sentence", game), {"sentence": "dunce"})
    for page in (over(as_ben, game), text_of(as_ben.get(reverse("home")))):
        plain = page.replace('class="dunce"', "").replace('class="dunce-mark"', "")
        assert "dunce" not in plain.lower()
        assert "A card" in plain
    page = over(as_ben, game)
    assert "A card for</p> <h3>Tess</h3>" in page
    assert "Photograph a child" not in page
    assert "No card after all" in page
    as_ben.post(at("sentence", game), {"sentence": "open"})
    assert "A card instead of a photo" in over(as_ben, game)


def test_who_only_looks_sees_the_result_and_no_buttons(as_vic, game):
    play_game(game)
    page = over(as_vic, game)
    assert "Grandma, 140" in page
    for button in ("Rematch", "Pose for the wall", "Reopen the game"):
        assert button not in page
    for name in ("finish", "reopen", "sentence"):
        assert as_vic.post(at(name, game)).status_code == 403


def test_a_page_that_only_looks_does_not_write(as_ben, game):
    for name in ("finish", "reopen", "sentence", "rematch"):
        assert as_ben.get(at(name, game)).status_code == 405


def read(game):
    return Scoreboard.read(Game.objects.with_table().get(id=game.id))


def test_the_dunce_card_is_drawn_from_the_facts_of_the_game(game):
    play_round(game, 1, hands={1: "KK"})
    play_round(game, 2, out=1)
    play_round(game, 3, hands={1: "** A K"})
    play_round(game, 4, hands={1: 45})
    play_round(game, 5, hands={1: "*"})
    hand_in(game, "finish", {"early": True})
    card = dunce_card(read(game), 1)
    assert card.player.name == "Grandma"
    assert (card.total, card.behind, card.leaders) == ("245", 240, "Grandpa")
    assert (card.wilds, card.rounds, card.not_out) == (3, 5, 4)
    assert (card.worst.round.number, card.worst.points) == (3, "130")
    assert card.worst.cards == (("JK", True), ("JK", True), ("A", False), ("K", False))
    assert dunce_card(read(game), 1) == card


def test_a_dunce_card_without_a_hand_to_show(game):
    play_round(game, 1, out=1)
    hand_in(game, "finish", {"early": True})
    assert dunce_card(read(game), 1).worst is None


@pytest.mark.parametrize("side", ["winner", "loser"])
def test_a_photo_takes_the_place_of_its_target(as_ben, ben, game, side):
    play_game(game)
    photo = Photo.objects.create(
        posted_at=timezone.now(),
        game=game,
        side=side,
        width=640,
        height=800,
        alt="In the kitchen",
        added_by=ben.player,
    )
    photo.people.set(seat.player for seat in game.seats_on(Side(side)))
    photo.subjects.set(photo.people.all())
    page = over(as_ben, game)
    assert reverse("photo", args=[photo.id, 640]) in page
    assert reverse("photo_page", args=[photo.id]) in page
    assert reverse("add_photo", args=[game.id, side]) not in page
    assert ("Pose for the wall" in page) is (side == "winner")


def test_a_reopened_game_can_be_ended_early_from_the_page_of_more(as_ben, game):
    play_game(game)
    ending = game.entries.get(kind="finish").id
    hand_in(game, "reopen", {}, replaces=ending)
    reopened = game.entries.get(kind="reopen").id
    assert f'name="replaces" value="{reopened}"' in text_of(as_ben.get(at("more", game)))
    sent = {"id": uuid4(), "replaces": reopened, "early": "1"}
    assert as_ben.post(at("finish", game), sent).url == at("game_over", game)

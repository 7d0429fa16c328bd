"""The history: every game, newest first, each leading to its sheet and its end."""

import io
from datetime import date, timedelta

import pytest
from django.urls import reverse

from scorebook.models import Game
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo
from scorebook.stats.views import GAMES_ON_A_PAGE
from tests.factories import hand_in, make_game, make_player, overturn, play_game, play_round
from tests.photos import pictures
from tests.stats.looking import text_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 14)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


def read(client, **asked):
    answer = client.get(reverse("history"), asked)
    assert answer.status_code == 200
    return answer


def photograph(game, side):
    file = io.BytesIO(pictures.jpeg())
    return add_photo(game=game, side=side, file=file, by=game.scorekeeper)


def test_without_games_it_says_what_is_missing(as_ben, as_vic):
    assert "No games yet. Someone has to lose first." in read(as_ben).content.decode()
    assert reverse("new_game") in read(as_ben).content.decode()
    assert reverse("new_game") not in read(as_vic).content.decode()


def test_a_game_shows_who_won_who_lost_and_the_score(as_vic, cast):
    game = make_game(players=cast, played_on=DAY, occasion="Nana's birthday", place="Porch")
    play_game(game, winner=0, loser=1)
    [evening] = read(as_vic).context["evenings"]
    totals = {seat.player.name: str(seat.total) for seat in game.seats.all()}
    assert (evening.winners, evening.losers) == ("Rosa", "Mike")
    assert evening.score == tuple((name, totals[name]) for name in ("Rosa", "Karl", "Mike"))
    page = read(as_vic).content.decode()
    for text in ("Nana&#x27;s birthday", "14 June 2026", "Porch", game.rule_set.name):
        assert text in page
    assert reverse("table", args=[game.id]) in page
    assert reverse("game_over", args=[game.id]) in page
    assert "Still going" not in page


def test_totals_below_zero_carry_a_real_minus_sign(as_vic, cast):
    play_game(make_game(players=cast, variant="bga_short"), winner=0, loser=1)
    [evening] = read(as_vic).context["evenings"]
    assert evening.score[-1][1].startswith("−")


def test_who_went_home_early_is_said_to_have(as_vic, cast):
    game = make_game(players=cast, variant="bga_short")
    play_round(game, out=0, hands={1: "KK", 2: "K"})
    hand_in(game, "leave", {}, round=2, seat=2)
    play_game(game)
    [evening] = read(as_vic).context["evenings"]
    assert [figure for _, figure in evening.score if "(went home)" in figure] == ["−10 (went home)"]
    assert evening.score[-1][0] == "Karl"
    sheet = as_vic.get(reverse("history_sheet")).getvalue().decode()
    assert ",Rosa,Mike,Karl," in sheet


def test_who_shares_a_place_is_named_together(as_vic, cast):
    game = make_game(players=cast)
    for _ in range(7):
        play_round(game, out=None, hands={2: "KK"})
    play_game(game)
    [evening] = read(as_vic).context["evenings"]
    assert evening.winners == "Rosa and Mike"


def test_a_game_that_goes_on_leads_back_to_its_table(as_vic, cast):
    game = make_game(players=cast)
    page = read(as_vic).content.decode()
    assert "Still going" in page
    assert "Back to the table" in page
    assert reverse("game_over", args=[game.id]) not in page


def test_a_game_that_goes_on_names_who_sits_there_and_tells_no_half_counted_totals(as_vic, cast):
    game = make_game(players=cast, variant="gourt", first_dealer=1)
    play_round(game, hands={1: "KK"})
    hand_in(game, "hand", {"cards": ["2", "2"]}, round=2, seat=1)
    [evening] = read(as_vic).context["evenings"]
    assert evening.score == (("Rosa", ""), ("Mike", ""), ("Karl", ""))
    page = text_of(read(as_vic))
    assert "<span>Rosa,</span> <span>Mike,</span> <span>Karl</span>" in page
    assert game.rule_set.name in page


def test_the_games_still_going_can_be_had_alone(as_vic, cast):
    going, over = make_game(players=cast), make_game(players=cast)
    play_game(over)
    other = make_game(players=cast, variant="gourt", played_on=date(2025, 6, 14))
    assert [e.game for e in read(as_vic, going="1").context["evenings"]] == [going, other]
    narrowed = read(as_vic, going="1", family="gourt")
    assert [e.game for e in narrowed.context["evenings"]] == [other]
    assert '<input type="hidden" name="going" value="1">' in narrowed.content.decode()
    for day in range(GAMES_ON_A_PAGE):
        make_game(players=cast, played_on=DAY + timedelta(days=day))
    assert 'href="?going=1&amp;page=2"' in read(as_vic, going="1").content.decode()


def test_states_of_a_game_are_words(as_vic, cast):
    game = make_game(players=cast)
    play_round(game, out=0, hands={1: "KK"})
    hand_in(game, "finish", {"early": True})
    assert "Ended early" in read(as_vic).content.decode()
    Game.objects.filter(id=game.id).update(overturned=True)
    assert "Overturned on appeal" in read(as_vic).content.decode()


def test_the_winners_photo_stands_beside_the_game_and_the_losers_without_one(as_vic, cast):
    game = make_game(players=cast)
    play_game(game, winner=0, loser=1)

    loser = photograph(game, Side.LOSER)
    assert reverse("photo", args=[loser.id, 320]) in read(as_vic).content.decode()
    winner = photograph(game, Side.WINNER)
    page = read(as_vic).content.decode()
    assert reverse("photo", args=[winner.id, 320]) in page
    assert reverse("photo", args=[loser.id, 320]) not in page


def test_photos_of_an_overturned_result_stand_beside_nobody_elses_name(as_vic, cast):
    game = make_game(players=cast)
    play_game(game, winner=0, loser=1)
    photos = [photograph(game, side) for side in Side]
    overturn(game)
    [evening] = read(as_vic).context["evenings"]
    assert (evening.winners, evening.losers, evening.photo) == ("Karl", "Rosa", None)
    page = read(as_vic).content.decode()
    assert "Overturned on appeal" in page
    assert not [photo for photo in photos if f"/photos/{photo.id}" in page]
    anew = photograph(game, Side.WINNER)
    assert reverse("photo", args=[anew.id, 320]) in read(as_vic).content.decode()


def test_games_come_newest_first_and_in_pages(as_vic, cast):
    for day in range(GAMES_ON_A_PAGE + 3):
        make_game(players=cast, played_on=DAY + timedelta(days=day))
    first, second = read(as_vic), read(as_vic, page="2")
    days = [evening.game.played_on for evening in first.context["evenings"]]
    assert days == sorted(days, reverse=True)
    assert len(days) == GAMES_ON_A_PAGE
    assert [evening.game.played_on.day for evening in second.context["evenings"]] == [16, 15, 14]
    assert 'rel="next" href="?page=2"' in first.content.decode()
    assert 'rel="prev" href="?page=1"' in second.content.decode()
    assert read(as_vic, page="999").context["page"].number == 2
    assert read(as_vic, page="x").context["page"].number == 1


def test_rules_and_year_narrow_the_list_and_the_pages_keep_them(as_vic, cast):
    norwegian = make_game(players=cast, variant="norwegian", played_on=date(2025, 3, 1))
    for day in range(GAMES_ON_A_PAGE + 1):
        make_game(players=cast, played_on=DAY + timedelta(days=day))
    assert [e.game for e in read(as_vic, family="norwegian").context["evenings"]] == [norwegian]
    assert [e.game for e in read(as_vic, period="2025").context["evenings"]] == [norwegian]
    link = read(as_vic, family="link", period="2026").content.decode()
    assert 'href="?family=link&amp;period=2026&amp;page=2"' in link
    assert "No such game" in read(as_vic, family="norwegian", period="2026").content.decode()
    assert len(read(as_vic, period="1999").context["evenings"]) == GAMES_ON_A_PAGE


def test_the_number_of_queries_does_not_grow_with_the_games(
    as_vic, cast, django_assert_max_num_queries, django_assert_num_queries
):
    make_game(players=cast)
    read(as_vic)
    with django_assert_max_num_queries(14) as few:
        read(as_vic)
    for year in range(2020, 2026):
        game = make_game(variant="norwegian", players=6, played_on=date(year, 1, 1))
        play_round(game)
    with django_assert_num_queries(len(few)):
        assert len(read(as_vic).context["evenings"]) == 7


def test_strangers_are_asked_to_sign_in(client, ann):
    assert client.get(reverse("history")).url.startswith(reverse("sign_in"))


def test_the_history_is_only_read(as_ben):
    assert as_ben.post(reverse("history")).status_code == 405

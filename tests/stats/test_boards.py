"""The winners and the losers board, from real games and, for the ranking, from tallies."""

import io
from datetime import date

import pytest
from django.urls import reverse

from scorebook.models import Game, Player, RuleSet, Tally
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo, take_down
from scorebook.stats import queries
from tests.factories import hand_in, make_game, make_player, overturn, play_game, play_round
from tests.photos import pictures

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


def tally(player, games, won=0, lost=0, *, family="link", year=2026):
    RuleSet.objects.named(family)
    counts = {"games": games, "won": won, "lost": lost, "rounds": 7 * games, "out": 0}
    Tally.objects.create(player=player, family=family, year=year, **counts)


def read(client, **asked):
    answer = client.get(reverse("boards"), asked)
    assert answer.status_code == 200
    return answer


def lines(answer) -> list[tuple[int, str, int]]:
    """Place, name and count as the table shows them, from the top."""
    rows = [row.record for row in answer.context["table"].rows]
    return [(row["place"], row["name"], row["count"]) for row in rows]


def photograph(game, side):
    file = io.BytesIO(pictures.jpeg())
    return add_photo(game=game, side=side, file=file, by=game.scorekeeper)


class TestAnEveningsGames:
    def test_show_on_both_boards(self, as_vic, cast):
        for _ in range(2):
            play_game(make_game(players=cast), winner=0, loser=1)
        winners, losers = read(as_vic), read(as_vic, side="loser")
        assert lines(winners) == [(1, "Rosa", 2)]
        assert lines(losers) == [(1, "Mike", 2)]
        assert "won 2 of 2" in winners.content.decode()
        assert "Never lost: Karl (0 of 2), Rosa (0 of 2)." in losers.content.decode()

    def test_a_shared_last_place_counts_for_everyone_in_it(self, as_vic, cast):
        game = make_game(players=cast)
        for _ in range(7):
            play_round(game, out=0, hands={1: "KK", 2: "KK"})
        play_game(game)
        assert lines(read(as_vic, side="loser")) == [(1, "Karl", 1), (1, "Mike", 1)]

    def test_where_all_share_one_place_all_won_and_nobody_lost(self, as_vic, cast):
        game = make_game(players=cast)
        for _ in range(7):
            play_round(game, out=None)
        play_game(game)
        assert [line[:2] for line in lines(read(as_vic))] == [(1, "Karl"), (1, "Mike"), (1, "Rosa")]
        page = read(as_vic, side="loser").content.decode()
        assert "Nobody has lost yet. Give it an evening." in page

    def test_a_game_that_goes_on_counts_nothing_yet(self, as_vic, cast):
        play_round(make_game(players=cast))
        assert "No winners yet." in read(as_vic).content.decode()

    def test_highest_wins_where_the_rules_say_so(self, as_vic, cast):
        game = make_game(players=cast, variant="bga_short")
        play_game(game, winner=0, loser=1)
        assert game.seats.get(player=cast[1]).total < game.seats.get(player=cast[0]).total
        assert lines(read(as_vic)) == [(1, "Rosa", 1)]
        assert lines(read(as_vic, side="loser")) == [(1, "Mike", 1)]


class TestRanking:
    @pytest.fixture(autouse=True)
    def tallies(self, cast):
        rosa, mike, karl = cast
        tally(rosa, 30, won=9, lost=2)
        tally(mike, 12, won=9, lost=0)
        tally(karl, 3, won=2, lost=1, family="norwegian", year=2025)

    def test_counts_share_places(self, as_vic):
        assert lines(read(as_vic)) == [(1, "Mike", 9), (1, "Rosa", 9), (3, "Karl", 2)]

    def test_a_rate_leaves_out_who_played_too_little_and_says_so(self, as_vic):
        answer = read(as_vic, by="rate")
        page = answer.content.decode()
        assert lines(answer) == [(1, "Mike", 9), (2, "Rosa", 9)]
        assert "A rate needs 5 games." in page
        assert "Fewer than 5 games: Karl (2 of 3)." in page
        assert "75 %" in page and "won 9 of 12" in page

    def test_rules_and_year_in_the_address_narrow_the_board(self, as_vic):
        assert lines(read(as_vic, family="norwegian")) == [(1, "Karl", 2)]
        assert lines(read(as_vic, year="2026", side="loser")) == [(1, "Rosa", 2)]
        assert (
            "Nobody has played 5 games yet" in read(as_vic, year="2025", by="rate").content.decode()
        )

    def test_only_rules_and_years_that_exist_are_offered(self, as_vic):
        filters = read(as_vic).context["filters"]
        assert sorted(filters.families) == ["link", "norwegian"]
        assert filters.years == (2026, 2025)

    @pytest.mark.parametrize(
        "asked", [{"family": "gourt"}, {"year": "1999"}, {"year": "x"}, {"side": "x", "by": "x"}]
    )
    def test_an_address_that_asks_for_what_does_not_exist_shows_all(self, as_vic, asked):
        assert len(lines(read(as_vic, **asked))) == 3

    def test_tabs_keep_the_rest_of_the_address(self, as_vic):
        answer = read(as_vic, by="rate", family="link", year="2026")
        assert dict(answer.context["sides"])[Side.LOSER] == (
            "/tally/?side=loser&by=rate&family=link&year=2026"
        )

    @pytest.mark.parametrize(
        ("sort", "names"),
        [
            ("name", ["Karl", "Mike", "Rosa"]),
            ("-name", ["Rosa", "Mike", "Karl"]),
            ("games", ["Karl", "Mike", "Rosa"]),
            ("-rate", ["Mike", "Karl", "Rosa"]),
        ],
    )
    def test_columns_sort_and_say_so(self, as_vic, sort, names):
        answer = read(as_vic, sort=sort)
        assert [name for _, name, _ in lines(answer)] == names
        said = "descending" if sort.startswith("-") else "ascending"
        assert answer.content.decode().count(f'aria-sort="{said}"') == 1

    def test_a_sorting_link_keeps_the_filters(self, as_vic):
        page = read(as_vic, side="loser", year="2026").content.decode()
        assert "side=loser&amp;year=2026&amp;sort=name" in page


class TestPortraits:
    @pytest.fixture
    def game(self, cast):
        game = make_game(players=cast, played_on=date(2026, 5, 1))
        play_game(game, winner=0, loser=1)
        return game

    def portrait(self, side, player):
        return queries.portraits(side, [player.id])[player.id]

    def test_without_a_photo_the_initial_stands(self, as_vic, game):
        assert '<span class="face" aria-hidden="true">R</span>' in read(as_vic).content.decode()

    def test_the_newest_standing_photo_of_the_same_side_is_shown(self, as_vic, cast, game):
        older = photograph(game, Side.WINNER)
        later = make_game(players=cast, played_on=date(2026, 6, 1))
        play_game(later, winner=0, loser=2)
        newest = photograph(later, Side.WINNER)
        photograph(later, Side.LOSER)
        assert self.portrait(Side.WINNER, cast[0]).photo == newest
        assert reverse("photo", args=[newest.id, 320]) in read(as_vic).content.decode()
        take_down(newest, by=newest.added_by)
        assert self.portrait(Side.WINNER, cast[0]).photo == older
        assert self.portrait(Side.LOSER, cast[0]).photo is None

    def test_a_photo_of_an_overturned_result_hangs_on_no_board(self, as_vic, cast, game):
        """Rosa had won, Mike lost; by now Karl has won, and Rosa lost."""
        winner, loser = photograph(game, Side.WINNER), photograph(game, Side.LOSER)
        overturn(game)
        assert lines(read(as_vic)) == [(1, "Karl", 1)]
        assert lines(read(as_vic, side="loser")) == [(1, "Rosa", 1)]
        for side in Side:
            shown = queries.portraits(side, [player.id for player in cast])
            assert {portrait.photo for portrait in shown.values()} == {None}
            page = read(as_vic, side=side.value).content.decode()
            assert f"/photos/{winner.id}" not in page and f"/photos/{loser.id}" not in page
        anew = photograph(game, Side.WINNER)
        assert self.portrait(Side.WINNER, cast[2]).photo == anew
        assert self.portrait(Side.WINNER, cast[0]).photo is None

    def test_an_older_photo_takes_the_place_of_one_that_was_overturned(self, cast, game):
        older = photograph(game, Side.WINNER)
        later = make_game(players=cast, played_on=date(2026, 6, 1))
        play_game(later, winner=0, loser=1)
        photograph(later, Side.WINNER)
        overturn(later)
        assert self.portrait(Side.WINNER, cast[0]).photo == older

    def test_a_photo_of_one_is_not_of_two_who_share_the_place_by_now(self, cast, game):
        photograph(game, Side.WINNER)
        behind = game.seats.get(player=cast[2]).total - game.seats.get(player=cast[0]).total
        correction = {"points": behind, "reason": "Counted again"}
        hand_in(game, "adjust", correction, round=1, seat=0)
        assert game.seats.filter(won=True).count() == 2
        assert self.portrait(Side.WINNER, cast[0]).photo is None

    def test_the_photo_of_who_still_won_stays_when_somebody_else_lost(self, cast, game):
        photo = photograph(game, Side.WINNER)
        hand_in(game, "adjust", {"points": 900, "reason": "Counted again"}, round=1, seat=2)
        assert game.overturned
        assert self.portrait(Side.WINNER, cast[0]).photo == photo

    def test_a_child_bears_no_mark_for_the_card(self, as_vic, cast, game):
        Player.objects.filter(id=cast[1].id).update(is_child=True)
        Game.objects.filter(id=game.id).update(sentence=Sentence.DUNCE)
        assert not self.portrait(Side.LOSER, cast[1]).dunce
        page = read(as_vic, side="loser").content.decode()
        assert '<span class="face" aria-hidden="true">M</span>' in page

    def test_who_chose_the_dunce_card_gets_its_mark_and_no_photo(self, as_vic, cast, game):
        photograph(game, Side.LOSER)
        Game.objects.filter(id=game.id).update(sentence=Sentence.DUNCE)
        portrait = self.portrait(Side.LOSER, cast[1])
        assert (portrait.photo, portrait.dunce) == (None, True)
        assert "Dunce card" in read(as_vic, side="loser").content.decode()
        assert "Dunce card" not in read(as_vic).content.decode()


def test_a_reopened_game_leaves_the_boards(as_vic, cast):
    game = make_game(players=cast)
    play_game(game, winner=0, loser=1)
    finish = game.entries.get(kind="finish")
    hand_in(game, "reopen", {}, replaces=finish.id)
    assert lines(read(as_vic)) == []


def test_the_number_of_queries_does_not_grow_with_the_rows(
    as_vic, cast, django_assert_max_num_queries, django_assert_num_queries
):
    game = make_game(players=cast)
    play_game(game, winner=0, loser=1)
    photograph(game, Side.LOSER)
    read(as_vic)
    with django_assert_max_num_queries(10) as few:
        read(as_vic, side="loser")
    for number in range(6):
        people = [make_player(name=f"Cousin {number}{letter}") for letter in "ABC"]
        game = make_game(
            players=people,
            variant=("link", "norwegian")[number % 2],
            played_on=date(2020 + number, 1, 1),
        )
        play_game(game, winner=0, loser=1)
        photograph(game, Side.LOSER)
    with django_assert_num_queries(len(few)):
        assert len(lines(read(as_vic, side="loser"))) == 7


def test_strangers_are_asked_to_sign_in(client, ann):
    assert client.get(reverse("boards")).url.startswith(reverse("sign_in"))


def test_a_board_is_only_read(as_ben):
    assert as_ben.post(reverse("boards")).status_code == 405

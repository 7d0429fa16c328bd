"""The boards: from real games, from six games worked out by hand, and at any size."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorebook.models import Player, Tally
from scorebook.stats.catalogue import MEASURES
from scorebook.stats.measures import By
from scorebook.stats.queries import most_played
from tests.factories import hand_in, make_game, make_player, play_game, play_round
from tests.stats.looking import lines, read, text_of
from tests.stats.rows import add_up, evenings, know_how_many, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


class TestAnEveningsGames:
    def test_show_on_both_boards(self, as_vic, cast):
        for _ in range(2):
            play_game(make_game(players=cast), winner=0, loser=1)
        winners, losers = read(as_vic), read(as_vic, "losers")
        assert lines(winners) == [(1, "Rosa", 2)]
        assert lines(losers) == [(1, "Mike", 2)]
        assert "won 2 of 2" in text_of(winners)
        assert "Never lost: Karl (0 of 2), Rosa (0 of 2)." in text_of(losers)

    def test_a_shared_last_place_counts_for_everyone_in_it(self, as_vic, cast):
        game = make_game(players=cast)
        for _ in range(7):
            play_round(game, out=0, hands={1: "KK", 2: "KK"})
        play_game(game)
        assert lines(read(as_vic, "losers")) == [(1, "Karl", 1), (1, "Mike", 1)]

    def test_where_all_share_one_place_all_won_and_nobody_lost(self, as_vic, cast):
        game = make_game(players=cast)
        for _ in range(7):
            play_round(game, out=None)
        play_game(game)
        assert [line[:2] for line in lines(read(as_vic))] == [(1, "Karl"), (1, "Mike"), (1, "Rosa")]
        assert "Nobody has lost yet. Give it an evening." in text_of(read(as_vic, "losers"))

    def test_a_game_that_goes_on_counts_nothing_yet(self, as_vic, cast):
        play_round(make_game(players=cast))
        assert "No winners yet." in text_of(read(as_vic))

    def test_highest_wins_where_the_rules_say_so(self, as_vic, cast):
        game = make_game(players=cast, variant="bga_short")
        play_game(game, winner=0, loser=1)
        assert game.seats.get(player=cast[1]).total < game.seats.get(player=cast[0]).total
        assert lines(read(as_vic)) == [(1, "Rosa", 1)]
        assert lines(read(as_vic, "losers")) == [(1, "Mike", 1)]

    def test_a_reopened_game_leaves_the_boards(self, as_vic, cast):
        game = make_game(players=cast)
        play_game(game, winner=0, loser=1)
        assert lines(read(as_vic)) == [(1, "Rosa", 1)]
        hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
        assert lines(read(as_vic)) == []


@pytest.fixture
def six_games(cast):
    """Rosa and Mike play six games on the porch, Karl comes to two of them.

    |   | day            | Rosa | Mike | Karl |                                                   |
    |---|----------------|------|------|------|---------------------------------------------------|
    | 1 | 1 June 2025    |   40 |   90 |      | Mike: 2 wilds, and clean all the same for the test |
    | 2 | 10 January     |   60 |   30 |      | Mike was 15 behind, and cut exactly: Rosa paid     |
    | 3 | 10 February    |   20 |   80 |   50 |                                                   |
    | 4 | 10 March       |   70 |   70 |      | all share one place                               |
    | 5 | 10 April       |   50 |   10 |  100 | Rosa threw a lead of 20 away                      |
    | 6 | 10 May         |   45 |   65 |      | Rosa came back from last, 35 behind               |

    Seven rounds each. Rosa goes out in three of them, Mike in two, Karl in one; Rosa buys once in
    each game, and has 10 points in that round. Nobody else buys.
    """
    rosa, mike, karl = cast
    days = [date(2025, 6, 1), *(date(2026, month, 10) for month in range(1, 6))]
    totals = [(40, 90), (60, 30), (20, 80, 50), (70, 70), (50, 10, 100), (45, 65)]
    more = [
        {"wilds": {mike: 2}, "clean_game": {mike: True}, "lowest_hand": {rosa: 5, mike: 10}},
        {"comeback": {mike: 15}, "cuts": {mike: 1}, "cuts_paid": {rosa: 1}},
        {"highest_hand": {rosa: 30, mike: 45}, "lowest_hand": {rosa: 15}},
        {"wilds": {rosa: 3}},
        {"lead_lost": {rosa: 20}, "from_first": {rosa: True}},
        {"comeback": {rosa: 35}, "from_last": {rosa: True}},
    ]
    every = {
        "out": {rosa: 3, mike: 2, karl: 1},
        **{column: {rosa: 1} for column in ("buys", "bought_rounds")},
        "bought_points": {rosa: 10},
    }
    for day, told, special in zip(days, totals, more, strict=True):
        at = dict(zip(cast, told, strict=False))
        played(at, on=day, place="Porch", **every, **special)
    add_up()


R, M, K = "Rosa", "Mike", "Karl"
BY_HAND = [
    ("winners", "count", [(1, R, 4), (2, M, 3)]),
    ("winners", "rate", [(1, R, 4 / 6), (2, M, 3 / 6)]),
    ("losers", "count", [(1, M, 3), (2, K, 1), (2, R, 1)]),
    ("losers", "rate", [(1, M, 3 / 6), (2, R, 1 / 6)]),
    ("rounds-won", "count", [(1, R, 18), (2, M, 12), (3, K, 2)]),
    ("rounds-won", "rate", [(1, R, 18 / 42), (2, M, 12 / 42)]),
    ("clean-games", "count", [(1, M, 1)]),
    ("comebacks", "count", [(1, R, 1)]),
    ("comebacks", "rate", []),  # nobody has won five times
    ("biggest-comeback", "count", [(1, R, 35), (2, M, 15)]),
    ("thrown-away-leads", "rate", [(1, R, 1 / 6)]),
    ("biggest-lead-lost", "count", [(1, R, 20)]),
    ("worst-game", "count", [(1, K, 100), (2, M, 90), (3, R, 70)]),
    ("worst-hand", "count", [(1, M, 45), (2, R, 30)]),
    ("points-a-round", "rate", [(1, R, 285 / 42), (2, M, 345 / 42)]),
    ("points-a-game", "rate", [(1, R, 285 / 6), (2, M, 345 / 6)]),
    ("best-game", "count", [(1, M, 10), (2, R, 20), (3, K, 50)]),
    ("best-hand", "count", [(1, R, 5), (2, M, 10)]),
    ("wilds-caught", "count", [(1, R, 3), (2, M, 2)]),
    ("wilds-caught", "rate", [(1, R, 3 / 6), (2, M, 2 / 6)]),
    ("exact-cuts", "count", [(1, M, 1)]),
    ("cuts-paid-for", "count", [(1, R, 1)]),
    ("buys", "count", [(1, R, 6)]),
    ("cost-of-buying", "rate", [(1, R, 10 - 225 / 36)]),
]
STREAKS = [
    ("winning-streaks", [(1, M, 2), (1, R, 2)]),  # Mike games 4 and 5, Rosa 3 and 4
    ("winning-now", [(1, R, 1)]),
    ("losing-streaks", [(1, K, 1), (1, M, 1), (1, R, 1)]),
    ("losing-now", [(1, K, 1), (1, M, 1)]),
]


@pytest.mark.usefixtures("six_games")
class TestSixGamesByHand:
    @pytest.mark.parametrize(("slug", "by", "told"), BY_HAND)
    def test_read_off_tallies(self, as_vic, slug, by, told):
        answer = read(as_vic, slug, by=by)
        assert lines(answer, by) == told
        assert "This rests on" not in text_of(answer)

    @pytest.mark.parametrize(("slug", "by", "told"), BY_HAND)
    def test_counted_over_chosen_games(self, as_vic, slug, by, told):
        """They all were on the porch."""
        answer = read(as_vic, slug, by=by, place="porch")
        assert lines(answer, by) == told
        assert "This rests on 6 games." in text_of(answer)

    @pytest.mark.parametrize(("slug", "told"), STREAKS)
    def test_streaks(self, as_vic, slug, told):
        assert lines(read(as_vic, slug)) == told

    def test_every_board_was_worked_out(self):
        assert {slug for slug, *_ in (*BY_HAND, *STREAKS)} == set(MEASURES) - {"ratings"}

    @pytest.mark.parametrize("slug", MEASURES)
    def test_every_board_says_what_it_counts(self, as_vic, slug):
        answer = read(as_vic, slug)
        assert MEASURES[slug].says in text_of(answer).replace("&#x27;", "'")
        assert f"<h1>{'The tally' if slug in ('winners', 'losers') else MEASURES[slug].name}" in (
            text_of(answer)
        )

    def test_a_rate_leaves_out_who_played_too_little_and_says_so(self, as_vic):
        page = text_of(read(as_vic, "losers", by="rate"))
        assert "A place needs 5 games." in page
        assert "Fewer than 5 games: Karl (1 of 2)." in page
        assert "50 %" in page and "lost 3 of 6" in page

    def test_a_newcomer_with_one_lucky_game_leads_nowhere_by_rate(self, as_vic, cast):
        lucky = make_player(name="Lucky")
        best = {name: {lucky: 7} for name in ("out", "wilds", "cuts", "cuts_paid", "buys")}
        best |= {name: {lucky: True} for name in ("clean_game", "from_last", "from_first")}
        played({lucky: 0, cast[0]: 500}, on=date(2026, 6, 1), **best)
        add_up()
        for slug, measure in MEASURES.items():
            for place in ("", "porch"):
                if By.RATE in measure.ranks:
                    answer = read(as_vic, slug, by="rate", place=place)
                    assert "Lucky" not in [name for _, name, _ in lines(answer)], slug

    def test_a_year_narrows_the_board(self, as_vic):
        assert lines(read(as_vic, period="2025")) == [(1, R, 1)]
        assert lines(read(as_vic, "worst-game", period="2025")) == [(1, M, 90), (2, R, 40)]

    def test_streaks_know_no_other_filter_and_say_so(self, as_vic):
        answer = read(as_vic, "winning-streaks", place="porch", period="2026")
        assert lines(answer) == [(1, M, 2), (1, R, 2)]
        assert "Streaks run through all games of a year. Left out: where." in text_of(answer)


class TestRanking:
    @pytest.fixture(autouse=True)
    def _games(self, cast):
        rosa, mike, karl = cast
        for day in range(1, 4):
            played({rosa: 0, mike: 10, karl: 20}, on=date(2026, 1, day))
        for day in range(4, 7):
            played({mike: 0, rosa: 10}, on=date(2026, 1, day))
        played({karl: 0, mike: 30}, on=date(2025, 5, 1), family="norwegian")
        add_up()

    def test_counts_share_places(self, as_vic):
        assert lines(read(as_vic)) == [(1, "Mike", 3), (1, "Rosa", 3), (3, "Karl", 1)]

    @pytest.mark.parametrize(
        ("sort", "shown"),
        [
            ("name", [(3, "Karl"), (1, "Mike"), (1, "Rosa")]),
            ("-name", [(1, "Rosa"), (1, "Mike"), (3, "Karl")]),
            ("played", [(3, "Karl"), (1, "Rosa"), (1, "Mike")]),
            ("-rate", [(1, "Rosa"), (1, "Mike"), (3, "Karl")]),
            ("-place", [(3, "Karl"), (1, "Rosa"), (1, "Mike")]),
        ],
    )
    def test_columns_sort_and_everybody_keeps_their_place(self, as_vic, sort, shown):
        answer = read(as_vic, sort=sort)
        assert [line[:2] for line in lines(answer)] == shown
        said = "descending" if sort.startswith("-") else "ascending"
        assert text_of(answer).count(f'aria-sort="{said}"') == 1

    @pytest.mark.parametrize(
        "asked", [{"sort": "nonsense"}, {"page": "x"}, {"page": "-1"}, {"page": "9" * 30}]
    )
    def test_an_order_or_a_page_that_is_not_there_is_the_first(self, as_vic, asked):
        assert lines(read(as_vic, **asked)) == lines(read(as_vic))

    def test_a_sorting_link_keeps_the_filters(self, as_vic):
        page = text_of(read(as_vic, "losers", period="2026", page="2"))
        assert "?period=2026&amp;sort=name" in page

    def test_the_tabs_keep_the_games_and_how_they_are_ranked(self, as_vic):
        answer = read(as_vic, by="rate", family="link", period="2026")
        addresses = [address for _, address in answer.context["sides"]]
        assert addresses == [
            f"/tally/{side}/?family=link&period=2026&by=rate" for side in ("winners", "losers")
        ]

    def test_points_are_of_the_rules_most_played_unless_told_otherwise(self, as_vic):
        """Norwegian counts as Link does, but the two are not compared."""
        assert lines(read(as_vic, "worst-game")) == [
            *((1, "Karl", 20), (2, "Mike", 10), (2, "Rosa", 10))
        ]
        answer = read(as_vic, "worst-game", family="norwegian")
        assert lines(answer) == [(1, "Mike", 30), (2, "Karl", 0)]
        assert "All rules" not in text_of(answer)
        assert "Points by different rules are not compared." in text_of(answer)

    def test_who_retired_or_is_remembered_stands_on_it_where_asked(self, as_vic, cast):
        Player.objects.filter(id=cast[0].id).update(retired_on=timezone.localdate())
        Player.objects.filter(id=cast[1].id).update(in_memory=True)
        assert lines(read(as_vic, place="")) == [(1, "Karl", 1)]
        assert len(lines(read(as_vic, retired="1"))) == 3

    def test_without_anybody_gone_nobody_asks(self, as_vic):
        assert "retired" not in text_of(read(as_vic))


def test_where_many_points_are_good_the_best_game_is_the_highest(as_vic, cast):
    rosa, mike, _ = cast
    played({rosa: -40, mike: -90}, on=date(2026, 1, 1), family="bga_short")
    played({rosa: -5, mike: -60}, on=date(2026, 1, 2), family="bga_short")
    add_up()
    assert lines(read(as_vic, "best-game")) == [(1, "Rosa", -5), (2, "Mike", -60)]
    assert lines(read(as_vic, "worst-game")) == [(1, "Mike", -90), (2, "Rosa", -40)]
    assert "−90" in text_of(read(as_vic, "worst-game"))


def test_equal_shares_are_equal_however_large(as_vic):
    """1 of 3 is 2 of 6 is 333,333 of 999,999."""
    for name, won, games in (("Ann", 333_333, 999_999), ("Bea", 2, 6), ("Cy", 3, 9), ("Di", 3, 10)):
        row = {"games": games, "won": won, "lost": 0, "rounds": 7 * games, "out": 0}
        Tally.objects.create(player=make_player(name=name), family="", year=0, **row)
    shown = [line[:2] for line in lines(read(as_vic, by="rate"))]
    assert shown == [(1, "Ann"), (1, "Bea"), (1, "Cy"), (4, "Di")]


class TestPages:
    @pytest.fixture(autouse=True)
    def _people(self):
        """Sixty people: the first won 60 games, the next two 59, the next two 58."""
        for index in range(60):
            won = 60 - (index + 1) // 2
            row = {"games": 100, "won": won, "lost": 0, "rounds": 700, "out": 0}
            Tally.objects.create(player=make_player(name=f"P{index:02}"), family="", year=0, **row)

    def test_a_page_has_twenty_five_and_the_next_one_goes_on_with_the_places(self, as_vic):
        first, second = read(as_vic), read(as_vic, page="2")
        assert len(lines(first)) == 25
        assert lines(first)[-1][:2] == (24, "P24")
        assert lines(second)[0][:2] == (26, "P25")
        assert 'rel="next" href="?page=2"' in text_of(first)
        assert 'rel="prev" href="?page=1"' in text_of(second)
        assert 'rel="next"' not in text_of(read(as_vic, page="3"))

    def test_places_that_are_shared_over_two_pages_are_the_same(self, as_vic):
        Tally.objects.update(won=7)
        assert {place for place, *_ in lines(read(as_vic, page="2"))} == {1}

    def test_of_the_many_who_wait_twenty_are_named_by_name(self, as_vic):
        Tally.objects.exclude(player__name__in=["P00", "P01"]).update(won=0)
        waiting = text_of(read(as_vic)).partition("Still waiting: ")[2].partition(".")[0]
        *named, others = waiting.replace(" (0 of 100)", "").replace(" and ", ", ").split(", ")
        assert (len(named), named, others) == (20, sorted(named), "others")

    def test_no_address_makes_a_page_longer(self, as_vic):
        assert len(lines(read(as_vic, per_page="1000"))) == 25


LOOKS = [
    {},
    {"by": "rate"},
    {"sort": "name"},
    {"place": "porch", "seats": "6"},
    {"slug": "cost-of-buying"},
    {"slug": "worst-game", "since": "2000-01-10"},
]


def queries(client, asked) -> int:
    with CaptureQueriesContext(connection) as done:
        read(client, **asked)
    return len(done)


def test_the_number_of_queries_is_the_same_with_ten_games_and_a_thousand(as_vic):
    evenings(10)
    read(as_vic, page="9")
    few = [queries(as_vic, asked) for asked in LOOKS]
    assert max(few) <= 11
    evenings(1000)
    know_how_many()
    assert [queries(as_vic, asked) for asked in LOOKS] == few


@pytest.mark.sqlite("how the planner of another database goes about it, it tells otherwise")
def test_what_is_played_most_is_found_without_looking_at_anybodys_years():
    with CaptureQueriesContext(connection) as done:
        most_played()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {done[0]['sql']}")
        assert "COVERING INDEX tally_of_all_years" in str(cursor.fetchall())


@pytest.mark.parametrize("name", ["$$", "_bob", "🃏 Ace", "שרה", "山田太郎", "<b>Bo</b>"])
def test_every_name_comes_out_as_it_is_written(as_vic, name):
    played({make_player(name=name): 0, make_player(name="Other"): 9}, on=date(2026, 1, 1))
    add_up()
    shown = name.replace("<", "&lt;").replace(">", "&gt;")
    assert f"<bdi>{shown}</bdi>" in read(as_vic).content.decode()


def test_the_front_page_leads_to_every_other_board(as_vic):
    page = text_of(as_vic.get(reverse("boards")))
    others = [slug for slug in MEASURES if slug not in ("winners", "losers")]
    assert all(reverse("board", args=[slug]) in page for slug in others)


def test_a_board_that_is_not_there_is_not_found(as_vic):
    assert as_vic.get("/tally/nonsense/").status_code == 404


def test_strangers_are_asked_to_sign_in(client, ann):
    for address in (reverse("boards"), reverse("board", args=["buys"])):
        assert client.get(address).url.startswith(reverse("sign_in"))


def test_a_board_is_only_read(as_ben):
    assert as_ben.post(reverse("boards")).status_code == 405

"""The family's page and its books over the golden family's games, worked out by hand from
golden_numbers. Who has retired holds records too.
"""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from scorebook.models import Family, Game
from scorebook.models.photos import Side
from scorebook.stats import family_queries
from scorebook.stats.book import Book, tell
from scorebook.stats.contracts import Chair
from scorebook.stats.race import race
from scorebook.stats.scope import Scope
from scorebook.stats.special import how_special
from tests.stats.looking import text_of

pytestmark = pytest.mark.django_db


def read(client, name, *args, **asked):
    answer = client.get(reverse(name, args=args), asked)
    assert answer.status_code == 200
    return answer


# By rules and year: the value of each record, and who holds it since which game, the first of them
# first. A best or worst game is The paper or Below zero, for all others ended early; a hand is of
# any game.
RECORDS = {
    ("link", ""): """
        Best game: 105 Otto The paper
        Worst game: 205 Karl The paper
        Smallest hand left: 5 Rosa The cut, Mike The paper, Otto The paper, \
            Karl The last bus, Tilda The latecomer
        Biggest hand left: 85 Mike The paper
        Biggest comeback: 100 Otto The paper
        Biggest lead thrown away: 60 Karl The paper
        Most wilds caught in a game: 1 Karl The cut, Rosa The latecomer
        Most rounds won in a game: 4 Otto The paper
        Longest winning streak: 2 Rosa The ties, Otto The correction
        Longest losing streak: 3 Rosa The correction
    """,
    ("link", "2026"): """
        Smallest hand left: 5 Karl The last bus, Rosa The latecomer, Tilda The latecomer
        Biggest hand left: 50 Rosa The latecomer
        Biggest comeback: 20 Tilda The latecomer, Otto The correction
        Biggest lead thrown away: 20 Rosa The latecomer
        Most wilds caught in a game: 1 Rosa The latecomer
        Most rounds won in a game: 2 Mike The last bus
        Longest losing streak: 3 Rosa The correction
    """,
    ("norwegian", ""): """
        Smallest hand left: 5 Mike The lead, Rosa The lead, Tilda Nobody out
        Biggest hand left: 150 Otto The lead
        Biggest comeback: 75 Tilda The lead
        Biggest lead thrown away: 25 Otto The lead
        Most wilds caught in a game: 2 Otto The lead
        Most rounds won in a game: 2 Otto The lead
    """,
    # Below zero much is bad: -80 is the worst game, and -5 the smallest hand.
    ("bga", ""): """
        Best game: −35 Rosa Below zero
        Worst game: −80 Tilda Below zero
        Smallest hand left: −5 Mike Below zero, Rosa Below zero
        Biggest hand left: −40 Tilda Below zero
        Biggest comeback: 10 Rosa Below zero, Karl Two rounds
        Biggest lead thrown away: 10 Karl Below zero, Tilda Two rounds
        Most wilds caught in a game: 2 Tilda Below zero
        Most rounds won in a game: 2 Rosa Below zero
    """,
}


@pytest.mark.parametrize(("rules", "year"), RECORDS)
def test_records_and_who_holds_them(golden, as_vic, rules, year):
    names = {game.id: name for name, game in golden.games.items()}
    answer = read(as_vic, "family_records", family=rules, year=year)
    told = []
    for title, record in answer.context["records"]:
        holders = [f"{one.name} {names[one.game]}" for one in record.holders]
        told.append(f"{title}: {record.figure} {', '.join(holders)}")
    wanted = RECORDS[rules, year].strip().splitlines()
    assert told == [" ".join(line.split()) for line in wanted]


@pytest.mark.parametrize(("rules", "best"), [("link", "105"), ("bga", "−35")])
def test_the_first_page_tells_the_best_game_in_short_whatever_the_sign(golden, as_vic, rules, best):
    short = read(as_vic, "family_numbers", family=rules).context["short"]
    assert ("Best game", best) in [(title, record.figure) for title, record in short]
    assert "Worst game" not in dict(short)


def test_a_streak_says_from_when_to_when(golden, as_vic):
    page = text_of(read(as_vic, "family_records"))
    assert "Rosa <small>1 March 2025 to 7 June 2025" in page
    assert "Otto <small>24 December 2025 to 11 April 2026" in page
    assert "Rosa <small>7 March 2026 to 11 April 2026" in page


def test_evenings(golden, as_vic):
    """The latecomer and The last bus were on one day; what goes on is no game yet."""
    days = family_queries.days(Game.objects.all())
    assert sum(games for _, games in days) == 11
    assert len(days) == 10
    bga = family_queries.days(Game.objects.filter(rule_set__family="bga"))
    assert bga == [(date(2026, 1, 1), 1), (date(2026, 2, 14), 1)]
    page = text_of(read(as_vic, "family_numbers"))
    assert "11 games on 10 evenings, by all rules." in page
    assert "The longest evening, of 2 games:" in page


def test_on_this_day(golden, as_vic, monkeypatch):
    """A year later; of two games on one day the one that began later stands first."""
    monkeypatch.setattr(Family, "today", date(2027, 3, 7))
    answer = read(as_vic, "family_numbers")
    told = [one.game for one in answer.context["on_this_day"]]
    assert told == [golden.games["The last bus"].id, golden.games["The latecomer"].id]
    page = text_of(answer)
    assert "2026: Mike won, Rosa lost" in page
    assert "2026: Tilda won, Rosa lost" in page


def test_contracts(golden, as_vic):
    """In Link two contracts have twenty hands: the first with 25 + 80 + 70 + 30 + 50 points of 2025
    and 15 + 40 + 0 + 40 + 20 of 2026, the second with 160 and 150.
    """
    rows = family_queries.contracts("link", None)
    assert [(one.pattern, one.hands.count, one.hands.points, one.hands.out) for one in rows] == [
        ("SS", 20, 370, 6),
        ("SR", 21, 310, 6),
        ("RR", 13, 165, 4),
        ("SSS", 3, 100, 1),
        ("SSR", 3, 45, 1),
        ("SRR", 3, 55, 1),
        ("RRR", 3, 130, 1),
    ]
    page = text_of(read(as_vic, "family_contracts"))
    assert "Round 1, 2 sets: <strong>18.5 points</strong> a hand on average." in page


def test_dealing(golden, as_vic):
    """Twenty rounds of Link were dealt: six of the first and of the second contract with 85 and 95
    points for the dealers, four of the third with 60, one each of the others with 60, 0, 0 and 45:
    345 in all. The others had 285 in 14 hands, 215 in 15, 105 in 9, and then 40, 45, 55 and 85
    in two each, so that 20 hands of theirs at the same contracts would come to

    6 x 285/14 + 6 x 215/15 + 4 x 105/9 + 40/2 + 45/2 + 55/2 + 85/2 = 367.3, so 18.4 each

    Dealers went out in three first rounds, two second ones, a third, a fifth and a sixth one.
    """
    [(*_, told), _] = read(as_vic, "family_contracts").context["answers"]
    assert (told.those.count, told.those.points, told.those.out) == (20, 345, 8)
    assert (told.others.count, told.others.out) == (46, 12)
    others = Fraction(6 * 285, 14) + Fraction(6 * 215, 15) + Fraction(4 * 105, 9)
    assert told.expected == (others + Fraction(40 + 45 + 55 + 85, 2)) / 20
    assert (told.those.average_figure, told.expected_figure) == ("17.3", "18.4")
    assert told.difference == "1.1"
    assert told.verdict == "helps"


def test_too_few_bought_and_too_few_sat_left_of_the_dealer(golden, as_vic):
    """In Link Mike bought in a first round, Rosa twice and Karl in second ones, Rosa in a third,
    and the other hands of these contracts are 19, 18 and 12. Left of the first dealer sat Mike,
    Karl, Otto, Tilda, Tilda and Karl, who won four times of six, at tables of three and of four.
    """
    page = text_of(read(as_vic, "family_contracts"))
    assert "Too few to tell: 5 and 49 hands." in page
    assert "Too few to tell: 6 games." in page
    chair = family_queries.chair(Scope.read({}))
    assert chair == Chair(6, 4, 3 * Fraction(1, 3) + 3 * Fraction(1, 4))


def test_a_result_is_not_called_special_among_three(golden):
    """The paper alone went to its end by Link rules: its three results are all there are."""
    game = Game.objects.with_table().get(id=golden.games["The paper"].id)
    assert how_special(game, race(game)) == []


class TestTheBook:
    def rows(self, book: Book, side: Side):
        return [(row.place, row.tally.player.name, row.count) for row in book.board(side)]

    def titles(self, book: Book):
        return [
            (one.name, one.count, [player.name for player in one.players]) for one in book.titles
        ]

    def test_of_2025(self, golden):
        book = tell(2025)
        assert (len(book.games), len(book.evenings), book.people) == (4, 4, 5)
        assert self.rows(book, Side.WINNER) == [
            (1, "Rosa", 2),
            (2, "Karl", 1),
            (2, "Otto", 1),
            (2, "Tilda", 1),
        ]
        assert self.rows(book, Side.LOSER) == [
            (1, "Mike", 2),
            (2, "Karl", 1),
            (2, "Otto", 1),
            (2, "Tilda", 1),
        ]
        assert self.titles(book) == [
            ("Most rounds won", 6, ["Otto"]),
            ("Most games without a wild caught", 3, ["Mike"]),
            ("Most wilds caught", 2, ["Otto"]),
            ("Most exact cuts", 1, ["Karl"]),
            ("Most buys", 2, ["Mike", "Rosa"]),
            ("Most wins from last place", 1, ["Tilda"]),
            ("Most leads thrown away", 1, ["Karl", "Mike", "Otto"]),
            ("Most games played", 4, ["Mike"]),
        ]
        # Each day had one game; four sat at the second and at the third.
        assert [str(one.on) for one in book.best_evenings] == ["2025-06-07", "2025-08-16"]
        assert book.feats == ()

    def test_of_2026(self, golden):
        """None of 2025's records falls: the smallest hands, of 5 by either rules, are equalled."""
        book = tell(2026)
        assert (len(book.games), len(book.evenings), book.people) == (7, 6, 6)
        assert self.rows(book, Side.WINNER) == [
            (1, "Rosa", 3),
            (2, "Karl", 2),
            (3, "Mike", 1),
            (3, "Otto", 1),
            (3, "Tilda", 1),
        ]
        assert self.rows(book, Side.LOSER) == [
            (1, "Rosa", 3),
            (2, "Jo", 1),
            (2, "Karl", 1),
            (2, "Mike", 1),
            (2, "Tilda", 1),
        ]
        assert self.titles(book) == [
            ("Most rounds won", 5, ["Karl"]),
            ("Most games without a wild caught", 4, ["Rosa"]),
            ("Most wilds caught", 3, ["Tilda"]),
            ("Most exact cuts", 1, ["Tilda"]),
            ("Most buys", 3, ["Rosa"]),
            ("Most wins from last place", 2, ["Rosa"]),
            ("Most leads thrown away", 2, ["Jo"]),
            ("Most games played", 6, ["Rosa"]),
        ]
        (best,) = book.best_evenings
        assert (best.on, best.people) == (date(2026, 3, 7), 5)
        assert book.feats == ()

"""Everybody's page over the golden family's games, worked out by hand from golden_numbers."""

from operator import attrgetter

import pytest
from django.urls import reverse

from scorebook.stats.own_games import OwnGames
from scorebook.stats.profile import COUNTED, profile
from scorebook.stats.queries import games_filter
from tests.stats.looking import text_of

pytestmark = pytest.mark.django_db

# Games that both stayed in to the end, and who had the better place how often; who shared it is
# neither ahead nor behind. Rosa and Mike had the places 1:3, 1:3, 2:2, 1:2, 4:3 and 3:1 in The cut,
# The ties, The lead, Below zero, The latecomer and The last bus.
HEAD_TO_HEAD = {
    "Rosa": "Mike 6 3:2, Tilda 6 3:3, Karl 5 3:1, Jo 2 1:1, Otto 2 1:1",
    "Mike": "Rosa 6 2:3, Tilda 6 2:3, Karl 5 2:3, Otto 2 1:1, Jo 1 0:1",
    "Karl": "Mike 5 3:2, Rosa 5 1:3, Tilda 4 3:1, Otto 2 0:1",
    "Tilda": "Mike 6 3:2, Rosa 6 3:3, Karl 4 1:3, Jo 1 1:0, Otto 1 1:0",
    "Otto": "Karl 2 1:0, Mike 2 1:1, Rosa 2 1:1, Tilda 1 0:1",
    "Jo": "Rosa 2 1:1, Mike 1 1:0, Tilda 1 0:1",
}
# It takes five games. Rosa was before Karl in three of five, and Karl before Mike, which is more
# than three of six. Karl was before Tilda in three of four, but four are too few.
NEMESIS_AND_VICTIM = {
    "Rosa": ([], ["Karl"]),
    "Mike": (["Karl"], []),
    "Karl": (["Rosa"], ["Mike"]),
    "Tilda": ([], ["Mike"]),
    "Otto": ([], []),
    "Jo": ([], []),
}
# In Link everybody's average is 370/20 = 18.5 in the first round and 310/21 = 14.8 in the second.
# Rosa has 40/5 = 8 and 130/5 = 26, Mike 120/5 = 24 and 60/5 = 12, Karl 70/5 = 14 and 35/5 = 7.
# Nobody has played another contract, or with the others one of these, in five rounds.
BOGEY = {"Rosa": ["SR"], "Mike": ["SS"], "Karl": [], "Tilda": [], "Otto": [], "Jo": []}
# Which game earned it.
BADGES = {
    "Rosa": """
        First win: The cut
        Last, then first: Below zero
        Clean hands: The cut
        Kept the change: Nobody out
        Two kinds: Below zero
    """,
    "Mike": """
        First win: The last bus
        Clean hands: The cut
        Mostly out: The last bus
        Kept the change: The last bus
    """,
    "Karl": """
        First win: The ties
        Last, then first: Two rounds
        Clean hands: The ties
        Exact cut: The cut
        Kept the change: Two rounds
        Two kinds: Two rounds
    """,
    "Tilda": """
        First win: The lead
        Last, then first: The lead
        Clean hands: The ties
        Exact cut: The last bus
        Kept the change: The latecomer
        Two kinds: The latecomer
    """,
    # He came back from 100 behind, and won by 95; in The lead he was out in two rounds of three.
    "Otto": """
        First win: The paper
        Last, then first: The correction
        The long way back: The paper
        Clean hands: The correction
        Mostly out: The lead
    """,
    "Jo": """
        Clean hands: The latecomer
    """,
}
# What nobody has more of, by all rules, and the game that made it so many.
TITLES = {
    "Rosa": ["9 Most games: For two", "5 Most wins: For two", "6 Most clean games: Nobody out"],
    "Mike": ["6 Most clean games: The last bus"],
    "Karl": ["9 Out most often: Nobody out"],
    "Tilda": [],
    "Otto": [],
    "Jo": [],
}
# The best and the worst hand by the rules that each has played most, Jo by Gourt: what it cost, in
# which round of which game, and its cards, of which a wild one stands in brackets.
HANDS = {
    "Rosa": ("5 The cut 3: 4", "50 The latecomer 2: (JK)"),
    "Mike": ("5 The paper 5:", "85 The paper 7:"),
    "Karl": ("5 The last bus 2: 4", "60 The paper 4:"),
    "Tilda": ("5 The latecomer 2: 5", "30 The ties 1: A T"),
    "Otto": ("5 The paper 6:", "50 The paper 1:"),
    "Jo": ("50 For two 2: A (2H)", "50 For two 2: A (2H)"),
}


def of(golden, name, family=""):
    return profile(OwnGames(golden.people[name], family))


@pytest.mark.parametrize("name", HEAD_TO_HEAD)
def test_head_to_head(golden, name):
    told = [f"{one.name} {one.games} {one.ahead}:{one.behind}" for one in of(golden, name).rivals]
    assert ", ".join(told) == HEAD_TO_HEAD[name]


@pytest.mark.parametrize("name", NEMESIS_AND_VICTIM)
def test_nemesis_and_favourite_victim(golden, name):
    told = of(golden, name)
    found = told.nemeses, told.victims
    assert tuple([one.name for one in some] for some in found) == NEMESIS_AND_VICTIM[name]


@pytest.mark.parametrize("name", BOGEY)
def test_bogey_contract(golden, name):
    bogeys = of(golden, name, "link" if name != "Jo" else "").bogeys
    assert [one.pattern for one in bogeys] == BOGEY[name]


def test_how_much_worse_the_bogey_is(golden):
    (bogey,) = of(golden, "Rosa").bogeys
    assert (bogey.rounds, bogey.points, bogey.all_rounds, bogey.all_points) == (5, 130, 21, 310)


def test_contracts_are_costs_below_zero_too(golden):
    """Tilda's of Board Game Arena, beside everybody's: 0 + 30 + 25 + 15 in seven first rounds."""
    told = of(golden, "Tilda", "bga").contracts
    columns = ("round", "pattern", "rounds", "points", "all_rounds", "all_points")
    assert [tuple(getattr(one, column) for column in columns) for one in told] == [
        (1, "SS", 2, 15, 7, 70),
        (2, "RR", 1, 10, 4, 50),
        (2, "SR", 1, 20, 3, 35),
        (3, "SSR", 1, 40, 4, 65),
        (4, "RRR", 1, 15, 4, 55),
    ]


@pytest.mark.parametrize("name", BADGES)
def test_badges(golden, name):
    games = {game.id: title for title, game in golden.games.items()}
    told = [f"{badge.name}: {games[badge.game.game]}" for badge in of(golden, name).badges]
    assert told == [line.strip() for line in BADGES[name].strip().splitlines()]


@pytest.mark.parametrize("name", TITLES)
def test_titles(golden, name):
    games = {game.id: title for title, game in golden.games.items()}
    told = [f"{one.count} {one.name}: {games[one.game.game]}" for one in of(golden, name).titles]
    assert told == TITLES[name]


def hand(golden, left) -> str:
    games = {game.id: title for title, game in golden.games.items()}
    cards = [f"({code})" if wild else code for code, wild in left.cards]
    return " ".join([left.points, games[left.seat.game_id], f"{left.round}:", *cards])


@pytest.mark.parametrize("name", HANDS)
def test_best_and_worst_hand(golden, name):
    told = of(golden, name)
    assert (hand(golden, told.best), hand(golden, told.worst)) == HANDS[name]


def test_a_hand_below_zero(golden):
    told = of(golden, "Tilda", "bga")
    assert hand(golden, told.best) == "−10 Below zero 2: 9 9"
    assert hand(golden, told.worst) == "−40 Below zero 3: (JK) (JK)"


@pytest.mark.parametrize("rules", ["", "link", "bga"])
@pytest.mark.parametrize("name", HANDS)
def test_chosen_one_by_one_the_games_come_to_what_their_tallies_say(golden, family, name, rules):
    """All of them are of this century, which no tally knows; without streaks and line of places."""
    tallied = of(golden, name, rules)
    told = profile(chosen(golden, name, family=rules, since="2000-01-01"))
    for same in ("counted", "rivals", "contracts", "best", "worst"):
        assert getattr(told, same) == getattr(tallied, same)
    years = attrgetter("year", *COUNTED)
    assert [years(one) for one, _ in told.years] == [years(one) for one, _ in tallied.years]
    record, total = attrgetter(*COUNTED), tallied.record
    assert (told.record and record(told.record)) == (total and record(total))


@pytest.mark.parametrize("name", ["Rosa", "Karl"])
def test_of_one_year_they_come_to_what_its_tallies_say(golden, family, name):
    tallied = profile(chosen(golden, name, family="link", period="2026"))
    asked = {"family": "link", "period": "2026", "since": "2026-01-01"}
    told = profile(chosen(golden, name, **asked))
    assert told.record.games == tallied.record.games < of(golden, name, "link").record.games
    for same in ("counted", "rivals", "contracts", "best", "worst", "badges", "of_all"):
        assert getattr(told, same) == getattr(tallied, same)


def chosen(golden, name, **asked):
    return OwnGames.of(golden.people[name], games_filter(asked))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Rosa", ["Beats Mike 3 of 6", "Even with Tilda, 3 of 6", "Most wins: 5", "Karl"]),
        ("Karl", ["Loses to Rosa 3 of 5", "Beats Mike 3 of 5", "<dd>Rosa</dd>"]),
        ("Otto", ["Retired since August 2026", "Even with Rosa, 1 of 2", "First win"]),
    ],
)
def test_the_page_says_it(golden, as_vic, name, told):
    answer = as_vic.get(reverse("person", args=[golden.people[name].id]))
    page = text_of(answer)
    assert [words for words in told if words not in page] == []

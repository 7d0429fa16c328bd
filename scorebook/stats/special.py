"""How special a result is among all by the same rule family: words from a rank, and the ranks.

Games are compared by their results; see Seat. Nothing is said before there are ten of them for each
place that would be named: of ten results one is the best, and that is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.db.models import Max, Min, QuerySet, Sum

from scorebook.models import Game, Seat, Tally
from scorebook.models.people import together
from scorebook.models.photos import Side
from scorebook.models.tallies import ALL_YEARS
from scorebook.rules.scoring import figure
from scorebook.stats.bidi import isolated
from scorebook.stats.queries import family_names
from scorebook.stats.story import Race, ordinal

NAMED = 10  # places
LOOKED_AT = 200  # results: of what more than so many outdo nothing is told
FEWEST = 10  # results for each place that is named
LONG = 2  # years


def standing_of(
    outdone_by: Sequence[date], results: int, played_on: date, superlative: str, what: str
) -> str:
    """What a result is among all, from the days of those that outdo it: "the third-best Link game
    ever", "the best Link game since 2019"; empty where it is neither.

    Outdone by two of 300 it is the third-best ever. Outdone by forty, of which the last before it
    was played in 2019, seven years ago, it is the best since 2019.
    """
    rank = len(outdone_by) + 1
    if rank <= NAMED and rank * FEWEST <= results:
        which = superlative if rank == 1 else f"{ordinal(rank)}-{superlative}"
        return f"the {which} {what} ever"
    before = [day for day in outdone_by if day < played_on]
    if rank > LOOKED_AT or not before or rank * FEWEST > results:
        return ""
    since = max(before).year
    return f"the {superlative} {what} since {since}" if played_on.year - since >= LONG else ""


def hand_standing(cost: int, year: int, worst: Mapping[int, int], what: str) -> str:
    """The same of the hand that cost most in a game, from what the worst of each year cost.

    105 in 2026 with 120 as the worst of 2019 and less since is the most expensive since 2019.
    """
    if cost <= 0 or not worst:
        return ""
    if cost >= max(worst.values()):
        return f"the most expensive {what} ever"
    since = max((one for one, most in worst.items() if one <= year and most > cost), default=year)
    return f"the most expensive {what} since {since}" if year - since >= LONG else ""


def how_special(game: Game, race: Race) -> list[str]:
    """Sentences about the best result, the worst one and the worst hand, none of the two latter
    about a child; six queries.
    """
    family = game.rule_set.family
    rules = family_names([family]).get(family, family)
    results = _results(family)[: LOOKED_AT * FEWEST].count()
    told = [_result(game, side, results, rules) for side in Side]
    return [sentence for sentence in (*told, _worst_hand(game, race, rules)) if sentence]


def _results(family: str) -> QuerySet[Seat]:
    return Seat.objects.filter(family=family, result__isnull=False).order_by()


def _result(game: Game, side: Side, results: int, rules: str) -> str:
    seats = game.seats_on(side)
    result = seats[0].result if seats else None
    if result is None or (side is Side.LOSER and any(seat.player.is_child for seat in seats)):
        return ""
    lower_is_better = game.rule_set.rules.sign > 0
    fewer = lower_is_better == (side is Side.WINNER)
    outdoes = {"result__lt" if fewer else "result__gt": result}
    rows = _results(game.rule_set.family).filter(**outdoes)
    days = rows.order_by("result" if fewer else "-result").values_list("played_on", flat=True)
    superlative = "best" if side is Side.WINNER else "worst"
    standing = standing_of(
        [day for day in days[:LOOKED_AT] if day],
        results,
        game.played_on,
        superlative,
        f"{rules} game",
    )
    who = together([isolated(seat.player.name) for seat in seats])
    return f"{who} with {figure(result)}: {standing}." if standing else ""


def _worst_hand(game: Game, race: Race, rules: str) -> str:
    hands = [(score.hand, seat) for _, scores in race.rounds for seat, score in scores.items()]
    cost = max((cost for cost, _ in hands), default=0)
    those = sorted({seat for points, seat in hands if points == cost})
    seats = Tally.objects.over(game.rule_set.family).aggregate(sum=Sum("games"))["sum"] or 0
    if seats < NAMED * FEWEST or race.children.intersection(those):
        return ""
    sign = game.rule_set.rules.sign
    extreme = Max("highest_hand") if sign > 0 else Min("lowest_hand")
    years = Tally.objects.filter(family=game.rule_set.family).exclude(year=ALL_YEARS)
    worst = years.order_by().values_list("year").annotate(worst=extreme)
    by_year = {year: sign * points for year, points in worst if points is not None}
    standing = hand_standing(cost, game.played_on.year, by_year, f"{rules} hand")
    return f"{race.people(those)}’s {figure(sign * cost)}: {standing}." if standing else ""

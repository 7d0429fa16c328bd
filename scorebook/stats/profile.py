"""Somebody's statistics, from the database to plain values. Only finished games count.

Places and wins are told over all rule families; points, hands and contracts always of one, because
rules count differently. What is chosen beyond rules and a year is one query over those games for
each thing that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import groupby
from typing import Any

from django.db.models import Aggregate, Count, F, Q, QuerySet, Sum

from scorebook.ledger.tallying import OF_SEATS
from scorebook.ledger.years import year_of
from scorebook.models import ContractTally, Hand, Player, Seat, Tally
from scorebook.models.games import GameStatus
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import CellState
from scorebook.rules.variant import Variant
from scorebook.stats import badges, chosen_queries, rivals
from scorebook.stats.badges import Badge
from scorebook.stats.charts import Spark, sparkline
from scorebook.stats.own_games import OwnGames
from scorebook.stats.queries import family_names, newest_rules
from scorebook.stats.rivals import OwnContract, Rival
from scorebook.stats.scope import whole
from scorebook.stats.titles import Title, titles

IN_A_LINE = 30  # games of a year
COUNTED = ("games", "won", "lost", "rounds", "out")
HANDS = ("lowest_hand", "highest_hand")


@dataclass(frozen=True, slots=True)
class LeftHand:
    """A hand somebody was left with: its points as on the sheet, each card with whether it is wild;
    no cards where only a total was entered. `again`: they were left with as much later.
    """

    seat: Seat
    round: int
    points: str
    cards: tuple[tuple[str, bool], ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """`counted` is the rule family that points are told of: the one asked for, else the one most
    played. `record` is the Tally of all these games, and `years` has one for each, the newest
    first, with the line of its places. `best` and `worst` are the same hand where there is only
    one. `of_all`: nothing but rules was chosen, so badges and the rating are told.
    """

    of_all: bool
    families: dict[str, str]
    counted: str
    record: Tally | None
    years: Sequence[tuple[Tally, Spark | None]]
    rivals: Sequence[Rival]
    badges: Sequence[Badge]
    titles: Sequence[Title]
    contracts: Sequence[OwnContract]
    best: LeftHand | None
    worst: LeftHand | None

    @property
    def counted_name(self) -> str:
        return self.families.get(self.counted, "")

    @property
    def nemeses(self) -> list[Rival]:
        return rivals.nemeses(self.rivals)

    @property
    def victims(self) -> list[Rival]:
        return rivals.victims(self.rivals)

    @property
    def bogeys(self) -> list[OwnContract]:
        return rivals.bogeys(self.contracts)


def profile(own: OwnGames) -> Profile:
    """A constant number of queries."""
    found = totals(own)
    played = {family: total.games for family, total in found.items() if family != ALL_FAMILIES}
    counted = own.family or max(sorted(played), key=lambda one: played[one], default="")
    total, rules = found.get(counted), rules_of(counted)
    in_points = own.by(counted)
    record, by_year = found.get(own.family), years(own)
    hands = [left_hand(in_points, total, rules, worst=worst) for worst in (False, True)]
    return Profile(
        of_all=not own.rest,
        families=family_names(played),
        counted=counted,
        record=record,
        years=by_year,
        rivals=head_to_head(own),
        badges=badges.earned(own.seats) if not own.rest else [],
        titles=titles(own, record, [tally for tally, _ in by_year]),
        contracts=contracts(in_points, rules),
        best=hands[0],
        worst=hands[1],
    )


def totals(own: OwnGames) -> dict[str, Tally]:
    """By rule family, and by ALL_FAMILIES, what these games come to; nothing of what was not
    played. Those that are not tallied have no streaks.
    """
    if own.chosen is None:
        tallies = Tally.objects.filter(player=own.player, year=own.year or ALL_YEARS)
        return {tally.family: tally for tally in tallies}
    found = _added(own.seats, F("family"))
    if own.family or not found:
        return found
    together = {name: sum(getattr(one, name) for one in found.values()) for name in COUNTED}
    return found | {ALL_FAMILIES: Tally(**together)}


def _added(seats: QuerySet[Seat], by: Any) -> dict[Any, Tally]:
    """Tallies, not saved, of these seats by something; the last of it first."""
    sums = {f"all_{name}": OF_SEATS[name] for name in (*COUNTED, *HANDS)}
    rows = seats.order_by().annotate(by=by).values("by").annotate(**sums).order_by("-by")
    return {
        key: Tally(**dict(zip((*COUNTED, *HANDS), told, strict=True)))
        for key, *told in rows.values_list("by", *sums)
    }


def years(own: OwnGames) -> list[tuple[Tally, Spark | None]]:
    """Each year of theirs, the newest first; none where one is chosen."""
    if own.chosen is not None:
        added = _added(own.seats, year_of("played_on"))
        for year, tally in added.items():
            tally.year = year
        return [(tally, None) for tally in added.values()]
    if own.year:
        return []
    of_all = Tally.objects.filter(player=own.player, family=own.family)
    told = list(of_all.exclude(year=ALL_YEARS).order_by("-year"))
    lines = places_by_year(own, [tally.year for tally in told])
    return [(tally, lines.get(tally.year)) for tally in told]


def rules_of(family: str) -> Variant | None:
    """The family's newest rules; None for none."""
    return newest_rules([family]).get(family) if family else None


def head_to_head(own: OwnGames) -> list[Rival]:
    """Everybody this person stayed to the end of a game with, those met most often first: one query
    over this person's games, and one for the names.
    """
    mine = own.lookups | {"place__isnull": False}
    others = Seat.objects.filter(**{f"game__seats__{name}": value for name, value in mine.items()})
    others = others.exclude(player=own.player).filter(place__isnull=False).order_by()
    told = (
        others.annotate(mine=F("game__seats__place"))
        .values_list("player")
        .annotate(
            games=Count("id"),
            ahead=Count("id", filter=Q(place__gt=F("mine"))),
            behind=Count("id", filter=Q(place__lt=F("mine"))),
        )
        .values_list("player", "games", "ahead", "behind")
    )
    people = Player.objects.in_bulk([row[0] for row in told])
    found = [
        Rival(id, people[id].name, games, ahead, behind, own.player.is_child or people[id].is_child)
        for id, games, ahead, behind in told
    ]
    return sorted(found, key=lambda rival: (-rival.games, rival.name))


def places_by_year(own: OwnGames, years: Sequence[int]) -> dict[int, Spark]:
    """A line of the places in each of these years' newest games, the first place on top; none of a
    single game. One query, which looks at those games alone.
    """
    ended = own.seats.filter(place__isnull=False).reverse()
    newest = [ended.filter(played_on__range=whole(year)).values("id")[:IN_A_LINE] for year in years]
    columns = ("played_on", "begun_at", "place")
    each = [Seat.objects.order_by().filter(id__in=few).values_list(*columns) for few in newest]
    rows = sorted(each[0].union(*each[1:], all=True)) if each else []
    by_year = ((year, [row[-1] for row in them]) for year, them in groupby(rows, _year))
    return {
        year: sparkline(
            places, f"Places, game by game: {', '.join(map(str, places))}", downwards=True
        )
        for year, places in by_year
        if len(places) > 1
    }


def _year(row: tuple[date, datetime, int]) -> int:
    return row[0].year


def contracts(own: OwnGames, rules: Variant | None) -> list[OwnContract]:
    """Those this person played, as they come in the game; `own` by the rule family of these."""
    if rules is None:
        return []
    mine = Q(player=own.player)
    rows, rounds = _hands(own)
    told = rows.order_by("round", "pattern").values_list("round", "pattern")
    told = told.annotate(
        my_rounds=rounds(filter=mine),
        my_points=Sum("points", filter=mine),
        all_rounds=rounds(),
        all_points=Sum("points"),
    )
    return [
        OwnContract(
            number, pattern, rounds, rules.sign * points, all_rounds, rules.sign * all_points
        )
        for number, pattern, rounds, points, all_rounds, all_points in told
        if rounds
    ]


def _hands(own: OwnGames) -> tuple[QuerySet[Any], Callable[..., Aggregate]]:
    """Everybody's in these games, and how their rounds are counted."""
    if own.chosen is None:
        told = ContractTally.objects.filter(family=own.family)
        return told.filter(year=own.year) if own.year else told, partial(Sum, "rounds")
    games = own.chosen.filter(rule_set__family=own.family, status=GameStatus.FINISHED)
    return chosen_queries.hands(games), partial(Count, "id")


def _order(code: str) -> tuple[bool, int]:
    """By rank from the ace on, jokers last."""
    rank = Card.parse(code).rank
    return rank not in RANKS, RANKS.find(rank)


def left_hand(
    own: OwnGames, total: Tally | None, rules: Variant | None, *, worst: bool
) -> LeftHand | None:
    """The first of the hands that cost most, or least of those that cost anything: two queries.
    `total`, of these games, knows how many points that is, so no query has to sort them.
    """
    if total is None or rules is None:
        return None
    most = worst == (rules.sign > 0)
    column = "highest_hand" if most else "lowest_hand"
    points: int | None = getattr(total, column)
    if points is None:
        return None
    seat, *later = own.seats.select_related("game").filter(**{column: points})[:2] or [None]
    if seat is None:
        return None
    left = Hand.objects.filter(game=seat.game, seat=seat.number, counted=True, hand_points=points)
    hand, *same_game = left.exclude(state=CellState.OUT).order_by("round")[:2] or [None]
    if hand is None:
        return None
    held = sorted(hand.cards, key=_order)
    cards = tuple((code, rules.is_wild(Card.parse(code))) for code in held)
    return LeftHand(seat, hand.round, figure(points), cards, bool(later or same_game))

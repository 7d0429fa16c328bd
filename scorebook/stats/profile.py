"""Somebody's statistics, from the database to plain values. Only finished games count.

`family` is a rule family's slug, or "" for all. Places and wins are told over all of them; points,
hands and contracts always of one family, because rules count differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from scorebook.models import ContractTally, Hand, Player, Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import CellState
from scorebook.rules.variant import Variant
from scorebook.stats import badges, rivals
from scorebook.stats.badges import Badge
from scorebook.stats.charts import Spark, sparkline
from scorebook.stats.queries import family_names, newest_rules
from scorebook.stats.rivals import OwnContract, Rival
from scorebook.stats.scope import whole

FEWEST_FOR_A_TITLE = 3
IN_A_LINE = 30  # games of a year
TITLES = {
    "games": "Most games",
    "won": "Most wins",
    "win_streak": "Longest winning streak",
    "out": "Out most often",
    "cuts": "Most exact cuts",
    "clean_games": "Most clean games",
    "comebacks": "Most comebacks from the last place",
}


@dataclass(frozen=True, slots=True)
class LeftHand:
    """A hand somebody was left with: its points as on the sheet, each card with whether it is wild;
    no cards where only a total was entered.
    """

    seat: Seat
    round: int
    points: str
    cards: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """`family` is what was asked for, `counted` the one that points are told of: the same, else the
    one most played. `record` is the Tally of all years, and `years` has one for each, the newest
    first, with the line of its places. `best` and `worst` are the same hand where there is only
    one.
    """

    family: str
    families: dict[str, str]
    counted: str
    record: Tally | None
    years: Sequence[tuple[Tally, Spark | None]]
    rivals: Sequence[Rival]
    badges: Sequence[Badge]
    titles: Sequence[tuple[str, int]]
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


def profile(player: Player, asked: str) -> Profile:
    """A constant number of queries. Who asks for rules by which this person never played asks for
    all.
    """
    tallies = list(Tally.objects.filter(player=player).order_by("-year"))
    ever = {tally.family: tally for tally in tallies if tally.year == ALL_YEARS}
    played = {family: tally.games for family, tally in ever.items() if family != ALL_FAMILIES}
    family = asked if asked in played else ALL_FAMILIES
    counted = family or max(sorted(played), key=lambda one: played[one], default="")
    rules = rules_of(counted)
    own = [tally for tally in tallies if tally.family == family and tally.year != ALL_YEARS]
    lines = places_by_year(player, family, [tally.year for tally in own])
    return Profile(
        family=family,
        families=family_names(played),
        counted=counted,
        record=ever.get(family),
        years=[(one, lines.get(one.year)) for one in own],
        rivals=head_to_head(player, family),
        badges=badges.earned(seats_of(player, family)),
        titles=titles(ever.get(family)),
        contracts=contracts(player, counted, rules) if rules else [],
        best=left_hand(player, counted, rules, worst=False) if rules else None,
        worst=left_hand(player, counted, rules, worst=True) if rules else None,
    )


def rules_of(family: str) -> Variant | None:
    """The family's newest rules; None for none."""
    return newest_rules([family]).get(family) if family else None


def seats_of(player: Player, family: str) -> QuerySet[Seat]:
    """In finished games, the oldest first."""
    seats = Seat.objects.filter(player=player, counts=True)
    seats = seats.filter(family=family) if family else seats
    return seats.order_by("played_on", "begun_at")


def head_to_head(player: Player, family: str) -> list[Rival]:
    """Everybody this person stayed to the end of a game with, those met most often first: one query
    over this person's games, and one for the names.
    """
    mine = {"player": player, "counts": True, "place__isnull": False}
    mine |= {"family": family} if family else {}
    others = Seat.objects.filter(**{f"game__seats__{name}": value for name, value in mine.items()})
    others = others.exclude(player=player).filter(place__isnull=False).order_by()
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
        Rival(id, people[id].name, games, ahead, behind, player.is_child or people[id].is_child)
        for id, games, ahead, behind in told
    ]
    return sorted(found, key=lambda rival: (-rival.games, rival.name))


def places_by_year(player: Player, family: str, years: Sequence[int]) -> dict[int, Spark]:
    """A line of the places in each of these years' newest games, the first place on top; none of a
    single game. One query, which looks at those games alone.
    """
    ended = seats_of(player, family).filter(place__isnull=False).reverse()
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


def titles(record: Tally | None) -> list[tuple[str, int]]:
    """What nobody has more of than this person by the same rules, and how many; one query."""
    if record is None:
        return []
    all_records = Tally.objects.over(record.family)
    most = all_records.aggregate(**{f"most_{name}": Max(name) for name in TITLES})
    return [
        (title, has)
        for name, title in TITLES.items()
        if (has := getattr(record, name)) >= max(FEWEST_FOR_A_TITLE, most[f"most_{name}"] or 0)
    ]


def contracts(player: Player, family: str, rules: Variant) -> list[OwnContract]:
    """Those this person played, as they come in the game."""
    mine = Q(player=player)
    rows = ContractTally.objects.filter(family=family).order_by("round", "pattern")
    told = rows.values_list("round", "pattern").annotate(
        my_rounds=Sum("rounds", filter=mine),
        my_points=Sum("points", filter=mine),
        all_rounds=Sum("rounds"),
        all_points=Sum("points"),
    )
    return [
        OwnContract(
            number, pattern, rounds, rules.sign * points, all_rounds, rules.sign * all_points
        )
        for number, pattern, rounds, points, all_rounds, all_points in told
        if rounds
    ]


def _order(code: str) -> tuple[bool, int]:
    """By rank from the ace on, jokers last."""
    rank = Card.parse(code).rank
    return rank not in RANKS, RANKS.find(rank)


def left_hand(player: Player, family: str, rules: Variant, *, worst: bool) -> LeftHand | None:
    """The first of the hands that cost most, or least of those that cost anything: three queries,
    for the database finds the first of a value before the last, and the largest after it.
    """
    most = worst == (rules.sign > 0)
    column = "highest_hand" if most else "lowest_hand"
    own = Tally.objects.over(family).filter(player=player, **{f"{column}__isnull": False})
    points: int | None = own.values_list(column, flat=True).first()
    if points is None:
        return None
    seats = seats_of(player, family).select_related("game")
    seat = seats.filter(**{column: points}).first()
    if seat is None:
        return None
    hand = (
        Hand.objects.filter(game=seat.game, seat=seat.number, counted=True, hand_points=points)
        .exclude(state=CellState.OUT)
        .order_by("round")
        .first()
    )
    if hand is None:
        return None
    held = sorted(hand.cards, key=_order)
    cards = tuple((code, rules.is_wild(Card.parse(code))) for code in held)
    return LeftHand(seat, hand.round, figure(points), cards)

"""Somebody's statistics, from the database to plain values. Only finished games count.

`family` is a rule family's slug, or "" for all. Places and wins are told over all of them; points,
hands and contracts always of one family, because rules count differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.db.models.functions import Abs, Coalesce

from scorebook.models import ContractTally, Hand, Player, Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import CellState
from scorebook.rules.variant import Variant
from scorebook.stats import badges, rivals
from scorebook.stats.badges import Badge, Played
from scorebook.stats.charts import Spark, sparkline
from scorebook.stats.queries import family_names, newest_rules
from scorebook.stats.rivals import OwnContract, Rival

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
    sat = games(player, family)
    lines = places_by_year(sat)
    return Profile(
        family=family,
        families=family_names(played),
        counted=counted,
        record=ever.get(family),
        years=[
            (one, lines.get(one.year))
            for one in tallies
            if one.family == family and one.year != ALL_YEARS
        ],
        rivals=head_to_head(player, family),
        badges=badges.earned(sat),
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
    over this person's games.
    """
    mine = {"player": player, "counts": True, "place__isnull": False}
    mine |= {"family": family} if family else {}
    others = Seat.objects.filter(**{f"game__seats__{name}": value for name, value in mine.items()})
    others = others.exclude(player=player).filter(place__isnull=False).order_by()
    told = (
        others.annotate(mine=F("game__seats__place"))
        .values("player", "player__name", "player__is_child")
        .annotate(
            games=Count("id"),
            ahead=Count("id", filter=Q(place__gt=F("mine"))),
            behind=Count("id", filter=Q(place__lt=F("mine"))),
        )
    )
    columns = ("player", "player__name", "games", "ahead", "behind", "player__is_child")
    found = [
        Rival(id, name, games, ahead, behind, player.is_child or child)
        for id, name, games, ahead, behind, child in told.values_list(*columns)
    ]
    return sorted(found, key=lambda rival: (-rival.games, rival.name))


def games(player: Player, family: str) -> list[Played]:
    """This person's finished games as badges look at them, the oldest first."""
    next_places = Seat.objects.filter(game=OuterRef("game"), place__gt=1).order_by("place")
    behind = Abs(F("total") - Subquery(next_places.values("total")[:1]))
    # Of a game that was lost nobody asks it, and each answer is another look at the table.
    margin = Case(When(won=True, then=Coalesce(behind, 0)), default=0)
    columns = (
        *(
            "game_id",
            "played_on",
            "family",
            "won",
            "lost",
            "place",
            "rounds",
            "out",
            "cuts",
            "buys",
        ),
        *("comeback", "from_last", "clean_game"),
    )
    rows: Iterable[Any] = seats_of(player, family).values_list(*columns, margin)
    return [Played(*row) for row in rows]


def places_by_year(sat: Sequence[Played]) -> dict[int, Spark]:
    """A line of the places in each year's newest games, the first place on top; none of a single
    game.
    """
    by_year: dict[int, list[int]] = {}
    for game in sat:
        if game.place:
            by_year.setdefault(game.played_on.year, []).append(game.place)
    newest = {year: places[-IN_A_LINE:] for year, places in by_year.items() if places[1:]}
    return {
        year: sparkline(
            places, f"Places, game by game: {', '.join(map(str, places))}", downwards=True
        )
        for year, places in newest.items()
    }


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
    """The first of the hands that cost most, or least of those that cost anything: two queries."""
    most = worst == (rules.sign > 0)
    column = "highest_hand" if most else "lowest_hand"
    seats = seats_of(player, family).filter(**{f"{column}__isnull": False}).select_related("game")
    seat = seats.order_by(f"-{column}" if most else column, "played_on", "begun_at").first()
    if seat is None:
        return None
    points = getattr(seat, column)
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

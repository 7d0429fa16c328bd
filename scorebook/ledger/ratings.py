"""How strong everybody is: a Plackett-Luce model over the places of each game, game after game in
order of the day and, within it, of the beginning; by each rule family, and over all of them.

Whoever has a place is rated, and equal places are a tie. Who left early has none, and where fewer
than two have one nobody is rated. Points say nothing.

A game that ends after all others is rated in its own transaction. Anything that changes an older
one marks the day from which ratings have to be told anew (`DataVersion.unrated_since`); that is
done after the commit where few games follow, else in steps by the night's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from openskill.models import PlackettLuce

from scorebook.ledger.statements import as_id, found, grow, growing, put
from scorebook.ledger.turn import turn
from scorebook.models import DataVersion, Game, RatedGame, Rating, Seat
from scorebook.models.tallies import ALL_FAMILIES

AT_ONCE = 300  # games that are rated while somebody waits, and in one step
IN_ORDER = ("played_on", "begun_at", "game_id", "player_id")

MODEL = PlackettLuce()


class Strength(NamedTuple):
    """As Rating and RatedGame keep it."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


class Rated(NamedTuple):
    """A seat that is rated."""

    game: UUID
    player: UUID
    family: str
    place: int


Key = tuple[UUID, str]  # player, rule family
Strengths = dict[Key, Strength]


UNRATED = "SELECT 1 FROM scorebook_dataversion WHERE unrated_since IS NOT NULL"
STANDING = (
    f"SELECT player_id, family, {', '.join(Strength._fields)} FROM scorebook_rating "
    "WHERE family IN (%s, %s) AND player_id IN ({})"
)


KEPT = growing(Rating, ("player_id", "family"), dict.fromkeys(Strength._fields, "excluded.{0}"))


def _newcomer(key: Key) -> Strength:
    return Strength()


def being_told_anew() -> bool:
    """Are ratings on their way to what the games say?"""
    return bool(found(UNRATED))


def rated_among(seats: Iterable[Seat]) -> list[Rated]:
    """What of a game's seats ratings hang on."""
    of_place = [seat for seat in seats if seat.counts and seat.place is not None]
    found = [Rated(s.game_id, s.player_id, s.family, s.place or 0) for s in of_place]
    return sorted(found, key=lambda one: one.player)


def rate_newest(seats: Sequence[Rated]) -> bool:
    """Rate the newest game of all, which just ended; False where others wait before it."""
    if being_told_anew():
        return False
    players = [seat.player for seat in seats]
    standing = STANDING.format(", ".join(["%s"] * len(players)))
    rows = found(standing, seats[0].family, ALL_FAMILIES, *players) if seats else []
    strengths = {(as_id(player), family): Strength(*told) for player, family, *told in rows}
    put(RatedGame, ("game_id", "player_id"), rate(seats, strengths))
    _keep(strengths)
    return True


def mark(days: Iterable[date | None]) -> None:
    """Ratings from the first of these days on have to be told anew."""
    day = min((day for day in days if day), default=None)
    if day is None:
        return
    later = Q(unrated_since=None) | Q(unrated_since__gt=day)
    DataVersion.objects.filter(later).update(unrated_since=day, number=F("number") + 1)
    # A score that was saved must not look lost because of what is only derived from it.
    transaction.on_commit(_catch_up_if_quick, robust=True)


def _catch_up_if_quick() -> None:
    since = DataVersion.objects.values_list("unrated_since", flat=True).first()
    if since and _games_since(since)[: AT_ONCE + 1].count() <= AT_ONCE:
        catch_up()


@transaction.atomic
def catch_up() -> bool:
    """Tell the ratings of some games anew, the oldest first; whether there are more."""
    version = DataVersion.objects.select_for_update().first()
    if version is None or version.unrated_since is None:
        return False
    since, rest = version.unrated_since, None
    days = list(_games_since(since).values_list("played_on", flat=True)[: AT_ONCE + 1])
    if len(days) > AT_ONCE:
        after = _games_since(days[-1] + timedelta(days=1)).first()
        rest = after and after.played_on
    _tell_anew(Q(played_on__gte=since) & (Q(played_on__lt=rest) if rest else Q()), since)
    DataVersion.objects.update(unrated_since=rest, number=F("number") + 1)
    return rest is not None


def catch_up_all() -> None:
    """Tell all that waits, and let others write between two steps."""
    more = True
    while more:
        with turn():
            more = catch_up()


def told_from_the_first(which: Q, strengths: Strengths) -> Iterator[tuple[UUID, list[RatedGame]]]:
    """Each game of `which` with its rows, not saved; `strengths` is what comes of them."""
    for seats in _game_by_game(which):
        yield seats[0].game, rate(seats, strengths)


def ratings(strengths: Strengths) -> list[Rating]:
    """Rows, not saved."""
    return [
        Rating(player_id=player, family=family, **told._asdict())
        for (player, family), told in strengths.items()
        if told.games
    ]


def rate(
    seats: Sequence[Rated], strengths: Strengths, before: Callable[[Key], Strength] = _newcomer
) -> list[RatedGame]:
    """Rate one game. `strengths` grow with it; whom they do not have yet is as strong as `before`
    says.
    """
    if len(seats) < 2:
        return []
    for family in (seats[0].family, ALL_FAMILIES):
        keys = [(seat.player, family) for seat in seats]
        were = [strengths.get(key) or before(key) for key in keys]
        teams = [[MODEL.create_rating([one.mu, one.sigma])] for one in were]
        told = MODEL.rate(teams, ranks=[float(seat.place) for seat in seats])
        for key, was, [now] in zip(keys, were, told, strict=True):
            strengths[key] = Strength(now.mu, now.sigma, was.games + 1)
    return [_row(seat, strengths) for seat in seats]


def _row(seat: Rated, strengths: Strengths) -> RatedGame:
    own, overall = (strengths[seat.player, family] for family in (seat.family, ALL_FAMILIES))
    return RatedGame(
        game_id=seat.game,
        player_id=seat.player,
        **own._asdict(),
        **{f"overall_{name}": value for name, value in overall._asdict().items()},
    )


def _games_since(day: date) -> QuerySet[Game]:
    return Game.objects.finished().filter(played_on__gte=day).order_by("played_on", "created_at")


def _game_by_game(which: Q) -> Iterator[list[Rated]]:
    seats = Seat.objects.filter(which, counts=True, place__isnull=False).order_by(*IN_ORDER)
    rows = seats.values_list("game_id", "player_id", "family", "place")
    for _, of_game in groupby(rows.iterator(), key=itemgetter(0)):
        yield [Rated(*row) for row in of_game]  # type: ignore[arg-type]


def _tell_anew(days: Q, since: date) -> None:
    """Of the games of these days, of which `since` is the first."""
    # A game that was reopened may have been moved to an earlier day since.
    count_no_more = ~Q(game__in=Game.objects.finished())
    old = RatedGame.objects.filter(count_no_more | Q(game__in=Game.objects.filter(days)))
    players = set(old.values_list("player_id", flat=True))
    old.delete()

    def before(key: Key) -> Strength:
        return _strength_before(since, *key)

    strengths: Strengths = {}
    rows = [row for seats in _game_by_game(days) for row in rate(seats, strengths, before)]
    RatedGame.objects.bulk_create(rows)
    had = Rating.objects.filter(player__in=players).values_list("player_id", "family")
    _keep({key: before(key) for key in had if key not in strengths} | strengths)


def _strength_before(day: date, player: UUID, family: str) -> Strength:
    """After the newest game of theirs before a day."""
    own = RatedGame.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    seats = Seat.objects.filter(Exists(own), player=player, counts=True, played_on__lt=day)
    if family != ALL_FAMILIES:
        seats = seats.filter(family=family)
    newest = seats.order_by(*(f"-{name}" for name in IN_ORDER)).values("game")[:1]
    overall = "overall_" if family == ALL_FAMILIES else ""
    rows = RatedGame.objects.filter(player=player, game=Subquery(newest))
    told = rows.values_list(*(f"{overall}{name}" for name in Strength._fields)).first()
    return Strength(*told) if told else Strength()


def _keep(strengths: Strengths) -> None:
    """Write who is how strong; who was rated in no game is not."""
    for player, family in (key for key, told in strengths.items() if not told.games):
        Rating.objects.filter(player=player, family=family).delete()
    grow(KEPT, [(*key, *told) for key, told in strengths.items() if told.games])

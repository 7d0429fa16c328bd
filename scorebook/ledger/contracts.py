"""How everybody fares with each contract: `ContractTally`, all of it sums, so what a game counted
for before is taken off, and what it counts for now is put on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce

from scorebook.ledger.statements import ADDED, grow, growing
from scorebook.ledger.years import year_of
from scorebook.models import ContractTally, Hand, Seat
from scorebook.models.games import GameStatus
from scorebook.rules.sheet import PLAYED, CellState

KEY = ("player_id", "family", "year", "round", "pattern")

Key = tuple[UUID, str, int, int, str]
Contracts = Mapping[Key, Mapping[str, int]]

OUT, DEALT, BOUGHT = Q(state=CellState.OUT), Q(dealt=True), Q(buys__gt=0)
SUMS = {
    "rounds": Count("id"),
    "points": Sum("points"),
    "out": Count("id", filter=OUT),
    "dealt_rounds": Count("id", filter=DEALT),
    "dealt_points": Coalesce(Sum("points", filter=DEALT), 0),
    "dealt_out": Count("id", filter=DEALT & OUT),
    "bought_rounds": Count("id", filter=BOUGHT),
    "bought_points": Coalesce(Sum("points", filter=BOUGHT), 0),
    "bought_out": Count("id", filter=BOUGHT & OUT),
}

MORE = growing(ContractTally, KEY, dict.fromkeys(SUMS, ADDED))


def contracts_of(seats: Sequence[Seat], hands: Iterable[Any]) -> Contracts:
    """What the hands of one game count for, whatever has the columns of Hand; `seats` are the
    game's.
    """
    found: dict[Key, dict[str, int]] = {}
    if not seats or not seats[0].counts or seats[0].played_on is None:
        return found
    family, year = seats[0].family, seats[0].played_on.year
    for hand in hands:
        if hand.counted and hand.state in PLAYED:
            key = hand.player_id, family, year, hand.round, hand.pattern
            sums = found.setdefault(key, dict.fromkeys(SUMS, 0))
            for name, value in zip(SUMS, _alone(hand), strict=True):
                sums[name] += value
    return found


def _alone(hand: Any) -> list[int]:
    """One hand as SUMS has it."""
    out, points = hand.state == CellState.OUT, hand.points
    sums = [1, points, out]
    nothing = [0, 0, 0]
    return [*sums, *(sums if hand.dealt else nothing), *(sums if hand.buys else nothing)]


def contracts(which: Q) -> Contracts:
    """What those hands count for that are of complete rounds of finished games."""
    counted = which & Q(game__status=GameStatus.FINISHED, counted=True, state__in=PLAYED)
    hands = Hand.objects.filter(counted).order_by()
    hands = hands.annotate(family=F("game__rule_set__family"), year=year_of("game__played_on"))
    rows = hands.values_list(*KEY).annotate(**{f"all_{name}": sum for name, sum in SUMS.items()})
    return {row[: len(KEY)]: dict(zip(SUMS, row[len(KEY) :], strict=True)) for row in rows}


def contract_tallies(counted: Contracts) -> list[ContractTally]:
    """Rows, not saved."""
    return [_row(key, values) for key, values in counted.items()]


def shift(before: Contracts, after: Contracts) -> None:
    """Take the one off the rows there are, and put the other on."""
    if not before:
        grow(MORE, [(*key, *sums.values()) for key, sums in after.items()])
        return
    changed = {key: change for key, change in _changes(before, after) if any(change.values())}
    if not changed:
        return
    stored = _stored(changed)
    now = {key: _added(stored.get(key), change) for key, change in changed.items()}
    if any(min(_counts(values)) < 0 for values in now.values()):
        _count_anew({player for player, *_ in changed})
        return
    for key, values in now.items():
        if not values["rounds"]:
            ContractTally.objects.filter(**dict(zip(KEY, key, strict=True))).delete()
    ContractTally.objects.bulk_create(
        [_row(key, values) for key, values in now.items() if values["rounds"]],
        update_conflicts=True,
        unique_fields=KEY,
        update_fields=list(SUMS),
    )


def _count_anew(players: Collection[UUID]) -> None:
    """Whatever spoiled the rows, no score is refused for it."""
    theirs = Q(player__in=players)
    ContractTally.objects.filter(theirs).delete()
    ContractTally.objects.bulk_create(contract_tallies(contracts(theirs)))


def _changes(before: Contracts, after: Contracts) -> Iterator[tuple[Key, dict[str, int]]]:
    nothing = dict.fromkeys(SUMS, 0)
    for key in before.keys() | after.keys():
        was, now = before.get(key, nothing), after.get(key, nothing)
        yield key, {name: now[name] - was[name] for name in nothing}


def _stored(keys: Iterable[Key]) -> Contracts:
    players, families, years = (set(column) for column in list(zip(*keys, strict=True))[:3])
    rows = ContractTally.objects.filter(player__in=players, family__in=families, year__in=years)
    return {tuple(row.pop(name) for name in KEY): row for row in rows.values(*KEY, *SUMS)}


def _added(row: Mapping[str, int] | None, change: Mapping[str, int]) -> dict[str, int]:
    return {name: value + (row[name] if row else 0) for name, value in change.items()}


def _counts(values: Mapping[str, int]) -> list[int]:
    return [value for name, value in values.items() if "points" not in name]


def _row(key: Key, values: Mapping[str, int]) -> ContractTally:
    return ContractTally(**dict(zip(KEY, key, strict=True)), **values)

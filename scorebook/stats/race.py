"""A finished game as a race: from its projections to plain numbers, to a chart and its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.urls import reverse

from scorebook.models import Game, Hand
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.rules.cards import Card
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import CellState
from scorebook.rules.variant import Variant
from scorebook.stats.bidi import isolated
from scorebook.stats.charts import Axis, Line, LineChart
from scorebook.stats.showing import Picture
from scorebook.stats.story import Race, Score

Row = tuple[int | None, ...]


def race(game: Game) -> Race:
    """Of a game that came with its table (`Game.objects.with_table`); one query."""
    rules, seats = game.rule_set.rules, game.seats.all()
    rounds: dict[int, dict[int, Score]] = {}
    for hand in game.hands.filter(counted=True).order_by("round", "seat"):
        rounds.setdefault(hand.round, {})[hand.seat] = _score(rules, hand)
    return Race(
        names={seat.number: isolated(seat.player.name) for seat in seats},
        rounds=tuple(rounds.items()),
        start={seat.number: rules.sign * seat.starting_points for seat in seats},
        left=frozenset(seat.number for seat in seats if seat.place is None),
        children=frozenset(seat.number for seat in seats if seat.player.is_child),
    )


def _score(rules: Variant, hand: Hand) -> Score:
    left = hand.state != CellState.OUT
    return Score(
        points=rules.sign * hand.points,
        hand=rules.sign * hand.hand_points if left else 0,
        cut=rules.sign * hand.cut_points,
        wilds=sum(rules.is_wild(Card.parse(code)) for code in hand.cards),
        cut_exactly=hand.cut_exactly,
    )


def chart(game: Game, race: Race) -> LineChart:
    """How everybody's total grew, with the sign of the sheet; whoever is ahead is on top."""
    sign = game.rule_set.rules.sign
    lines = []
    for seat in game.seats.all():
        points = [
            (number, sign * totals[seat.number])
            for number, totals in race.standings
            if seat.number in totals
        ]
        if points:
            points.insert(0, (points[0][0] - 1, seat.starting_points))
        lines.append(Line(seat.player.short_name, tuple(points)))
    return LineChart("The race", tuple(lines), Axis("Round"), Axis("Points", downwards=sign > 0))


def picture(game: Game, race: Race) -> Picture:
    return Picture(
        chart=chart(game, race),
        address=reverse("race_chart", args=[game.id]),
        told=_ends(game),
        head=("After round", *(seat.player.short_name for seat in game.seats.all())),
        rows=totals(game, race),
    )


def totals(game: Game, race: Race) -> list[Row]:
    """After each complete round its number and everybody's total; None where they did not play."""
    return _by_seat(game, race.standings)


def points(game: Game, race: Race) -> list[Row]:
    """Of each complete round the same with what it counted alone."""
    counted = [
        (number, {seat: score.points for seat, score in scores.items()})
        for number, scores in race.rounds
    ]
    return _by_seat(game, counted)


def _by_seat(game: Game, rounds: Iterable[tuple[int, Mapping[int, int]]]) -> list[Row]:
    sign, seats = game.rule_set.rules.sign, game.seats.all()
    return [
        (number, *(sign * costs[s.number] if s.number in costs else None for s in seats))
        for number, costs in rounds
    ]


def _ends(game: Game) -> str:
    """ "Rosa ends first with 100, Mike last with 515." """
    won, lost = game.seats_on(Side.WINNER), game.seats_on(Side.LOSER)
    ends = [
        f"{names([seat.player for seat in seats])} {place} with {figure(seats[0].total)}"
        for seats, place in ((won, "first"), (lost, "last"))
        if seats
    ]
    return f"In the end {', '.join(ends)}." if ends else ""

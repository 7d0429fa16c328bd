"""What the demo family writes beside its scores: short, deadpan, about the score."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from scorebook.demo.play import RoundInPlay

HEAVY = 150  # points in one hand that somebody has to remark on
REMARKED = 0.25  # of the rounds that give cause

PLACES = ("Grandpa's kitchen", "The porch", "Aunt Dot's table", "")
OCCASIONS = ("Sunday supper", "Birthday leftovers", "Rained in", "", "", "", "")

NOBODY_OUT = ("Nobody went out. Everyone counts.", "The deck gave up before we did.")
HEAVY_HANDS = (
    "{name} kept {points} points. For later, presumably.",
    "{points} points in one hand. {name} asks for a recount.",
    "{name}: {points}. The pencil needed sharpening.",
)
QUICK = (
    "{name} was out before the kettle boiled.",
    "{name} went out. Most of us had just sat down.",
)
RUMMY = ("{caller} called rummy on {offender}. The cards went round.",)
IDLE = (
    "Played on one leg of the table. The score stands.",
    "Counted twice. Same number.",
    "The pen ran dry at this line.",
)


def note_on_round(
    table: RoundInPlay, points: Mapping[int, int], names: Mapping[int, str], rng: Random
) -> str:
    """A remark on a round that gives cause for one; mostly empty. `points` by seat, positive."""
    texts: tuple[str, ...] = ()
    fields: dict[str, object] = {}
    heaviest = max(points, key=lambda seat: points[seat])
    if table.out is None:
        texts = NOBODY_OUT
    elif table.rummies:
        caller, offender = table.rummies[0]
        texts, fields = RUMMY, {"caller": names[caller], "offender": names[offender]}
    elif points[heaviest] >= HEAVY:
        texts, fields = HEAVY_HANDS, {"name": names[heaviest], "points": points[heaviest]}
    elif table.turns <= 4 * len(table.order):
        texts, fields = QUICK, {"name": names[table.out]}
    elif rng.random() < 0.05:
        texts = IDLE
    if not texts or rng.random() > REMARKED:
        return ""
    return rng.choice(texts).format(**fields)

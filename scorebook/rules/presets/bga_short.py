"""Board Game Arena's short game: four rounds of the full one."""

from dataclasses import replace

from scorebook.rules.axes import ClosingDiscard, RoundRules, contract
from scorebook.rules.presets import bga_full
from scorebook.rules.presets.sources import assumed, stated

CONTRACTS = ((2, 0), (0, 2), (2, 1), (0, 3))
DEALT = (10, 11, 12, 12)

VARIANT = replace(
    bga_full.VARIANT,
    name="Board Game Arena, short",
    rounds=tuple(
        RoundRules(contract(*melds), dealt, ClosingDiscard.REQUIRED)
        for melds, dealt in zip(CONTRACTS, DEALT, strict=True)
    ),
    sources={
        **{
            axis: source
            for axis, source in bga_full.VARIANT.sources.items()
            if not axis.startswith(("rounds.5", "rounds.6", "rounds.7"))
        },
        "rounds": stated("In the short game, the sequence of target contracts is."),
        "rounds.1": stated("2 sets"),
        "rounds.2": stated("2 runs"),
        "rounds.3": stated("2 sets and 1 run"),
        "rounds.4": stated("3 runs"),
        **{
            f"rounds.{number}.dealt": assumed(
                "The page lists no numbers; those of the full game's rounds 1, 3, 5 and 7."
            )
            for number in range(1, 5)
        },
    },
)

"""The solver against CP-SAT on the same hands: is it right, and how much faster?

python -m bench.solver [--hands N] [--variant SLUG ...] [--json]     (needs bench/requirements.txt)

Every hand of every suite is solved by both, one after the other: ours five times, of which the
fastest counts, CP-SAT once, building its model included. Times are CPU times. Each lay-down is put
before the checker and its points are counted again.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bench import cp_sat
from bench.hands import Hand, Suite, hostile_hands, suites
from scorebook.rules import presets
from scorebook.rules.contracts import check_lay_down
from scorebook.rules.lay_down import LayDown
from scorebook.rules.scoring import points_of
from scorebook.rules.solver import best_lay_down
from scorebook.rules.variant import Variant

T = TypeVar("T")
REPEATS = 5
PACKS = 8


@dataclass
class Timings:
    """Seconds by hand."""

    ours: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)


def timed(clock: Callable[[], float], work: Callable[[], T]) -> tuple[float, T]:
    start = clock()
    result = work()
    return clock() - start, result


def at(times: list[float], share: float) -> float:
    """The value below which this share of the times lies."""
    ordered = sorted(times)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def is_right(variant: Variant, round: int, hand: Hand, found: LayDown) -> bool:
    """Whether the checker takes the lay-down and its points are what it says."""
    kept = len(found.left)
    legal = any(
        check_lay_down(
            variant,
            round,
            found.as_melds(),
            packs=PACKS,
            left_in_hand=kept - discarded,
            discarded=discarded,
            hand_after_draw=len(hand),
            ordered=True,
        ).ok
        for discarded in range(min(kept, 1) + 1)
    )
    return legal and found.left_points == sum(points_of(variant, card) for card in found.left)


def compare(slug: str, suite: Suite, hands: int) -> Timings:
    """Solve the hands of one suite with both, in turns."""
    variant = presets.get(slug)
    timings = Timings()
    for hand in suite.hands(variant, hands):
        runs = [
            timed(time.thread_time, lambda hand=hand: best_lay_down(variant, suite.round, hand))
            for _ in range(REPEATS)
        ]
        codes = [str(card) for card in hand]
        theirs, answer = timed(
            time.process_time, lambda codes=codes: cp_sat.fewest_left(slug, suite.round, codes)
        )
        found = runs[0][1]
        ours = (found.left_points, len(found.left)) if found else None
        if ours != answer or (found and not is_right(variant, suite.round, hand, found)):
            timings.mismatches.append(f"{slug} {suite.name} {' '.join(codes)}: {ours} {answer}")
        timings.ours.append(min(seconds for seconds, _ in runs))
        timings.first.append(runs[0][0])
        timings.theirs.append(theirs)
    return timings


def row(timings: Timings) -> dict[str, float]:
    """The figures of one suite; times in microseconds."""
    median, last = at(timings.ours, 0.5), at(timings.ours, 0.99)
    return {
        "hands": len(timings.ours),
        "median_us": round(median * 1e6, 1),
        "p99_us": round(last * 1e6, 1),
        "first_call_median_us": round(at(timings.first, 0.5) * 1e6, 1),
        "first_call_p99_us": round(at(timings.first, 0.99) * 1e6, 1),
        "cp_sat_median_us": round(at(timings.theirs, 0.5) * 1e6, 1),
        "cp_sat_p99_us": round(at(timings.theirs, 0.99) * 1e6, 1),
        "median_ratio": round(at(timings.theirs, 0.5) / median, 1),
        "p99_ratio": round(at(timings.theirs, 0.99) / last, 1),
    }


def hostile(slug: str) -> dict[str, float]:
    """How long the hostile hands take, each in every round, each solved once; milliseconds.

    What CP-SAT holds is nothing to the collector of garbage, as in the site that is served.
    """
    variant = presets.get(slug)
    gc.collect()
    gc.freeze()
    times = [
        timed(time.thread_time, lambda hand=hand, n=n: best_lay_down(variant, n, hand))[0]
        for n in range(1, len(variant.rounds) + 1)
        for _, hand in hostile_hands(variant)
    ]
    return {
        "hands": len(times),
        "median_ms": round(at(times, 0.5) * 1e3, 2),
        "p99_ms": round(at(times, 0.99) * 1e3, 2),
        "max_ms": round(max(times) * 1e3, 2),
        "above_25_ms": sum(seconds > 0.025 for seconds in times),
    }


def first_answer(slug: str) -> float:
    """Milliseconds of the first answer under a rule set never seen before, tables included."""
    variant = Variant.from_dict(presets.get(slug).to_dict())
    hand = next(suites(variant)[-1].hands(variant, 1))
    seconds, _ = timed(time.thread_time, lambda: best_lay_down(variant, len(variant.rounds), hand))
    return round(seconds * 1e3, 2)


def measure(slugs: list[str], hands: int, show: Callable[[str], None]) -> dict[str, Any]:
    report: dict[str, Any] = {"mismatches": 0, "suites": {}, "hostile": {}, "first_answer_ms": {}}
    for slug in slugs:
        report["first_answer_ms"][slug] = first_answer(slug)
        for suite in suites(presets.get(slug)):
            timings = compare(slug, suite, hands)
            report["mismatches"] += len(timings.mismatches)
            figures = report["suites"][f"{slug} {suite.name}"] = row(timings)
            show(f"{slug:10} {suite.name:9} " + words(figures))
            for mismatch in timings.mismatches:
                show(f"MISMATCH {mismatch}")
        figures = report["hostile"][slug] = hostile(slug)
        show(f"{slug:10} hostile   " + words(figures))
    return report


def words(figures: dict[str, float]) -> str:
    return "  ".join(f"{name} {figure:g}" for name, figure in figures.items())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.solver", description=__doc__)
    parser.add_argument("--hands", type=int, default=200, help="hands of each suite (200)")
    parser.add_argument("--variant", action="append", choices=presets.SLUGS)
    parser.add_argument("--json", action="store_true", help="one object instead of lines")
    asked = parser.parse_args()

    def show(line: str) -> None:
        if not asked.json:
            print(line, flush=True)

    report = measure(asked.variant or list(presets.SLUGS), asked.hands, show)
    print(json.dumps(report) if asked.json else f"{report['mismatches']} mismatches")
    return 1 if report["mismatches"] else 0


if __name__ == "__main__":
    sys.exit(main())

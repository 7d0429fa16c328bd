"""Write down what CP-SAT says of some hands, for the tests to compare with.

python -m bench.record tests/rules/cp_sat_answers.json     (needs bench/requirements.txt)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench import cp_sat
from bench.hands import recorded_hands


def answers() -> dict[str, list[tuple[int, int] | None]]:
    """Points and cards left of each hand, or None, by preset and suite."""
    return {
        some.name: [
            cp_sat.fewest_left(some.slug, some.round, [str(card) for card in hand])
            for hand in some.hands
        ]
        for some in recorded_hands()
    }


if __name__ == "__main__":
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(told)}" for name, told in answers().items()
    )
    Path(sys.argv[1]).write_text(f"{{\n{lines}\n}}\n")

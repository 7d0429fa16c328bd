"""`--golden PATH` runs another file of worked cases instead of those beside this;
`--hypothesis-profile thorough` tries the properties on many more examples.
"""

from pathlib import Path

import pytest
from hypothesis import settings

GOLDEN = Path(__file__).with_name("golden.json")

# No deadlines: a busy machine is no failure.
settings.register_profile("quick", max_examples=50, deadline=None)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", type=Path, help="a file of worked cases")

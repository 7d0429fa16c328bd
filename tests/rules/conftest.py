"""`--golden PATH` runs another file of worked cases instead of those beside this."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).with_name("golden.json")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", type=Path, help="a file of worked cases")

"""Holds SECURITY.md against the project: its table, its limits, and the tests that it names."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import global_settings

from scorebook import limits
from scorebook import settings as real
from scorebook.accounts import invitations, pairing, passkeys, throttle
from scorebook.photos import uploads
from scorebook.recording import guests

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "SECURITY.md").read_text()
LEVEL_1 = {
    *("1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.1", "1.3.2", "1.5.1"),
    *("2.1.1", "2.2.1", "2.2.2", "2.3.1"),
    *("3.2.1", "3.2.2", "3.3.1", "3.4.1", "3.4.2", "3.5.1", "3.5.2", "3.5.3"),
    *("4.1.1", "4.4.1", "5.2.1", "5.2.2", "5.3.1", "5.3.2", "6.1.1"),
    *("6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.2.6", "6.2.7", "6.2.8"),
    *("6.3.1", "6.3.2", "6.4.1", "6.4.2"),
    *("7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.4.1", "7.4.2"),
    *("8.1.1", "8.2.1", "8.2.2", "8.3.1", "9.1.1", "9.1.2", "9.1.3", "9.2.1"),
    *("10.4.1", "10.4.2", "10.4.3", "10.4.4", "10.4.5"),
    *("11.3.1", "11.3.2", "11.4.1", "12.1.1", "12.2.1", "12.2.2", "13.4.1"),
    *("14.2.1", "14.3.1", "15.1.1", "15.2.1", "15.3.1"),
}
ROW = r"^\| V([\d.]+) [^|]+ \| ([^|]+) \|$"


def rows() -> dict[str, str]:
    return dict(re.findall(ROW, PAGE, re.MULTILINE))


def missing(text: str, root: Path = ROOT) -> list[str]:
    """The tests named in a text that are not there."""
    return [f"{path}::{name}" for path, name in named(text) if name not in names_in(root / path)]


def named(text: str) -> list[tuple[str, str]]:
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)


def names_in(path: Path) -> set[str]:
    if not path.exists():
        return set()
    tree = ast.parse(path.read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_requirement_of_level_1_has_its_row():
    assert len(LEVEL_1) == 70
    assert set(rows()) == LEVEL_1
    assert len(re.findall(ROW, PAGE, re.MULTILINE)) == 70


def test_every_row_names_a_test_or_says_why_not():
    for requirement, held_by in rows().items():
        excused = held_by.startswith(("does not apply: ", "exception", '"Keeping it mended"'))
        assert excused or named(held_by), requirement
        if "exception" in held_by:
            assert f"V{requirement}" in PAGE.partition("### Exceptions")[2]


def test_every_test_named_is_there():
    assert missing(PAGE) == []


def test_a_test_that_is_not_there_is_named(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text("def test_b():\n    pass\n")
    told = "`tests/test_a.py::test_b`, `tests/test_a.py::test_c`, `tests/test_d.py::test_e`"
    assert missing(told, tmp_path) == ["tests/test_a.py::test_c", "tests/test_d.py::test_e"]


def test_the_limits_told_are_those_that_count():
    told = re.findall(r"^\| ([a-z][^|]+) \| (\d+) ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
    assert told == [
        ("sign-in or password again", str(throttle.PER_NAME), "an hour", "name"),
        ("sign-in or password again", str(throttle.PER_ADDRESS), "an hour", "address"),
        ("passkey", str(passkeys.TRIED), "an hour", "address"),
        ("six digits of another device", str(pairing.MOST_TRIES), "in ten minutes", told[3][3]),
        ("page of an invitation", str(invitations.LANDINGS), "an hour", "address"),
        ("wrong code of a table", str(guests.MISSES), "an hour", "address"),
        ("wrong link to what is shared", str(limits.WRONG_LINKS), "an hour", "address"),
        ("photos", str(uploads.MOST), "an hour", "person"),
        ("scores", str(limits.SCORES), "a minute", "person"),
    ]


def test_what_may_come_in_is_written_where_the_page_says():
    for path in re.findall(r"`(scorebook/[\w/]+\.py)`", PAGE):
        assert (ROOT / path).exists()


def test_passwords_are_kept_slowly():
    """The site names no hasher, so the first of Django's counts; the tests' own is a quick one."""
    assert not hasattr(real, "PASSWORD_HASHERS")
    assert global_settings.PASSWORD_HASHERS[0].endswith(".PBKDF2PasswordHasher")


@pytest.mark.parametrize(
    "path", ["/.git/HEAD", "/static/../.git/HEAD", "/static/%2e%2e/manage.py", "/var/secret_key"]
)
def test_no_file_of_the_project_is_served(as_ann, client, path):
    assert client.get(path).status_code in (302, 404)
    assert as_ann.get(path).status_code == 404

"""What the source never does: run words of strangers as code, or build a query out of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNS_WORDS = {"eval", "exec", "compile", "__import__"}
MODULES = {
    *("pickle", "marshal", "shelve", "yaml", "xml", "lxml", "ctypes"),  # read more than data
    *("md5", "sha1", "random"),  # too weak where somebody guesses
}
RAW = {"raw", "extra", "RawSQL", "system", "popen"}
# The console makes up a family with dice that a seed can repeat; nothing of it is a secret.
DICE = "scorebook/demo/"
# Names of our tables and of settings, in our own words.
SQL_OF_ITS_OWN = {
    "scorebook/ledger/statements.py",  # of names of columns alone
    "scorebook/ledger/triggers.py",
    "scorebook/sqlite.py",
    "scorebook/backups/copies.py",
    "scorebook/backups/postgresql.py",
}


def faults(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module.partition(".")[0] in MODULES:
                yield node.module
            yield from (a.name for a in node.names if a.name in MODULES)
        elif isinstance(node, ast.Call):
            yield from called(node)


def called(node: ast.Call) -> Iterator[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name in RUNS_WORDS or (name or method) in RAW:
        yield name or method
    if method in ("md5", "sha1", "mark_safe"):
        yield method
    if method == "execute" and not isinstance(node.args[0], ast.Constant):
        yield "execute"
    yield from ("shell" for word in node.keywords if word.arg == "shell")


def found() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "scorebook").rglob("*.py")):
        place = str(path.relative_to(ROOT))
        for fault in faults(path.read_text()):
            if not (fault == "random" and place.startswith(DICE)):
                yield place, fault


def test_no_words_are_run_and_no_query_is_built_of_them():
    assert {found for found in found() if found[0] not in SQL_OF_ITS_OWN} == set()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("eval(text)", "eval"),
        ("import pickle", "pickle"),
        ("from xml.etree import ElementTree", "xml.etree"),
        ("hashlib.md5(b'')", "md5"),
        ("cursor.execute(f'SELECT {name}')", "execute"),
        ("Player.objects.raw(text)", "raw"),
        ("subprocess.run(text, shell=True)", "shell"),
        ("from random import choice", "random"),
    ],
)
def test_a_planted_one_is_named(source, fault):
    assert list(faults(source)) == [fault]


def test_scripts_put_words_on_a_page_as_text():
    for script in (ROOT / "static/js").rglob("*.js"):
        text = script.read_text()
        assert not re.search(r"\.(inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|\beval\(", text)
        assert not re.search(r"document\.write|new Function|\bon\w+paste", text)
        assert script.name == "store.js" or "localStorage" not in text


def test_templates_escape_everything():
    for page in (ROOT / "templates").rglob("*.html"):
        assert not re.search(r"\|\s*safe\b|autoescape off", page.read_text()), page

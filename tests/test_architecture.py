"""Who may import whom, and how long a thing may be. Each rule is shown to catch a breach."""

import ast
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE = {"rules", "models", "ledger", "access", "limits", "links", "lettering"}
FEATURES = {
    *(
        "recording",
        "checker",
        "stats",
        "photos",
        "accounts",
        "people",
        "rulebook",
        "talk",
        "transfer",
        "backups",
    ),
}
WIRING = {
    *("settings", "urls", "wsgi", "apps", "middleware", "faults", "logs"),
    *("health", "machine", "management", "nightly", "sqlite", "static_files"),
}
EVERYTHING = CORE | FEATURES | WIRING | {"pages", "demo"}
MAY_IMPORT = {
    "rules": {"rules"},
    "models": {"rules", "models"},
    "migrations": {"rules", "models", "ledger", "migrations"},
    "ledger": {"rules", "models", "ledger"},
    "access": {"models", "access"},
    "limits": {"limits"},
    "links": {"links", "machine"},
    "lettering": {"lettering"},
    **{feature: CORE | {feature} for feature in FEATURES},
    "pages": CORE | FEATURES | {"pages"},
    "demo": CORE | {"photos", "talk", "demo"},
    **dict.fromkeys(WIRING, EVERYTHING),
}
LONGEST_FUNCTION = 40
LONGEST_MODULE = 400


def modules(root: Path) -> Iterator[tuple[Path, str]]:
    """Each Python file of the house below root, with the part it belongs to."""
    for path in sorted((root / "scorebook").rglob("*.py")):
        first = path.relative_to(root / "scorebook").parts[0]
        if first != "__init__.py":
            yield path, first.removesuffix(".py")


def imported(path: Path, root: Path) -> Iterator[str]:
    """Dotted names of all that a file imports, also within functions; relative ones made whole."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def breaches(root: Path) -> list[str]:
    found = []
    for path, part in modules(root):
        for name in imported(path, root):
            first, _, rest = name.partition(".")
            target = rest.partition(".")[0]
            if first == "scorebook":
                allowed = target in MAY_IMPORT.get(part, ())
            else:
                allowed = part != "rules" or first in sys.stdlib_module_names
            if not allowed:
                found.append(f"{path.relative_to(root)} imports {name}")
    return found


def too_long(root: Path) -> list[str]:
    found = []
    for path, part in modules(root):
        if part == "migrations":
            continue
        text = path.read_text()
        if (lines := text.count("\n")) > LONGEST_MODULE:
            found.append(f"{path.relative_to(root)} has {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    found.append(f"{path.relative_to(root)} {node.name} has {lines} lines")
    return found


def test_nobody_imports_whom_they_may_not():
    assert breaches(ROOT) == []


@pytest.mark.parametrize(
    ("place", "line", "named"),
    [
        ("rules/melds.py", "import django", "django"),
        ("rules/melds.py", "from scorebook.models import Game", "scorebook.models.Game"),
        ("models/games.py", "from scorebook.ledger import append", "scorebook.ledger.append"),
        ("ledger/append.py", "from scorebook import recording", "scorebook.recording"),
        ("access/games.py", "from scorebook.ledger import append", "scorebook.ledger.append"),
        ("stats/views.py", "from scorebook.photos import wall", "scorebook.photos.wall"),
        ("stats/views.py", "from ..photos import wall", "scorebook.photos.wall"),
        ("stats/views.py", "from .. import photos", "scorebook.photos"),
        ("stats/views.py", "def late():\n    import scorebook.pages", "scorebook.pages"),
        ("newcomer/views.py", "from scorebook.models import Game", "scorebook.models.Game"),
    ],
)
def test_a_planted_breach_is_named(tmp_path, place, line, named):
    plant(tmp_path, place, line)
    assert breaches(tmp_path) == [f"scorebook/{place} imports {named}"]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("rules/melds.py", "import dataclasses\nfrom . import cards"),
        ("stats/views.py", "import django\nfrom scorebook.stats import measures"),
        ("pages/views.py", "from scorebook.photos import wall"),
    ],
)
def test_what_is_allowed_is_not_named(tmp_path, place, line):
    plant(tmp_path, place, line)
    assert breaches(tmp_path) == []


def test_the_rules_run_without_django():
    names = [
        module.name
        for module in pkgutil.walk_packages([str(ROOT / "scorebook/rules")], "scorebook.rules.")
        if not module.name.endswith("__main__")
    ]
    code = f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    # -S leaves out the folder that Django is installed in.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert names


def test_nothing_is_too_long():
    assert too_long(ROOT) == []


def test_what_is_too_long_is_named(tmp_path):
    body = "    x = 1\n"
    plant(tmp_path, "stats/fits.py", "def fits():\n" + body * (LONGEST_FUNCTION - 1))
    plant(tmp_path, "stats/long.py", "def long():\n" + body * LONGEST_FUNCTION)
    plant(tmp_path, "stats/pages.py", "x = 1\n" * (LONGEST_MODULE + 1))
    assert too_long(tmp_path) == [
        "scorebook/stats/long.py long has 41 lines",
        "scorebook/stats/pages.py has 401 lines",
    ]


def plant(root: Path, place: str, text: str) -> None:
    path = root / "scorebook" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

"""Holds the README against the project: its tree, commands, tables, variables and pictures."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from scorebook.models import RuleSet
from scorebook.rules.forms import FORMS
from scorebook.rules.presets import SLUGS
from tests.test_architecture import FEATURES, MAY_IMPORT

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
LARGEST_PICTURE = 150_000  # bytes
READERS = ("scorebook/settings.py", "scorebook/management/commands/serve.py", "run.py")


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def tree(text: str) -> list[str]:
    """Every path of the annotated tree. Names stand before the first gap of two spaces; the last
    folder of a line holds what is indented below it.
    """
    found: list[str] = []
    above: list[str] = []
    for line in text.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        names = re.split(r" {2,}", line.strip())[0].split()
        del above[depth:]
        found += ["".join(above) + name for name in names]
        above.append(names[-1])
    return found


def rows(heading: str, text: str = README) -> dict[str, list[str]]:
    """A table, by the names in code type in its first column."""
    _, _, rest = text.partition(f"\n{heading}\n")
    table = rest.partition("\n\n")[0].splitlines()[1:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return {name: row[1:] for row in cells for name in re.findall(r"`([^`]+)`", row[0])}


def missing_files(paths: list[str], root: Path = ROOT) -> list[str]:
    return [path for path in paths if not (root / path).exists()]


def left_out(paths: list[str], root: Path = ROOT) -> list[str]:
    """What the project has at its top, and the folders of the parts, that the tree leaves out."""
    told = {path.rstrip("/") for path in paths}
    told |= {str(parent) for path in told for parent in Path(path).parents}
    made = {line.strip("/\n") for line in (root / ".gitignore").read_text().splitlines()}
    there = {path.name for path in root.iterdir() if path.name[0] != "." or path.name == ".ci"}
    for folder in ("scorebook", "static", "tests"):
        inside = (path for path in (root / folder).iterdir() if path.is_dir())
        there |= {f"{folder}/{path.name}" for path in inside if path.name not in made}
    return sorted(there - made - told)


def test_every_path_of_the_tree_is_there_and_nothing_is_left_out():
    (told,) = blocks("tree")
    assert missing_files(tree(told)) == []
    assert left_out(tree(told)) == []


def test_a_path_gone_or_left_out_is_named(tmp_path):
    told = tree("run.py manage.py   both\nscorebook/\n  rules/   the game\n    cards.py\n")
    assert told == [
        "run.py",
        "manage.py",
        "scorebook/",
        "scorebook/rules/",
        "scorebook/rules/cards.py",
    ]
    for folder in ("scorebook/rules", "scorebook/talk", "var", "templates", "static", "tests/talk"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("/var/\n")
    (tmp_path / "run.py").touch()
    assert missing_files(told, tmp_path) == ["manage.py", "scorebook/rules/cards.py"]
    assert left_out(told, tmp_path) == [
        "scorebook/talk",
        "static",
        "templates",
        "tests",
        "tests/talk",
    ]


def test_every_file_named_by_its_path_is_there():
    named = re.findall(r"`((?:tests|scorebook|rules|stats|docs)/[\w./]+)`", README)
    assert len(named) > 5
    assert [
        path
        for path in named
        if not ((ROOT / path).exists() or (ROOT / "scorebook" / path).exists())
    ] == []


def asked_and_answered(text: str = README) -> list[tuple[str, str]]:
    """The rules' command line as shown: what is typed after `-m scorebook.rules`, what answers."""
    shown = "".join(blocks("console", text))
    pattern = r"^\$ python3 -m scorebook\.rules (.+)\n((?:(?!\$ ).+\n)+)"
    return re.findall(pattern, shown, re.MULTILINE)


@pytest.mark.parametrize(("question", "answer"), asked_and_answered())
def test_the_rules_answer_as_shown(question, answer):
    # -S leaves out the folder that Django is installed in, as the README says.
    command = [sys.executable, "-S", "-m", "scorebook.rules", *shlex.split(question)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert done.stdout + done.stderr == answer
    assert done.returncode == (2 if done.stderr else 0)


def test_questions_of_every_kind_are_shown():
    assert README.count("$ python3 -m scorebook.rules") == len(asked_and_answered())
    kinds = {question.split()[0] for question, _ in asked_and_answered()}
    assert kinds == {"score", "meld", "laydown", "best"}


def managed(text: str = README) -> list[str]:
    """Every `python3 run.py manage …`, in blocks and in sentences, to its last option."""
    return re.findall(r"python3 run\.py manage ([a-z][\w -]*)", text)


def unknown_to_manage(line: str) -> list[str]:
    """What a command line names that manage.py does not know."""
    name, *arguments = line.split()
    commands = get_commands()
    if name not in commands:
        return [name]
    parser = load_command_class(commands[name], name).create_parser("manage.py", name)
    known = {option for action in parser._actions for option in action.option_strings}
    return [word for word in arguments if word.startswith("--") and word not in known]


def test_the_commands_of_manage_are_known_with_their_options():
    told = {"demo", "shell", "recompute", "purge_photos", "purge_talk", "changepassword"}
    told |= {"backup", "restore", "rotate_secrets", "verify"}
    assert {line.split()[0] for line in managed()} == told
    assert [fault for line in managed() for fault in unknown_to_manage(line)] == []


def test_the_demos_other_options_are_known():
    options = re.findall(r"`(--\w+)", README.partition("### Trying it")[2].partition("###")[0])
    assert {"--variant", "--until", "--more"} <= set(options)
    assert unknown_to_manage("demo " + " ".join(options)) == []


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("dmeo --games 3", ["dmeo"]),
        ("demo --game 3 --seed 1", ["--game"]),
        ("recompute --check", []),
    ],
)
def test_a_command_or_option_unknown_is_named(line, faults):
    assert unknown_to_manage(line) == faults


def test_run_knows_the_words_shown():
    words = set(re.findall(r"python3 run\.py ([a-z]+)", README))
    assert words == {"manage", "test"}
    source = (ROOT / "run.py").read_text()
    assert all(f'arguments[0] == "{word}"' in source for word in words)


@pytest.mark.django_db
def test_the_variant_shown_can_be_made_and_is_offered():
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    cousins = RuleSet.objects.offered().get(slug="cousins")
    assert (cousins.rules.name, cousins.rules.points["A"]) == ("Cousins", 15)
    assert cousins.rules.source("points.A").quote == "Settled at Christmas 1998."


def wanted(name: str) -> set[str]:
    lines = (ROOT / name).read_text().splitlines()
    found = (re.match(r"[A-Za-z][\w.-]*", line) for line in lines)
    return {match[0] for match in found if match}


@pytest.mark.parametrize(
    ("heading", "file"),
    [
        ("| the site runs on | because |", "requirements.in"),
        ("| the tests need | because |", "requirements-dev.in"),
    ],
)
def test_every_dependency_has_its_reason(heading, file):
    table = rows(heading)
    assert set(table) == wanted(file)
    assert all(reason for (reason,) in table.values())


def test_every_variable_is_read_and_every_one_read_is_there():
    told = set(rows("| variable | without it | what it is |"))
    source = "".join((ROOT / path).read_text() for path in READERS)
    read = set(re.findall(r'env(?:iron\.get|\.\w+)\("([A-Z_]+)"', source))
    assert told == read - {"CI"}
    assert told >= set(re.findall(r"\b([A-Z_]+)=\S+ python3 run\.py", README))


def test_who_may_import_whom_is_what_the_architecture_test_holds():
    table = rows("| part | may import |")
    assert set(table) <= set(MAY_IMPORT)
    for part, (allowed,) in table.items():
        if part in FEATURES:
            assert "never one another" in allowed
        elif part not in ("rules", "pages"):
            assert set(re.findall(r"`(\w+)`", allowed)) == MAY_IMPORT[part] - {part}
    assert MAY_IMPORT["pages"] >= set(table) - {"demo"}


def test_the_kinds_and_rule_sets_named_are_all_there_are():
    _, _, kinds = README.partition("- *Kinds.*")
    named = re.findall(r"`([a-z_]+)`", kinds.partition("Their forms")[0])
    assert named == list(FORMS)
    assert re.findall(r"`([a-z_]+)`", README.partition(" variants (")[2].partition(")")[0]) == [
        *SLUGS
    ]


def test_pictures_are_there_and_light():
    pictures = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]{40,}">', README)
    assert pictures == ["docs/table.png", "docs/hand.png"]
    assert all((ROOT / picture).stat().st_size < LARGEST_PICTURE for picture in pictures)

#!/usr/bin/env python3
"""Starts Scorebook, or its tests, on a machine that has only Python.

    python3 run.py                 makes .venv, installs the libraries, serves on PORT (8000)
    python3 run.py test [ARGS]     lint, format, types and tests; ARGS go to pytest
    python3 run.py manage ARGS     any other command, as manage.py knows it

Standard library only, and in words that Python 3.4 can still read, so that an old Python says what
is wrong instead of showing a syntax error.
"""

import glob
import hashlib
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NEWEST_TRIED = 15
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
DJADE = os.path.join(os.path.dirname(PYTHON), os.path.basename(PYTHON).replace("python", "djade"))
NEEDED = (  # programs, any of which will do; the package that has them; the tests that need them
    (("chromium", "chromium-browser", "google-chrome"), "chromium", ("tests/browser",)),
    (("strace",), "strace", ("tests/test_syncs.py", "tests/test_machine_faults.py")),
)


def main(arguments):
    if sys.version_info < OLDEST:
        hand_over(arguments)
    os.chdir(ROOT)
    if not arguments:
        install("requirements.txt")
        become([PYTHON, "manage.py", "serve"])
    elif arguments[0] == "manage":
        install("requirements.txt")
        become([PYTHON, "manage.py"] + arguments[1:])
    elif arguments[0] == "test":
        install("requirements-dev.txt")
        sys.exit(run_checks(arguments[1:]))
    else:
        sys.exit(__doc__)


def hand_over(arguments):
    """Go on in a Python that is new enough, or say that there is none."""
    for minor in range(NEWEST_TRIED, OLDEST[1] - 1, -1):
        python = shutil.which("python3.{}".format(minor))
        if python and subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            become([python, os.path.abspath(__file__)] + arguments)
    sys.exit(
        "Scorebook needs Python {}.{} or newer, and this is Python {}.{}.\n"
        "Install a newer one (on Debian or Ubuntu: sudo apt install python3 python3-venv;\n"
        "elsewhere: python.org), then start this again.".format(*(OLDEST + sys.version_info[:2]))
    )


def become(command):
    """Hand this process to the command, so that stopping one stops the other."""
    sys.stdout.flush()
    if os.name == "nt":  # execv there returns to the prompt while the new process goes on
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def install(requirements):
    """Bring .venv to what the requirements file pins; done already, it costs one file read."""
    fits = venv_fits()
    if fits and is_stamped(requirements):
        return
    if not fits or not os.path.exists(stamp_path("requirements.txt")):
        make_venv()
    print("Installing what {} lists (once).".format(requirements), flush=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    if subprocess.call(pip + ["--require-hashes", "--only-binary", ":all:", "-r", requirements]):
        sys.exit(
            "\nThe libraries could not be installed; pip's own words are above.\n"
            "If it could not reach anything: check the network and start this again.\n"
            "If it found no matching wheel: this kind of machine or Python is one that a library\n"
            "does not support yet."
        )
    if hasattr(os, "sync"):  # the libraries are on the disk before a stamp says so
        os.sync()
    for name in {requirements, "requirements.txt"}:
        with open(stamp_path(name), "w") as stamp:
            stamp.write(digest(name))


def is_stamped(requirements):
    try:
        with open(stamp_path(requirements)) as stamp:
            return stamp.read() == digest(requirements)
    except OSError:
        return False


def venv_fits():
    """Is the Python in .venv still the one it was made with? When the system is upgraded another
    one may come in its place, or none, and that does not find the libraries.
    """
    told = "import sys; print('{}.{}.'.format(*sys.version_info))"
    try:
        version = subprocess.check_output([PYTHON, "-c", told]).decode().strip()
        with open(os.path.join(VENV, "pyvenv.cfg")) as made:
            return "version = " + version in made.read()
    except (OSError, subprocess.CalledProcessError):
        return False


def stamp_path(requirements):
    return os.path.join(VENV, requirements + ".sha256")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def make_venv():
    try:
        import ensurepip  # noqa: F401  (Debian takes it out of python3 and puts it in python3-venv)
        import venv
    except ImportError:
        sys.exit(
            "This Python comes without venv, which Scorebook needs to keep its libraries apart.\n"
            "On Debian or Ubuntu: sudo apt install python3-venv (or python{}.{}-venv), then start\n"
            "this again.".format(*sys.version_info[:2])
        )
    print("Making .venv (once).", flush=True)
    try:
        venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as problem:
        sys.exit("The folder .venv could not be made: {}".format(problem))


def run_checks(pytest_arguments):
    """Every check, even after one failed: the whole list of faults is worth more than the first."""
    module = [PYTHON, "-m"]
    templates = sorted(glob.glob("templates/**/*.html", recursive=True))
    migrations = ["makemigrations", "--check", "--dry-run", "--settings", "tests.settings"]
    checks = [
        ("ruff check", module + ["ruff", "check", "."]),
        ("ruff format", module + ["ruff", "format", "--check", "."]),
        ("djade", [DJADE, "--check"] + templates),  # a program of its own, and no module
        ("mypy", module + ["mypy"]),
        ("makemigrations --check", [PYTHON, "manage.py"] + migrations),
        ("pytest", module + ["pytest"] + without_missing() + pytest_arguments),
    ]
    failed = []
    for name, command in checks:
        print("== " + name, flush=True)
        if subprocess.call(command):
            failed.append(name)
    print("== " + ("Failed: " + ", ".join(failed) if failed else "All checks passed."))
    return 1 if failed else 0


def without_missing():
    """Leave out tests whose program is missing here, and say so; on CI that is a fault."""
    ignored = []
    for programs, package, tests in NEEDED:
        if any(shutil.which(name) for name in programs):
            continue
        if os.environ.get("CI"):
            sys.exit("No {} here, and on CI its tests are not left out.".format(package))
        told = "No {0} here (on Debian: sudo apt install {0}), so this time without {1}."
        print(told.format(package, " and ".join(tests)))
        ignored += ["--ignore=" + test for test in tests]
    return ignored


if __name__ == "__main__":
    main(sys.argv[1:])

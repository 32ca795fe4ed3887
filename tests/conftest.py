"""What several tests need: small packages to bundle, and the bot as bundles."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import strategies  # noqa: F401  (its profile is that of all tests, those that draw none of it included)
from tools.bundle.flatten import flatten
from tools.bundle.tape import tape

# The fixtures of the tests that need a browser.
pytest_plugins = ["chromium"]

# Whoever starts the tests in the background of a script hands down that Ctrl-C is ignored, to them and to the programs
# that they interrupt, which then never end.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]

# A bot that goes to the first free cell, in two modules and an entry: the least that passes the bundler's check.
SMALL_BOT = {
    "__init__.py": '"""A small bot."""\n',
    "__main__.py": '"""Starts it."""\n\nfrom .loop import main\n\nmain()\n',
    "grid.py": '''"""The grid."""

WIDTH = 30
HEIGHT = 20
STEPS = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}


def on_grid(x: int, y: int) -> bool:
    """Whether the cell is on the grid."""
    return 0 <= x < WIDTH and 0 <= y < HEIGHT
''',
    "loop.py": '''"""The loop."""

import sys
from collections.abc import Iterator

from .grid import STEPS, on_grid


def main() -> None:
    """Play."""
    taken: dict[tuple[int, int], int] = {}
    while line := sys.stdin.readline():
        seats, me = map(int, line.split())
        for seat in range(seats):
            start_x, start_y, x, y = map(int, sys.stdin.readline().split())
            if x < 0:
                taken = {cell: owner for cell, owner in taken.items() if owner != seat}
            else:
                taken[start_x, start_y] = taken[x, y] = seat
            if seat == me:
                head = x, y
        # The first cell that is free, or up.
        print(next(free(head, taken), "UP"), flush=True)


def free(head: tuple[int, int], taken: dict[tuple[int, int], int]) -> Iterator[str]:
    """Find free neighbours."""
    for word, (across, down) in STEPS.items():
        cell = head[0] + across, head[1] + down
        if on_grid(*cell) and cell not in taken:
            yield word
''',
}

MakePackage = Callable[..., Path]


@pytest.fixture
def make_package(tmp_path: Path) -> MakePackage:
    """Give a function that writes a project with the small bot, some files replaced, and returns its directory.

    Keywords name modules (`loop="..."`); None leaves the module out.
    """

    def make(**texts: str | None) -> Path:
        files: dict[str, str | None] = {**SMALL_BOT, **{f"{name}.py": text for name, text in texts.items()}}
        package = tmp_path / "bot"
        package.mkdir(exist_ok=True)
        for name, text in files.items():
            (package / name).unlink(missing_ok=True)
            if text is not None:
                (package / name).write_text(text, encoding="utf-8")
        (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")
        return tmp_path

    return make


@pytest.fixture(scope="session")
def flat_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bot as it is pasted, built now."""
    path = tmp_path_factory.mktemp("flat") / "tron_battle.py"
    path.write_text(flatten(ROOT, "bot", ["# Built for a test."]).text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def taped_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bot as made into one file by stickytape, built now."""
    path = tmp_path_factory.mktemp("taped") / "tron_battle_stickytape.py"
    path.write_text(tape(ROOT, "bot", ["# Built for a test."]).text, encoding="utf-8")
    return path


def environment_without_make() -> dict[str, str]:
    """Return the environment as it is outside of `make test`, so that a make in a test takes no flags from that one."""
    return {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}


def run_tool(*arguments: str | Path, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run this Python with the arguments given, wherever it was started, and return what it printed."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)], input=stdin, cwd=cwd, capture_output=True, text=True, check=False
    )

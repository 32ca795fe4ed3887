"""Players: what a name on the command line stands for."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.sparring import LEVELS

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = ROOT / "dist" / "tron_battle.py"


class PlayerError(Exception):
    """A player that cannot be started as named; the text is a sentence for the user."""


@dataclass(frozen=True)
class Player:
    """Somebody who can play: the ``command`` as typed, the ``name`` as its short form, how to start it and where."""

    name: str
    argv: tuple[str, ...]
    cwd: Path
    command: str


def resolve(text: str) -> Player:
    """Turn `bot`, `bundle`, a sparring level, each with options if wanted, or any command line into a player.

    Names start under this very interpreter. A command line runs where the user stands; one that begins with a `.py`
    file that cannot be executed is handed to this interpreter too. PlayerError says what is missing.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerError(f"the player {text!r} cannot be split into words as a shell would: {error}") from None
    if not words:
        raise PlayerError("a player is a name or a command line, and found was an empty one")
    first, options = words[0], words[1:]
    command, name = _readable(text), _readable(Path(first).name)
    if first == "bot":
        return Player(first, (sys.executable, "-m", "bot", *options), ROOT, command)
    if first == "bundle":
        if not BUNDLE.is_file():
            raise PlayerError(f"the bundle {BUNDLE.relative_to(ROOT)} is missing: write it with `make bundle`")
        return Player(first, (sys.executable, str(BUNDLE), *options), ROOT, command)
    if first in LEVELS:
        return Player(first, (sys.executable, "-m", "tools.sparring", *words), ROOT, command)
    here = Path.cwd()
    if shutil.which(first):
        return Player(name, tuple(words), here, command)
    if first.endswith(".py") and Path(first).is_file():
        return Player(name, (sys.executable, *words), here, command)
    raise PlayerError(
        f"{first!r} is neither a program that can be run nor one of the names bot, bundle, {', '.join(LEVELS)}"
    )


def labels(contestants: Sequence[Player]) -> list[str]:
    """Return what tells the contestants apart: their names, else their commands, else these with a number."""
    names = [player.name for player in contestants]
    commands = [player.command for player in contestants]
    chosen = [name if names.count(name) == 1 else command for name, command in zip(names, commands, strict=True)]
    return [
        label if chosen.count(label) == 1 else f"{label} #{chosen[: index + 1].count(label)}"
        for index, label in enumerate(chosen)
    ]


def _readable(text: str) -> str:
    """Return words of the command line as text that a record can hold.

    Where the locale has no UTF-8 Python has the bytes of other symbols as halves of surrogate pairs.
    """
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

"""What tells a player from what the same command line stood for at another time: a digest of the files it starts."""

import errno
import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.players import Player


def digest(player: Player) -> str:
    """Return 16 hexadecimal digits of the files named on the command line, their contents alone.

    Those are the program, unless it is this Python, the modules of a package that is run with `-m`, and any argument
    that is a file. What these read or import from elsewhere is not looked at.
    """
    found = hashlib.sha256()
    for path in _files(player):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def _files(player: Player) -> Iterator[Path]:
    program, *arguments = player.argv
    if program != sys.executable and (found := shutil.which(program)):
        yield Path(found)
    for before, word in zip(player.argv, arguments, strict=False):
        path = player.cwd / word
        if before == "-m":
            yield from sorted((player.cwd / word.replace(".", "/")).glob("*.py"))
        elif _is_file(path):
            yield path


def _is_file(path: Path) -> bool:
    """Whether a word is a file; code that is given on the command line is too long to be the name of one."""
    try:
        return path.is_file()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False

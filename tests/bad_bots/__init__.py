"""Bots that do one thing wrong, as scripts."""

import shlex
import sys
from pathlib import Path

DIRECTORY = Path(__file__).parent


def command(name: str, *arguments: str) -> str:
    """Return the command line that starts a scripted bot with this Python; `-S` makes the start quick."""
    return shlex.join([sys.executable, "-S", str(DIRECTORY / f"{name}.py"), *arguments])


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that nobody has collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        # It ended before the file was opened, or between that and the reading.
        return False

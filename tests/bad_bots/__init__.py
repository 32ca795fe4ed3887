"""Bots that do one thing wrong, as scripts."""

import shlex
import sys
from pathlib import Path

DIRECTORY = Path(__file__).parent


def command(name: str, *arguments: str) -> str:
    """Return the command line that starts a scripted bot with this Python; `-S` makes the start quick."""
    return shlex.join([sys.executable, "-S", str(DIRECTORY / f"{name}.py"), *arguments])

"""What the command lines of long runs have in common."""

import argparse
import math
from pathlib import Path


def add_long_run(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run that can be stopped and gone on with."""
    add = parser.add_argument
    add("--seed", type=count, default=1, metavar="N", help="draws everything, default 1")
    add("--ledger", type=Path, metavar="FILE", help="keep in a file what is done, and go on from there")
    add("--progress", action="store_true", help="tell how far the run is")


def count(text: str) -> int:
    """Read a number of 1 or more."""
    if not (text.isdecimal() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"expected a number of 1 or more, found {text[:60]!r}")
    return int(text)


def milliseconds(text: str) -> float:
    """Read a budget of 0 or more."""
    try:
        budget = float(text)
    except ValueError:
        budget = math.nan
    if not 0 <= budget < math.inf:
        raise argparse.ArgumentTypeError(f"expected milliseconds, 0 or more, found {text[:60]!r}")
    return budget


def times(text: str) -> float:
    """Read a factor above 0."""
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not 0 < factor < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text[:60]!r}")
    return factor

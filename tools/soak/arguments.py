"""What the command lines of long runs have in common."""

import argparse
from pathlib import Path

from tools.arguments import integer, real

count = integer(1)
milliseconds = real("milliseconds, 0 or more", 0)
times = real("a number from 0.1 to 1000", 0.1, 1000)


def add_long_run(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run that can be stopped and gone on with."""
    add = parser.add_argument
    add("--seed", type=count, default=1, metavar="N", help="draws everything, default 1")
    add("--ledger", type=Path, metavar="FILE", help="keep in a file what is done, and go on from there")
    add("--progress", action="store_true", help="tell how far the run is")

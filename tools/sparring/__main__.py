"""Plays a sparring level over the protocol: `python -m tools.sparring LEVEL`."""

import argparse
import math
import sys

from bot.grid import Grid

from . import LEVELS
from .levels import SECONDS, chooser
from .protocol import boards, word


def main(arguments: list[str] | None = None) -> int:
    """Play a game on standard input and output; 0 at the end of the game, 1 if the input cannot be read."""
    listing = "\n".join(f"  {name:<11} {line}" for name, line in LEVELS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tools.sparring",
        description="Play a sparring level over the protocol of Tron Battle.",
        epilog=f"levels:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("level", metavar="LEVEL", choices=LEVELS, help="one of the levels below")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the level random (default: 0)")
    parser.add_argument(
        "--no-deadline", action="store_true", help="let alpha-beta finish its depth, however late the answer is"
    )
    options = parser.parse_args(arguments)
    choose = chooser(options.level, options.seed, math.inf if options.no_deadline else SECONDS)
    try:
        for board in boards(sys.stdin, Grid()):
            print(word(board, choose(board)), flush=True)
    except ValueError as error:
        print(f"{options.level}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

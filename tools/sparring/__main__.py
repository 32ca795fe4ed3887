"""Plays a sparring level over the protocol: `python -m tools.sparring LEVEL`."""

import argparse
import functools
import math
import sys

from bot.protocol import ProtocolError

from . import LEVELS
from .game import play
from .levels import SECONDS, chooser


def main() -> int:
    """Play a game on standard input and output; 0 at its end, 1 if the input cannot be read, 2 for bad options."""
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
        "--no-deadline",
        action="store_true",
        help=f"let alpha-beta finish its depth; without it a turn ends after {SECONDS * 1000:.0f} ms",
    )
    options = parser.parse_args()
    choose = chooser(options.level, options.seed, math.inf if options.no_deadline else SECONDS)
    answer = functools.partial(print, flush=True)
    warn = functools.partial(print, file=sys.stderr)
    try:
        play(choose, sys.stdin.buffer.readline, answer, warn)
    except ProtocolError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Nobody reads the answers any more: the game is over for us, and there is nothing left to flush.
        sys.stdout = None
    return 0


if __name__ == "__main__":
    sys.exit(main())

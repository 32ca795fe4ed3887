"""What the commands for other people's arenas have in common: how they begin, how they draw a game, how they end."""

import signal
import sys
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import NoReturn

from tools.exits import complain, leave_with
from tools.records import Record
from tools.referee import Cell
from tools.starts import random_starts
from tools.verify import SPOKEN_FOR


class PlugError(Exception):
    """A command line or an input that makes no sense; the text is a sentence for the user."""


def run_command(name: str, main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run a plug on the command line's words and exit with its status; a PlugError is one sentence, and status 1.

    An arena ends a referee that it has waited for too long with SIGTERM. That is taken as an interrupt, so that the
    bots, which are process groups of their own, end too.
    """

    def run() -> int:
        if sys.stdout is None:
            print(f"{name}: stdout is closed, and the result goes there: leave it open", file=sys.stderr)
            return 1
        try:
            return main(sys.argv[1:])
        except PlugError as error:
            complain(name, error)
            return 1

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    leave_with(run)


def read_integer(text: str, what: str) -> int:
    """Read a number of at most 19 digits, which is what a seed of Java has; PlugError names ``what`` it was for."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 19):
        raise PlugError(f"{what} is a whole number of at most 19 digits, found {text[:60]!r}")
    return int(text)


def draw_seed() -> int:
    """Return a seed for a game that was given none."""
    return SystemRandom().randrange(1_000_000)


def draw_starts(players: int, seed: int) -> list[Cell]:
    """Draw the starts of the first block of a match with this seed, so that a match can repeat what an arena played."""
    return random_starts(players, Random(f"{seed}/0"))


def failures(record: Record) -> set[int]:
    """Return the seats whose bots failed: what ended them was no move on the grid."""
    return {death.seat for death in record.deaths if death.cause in SPOKEN_FOR}

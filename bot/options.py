"""The bot's options.

Parsed by hand: argparse, imported and used, takes a start from 14 ms to 31 ms (CPython 3.11 with -I -S, median of 40).
"""

import time
from collections.abc import Callable

from .clock import Clock, NodeClock

DEFAULT_BUDGET_MS = 80.0
# int() refuses above 4,300 digits, and nobody searches so many nodes or waits so long.
LONGEST_NUMBER = 15
OPTIONS_HELP = f"""\
Plays Tron Battle: turns on standard input, a direction a turn on standard output.

  --budget-ms N  think for N milliseconds a turn at most, N >= 0 (default {DEFAULT_BUDGET_MS:g})
  --nodes N      think for N nodes a turn instead, on no clock: the same input gives the same moves on any machine
  --cpu-clock    count the milliseconds in CPU time of this process, not on the wall clock
  --debug        a line a turn on standard error: move, depth, value, nodes, milliseconds, who answered
  --help         show this and leave
"""


class OptionError(Exception):
    """A command line that cannot be obeyed; the text is one sentence that says what to do."""


class Options:
    """``clock``: the turn's budget. ``now``: tells the seconds that `--debug` shows. ``debug``, ``help``: asked for."""

    __slots__ = ("clock", "debug", "help", "now")

    def __init__(self, clock: Clock, now: Callable[[], float], debug: bool = False, show_help: bool = False) -> None:
        """Take the options as they were decided."""
        self.clock = clock
        self.now = now
        self.debug = debug
        self.help = show_help


def parse_options(arguments: list[str], start_up: float = 0.0) -> Options:
    """Return what the command line asks for, the last word on an option counting; OptionError if it makes no sense.

    ``start_up``: for how many seconds the first turn may have been waiting already, the process being started. It is to
    be answered as soon after the start as any turn is by default, or later only by what a longer budget allows.
    """
    budget_ms = DEFAULT_BUDGET_MS
    nodes: int | None = None
    flags = {"--cpu-clock": False, "--debug": False, "--help": False}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in flags:
            if equals:
                raise OptionError(f"{name} takes no value, found {_shorten(argument)}; give {name} alone")
            flags[name] = True
        elif name in ("--budget-ms", "--nodes"):
            text = value if equals else next(rest, "")
            if name == "--nodes":
                nodes = int(_digits(name, text, text))
            else:
                _digits(name, text, text.replace(".", "", 1))
                budget_ms = float(text)
        else:
            raise OptionError(f"unknown option {_shorten(argument)}; --help shows those that there are")
    now = time.process_time if flags["--cpu-clock"] else time.perf_counter
    gone = max(0.0, start_up - max(0.0, DEFAULT_BUDGET_MS - budget_ms) / 1000)
    clock = Clock(budget_ms / 1000, now, gone) if nodes is None else NodeClock(nodes)
    return Options(clock, now, flags["--debug"], flags["--help"])


def _digits(name: str, text: str, digits: str) -> str:
    """Return ``digits``, the option's value less its point, if it is a number of sensible length."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        kind = "whole number" if name == "--nodes" else "number"
        found = _shorten(text) if text else "nothing"
        raise OptionError(f"{name} expected a {kind} from 0 up of at most {LONGEST_NUMBER} digits, found {found}")
    return digits


def _shorten(text: str) -> str:
    """Quote a piece of the command line in ASCII."""
    return ascii(text[:60]) + ("..." if len(text) > 60 else "")

"""Fuzz the bot: `python -m tools.fuzz reader|loop`."""

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.exits import leave_with
from tools.soak.arguments import add_long_run, count
from tools.soak.ledger import Ledger, LedgerError

from .batch import Failure, run_batch
from .inputs import GAMES_OF_A_DRAW, streams
from .targets import TARGETS

# Inputs. Hypothesis keeps what it has tried of a batch, so a batch is not to be endless.
BATCH = 10_000
FAILURE = Path("games", "fuzz-failure.txt")
MOST_TURNS = {"reader": 3, "loop": 12}
DESCRIPTION = """Feed the bot games that have been changed at random.

reader   its reader alone: it must give turns on the grid, or one clear error
loop     the whole bot, at 12 nodes a turn: it must answer each turn by a direction, warn of each kind of surprise once,
         and end well, or with one clear error

The same seed gives the same inputs. What fails is made as simple as possible, kept in a file, and ends the run with
status 1; `python -m bot --nodes 12 < FILE` feeds it to the bot again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 1 if an input failed, 2 if something is wrong with a file."""
    options = _parser().parse_args(arguments)
    try:
        ledger = Ledger(options.ledger, {"fuzz": options.target, "seed": options.seed, "batch": BATCH})
    except LedgerError as error:
        print(f"fuzz: {error}", file=sys.stderr)
        return 2
    inputs = streams(most_turns=MOST_TURNS[options.target])
    done = sum(entry["inputs"] for entry in ledger.entries)
    while done < options.inputs:
        draws = math.ceil(min(BATCH, options.inputs - done) / GAMES_OF_A_DRAW)
        try:
            run_batch(TARGETS[options.target], inputs, draws, options.seed * 1_000_000 + len(ledger.entries))
        except Failure as failure:
            options.failure.parent.mkdir(parents=True, exist_ok=True)
            options.failure.write_bytes(failure.raw)
            print(f"fuzz: {options.target}: {failure}; the input is in {options.failure}", file=sys.stderr)
            return 1
        ledger.add({"inputs": draws * GAMES_OF_A_DRAW})
        done += draws * GAMES_OF_A_DRAW
        if options.progress:
            print(f"{options.target}: {done} of {options.inputs} inputs", flush=True)
    print(f"{options.target}: {done} inputs, nothing but clear errors")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.fuzz", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("target", choices=list(TARGETS), help="what is fed")
    add("--inputs", type=count, default=1_000, metavar="N", help="how many, default 1000, rounded up to tens")
    add("--failure", type=Path, default=FAILURE, metavar="FILE", help=f"default {FAILURE}")
    add_long_run(parser)
    return parser


if __name__ == "__main__":
    leave_with(main)

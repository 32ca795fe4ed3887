"""Soak the bot, `python -m tools.soak turns|stretches|long|start`: `--help` tells what is run and what fails it."""

import argparse
import sys
from collections.abc import Callable, Sequence

from bot.options import DEFAULT_BUDGET_MS
from tools.exits import leave_with
from tools.players import PlayerError, resolve

from .arguments import add_long_run, count, milliseconds, times
from .figures import table, together, turns_of
from .ledger import Entry, Ledger, LedgerError
from .load import PROGRAMS, beside
from .long_game import tell_long_game
from .start import first_answer
from .stretches import measure_game
from .turns import CPU_GRACE_MS, LIMIT_MS, soak_game

LONGEST_STRETCH_MS = 2.0
MOST_MB = 200.0

DESCRIPTION = f"""Long runs that look for a bot that is late, grows or answers wrongly. The status is 1 then.

turns      games of the bot against itself, a process a seat, on starts of every kind, with seats that die at any time.
           Fails where an answer takes {LIMIT_MS:g} ms that the scheduler does not explain, or the budget and more than
           {CPU_GRACE_MS:g} ms of CPU time; where a bot dies that need not, says anything, or uses over {MOST_MB:g} MB.
stretches  games of the bot in this process, each played twice in the very same way; reports, for each class of turns,
           the longest stretch of CPU time between two looks at the clock, and by how much turns passed the budget.
           Fails at a stretch of {LONGEST_STRETCH_MS:g} ms in both passes; what was seen in one is the machine's.
long       a made-up game of four players and 946 moves, told to a bot; fails at {MOST_MB:g} MB.
start      first answers from the start of the process; fails if half of them take {LIMIT_MS:g} ms, less what the
           scheduler explains."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 1 if something is wrong with the bot, 2 with the command."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], list[str]] = options.run
    try:
        problems = run(options)
    except (LedgerError, PlayerError) as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2
    for problem in problems:
        print(f"soak: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _turns(options: argparse.Namespace) -> list[str]:
    command = f"{options.bot} --budget-ms {options.budget_ms:g}"
    player = resolve(command)
    ledger = Ledger(options.ledger, {"soak": "turns", "bot": command, "seed": options.seed})
    with beside(options.beside):
        _games(options, ledger, lambda number: soak_game(player, number, options.seed, options.budget_ms))
    print(table(together(ledger.entries), ["turns", "CPU ms", "wall ms", "unexplained ms"]))
    peak = max((entry["peak_mb"] for entry in ledger.entries), default=0.0)
    print(f"most memory of a bot: {peak:.1f} MB")
    problems = [problem for entry in ledger.entries for problem in entry["problems"]]
    return problems + _too_much(peak)


def _stretches(options: argparse.Namespace) -> list[str]:
    ledger = Ledger(
        options.ledger, {"soak": "stretches, two passes", "budget_ms": options.budget_ms, "seed": options.seed}
    )
    _games(options, ledger, lambda number: measure_game(number, options.seed, options.budget_ms))
    figures = together(ledger.entries)
    print(table(figures, ["turns", "stretch ms", "seen once ms", "over budget ms"]))
    problems = [problem for entry in ledger.entries for problem in entry["problems"]]
    for name, found in figures.items():
        if found["stretch_ms"] >= LONGEST_STRETCH_MS * options.slack:
            problems.append(f"{name}: {found['stretch_ms']:.2f} ms without a look at the clock")
    return problems


def _games(options: argparse.Namespace, ledger: Ledger, play: Callable[[int], Entry]) -> None:
    """Play games until there are as many turns as wanted, and tell of each."""
    while (turns := turns_of(ledger.entries)) < options.turns:
        if options.progress:
            print(f"game {len(ledger.entries)}, {turns} of {options.turns} turns", flush=True)
        ledger.add(play(len(ledger.entries)))


def _long(options: argparse.Namespace) -> list[str]:
    found = tell_long_game(resolve(f"{options.bot} --budget-ms {options.budget_ms:g}"), options.seat)
    print(f"{found['turns']} turns, at most {found['cpu_ms']:.1f} ms of CPU time and {found['peak_mb']:.1f} MB")
    problems: list[str] = found["problems"]
    return problems + _too_much(found["peak_mb"])


def _start(options: argparse.Namespace) -> list[str]:
    player = resolve(options.bot)
    found = [first_answer(player) for _ in range(options.times)]
    middle = []
    for column, name in (("wall_ms", "wall"), ("own_ms", "wall, less what the scheduler explains")):
        values = sorted(entry[column] for entry in found)
        middle.append(values[len(values) // 2])
        print(f"first answer, ms: {values[0]:.1f} to {values[-1]:.1f}, half within {middle[-1]:.1f} ({name})")
    allowed = LIMIT_MS * options.slack
    return [f"first answers took {middle[-1]:.1f} ms, {allowed:g} allowed"] if middle[-1] > allowed else []


def _too_much(peak: float) -> list[str]:
    return [f"a bot used {peak:.1f} MB, {MOST_MB:g} allowed"] if peak > MOST_MB else []


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.soak", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    runs = parser.add_subparsers(dest="name", required=True, metavar="RUN")
    turns = _run(runs.add_parser("turns", help="play games and time every answer"), _turns)
    stretches = _run(runs.add_parser("stretches", help="look for work without a look at the clock"), _stretches)
    for run, most in ((turns, 30_000), (stretches, 3_000)):
        run.add_argument(
            "--turns", type=count, default=most, metavar="N", help=f"turns of the bot at least, default {most}"
        )
        add_long_run(run)
    turns.add_argument(
        "--beside", nargs="*", choices=list(PROGRAMS), default=[], help="keep a core busy, or take and free memory"
    )
    long = _run(runs.add_parser("long", help="tell a bot a game of 946 moves"), _long)
    long.add_argument("--seat", type=int, choices=range(4), default=2, help="the bot's, default 2")
    start = _run(runs.add_parser("start", help="time first answers"), _start)
    start.add_argument("--times", type=count, default=20, metavar="N", help="how many, default 20")
    for run in (stretches, start):
        run.add_argument(
            "--slack",
            type=times,
            default=1.0,
            metavar="TIMES",
            help="allow so many times the time, for a machine that is slower or busy with other things; default 1",
        )
    for run in (turns, stretches, long):
        run.add_argument("--budget-ms", type=milliseconds, default=DEFAULT_BUDGET_MS, metavar="MS", help="default 80")
    for run in (turns, long, start):
        run.add_argument("--bot", default="bundle", metavar="PLAYER", help="as in a match, default bundle")
    return parser


def _run(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], list[str]]) -> argparse.ArgumentParser:
    parser.set_defaults(run=run)
    return parser


if __name__ == "__main__":
    leave_with(main)

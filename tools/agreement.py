"""Ask the bot in each of its forms, on each Python at hand, for the same moves: `python -m tools.agreement`.

Package, flat bundle and stickytape bundle are fed with the same games for the same budget of nodes.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.clock import NodeClock
from bot.loop import play
from bot.options import Options
from bot.strategy import Strategy
from tools.bundle.flatten import flatten
from tools.bundle.problems import BundleError
from tools.bundle.tape import tape
from tools.exits import leave_with
from tools.interpreters import interpreters
from tools.players import ROOT
from tools.soak.arguments import add_long_run, count
from tools.soak.ledger import Ledger, LedgerError
from tools.soak.scenarios import scenario
from tools.soak.world import World

HEADER = ["# Built to be compared."]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 1 if answers differ, 2 if the comparison cannot be made."""
    options = _parser().parse_args(arguments)
    pythons = interpreters()
    task = {"agreement": sorted(pythons), "nodes": options.nodes, "seed": options.seed}
    try:
        ledger = Ledger(options.ledger, task)
        with tempfile.TemporaryDirectory() as directory:
            forms = write_forms(Path(directory))
            done = sum(entry["positions"] for entry in ledger.entries)
            while done < options.positions:
                asked, answers = game(len(ledger.entries), options.seed, options.nodes)
                for version, python in pythons.items():
                    for form, words in forms.items():
                        if difference := compare([python, *words], options.nodes, asked, answers):
                            print(f"agreement: game {len(ledger.entries)}, {form} on {version}: {difference}")
                            return 1
                ledger.add({"positions": len(answers)})
                done += len(answers)
                if options.progress:
                    print(f"{done} of {options.positions} positions", flush=True)
    except (LedgerError, BundleError) as error:
        print(f"agreement: {error}", file=sys.stderr)
        return 2
    print(f"{done} positions at {options.nodes} nodes: {', '.join(forms)} agree on Python {', '.join(sorted(pythons))}")
    return 0


def write_forms(directory: Path) -> dict[str, list[str]]:
    """Write both bundles into a directory; returns of each form what follows the interpreter on its command line."""
    forms = {"package": ["-S", "-B", "-m", "bot"]}
    for name, make in (("bundle", flatten), ("stickytape", tape)):
        path = directory / f"{name}.py"
        path.write_text(make(ROOT, "bot", HEADER).text, encoding="utf-8")
        forms[name] = ["-I", "-S", "-B", str(path)]
    return forms


def game(number: int, seed: int, nodes: int) -> tuple[str, list[str]]:
    """Let the package play one seat of the game of a number; returns all that it was sent, and its answers."""
    rng = Random(f"{seed} {number}")
    chosen = scenario(number, rng)
    world = World(chosen, rng.randrange(len(chosen.starts)), rng, lambda _: None)
    clock = NodeClock(nodes)
    play(world.read_line, world.write, world.problems.append, Options(clock, clock.now), Strategy())
    return "".join(world.asked), world.answers


def compare(command: Sequence[str], nodes: int, asked: str, answers: Sequence[str]) -> str | None:
    """Feed a form of the bot with a game; returns in a clause where its answers differ, None if they do not."""
    done = subprocess.run(
        [*command, "--nodes", str(nodes)], cwd=ROOT, input=asked, capture_output=True, text=True, check=False
    )
    if done.returncode or done.stderr:
        return f"expected exit status 0 and no complaint, found {done.returncode} and {done.stderr[-200:]!r}"
    found = done.stdout.splitlines(keepends=True)
    for turn, (expected, answer) in enumerate(zip(answers, found, strict=False), start=1):
        if answer != expected:
            return f"turn {turn}: expected {expected.strip()}, found {answer.strip()}"
    if len(found) != len(answers):
        return f"expected {len(answers)} answers, found {len(found)}"
    return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.agreement",
        description="Feed the package and both kinds of bundle with the same games, on every Python at hand, and "
        "compare their answers. The status is 1 if any differ.",
    )
    add = parser.add_argument
    add("--positions", type=count, default=1_000, metavar="N", help="turns to be answered at least, default 1000")
    add("--nodes", type=count, default=60, metavar="N", help="of a turn, default 60")
    add_long_run(parser)
    return parser


if __name__ == "__main__":
    leave_with(main)

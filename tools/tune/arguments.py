"""The command line of `python -m tools.tune`."""

import argparse
from pathlib import Path

from tools.arguments import integer, real
from tools.cores import physical_cores
from tools.tune.numbers import full_name

DIRECTORY = Path("tune")
# What no fit to positions can tell, and the two weights that decide most; a cell is the unit of all three.
NAMES = ("edge", "centre", "separated")
DESCRIPTION = """Fit the weights of the evaluation to games, or optimise any numbers by games, and prove them in others.

  data      play games of the bot against itself, at fixed nodes, from openings drawn at random
  fit       fit weights to them, and write a page and a candidate
  optimise  look for better numbers by games against the bot as it is, and write a page and a candidate
  prove     play the candidate against the bundle until it is known whether it is better
  keep      put a candidate that was proven into the sources

All files are in one directory; a run that was stopped goes on with the same command.
"""

DATA = "Play games of the bot against itself, at fixed nodes, from openings drawn at random, into games.jsonl."
FIT = "Fit weights to the games of `make data`; writes report.html, and candidate.json for a proof."
PROVE = """Play candidate.json against the bundle until it is known whether it is better, and add what came of it to
attempts.jsonl. The status is 0 if it is proven, else 1: the bot stays as it is."""
KEEP = "Put candidate.json into the sources, if its last proof was accepted; the status is 1 if not."
OPTIMISE = """Look for better numbers of the bot by games against the bot as it is (CMA-ES).

A number is a weight of the evaluation, such as edge, or a constant of a module or a class of bot/, such as search.RANK
or search.Search.LAST_START. Each candidate of a generation plays the same starts from every seat; the answer is the
mean at which the search ends. More --generations go on, fewer give the answer of then. For numbers that trade time
let the clock decide: --options "--budget-ms 20 --cpu-clock".
"""


_count = integer(1)
_several = integer(2)
_share = real("a share from 0 to 1", 0, 1)
_milliseconds = real("milliseconds, 0 for no limit", 0)
_spread = real("a number from 0.001 to 2", 0.001, 2)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(
        prog="python -m tools.tune", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="data | fit | optimise | prove | keep")
    described = {"data": DATA, "fit": FIT, "prove": PROVE, "keep": KEEP}
    data, fit, proof, keep = (commands.add_parser(name, description=text) for name, text in described.items())
    optimise = commands.add_parser(
        "optimise", description=OPTIMISE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for command in (data, fit, optimise, proof, keep):
        text = f"where files are, default {DIRECTORY}/"
        command.add_argument("--directory", type=Path, default=DIRECTORY, metavar="DIR", help=text)
    cores = physical_cores()
    for command in (data, optimise, proof):
        text = f"games at a time, default {cores}, as many as cores"
        command.add_argument("--jobs", type=_count, default=cores, metavar="N", help=text)
    add = data.add_argument
    add("--games", type=_count, default=400, metavar="N", help="games in the file at the end, default 400")
    add("--nodes", type=_count, default=60, metavar="N", help="of search for a move, default 60")
    add("--players", type=_mix, default=(2, 2, 2, 3, 4), metavar="N,N", help="of the games in turn; default 2,2,2,3,4")
    add("--drawn", type=_count, default=8, metavar="N", help="a seat's moves drawn at random at most, default 8")
    add("--fair", type=_share, default=0.05, metavar="SHARE", help="differences of nearer cells at most, default 0.05")
    add("--seed", type=int, default=1, metavar="N", help="of starts and drawn moves, default 1")
    fit.add_argument("--positions", type=_count, default=20, metavar="N", help="of a game, default 20")
    add = optimise.add_argument
    add("--names", type=_names, default=NAMES, metavar="NAME,...", help=f"of the numbers; default {','.join(NAMES)}")
    add("--generations", type=_count, default=20, metavar="N", help="at the end, default 20")
    add("--population", type=_several, default=10, metavar="N", help="candidates a generation, default 10")
    add("--blocks", type=_several, default=10, metavar="N", help="starts a generation, default 10")
    add("--options", default="--nodes 100", metavar="TEXT", help='of all bots, default "--nodes 100"')
    add("--players", type=int, choices=(2, 3, 4), default=2, help="of a game, default 2")
    add("--sigma", type=_spread, default=0.3, metavar="X", help="spread of the first candidates, default 0.3")
    add("--fair", type=_share, default=0.02, metavar="SHARE", help="differences of nearer cells at most, default 0.02")
    add("--seed", type=_count, default=1, metavar="N", help="of starts and candidates, default 1")
    add = proof.add_argument
    add("--options", default="--nodes 300", metavar="TEXT", help='of both bots, default "--nodes 300"')
    add("--games", type=_count, default=20_000, metavar="N", help="at most, default 20000")
    add("--elo", nargs=2, type=float, default=(0.0, 10.0), metavar=("ELO0", "ELO1"), help="hypotheses, default 0 10")
    add("--players", type=int, choices=(2, 3, 4), default=2, help="of a game, default 2")
    add("--fair", type=_share, default=0.02, metavar="SHARE", help="differences of nearer cells at most, default 0.02")
    add("--seed", type=int, default=1, metavar="N", help="of the starts; another one for another attempt; default 1")
    add("--limit-ms", type=_milliseconds, metavar="MS", help="a later answer loses; default 0: no limit")
    return whole


def _mix(text: str) -> tuple[int, ...]:
    if any(word not in ("2", "3", "4") for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"expected numbers of players from 2 to 4 such as 2,2,3, found {text[:60]!r}")
    return tuple(map(int, text.split(",")))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if not all(names) or len({full_name(name) for name in names}) < len(names):
        raise argparse.ArgumentTypeError(f"expected names of numbers such as edge,centre, each once, found {text!r}")
    return names

"""`python -m tools.tune data | fit | prove | keep`: games, weights fitted to them, their proof, and into the bot."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.packages import missing_package

try:
    from rich.console import Console

    from tools.tune.study import seed_of, study_games
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.tune") from None

from bot.evaluation import Weights
from tools.bundle.problems import BundleError
from tools.cores import physical_cores
from tools.display import Display
from tools.exits import complain, leave_with, refused
from tools.fields import write_whole
from tools.games_file import GamesFileError
from tools.players import ROOT, PlayerError
from tools.runner import listening
from tools.tune.candidate import CandidateError, build_candidate, read_candidate, rewrite, write_candidate
from tools.tune.curse import demonstrate, read_ideas
from tools.tune.data import make
from tools.tune.features import weights_of
from tools.tune.page import to_html, weights_shown
from tools.tune.prove import Proof, accepted, attempt, prove
from tools.tune.self_play import Settings
from tools.tune.tables import print_study

DIRECTORY = Path("tune")
GAMES, CANDIDATE, REPORT, ATTEMPTS = "games.jsonl", "candidate.json", "report.html", "attempts.jsonl"
BOT = "candidate.py"
DESCRIPTION = """Fit the weights of the evaluation to games, and prove them in others.

  data   play games of the bot against itself, at fixed nodes, from openings drawn at random
  fit    fit weights to them, and write a page and a candidate
  prove  play the candidate against the bundle until it is known whether it is better
  keep   put a candidate that was proven into bot/evaluation.py

All files are in one directory; a run that was stopped goes on with the same command.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 1 where weights are not kept, 2 for what makes no sense."""
    options = _parser().parse_args(arguments)
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "data": _data,
        "fit": _fit,
        "prove": _prove,
        "keep": _keep,
    }
    try:
        options.directory.mkdir(parents=True, exist_ok=True)
        return commands[options.command](options)
    except (GamesFileError, CandidateError, PlayerError, BundleError, ValueError) as error:
        complain("tune", error)
        return 2
    except OSError as error:
        return refused("tune", error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.tune", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="data | fit | prove | keep")
    data, fit, proof, keep = (commands.add_parser(name) for name in ("data", "fit", "prove", "keep"))
    for command in (data, fit, proof, keep):
        text = f"where files are, default {DIRECTORY}/"
        command.add_argument("--directory", type=Path, default=DIRECTORY, metavar="DIR", help=text)
    cores = physical_cores()
    for command in (data, proof):
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
    add = proof.add_argument
    add("--options", default="--nodes 300", metavar="TEXT", help='of both bots, default "--nodes 300"')
    add("--games", type=_count, default=20_000, metavar="N", help="at most, default 20000")
    add("--elo", nargs=2, type=float, default=(0.0, 10.0), metavar=("ELO0", "ELO1"), help="hypotheses, default 0 10")
    add("--players", type=int, choices=(2, 3, 4), default=2, help="of a game, default 2")
    add("--fair", type=_share, default=0.02, metavar="SHARE", help="differences of nearer cells at most, default 0.02")
    add("--seed", type=int, default=1, metavar="N", help="of the starts; another one for another attempt; default 1")
    add("--limit-ms", type=float, metavar="MS", help="a later answer loses; default: no limit")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text)):
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 9999999, found {text[:60]!r}")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, found {text[:60]!r}")
    return share


def _mix(text: str) -> tuple[int, ...]:
    if any(word not in ("2", "3", "4") for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"expected numbers of players from 2 to 4 such as 2,2,3, found {text[:60]!r}")
    return tuple(map(int, text.split(",")))


def _data(options: argparse.Namespace) -> int:
    """Play games."""
    settings = Settings(options.seed, options.players, options.nodes, options.drawn, options.fair)
    path = options.directory / GAMES
    with Display(Console(), options.games) as display:

        def tell(moves: int | None) -> None:
            for _ in range(moves or 0):
                display.count_move()
            display.finish_game("", played=moves is not None)

        try:
            played = make(path, settings, options.games, options.jobs, tell)
        except KeyboardInterrupt:
            print(f"stopped: the same command goes on with the games in {path}")
            raise
    print(f"{played} games played; {path} has the {options.games} of seed {options.seed}")
    return 0


def _fit(options: argparse.Namespace) -> int:
    """Fit, print what was found, and write the page and the candidate."""
    path = options.directory / GAMES
    if not path.is_file():
        raise ValueError(f"{path} is missing: make it with `make data`")
    studies, candidate = study_games(path, options.positions, print)
    console = Console()
    for study in studies:
        print_study(console, study)
    source = f"{path}, seed {seed_of(path)}, {options.positions} positions a game at most"
    write_whole(to_html(studies, candidate, demonstrate(read_ideas()), source), options.directory / REPORT)
    write_candidate(candidate, options.directory / CANDIDATE)
    print(f"the bot's weights: {weights_shown(weights_of(Weights()))}")
    print(f"to be proven:      {weights_shown(candidate.weights)} ({candidate.fit})")
    print(f"written: {options.directory / REPORT}, {options.directory / CANDIDATE}")
    return 0


def _prove(options: argparse.Namespace) -> int:
    """Play the candidate against the bundle; the status is 0 only if it is proven to be better."""
    directory = options.directory
    candidate = read_candidate(directory / CANDIDATE)
    if candidate.weights == weights_of(Weights()):
        raise ValueError(f"{directory / CANDIDATE} has the weights that the bot has already: there is nothing to prove")
    bot = directory / BOT
    build_candidate(ROOT, candidate.weights, bot)
    proof = Proof(
        candidate=bot,
        options=options.options,
        players=options.players,
        fair=options.fair,
        seed=options.seed,
        games=options.games,
        elo=tuple(options.elo),
        limit_ms=options.limit_ms or None,
        jobs=options.jobs,
        file=directory / f"proof-{options.players}-{options.seed}.jsonl",
    )
    console = Console()
    with listening() as halt:
        results = prove(proof, halt, console)
    if halt.signal:
        return 128 + halt.signal
    kept = attempt(candidate, results)
    _append(directory / ATTEMPTS, json.dumps(kept) + "\n")
    found = kept["sprt"]["accepted"]
    share = "" if kept["share"] is None else f", and {100 * kept['share']:.1f} % of {kept['match_games']} games"
    print(f"claimed: {candidate.claimed:+.4f} nats; on held-out games {candidate.held_out:+.4f}{share}")
    if found != "H1":
        print("not proven: the bot stays as it is" if found else "undecided: the bot stays as it is")
        return 1
    print("proven: `python -m tools.tune keep` puts the weights into bot/evaluation.py")
    return 0


def _keep(options: argparse.Namespace) -> int:
    """Put a proven candidate into the sources."""
    candidate = read_candidate(options.directory / CANDIDATE)
    attempts = options.directory / ATTEMPTS
    if not attempts.is_file() or not accepted(attempts, candidate.weights):
        print(f"tune: {options.directory / CANDIDATE} has not been proven: do so with `make prove`", file=sys.stderr)
        return 1
    rewrite(ROOT, candidate.weights)
    print(f"bot/evaluation.py has the weights {weights_shown(candidate.weights)}; now `make bundle`, and")
    print("`python3 -m tools.bench --update` for the number of nodes that the tests expect")
    return 0


def _append(path: Path, line: str) -> None:
    """Add a line to a file and see it to the disk."""
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


if __name__ == "__main__":
    leave_with(main)

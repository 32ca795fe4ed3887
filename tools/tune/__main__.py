"""`python -m tools.tune data | fit | optimise | prove | keep`: numbers from games, their proof, and into the bot."""

import argparse
import json
import os
import shlex
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
from bot.options import OptionError, parse_options
from tools.bundle.problems import BundleError
from tools.display import Display
from tools.exits import complain, leave_with, refused
from tools.fields import write_whole
from tools.games_file import GamesFileError
from tools.locks import locked
from tools.players import ROOT, PlayerError
from tools.runner import listening
from tools.tune.arguments import parser
from tools.tune.candidate import CandidateError, build_candidate, read_candidate, write_candidate
from tools.tune.curse import demonstrate, read_ideas
from tools.tune.data import make
from tools.tune.features import weights_of
from tools.tune.numbers import NumberError, full_name, present, rewrite, shown
from tools.tune.page import to_html
from tools.tune.prove import Proof, accepted, attempt, prove
from tools.tune.self_play import Settings
from tools.tune.tables import print_study

GAMES, CANDIDATE, REPORT, ATTEMPTS = "games.jsonl", "candidate.json", "report.html", "attempts.jsonl"
PATH = "optimise.html"
BOT = "candidate.py"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 1 where weights are not kept, 2 for what makes no sense."""
    options = parser().parse_args(arguments)
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "data": _data,
        "fit": _fit,
        "optimise": _optimise,
        "prove": _prove,
        "keep": _keep,
    }
    try:
        options.directory.mkdir(parents=True, exist_ok=True)
        return commands[options.command](options)
    except (GamesFileError, CandidateError, NumberError, OptionError, PlayerError, BundleError, ValueError) as error:
        complain("tune", error)
        return 2
    except OSError as error:
        return refused("tune", error)


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
    print(f"the bot's weights: {shown(weights_of(Weights()))}")
    print(f"to be proven:      {shown(candidate.numbers)} ({candidate.claim.source})")
    print(f"written: {options.directory / REPORT}, {options.directory / CANDIDATE}")
    return 0


def _optimise(options: argparse.Namespace) -> int:
    """Look for better numbers, print where the search went, and write the page and, at its end, the candidate."""
    try:
        # Only who asks for it needs pycma, which takes a second to load.
        from tools.tune.optimise import Optimiser, Task, candidate_of  # noqa: PLC0415
        from tools.tune.path_page import print_path, to_page  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise missing_package(error, "tools.tune") from None
    _check_options(options.options)
    task = Task(
        start=present(map(full_name, options.names)),
        sigma=options.sigma,
        population=options.population,
        blocks=options.blocks,
        players=options.players,
        options=options.options,
        fair=options.fair,
        seed=options.seed,
    )
    directory, console = options.directory, Console()
    file = directory / f"optimise-{task.players}-{task.seed}.jsonl"
    with listening() as halt, Display(console, options.generations * task.games) as display:
        path = Optimiser(task, file, options.jobs, halt, display).run(options.generations)
    if path:
        print_path(console, task, path)
        write_whole(to_page(task, path), directory / PATH)
    if len(path) < options.generations:
        print(f"stopped after {len(path)} generations: the same command goes on with the games in {file}")
        return 128 + halt.signal
    candidate = candidate_of(task, path)
    write_candidate(candidate, directory / CANDIDATE)
    print(f"{candidate.claim}; the bot has {shown(task.start)}")
    print(f"to be proven: {shown(path[-1].mean)}")
    print(f"written: {directory / PATH}, {directory / CANDIDATE}")
    return 0


def _prove(options: argparse.Namespace) -> int:
    """Play the candidate against the bundle; the status is 0 only if it is proven to be better."""
    _check_options(options.options)
    with locked(options.directory) as ours:
        if not ours:
            # It would put its own candidate in the place of the one that plays.
            raise ValueError(f"{options.directory} has another proof that runs: wait for its end, or name another DIR")
        return _prove_alone(options)


def _prove_alone(options: argparse.Namespace) -> int:
    """Play the candidate of a directory that nobody else plays in."""
    directory = options.directory
    candidate = read_candidate(directory / CANDIDATE)
    if candidate.numbers == present(candidate.numbers):
        raise ValueError(f"{directory / CANDIDATE} has the numbers that the bot has already: there is nothing to prove")
    bot = directory / BOT
    build_candidate(ROOT, candidate.numbers, bot)
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
    share = kept["share"]
    proved = "" if share is None else f"; in the proof {100 * share:.1f} % of {kept['match_games']} games"
    print(f"{candidate.claim}{proved}")
    if found != "H1":
        print("not proven: the bot stays as it is" if found else "undecided: the bot stays as it is")
        return 1
    print("proven: `python -m tools.tune keep` puts the numbers into the sources")
    return 0


def _keep(options: argparse.Namespace) -> int:
    """Put a proven candidate into the sources."""
    candidate = read_candidate(options.directory / CANDIDATE)
    attempts = options.directory / ATTEMPTS
    if not attempts.is_file() or not accepted(attempts, candidate):
        reason = "has not been proven against the bot as it is now: do so with `make prove`"
        print(f"tune: {options.directory / CANDIDATE} {reason}", file=sys.stderr)
        return 1
    files = " and ".join(str(file.relative_to(ROOT)) for file in rewrite(ROOT, candidate.numbers))
    print(f"written to {files}: {shown(candidate.numbers)}; now `make bundle`, and")
    print("`python3 -m tools.bench --update` for the number of nodes that the tests expect")
    return 0


def _check_options(text: str) -> None:
    """Refuse options with which bots do not play; OptionError or ValueError says why."""
    if parse_options(shlex.split(text)).help:
        raise OptionError("expected options with which bots play, found --help: see `python3 -m bot --help`")


def _append(path: Path, line: str) -> None:
    """Add a line to a file and see it to the disk, in the place of one that was begun only.

    OSError, which names the file, if it cannot be written; no other line is lost then.
    """
    whole = path.read_bytes() if path.exists() else b""
    end = whole.rfind(b"\n") + 1
    if whole.endswith(b"}"):
        # Whole, and saved by an editor that ends no last line.
        end, line = len(whole), f"\n{line}"
    try:
        with path.open("ab", buffering=0) as file:
            file.truncate(end)
            try:
                rest = line.encode()
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            except OSError:
                file.truncate(end)
                raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


if __name__ == "__main__":
    leave_with(main)

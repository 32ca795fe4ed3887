"""Play games between bots: `python -m tools.match A B [C D]`, or put one into recorded games: `--replay FILE...`."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.packages import missing_package

try:
    from rich.console import Console
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.match") from None

from tools.apart import expect_apart
from tools.exits import complain, leave_with, refused, write_data
from tools.games_file import GamesFileError, seed_for
from tools.locks import locked
from tools.match_options import OUTPUT, STDOUT, match_parser
from tools.match_play import Run, play_match
from tools.match_settings import Settings
from tools.players import Player, PlayerError, resolve
from tools.records import Limits, RecordError
from tools.referee import Referee
from tools.replay_seats import Replaying, replay
from tools.review.file import review_path
from tools.runner import ClusterError, Halt, listening
from tools.schedule import Order, all_orders, balanced_orders, block_count, lineup, rotations
from tools.starts import parse_starts
from tools.statistics.gsprt import Hypotheses

# So many games of 80 ms a move take a machine of two cores three weeks.
MOST_GAMES = 100_000
PATTERN = "game-*.json"


class UsageError(Exception):
    """An option that makes no sense; the text is a sentence for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 for a wrong command line, 130 after Ctrl-C.

    With `--replay` 1 means that the bot played an illegal move, crashed or came too late.
    """
    options = match_parser().parse_args(arguments)
    # What is printed for people makes way for JSON on stdout.
    console = Console(stderr=options.json == STDOUT)
    try:
        limits = Limits(_limit(options.first_ms, "--first-ms"), _limit(options.limit_ms, "--limit-ms"))
        contestants = [resolve(text) for text in options.players_named]
        with listening() as halt:
            if options.replay:
                status = _replay(options, contestants, limits, halt, console)
            else:
                status = _match(options, contestants, limits, halt, console)
    except (UsageError, PlayerError, RecordError, GamesFileError, ClusterError, ValueError) as error:
        complain("match", error)
        return 2
    except OSError as error:
        return refused("match", error)
    return 128 + halt.signal if halt.signal else status


def _limit(milliseconds: float, option: str) -> float | None:
    """Return a limit as given on the command line, None for 0."""
    if not 0 <= milliseconds < 1e9:
        raise UsageError(f"{option} must be milliseconds, or 0 for no limit; found {milliseconds:g}")
    if not milliseconds:
        return None
    return int(milliseconds) if milliseconds == int(milliseconds) else milliseconds


def _match(
    options: argparse.Namespace, contestants: Sequence[Player], limits: Limits, halt: Halt, console: Console
) -> int:
    """Play a match and print it."""
    if options.seat is not None or options.then is not None:
        raise UsageError("--seat and --then go with --replay only")
    expect_apart("--csv", options.csv, options.games_file, options.json)
    expect_apart("--json", options.json, options.games_file)
    settings = _settings(options, contestants, limits)
    wanted = _games(options, settings.block_size)
    blocks = range(options.first_block, options.first_block + block_count(wanted, settings.block_size))
    # Starts that cannot be are refused before anything else happens.
    next(settings.plan(blocks))
    with _directory(options) as directory:
        run = Run(
            blocks=blocks,
            wanted=wanted,
            jobs=options.jobs,
            test=_test(options, settings),
            directory=directory,
            games_file=options.games_file,
            rows=options.csv,
            summary=_summary(options.json),
            board=options.board,
            cluster=options.cluster,
        )
        play_match(settings, run, halt, console)
    return 0


def _settings(options: argparse.Namespace, contestants: Sequence[Player], limits: Limits) -> Settings:
    """Return what is played."""
    players = max(2, len(contestants)) if options.players is None else options.players
    orders = _orders(options, lineup(len(contestants), players))
    starts = None
    if options.starts is not None:
        if options.fair is not None:
            raise UsageError("--starts and --fair exclude each other: given starts are played as they are")
        starts = parse_starts(options.starts)[:players]
        if len(starts) < players:
            raise UsageError(f"--starts has {len(starts)} cells for {players} players")
        Referee(starts)
    return Settings(
        contestants=contestants,
        orders=orders,
        seed=seed_for(options.seed, options.games_file),
        limits=limits,
        starts=starts,
        fair=options.fair,
        adjudicate=options.adjudicate,
        memory_mb=options.memory_mb,
    )


def _orders(options: argparse.Namespace, order: Order) -> list[Order]:
    """Return who sits where in the games of a block."""
    if options.fixed_seats:
        return [order]
    if options.permutations:
        return all_orders(order)
    return balanced_orders(order) if options.balanced else rotations(order)


def _games(options: argparse.Namespace, size: int) -> int:
    """Return how many games are wanted, at most, where a block has ``size`` of them."""
    usual = block_count(MOST_GAMES, size) * size if options.sprt else 1 if options.fixed_seats else 2 * size
    games: int = usual if options.games is None else options.games
    if options.games is not None and games > MOST_GAMES:
        raise UsageError(
            f"--games is at most {MOST_GAMES}, found {games}: play the rest in a match with another --seed"
        )
    return games


def _test(options: argparse.Namespace, settings: Settings) -> Hypotheses | None:
    """Return what --sprt asks for."""
    if options.sprt is None:
        if options.alpha is not None or options.beta is not None:
            raise UsageError("--alpha and --beta go with --sprt only")
        return None
    if len(settings.contestants) < 2:
        raise UsageError("--sprt needs somebody to play against: name two players, the first is the one tested")
    rates = {name: rate for name in ("alpha", "beta") if (rate := getattr(options, name)) is not None}
    elo0, elo1 = options.sprt
    return Hypotheses(elo0, elo1, settings.players, **rates)


def _summary(path: Path | None) -> Callable[[str], None] | None:
    """Return what writes the results as JSON."""
    if path is None:
        return None
    if path != STDOUT:
        # What cannot be written is told now, and not after hours.
        path.open("a", encoding="utf-8").close()
    return lambda text: _write(text, path)


def _write(text: str, path: Path) -> None:
    if path == STDOUT:
        write_data(text)
    else:
        path.write_text(text, encoding="utf-8")


@contextmanager
def _directory(options: argparse.Namespace) -> Iterator[Path | None]:
    """Make the directory for records and lock it for as long as it is written to; None if none are wanted.

    The default one is emptied of an earlier match's records. One that the user named must hold none.
    """
    if options.games_file and options.output:
        raise UsageError("--games-file and --output exclude each other: the file has the records")
    if options.no_records or options.games_file:
        yield None
        return
    directory: Path = options.output or OUTPUT
    directory.mkdir(parents=True, exist_ok=True)
    with locked(directory) as ours:
        if not ours:
            raise UsageError(f"{directory} is being written by another match: wait for its end, or name an --output")
        for path in directory.glob(PATTERN):
            if options.output:
                raise UsageError(
                    f"{directory} already holds {path.name}: name another directory, or remove the records in it"
                )
            path.unlink()
            # What was found about a game that is gone.
            review_path(path).unlink(missing_ok=True)
        yield directory


def _replay(
    options: argparse.Namespace, contestants: Sequence[Player], limits: Limits, halt: Halt, console: Console
) -> int:
    """Put a bot into recorded games and print how it fared."""
    if len(contestants) != 1:
        raise UsageError(f"--replay takes one bot, found {len(contestants)}")
    names = (
        "games",
        "players",
        "seed",
        "starts",
        "fair",
        "output",
        "adjudicate",
        "sprt",
        "games_file",
        "json",
        "csv",
        "cluster",
    )
    for name in names:
        if getattr(options, name) not in (None, False):
            option = name.replace("_", "-")
            raise UsageError(f"--{option} does not go with --replay: the recorded games say it all")
    successor = resolve(options.then or "greedy")
    replaying = Replaying(contestants[0], successor, limits)
    return replay(replaying, options.replay, options.seat, workers=options.jobs, halt=halt, console=console)


if __name__ == "__main__":
    leave_with(main)

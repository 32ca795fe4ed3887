"""Play games between bots: `python -m tools.match A B [C D]`, or put one into recorded games: `--replay FILE...`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from tools.packages import missing_package

try:
    from rich.console import Console
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.match") from None

from tools.display import Display
from tools.game import DEFAULT_LIMITS, Outcome, play_game
from tools.players import Player, PlayerError, resolve
from tools.records import Limits, Record, RecordError, write_record
from tools.referee import Cell, Referee
from tools.replay_seats import Replaying, replay
from tools.report import labels, print_board, print_losses, print_results, print_times
from tools.review.file import review_path
from tools.runner import Halt, listening, run
from tools.schedule import Scheduled, block_count, lineup, schedule
from tools.sparring import LEVELS
from tools.starts import fair_starts, parse_starts, random_starts
from tools.tally import Tally

OUTPUT = Path("games")
# All games of a match are drawn before the first is played: so many take a second with random starts.
MOST_GAMES = 100_000
PATTERN = "game-*.json"
DESCRIPTION = """Play games between bots, everybody in every seat.

A player is a name or any command line, quoted as one word:
  bot               python -m bot, from this checkout
  bundle            dist/tron_battle.py
  {levels}
and options may follow a name: "bundle --budget-ms 40 --cpu-clock".
"""


class UsageError(Exception):
    """An option that makes no sense; the text is a sentence for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 for a wrong command line, 130 after Ctrl-C.

    With `--replay` 1 means that the bot played an illegal move, crashed or came too late.
    """
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        limits = Limits(_limit(options.first_ms, "--first-ms"), _limit(options.limit_ms, "--limit-ms"))
        contestants = [resolve(text) for text in options.players_named]
        with listening() as halt:
            if options.replay:
                status = _replay(options, contestants, limits, halt, console)
            else:
                status = _match(options, contestants, limits, halt, console)
    except (UsageError, PlayerError, RecordError, ValueError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"match: {error.filename or 'the system'}: {error.strerror}", file=sys.stderr)
        return 2
    return 128 + halt.signal if halt.signal else status


def _parser() -> argparse.ArgumentParser:
    levels = ", ".join(LEVELS)
    parser = argparse.ArgumentParser(
        prog="python -m tools.match",
        description=DESCRIPTION.format(levels=levels),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("players_named", nargs="+", metavar="PLAYER", help="who plays, 1 to 4; losses are listed for the first")
    add("--games", type=_count, metavar="N", help="how many, rounded up to whole blocks; default: two blocks")
    add("--players", type=int, metavar="N", help="players a game, 2 to 4; the last one named is repeated")
    add("--seed", type=int, metavar="N", help="draws the starts; default: drawn, and printed")
    add("--starts", metavar="CELLS", help='the same starts for all games: "(9,5)(10,7)"; the first N pairs count')
    add("--fair", type=float, metavar="SHARE", help="only starts whose counts of nearer cells differ by at most this")
    add("--fixed-seats", action="store_true", help="no rotation: everybody sits as named, a block is one game")
    add("--adjudicate", action="store_true", help="end a game of two walled apart once bounds prove who wins it")
    first, move = DEFAULT_LIMITS.first_ms, DEFAULT_LIMITS.move_ms
    add("--limit-ms", type=float, default=move, metavar="MS", help=f"a later answer loses, default {move}; 0: no limit")
    add("--first-ms", type=float, default=first, metavar="MS", help=f"the same for a bot's first, default {first}")
    add(
        "--jobs",
        type=_count,
        default=1,
        metavar="N",
        help="games at a time, default 1; more than cores falsifies times",
    )
    add(
        "--output", type=Path, metavar="DIR", help=f"where records go; default {OUTPUT}/, of which old ones are removed"
    )
    add("--no-records", action="store_true", help="write no records")
    add("--board", action=argparse.BooleanOptionalAction, default=True, help="draw the end of the last game")
    add("--replay", nargs="+", type=Path, metavar="FILE", help="put the bot into these recorded games")
    add("--seat", type=int, metavar="S", help="with --replay: only into this seat; default: into every one")
    add("--then", metavar="PLAYER", help="with --replay: who plays a seat on; default greedy")
    return parser


def _count(text: str) -> int:
    """Read a number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number of 1 or more, found {text!r}")
    return int(text)


def _limit(milliseconds: float, option: str) -> float | None:
    """Return a limit as given on the command line, None for 0."""
    if not 0 <= milliseconds < 1e9:
        raise UsageError(f"{option} must be milliseconds, or 0 for no limit; found {milliseconds:g}")
    if not milliseconds:
        return None
    return int(milliseconds) if milliseconds == int(milliseconds) else milliseconds


def _starts(options: argparse.Namespace, players: int) -> Callable[[Random], Sequence[Cell]]:
    """Return the function that draws a block's starts."""
    if options.starts is not None:
        if options.fair is not None:
            raise UsageError("--starts and --fair exclude each other: given starts are played as they are")
        starts = parse_starts(options.starts)[:players]
        if len(starts) < players:
            raise UsageError(f"--starts has {len(starts)} cells for {players} players")
        Referee(starts)
        return lambda _: starts
    if options.fair is not None:
        return lambda rng: fair_starts(players, rng, options.fair)
    return lambda rng: random_starts(players, rng)


def _match(
    options: argparse.Namespace, contestants: Sequence[Player], limits: Limits, halt: Halt, console: Console
) -> int:
    """Play a match and print it."""
    if options.seat is not None or options.then is not None:
        raise UsageError("--seat and --then go with --replay only")
    players = options.players or max(2, len(contestants))
    order = lineup(len(contestants), players)
    size = 1 if options.fixed_seats else players
    games = options.games if options.games is not None else (1 if options.fixed_seats else 2 * size)
    if games > MOST_GAMES:
        raise UsageError(
            f"--games is at most {MOST_GAMES}, found {games}: play the rest in a match with another --seed"
        )
    blocks = block_count(games, size)
    seed = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    plan = list(
        schedule(
            contestants,
            order,
            blocks,
            draw=_starts(options, players),
            limits=limits,
            seed=seed,
            rotate=not options.fixed_seats,
            adjudicate=options.adjudicate,
        )
    )
    names = labels(contestants)
    directory = _directory(options)
    shown = f"{' against '.join(names)}: {len(plan)} games of {players} players, seed {seed}, {_limits_shown(limits)}"
    if len(plan) != games:
        shown += f" ({games} games are no whole blocks of {size})"
    console.print(shown, markup=False, highlight=False, soft_wrap=True)

    tally = Tally(len(contestants), size)
    losses: list[tuple[Scheduled, Record, Path | None]] = []
    last: tuple[Scheduled, Record] | None = None
    with Display(console, len(plan)) as display:

        def play(scheduled: Scheduled) -> Outcome | None:
            return play_game(scheduled.game, halt.proceed, display.count_move)

        for scheduled, outcome in run(plan, play, options.jobs, halt, display.refresh):
            path = directory / f"game-{scheduled.number + 1:04}.json" if directory else None
            if path:
                write_record(outcome.record, path)
            tally.add(scheduled, outcome)
            if scheduled.order[outcome.record.ranks.index(0)] != 0:
                losses.append((scheduled, outcome.record, path))
            last = scheduled, outcome.record
            display.finish_game(", ".join(f"{n} {s.wins}" for n, s in zip(names, tally.standings, strict=True)))
    if last and options.board:
        print_board(console, last[1], [names[contestant] for contestant in last[0].order])
    if last:
        print_results(console, tally, names)
        print_times(console, tally, names)
        print_losses(console, sorted(losses, key=lambda loss: loss[0].number), names[0])
    if halt.signal:
        console.print(f"interrupted: {tally.games} of {len(plan)} games were played", markup=False, highlight=False)
    return 0


def _limits_shown(limits: Limits) -> str:
    """Return the limits in words."""
    first, move = (f"{limit:g} ms" if limit else "no limit" for limit in (limits.first_ms, limits.move_ms))
    return f"{move} for an answer, {first} for a seat's first"


def _directory(options: argparse.Namespace) -> Path | None:
    """Make the directory for records and return it, None if none are wanted.

    The default one is emptied of an earlier match's records. One that the user named must hold none.
    """
    if options.no_records:
        return None
    directory: Path = options.output or OUTPUT
    directory.mkdir(parents=True, exist_ok=True)
    for path in directory.glob(PATTERN):
        if options.output:
            raise UsageError(
                f"{directory} already holds {path.name}: name another directory, or remove the records in it"
            )
        path.unlink()
        # What was found about a game that is gone.
        review_path(path).unlink(missing_ok=True)
    return directory


def _replay(
    options: argparse.Namespace, contestants: Sequence[Player], limits: Limits, halt: Halt, console: Console
) -> int:
    """Put a bot into recorded games and print how it fared."""
    if len(contestants) != 1:
        raise UsageError(f"--replay takes one bot, found {len(contestants)}")
    for name in ("games", "players", "seed", "starts", "fair", "output", "adjudicate"):
        if getattr(options, name) not in (None, False):
            raise UsageError(f"--{name} does not go with --replay: the recorded games say it all")
    successor = resolve(options.then or "greedy")
    replaying = Replaying(contestants[0], successor, limits)
    return replay(replaying, options.replay, options.seat, workers=options.jobs, halt=halt, console=console)


if __name__ == "__main__":
    sys.exit(main())

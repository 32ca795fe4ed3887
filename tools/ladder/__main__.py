"""Play a field of bots and rate them: `python -m tools.ladder BOT BOT BOT...`."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from tools.packages import missing_package

try:
    from rich.console import Console

    from tools.ladder.rating import Ratings, rate
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.ladder") from None

from tools.apart import expect_apart
from tools.arguments import integer, real
from tools.cores import physical_cores
from tools.digests import digest
from tools.display import Display
from tools.exits import complain, leave_with, refused
from tools.fields import write_whole
from tools.game import DEFAULT_LIMITS, Outcome, play_game
from tools.games_file import GamesFile, GamesFileError, seed_for
from tools.ladder.page import to_html
from tools.ladder.plan import Settings, block_sizes, rounds
from tools.ladder.standings import Standings
from tools.ladder.tables import print_failures, print_losses, print_matrix, print_ratings
from tools.pauses import warning
from tools.players import PlayerError, labels, resolve
from tools.records import Limits
from tools.referee import Cell
from tools.runner import Halt, listening
from tools.schedule import Scheduled
from tools.series import play_series
from tools.sparring import LEVELS
from tools.starts import fair_starts, random_starts

MOST_BOTS = 100
MOST_GAMES = 1_000_000
_count = integer(1, MOST_GAMES)
DESCRIPTION = f"""Play a field of bots against each other and rate them.

Each table plays a block: one start, everybody in every seat. A bot is a name or any
command line, quoted as one word:
  bot               python -m bot, from this checkout
  bundle            dist/tron_battle.py
  {", ".join(LEVELS)}
and options may follow a name: "bundle --nodes 300".
"""


class UsageError(Exception):
    """An option that makes no sense; the text is a sentence for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 for a wrong command line, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        return _ladder(options)
    except (UsageError, PlayerError, GamesFileError, ValueError) as error:
        complain("ladder", error)
        return 2
    except OSError as error:
        return refused("ladder", error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.ladder", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("bots", nargs="+", metavar="BOT", help=f"the field, 2 to {MOST_BOTS} different ones")
    add("--players", choices=("2", "3", "4", "mixed"), default="mixed", help="a game's; default mixed: each in turn")
    add("--games", type=_count, default=100, metavar="N", help="how many, up to a whole block; default 100")
    add("--seed", type=int, metavar="N", help="draws tables and starts; default: drawn, and printed")
    add("--fair", type=float, metavar="SHARE", help="only starts whose counts of nearer cells differ by at most this")
    add(
        "--pairing",
        choices=("round-robin", "informative"),
        default="round-robin",
        help="everybody meets everybody equally often (default), or those meet whose games teach most",
    )
    add("--games-file", type=Path, metavar="FILE", help="keep games there, and go on with those that are there")
    add("--html", type=Path, metavar="FILE", help="write a page with a picture")
    add("--anchor", metavar="BOT", help="the bot that is rated 0; default: the mean of the field is")
    cores = physical_cores()
    jobs = f"games at a time, default {cores}, as many as cores; more falsify times"
    add("--jobs", type=_count, default=cores, metavar="N", help=jobs)
    add("--adjudicate", action="store_true", help="end a game of two walled apart once bounds prove who wins it")
    first, move = DEFAULT_LIMITS.first_ms, DEFAULT_LIMITS.move_ms
    add("--limit-ms", type=_limit, default=move, metavar="MS", help=f"a later answer loses, default {move}; 0: none")
    add("--first-ms", type=_limit, default=first, metavar="MS", help=f"the same for a bot's first, default {first}")
    add("--memory-mb", type=_count, metavar="MB", help="megabytes for each bot; the arena has 768")
    return parser


def _limit(text: str) -> float | None:
    """Read milliseconds, None for 0."""
    return real("milliseconds, or 0 for no limit", 0)(text) or None


def _ladder(options: argparse.Namespace) -> int:
    """Play the ladder, or go on with it, and print it; returns the exit status."""
    bots: list[str] = options.bots
    if not 2 <= len(bots) <= MOST_BOTS:
        raise UsageError(f"a field has 2 to {MOST_BOTS} bots, found {len(bots)}")
    if len(set(bots)) < len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise UsageError(f"{twice!r} is named twice: a bot's games are rated once")
    sizes = [2, 3, 4][: len(bots) - 1] if options.players == "mixed" else [int(options.players)]
    if sizes[-1] > len(bots):
        raise UsageError(f"{len(bots)} bots are named for games of {sizes[-1]} players: name as many at least")
    if options.html and not options.html.parent.is_dir():
        raise UsageError(f"--html names a file in a directory that there is, found {str(options.html)!r}")
    expect_apart("--html", options.html, options.games_file)
    if options.html:
        # What cannot be written is told now, and not after hours.
        options.html.open("a", encoding="utf-8").close()
    anchor = None if options.anchor is None else _anchor(options.anchor, bots)
    seed = seed_for(options.seed, options.games_file)
    settings = Settings(
        contestants=[resolve(bot) for bot in bots],
        sizes=sizes,
        informative=options.pairing == "informative",
        seed=seed,
        draw=lambda players, rng: _draw(players, rng, options.fair),
        limits=Limits(options.first_ms, options.limit_ms),
        adjudicate=options.adjudicate,
        memory_mb=options.memory_mb,
    )
    console, names = Console(), labels(settings.contestants)
    games = sum(block_sizes(sizes, options.games))
    title = (
        f"{len(bots)} bots, {games} games of {' and '.join(map(str, sizes))} players, {options.pairing}, "
        f"{'random starts' if options.fair is None else f'starts fair to {options.fair:g}'}, seed {seed}"
    )
    console.print(title, markup=False, highlight=False, soft_wrap=True)
    if warned := warning(settings.limits):
        console.print(warned, markup=False, highlight=False, soft_wrap=True)
    standings = Standings(len(bots))
    with listening() as halt:
        store = GamesFile(options.games_file, _match(options, settings)) if options.games_file else None
        try:
            _play(settings, games, standings, store=store, jobs=options.jobs, halt=halt, console=console, names=names)
        finally:
            if store is not None:
                store.close()
        ratings = rate(len(bots), standings.blocks(), anchor)
        _show(console, standings, ratings, names, options.games_file)
        if standings.games < games:
            told = f"interrupted: {standings.games} of {games} games were played"
            again = f"; the same command goes on with {options.games_file}" if options.games_file else ""
            console.print(told + again, markup=False, highlight=False, soft_wrap=True)
            title += f", interrupted after {standings.games} games"
        if options.html:
            write_whole(to_html(title, standings, ratings, names, options.games_file), options.html)
            console.print(f"page: {options.html}", markup=False, highlight=False, soft_wrap=True)
    return 128 + halt.signal if halt.signal else 0


def _play(
    settings: Settings,
    games: int,
    standings: Standings,
    *,
    store: GamesFile | None,
    jobs: int,
    halt: Halt,
    console: Console,
    names: Sequence[str],
) -> None:
    """Play until all games are in the standings, or the user has had enough."""
    earlier = frozenset(store.numbers()) if store else frozenset()
    with Display(console, games) as display:

        def play(scheduled: Scheduled) -> Outcome | None:
            return play_game(scheduled.game, halt.proceed, display.count_move)

        for plan in rounds(settings, games, standings):
            series = play_series(plan, play, workers=jobs, halt=halt, glance=display.refresh, store=store)
            for scheduled, outcome in series:
                standings.add(scheduled, outcome)
                leader = f"first: {names[standings.leader()]}"
                display.finish_game(leader, played=scheduled.number not in earlier)
            if halt.finishing.is_set():
                return


def _show(
    console: Console, standings: Standings, ratings: Ratings, names: Sequence[str], games_file: Path | None
) -> None:
    """Print what came out."""
    if not standings.games:
        return
    print_ratings(console, standings, ratings, names)
    print_matrix(console, standings, ratings, names)
    print_losses(console, standings, ratings, names, games_file)
    print_failures(console, standings, names)


def _draw(players: int, rng: Random, fair: float | None) -> Sequence[Cell]:
    """Draw a block's starts."""
    return random_starts(players, rng) if fair is None else fair_starts(players, rng, fair)


def _anchor(text: str, bots: Sequence[str]) -> int:
    """Return which bot the user means."""
    if text not in bots:
        raise UsageError(f"--anchor names one of the bots as it is named for the field, found {text!r}")
    return bots.index(text)


def _match(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """Return what tells this ladder from others: all that its games depend on, but for their number."""
    return {
        "kind": "ladder",
        "bots": [{"command": player.command, "files": digest(player)} for player in settings.contestants],
        "players": options.players,
        "pairing": options.pairing,
        "seed": settings.seed,
        "fair": options.fair,
        "limits": asdict(settings.limits),
        "adjudicate": settings.adjudicate,
        "memory_mb": settings.memory_mb,
    }


if __name__ == "__main__":
    leave_with(main)

"""The command line of `python -m tools.match`."""

import argparse
from pathlib import Path

from tools.arguments import integer
from tools.cores import physical_cores
from tools.game import DEFAULT_LIMITS
from tools.sparring import LEVELS

OUTPUT = Path("games")
STDOUT = Path("-")
DESCRIPTION = """Play games between bots, everybody in every seat.

A player is a name or any command line, quoted as one word:
  bot               python -m bot, from this checkout
  bundle            dist/tron_battle.py
  {levels}
and options may follow a name: "bundle --budget-ms 40 --cpu-clock".
"""
EPILOG = """A block is one start, played in each order of the seats; errors, Elo and the verdict of --sprt
are taken over blocks. Ctrl-C once lets the games that run finish, twice ends them. With --games-file
the same command goes on where the match was, after a kill or a crash as well.
"""


_count = integer(1)
_ordinal = integer(0)


def match_parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.match",
        description=DESCRIPTION.format(levels=", ".join(LEVELS)),
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "players_named", nargs="+", metavar="PLAYER", help="who plays, 1 to 4; losses are listed for the first"
    )
    _add_games(parser)
    _add_conditions(parser)
    _add_outputs(parser)
    add = parser.add_argument_group("recorded games").add_argument
    add("--replay", nargs="+", type=Path, metavar="FILE", help="put the bot into these recorded games")
    add("--seat", type=int, metavar="S", help="only into this seat; default: into every one")
    add("--then", metavar="PLAYER", help="who plays a seat on; default greedy")
    return parser


def _add_games(parser: argparse.ArgumentParser) -> None:
    """Add which games are played, and how many."""
    group = parser.add_argument_group("which games")
    add = group.add_argument
    add("--games", type=_count, metavar="N", help="how many, rounded up to whole blocks; default: two blocks")
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="play until it is known whether the first player is ELO0 or ELO1 ahead, --games at most",
    )
    add("--alpha", type=float, metavar="P", help="with --sprt: how often ELO1 may be accepted wrongly, default 0.05")
    add("--beta", type=float, metavar="P", help="with --sprt: how often ELO0 may, default 0.05")
    add("--players", type=int, metavar="N", help="players a game, 2 to 4; the last one named is repeated")
    add("--seed", type=int, metavar="N", help="draws the starts; default: drawn, and printed")
    add("--starts", metavar="CELLS", help='the same starts for all games: "(9,5)(10,7)"; the first N pairs count')
    add("--fair", type=float, metavar="SHARE", help="only starts whose counts of nearer cells differ by at most this")
    add("--first-block", type=_ordinal, default=0, metavar="N", help="leave out earlier blocks: another machine's part")
    seats = group.add_mutually_exclusive_group()
    seats.add_argument("--permutations", action="store_true", help="a block is a game in each order of the seats")
    seats.add_argument("--balanced", action="store_true", help="everybody follows everybody equally often in a block")
    seats.add_argument("--fixed-seats", action="store_true", help="everybody sits as named, a block is one game")


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add under which conditions games are played."""
    add = parser.add_argument_group("under which conditions").add_argument
    first, move = DEFAULT_LIMITS.first_ms, DEFAULT_LIMITS.move_ms
    cores = physical_cores()
    add("--limit-ms", type=float, default=move, metavar="MS", help=f"a later answer loses, default {move}; 0: no limit")
    add("--first-ms", type=float, default=first, metavar="MS", help=f"the same for a bot's first, default {first}")
    add("--memory-mb", type=_count, metavar="MB", help="memory for each bot; the arena has 768")
    add("--adjudicate", action="store_true", help="end a game of two walled apart once bounds prove who wins it")
    jobs = f"games at a time, default {cores}, as many as cores; more falsify times"
    add("--jobs", type=_count, default=cores, metavar="N", help=jobs)
    add("--cluster", metavar="ADDRESS", help="play on the workers of this Dask scheduler, one game in each thread")


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    """Add what is kept and shown."""
    add = parser.add_argument_group("what is kept and shown").add_argument
    add("--games-file", type=_path, metavar="FILE", help="keep all games in this file, and go on where it ends")
    add(
        "--output",
        type=_path,
        metavar="DIR",
        help=f"where records go; default {OUTPUT}/, of which old ones are removed",
    )
    add("--no-records", action="store_true", help="write no records")
    add("--json", type=_path, metavar="FILE", help="write the results there; - is stdout, all else is on stderr then")
    add("--csv", type=_path, metavar="FILE", help="write a row a game")
    add("--board", action=argparse.BooleanOptionalAction, default=True, help="draw the end of the last game")


def _path(text: str) -> Path:
    """Read the name of a file; none at all would be the current directory to Python."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name, found an empty one")
    return Path(text)

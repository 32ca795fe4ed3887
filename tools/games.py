"""Bring games files of one match together, or take a record out of one: `python -m tools.games merge|record`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tools.exits import complain, leave_with, refused, write_data
from tools.games_file import GamesFileError, read_games
from tools.merge import merge
from tools.records import to_json

DESCRIPTION = "Handle files that `python -m tools.match --games-file FILE` has written."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 if something is wrong with a file or the command line."""
    options = _parser().parse_args(arguments)
    try:
        if options.action == "merge":
            games = merge(options.files, options.output)
            print(f"{options.output}: {games} games")
        else:
            write_data(_record(options.file, options.game))
    except GamesFileError as error:
        complain("games", error)
        return 2
    except OSError as error:
        return refused("games", error)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.games", description=DESCRIPTION)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    merging = actions.add_parser(
        "merge",
        help="write the games of several files of one match into a new one",
        description="Write the games of several files of one match into a new one, with which the match can go on. "
        "A game that stands in several must be the same in all.",
    )
    merging.add_argument("files", nargs="+", type=Path, metavar="FILE")
    merging.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="the new file")
    taking = actions.add_parser(
        "record",
        help="print the record of one game, as match writes it without --games-file",
        description="Print the record of one game, which can be shown, reviewed and replayed.",
    )
    taking.add_argument("file", type=Path, metavar="FILE")
    taking.add_argument("game", type=int, metavar="N", help="the game's number, from 1")
    return parser


def _record(path: Path, number: int) -> str:
    """Return the record of a game as text."""
    for entry in read_games(path):
        if entry.number == number - 1:
            return to_json(entry.outcome.record)
    raise GamesFileError(f"{path} has no game {number}")


if __name__ == "__main__":
    leave_with(main)

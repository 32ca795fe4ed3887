"""Files of many games: `python -m tools.games merge|list|record` brings them together, or tells what is in one."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tools.exits import complain, leave_with, refused, write_data
from tools.fields import printable
from tools.games_file import Entry, GamesFileError, read_game, read_games
from tools.merge import merge
from tools.records import to_json

DESCRIPTION = "Handle files that `tools.match` and `tools.ladder` have written with `--games-file FILE`."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 if something is wrong with a file or the command line."""
    options = _parser().parse_args(arguments)
    try:
        if options.action == "merge":
            games = merge(options.files, options.output)
            print(f"{options.output}: {games} games")
        elif options.action == "list":
            _list(options.file, options.lost_by)
        else:
            write_data(to_json(read_game(options.file, options.game).outcome.record))
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
    listing = actions.add_parser(
        "list",
        help="print a line a game: its name, and who won and died of what",
        description="Print a line a game. It begins with the name, FILE:N, by which tools.view, tools.review and "
        "tools.replay take the game.",
    )
    listing.add_argument("file", type=Path, metavar="FILE")
    listing.add_argument("--lost-by", metavar="PLAYER", help="only games that this player did not win")
    taking = actions.add_parser(
        "record",
        help="print the record of one game, as match writes it without --games-file",
        description="Print the record of one game, which can be shown, reviewed and replayed.",
    )
    taking.add_argument("file", type=Path, metavar="FILE")
    taking.add_argument("game", type=int, metavar="N", help="the game's number, from 1")
    return parser


def _list(path: Path, loser: str | None) -> None:
    """Print a line a game, of all or of those that a player did not win; GamesFileError if it plays in none."""
    players: set[str] = set()
    for entry in read_games(path):
        commands = [seat.command for seat in entry.outcome.record.players]
        players.update(commands)
        if loser is None or (loser in commands and commands[entry.outcome.record.ranks.index(0)] != loser):
            print(printable(f"{path}:{entry.number + 1}  {_summary(entry)}"))
    if loser is not None and loser not in players:
        raise GamesFileError(f"{path} has no game of {loser!r}: its players are {', '.join(sorted(players)) or 'none'}")


def _summary(entry: Entry) -> str:
    """Return who sat where and came out how, the first seat first."""
    record = entry.outcome.record
    deaths = {death.seat: f"died at move {death.move}: {death.cause.value}" for death in record.deaths}
    ends = ["won" if not rank else deaths.get(seat, "lost: proven") for seat, rank in enumerate(record.ranks)]
    return "; ".join(f"{player.name} {end}" for player, end in zip(record.players, ends, strict=True))


if __name__ == "__main__":
    leave_with(main)

"""`python -m tools.view FILE...`: write one page that shows recorded games, or a picture of one turn."""

import argparse
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from tools.apart import expect_apart
from tools.arguments import integer
from tools.exits import complain, leave_with
from tools.packages import missing_package
from tools.recordings import game_place
from tools.records import RecordError
from tools.review.file import ReviewError, review_path
from tools.starts import parse_starts
from tools.view.games import OUTPUT, NoGameError, Shown, last_game, read_game
from tools.view.page import to_page

PAGE = OUTPUT / "view.html"
DESCRIPTION = """Write one page that shows recorded games: the board turn by turn, curves, what the bots thought.

The page is a single file without any connection to a network. A review beside a game (game-0001.review, written by
tools.review) is shown with it. Of what a bot writes on stderr in a turn, `depth 9`, `value -120`, `nodes 3000` and
`pv UP LEFT` (the moves that it expects, of all living seats in turn order) are taken as figures.

With --png a picture of one turn is written instead."""


_turn = integer(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 for a file that cannot be shown."""
    options = _parser().parse_args(arguments)
    try:
        starts = None if options.starts is None else parse_starts(options.starts)
        files = [game_place(name)[0] for name in options.files]
        expect_apart("--output", options.output, *files, *map(review_path, options.files))
        games = [read_game(path, starts) for path in options.files or [last_game()]]
        output = _write_page(games, options) if options.png is None else _write_picture(games, options)
    except (RecordError, ReviewError, NoGameError, ValueError) as error:
        complain("view", error)
        return 2
    for game in games:
        for remark in game.remarks:
            complain("view", f"{game.path}: {remark}")
    print(f"written: {output}")
    address = output.resolve().as_uri()
    if options.open and not webbrowser.open(address):
        print(f"view: no browser was found here: open it by hand, {address}", file=sys.stderr)
    return 0


def _write_page(games: Sequence[Shown], options: argparse.Namespace) -> Path:
    """Write the page; returns where it is."""
    output: Path = options.output or PAGE
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(to_page(games), encoding="utf-8")
    return output


def _write_picture(games: Sequence[Shown], options: argparse.Namespace) -> Path:
    """Write one turn of one game as a picture; returns where it is. ValueError if there are more games."""
    try:
        from tools.view.picture import draw_turn  # noqa: PLC0415  # the page needs no package, the picture does
    except ModuleNotFoundError as error:
        raise missing_package(error, "tools.view") from None
    if len(games) != 1:
        raise ValueError(f"--png shows one game, found {len(games)}: name one file")
    image = draw_turn(games[0], options.png, dark=options.dark)
    output: Path = options.output or OUTPUT / f"{review_path(Path(games[0].path)).stem}-{options.png}.png"
    output.parent.mkdir(parents=True, exist_ok=True)
    image.save(output, "PNG")
    return output


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.view", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help=f"recorded games, one of a file of many as FILE:17; default: the last one in {OUTPUT}/",
    )
    add("-o", "--output", type=Path, metavar="FILE", help=f"where the page goes, default {PAGE}")
    add("--starts", metavar="CELLS", help='for a game of the site that does not tell them: "(26,10)(0,12)"')
    add("--open", action="store_true", help="open the page in the browser")
    add("--png", type=_turn, metavar="TURN", help="write a picture of the position before this answer, counted from 0")
    add("--dark", action="store_true", help="with --png: light lines on a dark ground")
    return parser


if __name__ == "__main__":
    leave_with(main)

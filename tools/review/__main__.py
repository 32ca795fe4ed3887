"""Where was the game lost? `python -m tools.review [FILE...] [--seat S] [--nodes N | --budget-ms N]`."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.packages import missing_package

try:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.review") from None

from tools.apart import expect_apart
from tools.arguments import integer
from tools.exits import complain, leave_with
from tools.fields import printable
from tools.forms import without_collector
from tools.recordings import game_place, read_recording
from tools.records import Record, RecordError
from tools.review.analysis import Analyst
from tools.review.budget import add_budget_options, budget_of, budget_shown, clock_of
from tools.review.file import (
    Budget,
    Review,
    ReviewError,
    expect_turns_of,
    fingerprint,
    read_review,
    review_path,
    write_review,
)
from tools.review.report import report, view_command
from tools.review.reviewer import review_turns, turns_of
from tools.starts import parse_starts
from tools.view.games import NoGameError, last_game

# Twice what the bot has in a turn, for each of two or three moves: two minutes for a game of 300.
DEFAULT_NODES = 5_000
# How often what is known so far is written, in seconds.
WRITING_INTERVAL = 1.0
DESCRIPTION = """Search every turn of a recorded game longer than the bot could, and say which moves cost most.

What is found is kept in a file beside the game (game-0001.review), so that a review that was stopped goes on where it
was when the same command is given again. `python -m tools.view` marks the mistakes from it.
"""


_count = integer(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 for a file or an option that makes no sense."""
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        files = options.files or [last_game()]
        for file in _one(files) if options.output else files:
            _review(file, options, console)
    except (NoGameError, RecordError, ReviewError, ValueError) as error:
        complain("review", error)
        return 2
    except KeyboardInterrupt:
        print("review: stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


def _one(files: list[Path]) -> list[Path]:
    """Return what can only be one file, since the user said where its review is kept."""
    if len(files) > 1:
        raise ReviewError(f"--output is for the review of one game, found {len(files)}")
    return files


def _review(file: Path, options: argparse.Namespace, console: Console) -> None:
    """Review a game as far as it has not been, and say what was found."""
    starts = None if options.starts is None else parse_starts(options.starts)
    recording = read_recording(file, starts)
    for remark in recording.remarks:
        complain("review", f"{file}: {remark}")
    record = recording.record
    turns = turns_of(record, options.seat)
    path = options.output or review_path(file)
    expect_apart("the review", path, game_place(file)[0])
    review = _begin(path, record, budget_of(options), anew=options.anew, ours=options.output is None)
    kept = printable(f"{file}: {budget_shown(review.budget)} a move, kept in {path}")
    console.print(kept, markup=False, highlight=False, soft_wrap=True)
    _run(review, record, turns, path, console)
    lines = report(review, record, file, options.most, starts)
    # The page takes a review from beside its game only.
    if options.output is None:
        lines.append(f"all of it, turn by turn on the board: {view_command(file, starts)}")
    for line in lines:
        console.print(printable(line), markup=False, highlight=False, soft_wrap=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.review", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="records, games of a file of many as FILE:17, or of the site; default: the last in games/",
    )
    add("--seat", type=int, metavar="S", help="only the turns of this seat; default: all")
    add_budget_options(parser, DEFAULT_NODES)
    add("--most", type=_count, default=3, metavar="N", help="how many mistakes to tell in full, default 3")
    add("--output", type=Path, metavar="FILE", help="where the review is kept; default: beside the game")
    add("--anew", action="store_true", help="begin again, whatever the file holds")
    add("--starts", metavar="CELLS", help='for a game of the site that does not tell them: "(26,10)(0,12)"')
    return parser


def _begin(path: Path, record: Record, budget: Budget, *, anew: bool, ours: bool) -> Review:
    """Return the review in the file so far, or an empty one.

    The review of another game is begun again where it stands in the usual place (``ours``), since the game that it was
    for has been overwritten; it is refused where the user named the file.
    """
    game = fingerprint(record)
    if not anew and path.exists():
        try:
            review = read_review(path)
        except ReviewError as error:
            raise ReviewError(f"{error}: give another --output, or --anew") from None
        if review.game == game:
            expect_turns_of(record, review, path)
            if review.budget != budget:
                raise ReviewError(
                    f"{path}: was made with {budget_shown(review.budget)} a move, not {budget_shown(budget)}: "
                    "give the same, another --output, or --anew"
                )
            return review
        if not ours:
            raise ReviewError(f"{path}: the review of another game: give another --output, or --anew")
    return Review(game, budget, {})


def _run(review: Review, record: Record, turns: Sequence[int], path: Path, console: Console) -> None:
    """Review what has not been, and keep it in the file, also when interrupted."""
    left = [turn for turn in turns if turn not in review.turns]
    written = time.monotonic()
    progress = Progress(
        TextColumn("turn"),
        MofNCompleteColumn(),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress, without_collector():
        task = progress.add_task("", total=len(turns), completed=len(turns) - len(left))
        try:
            for found in review_turns(record, left, Analyst(clock_of(review.budget)), review.turns):
                review.turns[found.turn] = found
                progress.advance(task)
                if time.monotonic() > written + WRITING_INTERVAL:
                    write_review(review, path)
                    written = time.monotonic()
        finally:
            write_review(review, path)


if __name__ == "__main__":
    leave_with(main)

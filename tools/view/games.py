"""Recorded games as the page shows them: read and checked, each with its review if there is one beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.recordings import read_recording
from tools.records import Record
from tools.referee import Cell
from tools.review.file import Review, review_of, review_path

OUTPUT = Path("games")


class NoGameError(Exception):
    """There is no game to show; the text is a sentence that says what to do."""


@dataclass(frozen=True)
class Shown:
    """A game to be shown: its file as the user named it, its record, its review if it has one, remarks on the file.

    ``starts``: what the user had to tell since the file does not.
    """

    path: str
    record: Record
    review: Review | None = None
    remarks: Sequence[str] = ()
    starts: Sequence[Cell] | None = None


def read_game(path: Path, starts: Sequence[Cell] | None = None) -> Shown:
    """Read a game, ours or the site's, and the review beside it; RecordError or ReviewError if one cannot be used.

    ``starts``: for a game of the site that does not tell its own.
    """
    recording = read_recording(path, starts)
    beside = review_path(path)
    review = review_of(beside, recording.record) if beside.is_file() else None
    return Shown(path.as_posix(), recording.record, review, recording.remarks, starts)


def last_game(directory: Path = OUTPUT) -> Path:
    """Return the game of a directory that was written last; NoGameError if it has none."""
    games = sorted(directory.glob("*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if not games:
        raise NoGameError(f"no recorded game in {directory}/: play one with `make match`, or name a file")
    return games[-1]

"""Recorded games as the page shows them: read and checked, each with its review if there is one beside it."""

from dataclasses import dataclass
from pathlib import Path

from tools.records import Record
from tools.review.file import Review, review_of, review_path
from tools.verify import read_verified

OUTPUT = Path("games")


class NoGameError(Exception):
    """There is no game to show; the text is a sentence that says what to do."""


@dataclass(frozen=True)
class Shown:
    """A game to be shown: its file as the user named it, the record, and what a review found so far, if it was made."""

    path: str
    record: Record
    review: Review | None


def read_game(path: Path) -> Shown:
    """Read a game and the review beside it; RecordError or ReviewError if one of them cannot be used."""
    record = read_verified(path)
    beside = review_path(path)
    return Shown(path.as_posix(), record, review_of(beside, record) if beside.is_file() else None)


def last_game(directory: Path = OUTPUT) -> Path:
    """Return the game of a directory that was written last; NoGameError if it has none."""
    games = sorted(directory.glob("*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if not games:
        raise NoGameError(f"no recorded game in {directory}/: play one with `make match`, or name a file")
    return games[-1]

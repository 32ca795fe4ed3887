"""Brings the games of one match together that were played into several files, on several machines perhaps."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from tools.game import Outcome
from tools.games_file import Entry, GamesFileError, entry_line, header_line, index_games, read_entry, read_match
from tools.records import Move


def merge(sources: Sequence[Path], target: Path) -> int:
    """Write the games of several files of one match into a new one, and return how many there are.

    A game that stands in several must be the same in all, but for times and debug output: the first is kept.
    GamesFileError if they are of different matches, or differ in a game, or if ``target`` exists.
    """
    if target.exists():
        raise GamesFileError(f"{target} exists already: name a new file for the merged games")
    match = read_match(sources[0])
    indices = [index_games(source, match) for source in sources]
    # Another command may be writing the same file.
    beside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        _write(match, sources, indices, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return len(set().union(*indices))


def _write(
    match: Mapping[str, Any], sources: Sequence[Path], indices: Sequence[Mapping[int, tuple[int, int]]], target: Path
) -> None:
    """Write all games by their numbers."""
    with ExitStack() as files, target.open("wb") as merged:
        descriptors = [files.enter_context(source.open("rb")).fileno() for source in sources]
        merged.write(header_line(match))
        for number in sorted(set().union(*indices)):
            copies = {
                source: read_entry(source, descriptor, *index[number])
                for source, descriptor, index in zip(sources, descriptors, indices, strict=True)
                if number in index
            }
            (first, entry), *others = copies.items()
            for source, other in others:
                if _played(other) != _played(entry):
                    raise GamesFileError(
                        f"game {number + 1} is another in {source} than in {first}: keep it in one of them"
                    )
            merged.write(entry_line(entry))
        merged.flush()
        os.fsync(merged.fileno())


def _played(entry: Entry) -> Entry:
    """Return a game without what differs each time that it is played: times, debug output and notes."""
    record = entry.outcome.record
    moves = [Move(move.seat, move.answer, 0.0, None) for move in record.moves]
    return replace(entry, outcome=Outcome(replace(record, moves=moves, repeats=0), 0.0))

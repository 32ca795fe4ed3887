"""Recorded games, whoever recorded them: a match of this workshop, the referee in another arena, or the site."""

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.fields import FieldError, parse, read_text, shown
from tools.games_file import GamesFileError, is_games_file, read_game
from tools.records import FORMAT, LARGEST_FILE, Record, RecordError, from_data
from tools.referee import Cell
from tools.site_recordings import is_site_recording, read_site_game
from tools.verify import verify

# Where a log that tools.plugs.referee writes has the record, as text, in its `metadata`.
RECORD_IN_LOG = "record"
# How a game of a games file is named: `games/ladder.games:17`.
NUMBERED = re.compile(r"(.+):(\d{1,11})", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class Recording:
    """A game that follows the rules, and remarks on what in its file was not known and is left out."""

    record: Record
    remarks: list[str] = field(default_factory=list)


def game_place(path: Path) -> tuple[Path, int | None]:
    """Return the file that a game's name means, and the game's number, from 1, if it is one of a file of many."""
    named = NUMBERED.fullmatch(str(path))
    if named is None or os.path.lexists(path) or not os.path.isfile(named[1]):  # noqa: PTH113 - is_file raises for long names
        return path, None
    return Path(named[1]), int(named[2])


def read_recording(path: Path, starts: Sequence[Cell] | None = None) -> Recording:
    """Read a record, bare or in a log of tools.plugs.referee, or a recording of the site, and play it by the rules.

    ``path``: a file, or a game of a games file by its number, as `games/ladder.games:17`.

    ``starts``: for a recording of the site that does not tell its own. RecordError, one sentence, names the file, the
    place and what is wrong there.
    """
    file, number = game_place(path)
    try:
        if number is not None:
            return _as_recorded(read_game(file, number).outcome.record, starts)
        return recording_of(_read_single(file), starts)
    except GamesFileError as error:
        raise RecordError(str(error)) from None
    except (FieldError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None


def recording_of(data: object, starts: Sequence[Cell] | None = None) -> Recording:
    """Make a recording of what JSON held; FieldError or RecordError as `read_recording`, without the file's name."""
    metadata = data.get("metadata") if isinstance(data, dict) else None
    if isinstance(metadata, dict) and isinstance(logged := metadata.get(RECORD_IN_LOG), str):
        data = parse(logged)
    if is_site_recording(data):
        game = read_site_game(data, starts)
        verify(game.record)
        return Recording(game.record, game.remarks)
    if not isinstance(data, dict) or "format" not in data:
        raise FieldError(
            f'expected a record (`"format": "{FORMAT}"`) or a game of the site (`frames`), found {shown(data)}'
        )
    return _as_recorded(from_data(data), starts)


def _read_single(path: Path) -> object:
    """Return what the JSON of one game holds; RecordError for a file of many games."""
    if is_games_file(path):
        listing = f"`python -m tools.games list {shlex.quote(str(path))}` lists them"
        raise RecordError(f"expected one game, found a file of many: name one as {path}:1; {listing}")
    return parse(read_text(path, LARGEST_FILE))


def _as_recorded(record: Record, starts: Sequence[Cell] | None) -> Recording:
    """Check a record by the rules; it takes no other starts."""
    if starts is not None:
        raise FieldError("--starts is for recordings of the site: this one tells its own")
    verify(record)
    return Recording(record)

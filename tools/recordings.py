"""Recorded games, whoever recorded them: a match of this workshop, the referee in another arena, or the site."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.fields import FieldError, parse, read_text, shown
from tools.records import FORMAT, LARGEST_FILE, Record, RecordError, from_data
from tools.referee import Cell
from tools.site_recordings import is_site_recording, read_site_game
from tools.verify import verify

# Where a log that tools.plugs.referee writes has the record, as text, in its `metadata`.
RECORD_IN_LOG = "record"


@dataclass(frozen=True)
class Recording:
    """A game that follows the rules, and remarks on what in its file was not known and is left out."""

    record: Record
    remarks: list[str] = field(default_factory=list)


def read_recording(path: Path, starts: Sequence[Cell] | None = None) -> Recording:
    """Read a record, bare or in a log of tools.plugs.referee, or a recording of the site, and play it by the rules.

    ``starts``: for a recording of the site that does not tell its own. RecordError, one sentence, names the file, the
    place and what is wrong there.
    """
    try:
        return recording_of(parse(read_text(path, LARGEST_FILE)), starts)
    except (FieldError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None


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
    if starts is not None:
        raise FieldError("--starts is for recordings of the site: this one tells its own")
    record = from_data(data)
    verify(record)
    return Recording(record)

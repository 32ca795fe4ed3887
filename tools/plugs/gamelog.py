"""The JSON log of a game in the form that referees of CodinGame write with `-l`, which arenas and viewers read."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.fields import FieldError, parse, read_text
from tools.plugs.command import PlugError
from tools.recordings import RECORD_IN_LOG, recording_of
from tools.records import LARGEST_FILE, Record, RecordError, to_json


def to_log(record: Record, scores: Sequence[int], data: Sequence[str]) -> str:
    """Lay a game out; a frame is an answer asked, and lists have an entry a frame, null where it was another's turn.

    ``data``: the lines that the referee prints after the scores.
    """
    seats = range(len(record.players))
    ends = {death.move: death for death in record.deaths}
    tooltips = [
        {"turn": death.move, "text": f"{record.players[death.seat].name}: {death.cause.value}", "event": 0}
        for death in record.deaths
    ]
    log: dict[str, Any] = {
        "errors": {
            **{str(seat): [move.debug if move.seat == seat else None for move in record.moves] for seat in seats},
            "referee": [None] * len(record.moves),
        },
        "outputs": {
            str(seat): [
                f"{move.answer}\n" if move.seat == seat and move.answer is not None else None for move in record.moves
            ]
            for seat in seats
        },
        "summaries": [
            f"seat {ends[index].seat} died: {ends[index].cause.value}" if index in ends else ""
            for index in range(len(record.moves))
        ],
        "views": [],
        "scores": {str(seat): score for seat, score in enumerate(scores)},
        "uinput": list(data),
        # It alone has the times, and is what is read back.
        "metadata": {RECORD_IN_LOG: to_json(record)},
        "tooltips": tooltips,
        "ids": {str(seat): seat for seat in seats},
        "agents": [{"index": seat, "name": record.players[seat].name, "avatar": "", "agentId": seat} for seat in seats],
        "failCause": None,
    }
    return json.dumps(log, allow_nan=False) + "\n"


def read_saved(path: Path) -> Record:
    """Read the game in a log that `to_log` laid out, or any recording; PlugError says what is wrong with the file."""
    try:
        return recording_of(parse(read_text(path, LARGEST_FILE))).record
    except (FieldError, RecordError) as error:
        raise PlugError(f"{path}: {error}") from None

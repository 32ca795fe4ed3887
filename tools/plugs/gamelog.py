"""The JSON log of a game in the form that referees of CodinGame write with `-l`, which arenas and viewers read."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.plugs.command import PlugError
from tools.records import Record, RecordError, from_json, to_json

# The place of our own record in the log: it alone has the times, and what is read back is checked as any record is.
RECORD = "record"


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
        "metadata": {RECORD: to_json(record)},
        "tooltips": tooltips,
        "ids": {str(seat): seat for seat in seats},
        "agents": [{"index": seat, "name": record.players[seat].name, "avatar": "", "agentId": seat} for seat in seats],
        "failCause": None,
    }
    return json.dumps(log, allow_nan=False) + "\n"


def read_saved(path: Path) -> Record:
    """Read the game in a log that `to_log` laid out, or in a plain record; PlugError says what else was found."""
    try:
        text = path.read_text(encoding="utf-8")
        log = json.loads(text)
        saved = log["metadata"][RECORD] if isinstance(log, dict) and "metadata" in log else text
        return from_json(saved)
    except OSError as error:
        raise PlugError(f"{path}: cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, RecursionError):
        raise PlugError(f"{path}: expected a log that this referee wrote with -l, found another's") from None
    except ValueError as error:
        raise PlugError(f"{path}: expected a log that this referee wrote with -l: {error}") from None
    except RecordError as error:
        raise PlugError(f"{path}: {error}") from None

"""A record in the form in which the site hands a game out, the shape being that of a real recording of another game."""

import json
from typing import Any

from tools.records import Record
from tools.starts import format_starts


def site_form(record: Record, *, wrapper: str | None = "success", with_starts: bool = True) -> dict[str, Any]:
    """Return what the site would answer for a game of ours, with players of no name."""
    count = len(record.starts)
    frames: list[dict[str, Any]] = [
        {"agentId": -1, "keyframe": True, "gameInformation": "", "summary": "", "view": " 0\n"}
    ]
    for index, move in enumerate(record.moves):
        frame: dict[str, Any] = {
            "agentId": move.seat,
            "keyframe": index % count == count - 1,
            "gameInformation": "",
            "view": f" {index + 1}\n",
        }
        if move.answer is not None:
            frame["stdout"] = move.answer + "\n"
        if move.debug:
            frame["stderr"] = move.debug + "\n"
        frames.append(frame)
    agents = [
        {
            "index": seat,
            "agentId": 1000 + seat,
            "score": 20.5,
            "valid": True,
            "codingamer": {"userId": 2000 + seat, "pseudo": player.name},
        }
        for seat, player in enumerate(record.players)
    ]
    starts = f"starts={format_starts(record.starts)}\n" if with_starts else ""
    game = {
        "gameId": 100000001,
        "refereeInput": f"players={count}\n{starts}",
        "scores": [float(count - 1 - rank) for rank in record.ranks],
        "ranks": record.ranks,
        "tooltips": [
            json.dumps({"turn": death.move + 1, "text": f"seat {death.seat} is out", "event": 0})
            for death in record.deaths
        ],
        "agents": agents,
        "frames": frames,
    }
    return {wrapper: game} if wrapper else game

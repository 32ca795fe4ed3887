"""Positions with known answers, found by exhaustive search: walled off in a room, and duels on small boards."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


class Position:
    """A drawing and what is known of it."""

    def __init__(self, place: int, record: dict[str, Any]) -> None:
        self.name = f"{record['kind']} {place}"
        self.drawing = "\n".join(record["rows"])
        # Of a room: the most moves, the bound by blocks, the first moves (words) of the longest paths.
        self.longest: int = record.get("longest", 0)
        self.blockcut_bound: int = record.get("blockcut_bound", 0)
        self.optimal: list[str] = record.get("optimal", [])
        # Of a duel with A on move: the moves (words) after which A wins whatever B does.
        self.winning: list[str] = record.get("winning", [])

    def inside(self, width: int, height: int) -> str:
        """Return the drawing in the middle of a larger grid, walls all around."""
        rows = self.drawing.split()
        left, above = (width - len(rows[0])) // 2, (height - len(rows)) // 2
        rows = ["#" * left + row + "#" * (width - left - len(row)) for row in rows]
        wall = "#" * width
        return "\n".join([wall] * above + rows + [wall] * (height - above - len(rows)))


@cache
def duel_suite() -> list[Position]:
    """Return the duels, each of which A can win."""
    return _load("duel")


@cache
def fill_suite() -> list[Position]:
    """Return the rooms with a lone head A."""
    return _load("fill")


def _load(name: str) -> list[Position]:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Position(place, json.loads(line)) for place, line in enumerate(lines)]

"""Positions with known answers, as files hold them.

A JSON object a line. `rows` draws the board: `A` is on move, `B` is the other, `#` is blocked and `.` free. `winning`
(or `optimal`, where A is alone) lists the right moves. Boards smaller than 30x20 lie in its top left corner, the rest
being wall. Where A is alone `longest` is the most moves that can be made. Other fields are ignored.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.board import Board
from bot.grid import DIRECTIONS, Grid
from tools.forms import Form


class SuiteError(Exception):
    """A file that cannot be run; the text names the file, the line, what was expected and what was found."""


@dataclass(frozen=True)
class Position:
    """A drawing and what is known of it; ``right`` and ``longest`` are None where the file does not say."""

    place: str
    rows: list[str]
    right: list[str] | None
    longest: int | None

    def is_duel(self) -> bool:
        """Whether there is an opponent."""
        return any("B" in row for row in self.rows)

    def board(self, form: Form) -> Board:
        """Return the position on the arena's grid, walls around it."""
        grid = form.grid()
        rows = [row.ljust(grid.width, "#") for row in self.rows]
        rows += ["#" * grid.width] * (grid.height - len(rows))
        return form.board.from_ascii("\n".join(rows))


def read_positions(path: Path, *, solutions: bool = True, lengths: bool = False) -> list[Position]:
    """Read a file; SuiteError for the first line that is no position, or lacks what is asked for.

    ``solutions``: every position must list its right moves. ``lengths``: where A is alone `longest` must be given.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise SuiteError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SuiteError(f"{path}: expected UTF-8 text, found other bytes at byte {error.start}") from None
    positions = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = f"{path} line {number}"
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise SuiteError(
                    f"{place}: expected a JSON object, found {error.msg} at column {error.colno}"
                ) from None
            except (ValueError, RecursionError) as error:
                # Numbers of thousands of digits, lists of thousands of lists.
                raise SuiteError(f"{place}: expected a JSON object that can be read, found {error}") from None
            position = _position(place, record)
            if solutions and position.right is None:
                raise SuiteError(f"{place}: expected the right moves as `winning` or `optimal`, found neither")
            if lengths and position.longest is None and not position.is_duel():
                raise SuiteError(f"{place}: expected `longest`, the most moves, which --play-out compares with")
            positions.append(position)
    if not positions:
        raise SuiteError(f"{path}: expected a position a line, found none")
    return positions


def _position(place: str, record: Any) -> Position:  # noqa: ANN401  # whatever JSON holds
    """Check a line's value; SuiteError if it is no position."""
    if not isinstance(record, dict):
        raise SuiteError(f"{place}: expected a JSON object, found {_shorten(record)}")
    rows = record.get("rows")
    if not isinstance(rows, list) or not rows:
        raise SuiteError(f"{place}: expected `rows`, a list of the board's rows, found {_shorten(rows)}")
    for row in rows:
        if not isinstance(row, str) or not re.fullmatch(r"[AB#.]+", row):
            raise SuiteError(f"{place}: expected rows of A, B, # and . alone, found {_shorten(row)}")
    grid = Grid()
    if len(rows) > grid.height or len(rows[0]) > grid.width:
        raise SuiteError(
            f"{place}: expected at most {grid.width}x{grid.height} cells, found {len(rows[0])}x{len(rows)}"
        )
    try:
        Board.from_ascii("\n".join(rows))
    except ValueError as error:
        raise SuiteError(f"{place}: `rows`: {error}") from None
    return Position(place, rows, _right_moves(place, record), _longest(place, record))


def _right_moves(place: str, record: dict[str, Any]) -> list[str] | None:
    names = [name for name in ("winning", "optimal") if name in record]
    if not names:
        return None
    if len(names) == 2:
        raise SuiteError(f"{place}: expected `winning` or `optimal`, found both")
    words = record[names[0]]
    if not isinstance(words, list) or not words or any(word not in DIRECTIONS for word in words):
        raise SuiteError(f"{place}: `{names[0]}`: expected a list of {', '.join(DIRECTIONS)}, found {_shorten(words)}")
    return words


def _longest(place: str, record: dict[str, Any]) -> int | None:
    longest = record.get("longest")
    if longest is not None and (type(longest) is not int or longest < 0):
        raise SuiteError(f"{place}: `longest`: expected a whole number from 0 up, found {_shorten(longest)}")
    return longest


def _shorten(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "..."

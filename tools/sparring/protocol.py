"""The game's protocol from a player's side: a turn's lines become a board, a move becomes a word.

A turn is `N P` (players, my seat), then a line a seat, `X0 Y0 X1 Y1`: its start cell and its head, all -1 once it is
dead. Only heads are sent, so the ribbons are remembered here.
"""

from collections.abc import Iterator
from typing import TextIO

from bot.board import Board
from bot.grid import Grid


def boards(lines: TextIO, grid: Grid) -> Iterator[Board]:
    """Yield the board of each turn, our seat on turn, until the input ends or we are dead.

    ValueError says which line is wrong: what was expected and what was found.
    """
    heads: list[int] = []
    ribbons: list[int] = []
    number = 0
    while first := lines.readline():
        number += 1
        seats, me = _integers(first, number, 2, "the number of players and a seat")
        if not 1 <= seats <= 4 or not 0 <= me < seats:
            raise ValueError(f"line {number}: expected 1 to 4 players and one of their seats, found {first.strip()!r}")
        if not heads:
            heads, ribbons = [0] * seats, [0] * seats
        elif len(heads) != seats:
            raise ValueError(f"line {number}: expected {len(heads)} players as on the first turn, found {seats}")
        for seat in range(seats):
            number += 1
            line = lines.readline()
            start_x, start_y, x, y = _integers(line, number, 4, "a start cell and a head")
            if x == -1:
                heads[seat] = ribbons[seat] = 0
            elif grid.contains(start_x, start_y) and grid.contains(x, y):
                heads[seat] = grid.cell(x, y)
                ribbons[seat] |= grid.cell(start_x, start_y) | heads[seat]
            else:
                raise ValueError(f"line {number}: expected cells of a {grid.width}x{grid.height} grid, found {line!r}")
        if not heads[me]:
            return
        free = grid.cells
        for ribbon in ribbons:
            free &= ~ribbon
        yield Board(grid, heads[:], ribbons[:], free, me)


def word(board: Board, move: int) -> str:
    """Return the answer that moves the seat on turn to the cell ``move``; 0, no move at all, is answered `UP`."""
    return board.grid.direction(board.heads[board.turn], move) if move else "UP"


def _integers(line: str, number: int, count: int, meaning: str) -> list[int]:
    words = line.split()
    try:
        values = [int(text) for text in words]
    except ValueError:
        values = []
    if len(values) != count:
        raise ValueError(f"line {number}: expected {count} integers, {meaning}, found {line.strip()!r}")
    return values

"""Follows a game from its turns: only starts and heads are sent, so the ribbons are remembered here.

Input that surprises but can still be played is played, because to leave would be a certain loss: what was sent is
marked, and each kind of surprise is told once a game. The kinds: a start that changed, a dead seat that came back, a
head that stood still, moved ahead of its turn, jumped, entered an occupied cell, shares its cell with another, and my
own head anywhere but where my answer led.
"""

from collections.abc import Callable

from .board import Board
from .grid import Grid
from .protocol import Turn


class Tracker:
    """One game as I have seen it so far."""

    __slots__ = ("_answer", "_grid", "_heads", "_ribbons", "_starts", "_told", "_turns", "_warn")

    def __init__(self, grid: Grid, warn: Callable[[str], None]) -> None:
        """Take the grid and who is told, in one sentence, of each kind of surprise."""
        self._grid = grid
        self._warn = warn
        self._told: set[str] = set()
        self._turns = 0
        self._answer = 0
        self._starts: list[int] = []
        self._heads: list[int] = []
        self._ribbons: list[int] = []

    def follow(self, turn: Turn) -> Board:
        """Take the next turn, of the same seats as those before; returns a board of its own with my seat on turn.

        A cell is free when no living seat's ribbon holds it. One that several hold, which only surprises can bring
        about, is a wall on the board: it does not become free when one of them dies.
        """
        self._turns += 1
        if self._turns == 1:
            self._take_starts(turn)
            moved = range(turn.me)
        else:
            # Since my last turn I have moved first, then the seats after me, round to the one before me.
            moved = range(turn.me, turn.me + turn.players)
        for place in moved:
            self._take_line(turn, place % turn.players)
        occupied = shared = 0
        for ribbon in self._ribbons:
            shared |= occupied & ribbon
            occupied |= ribbon
        ribbons = [ribbon & ~shared for ribbon in self._ribbons]
        return Board(self._grid, self._heads[:], ribbons, self._grid.cells & ~occupied, turn.me)

    def answered(self, target: int) -> None:
        """Note, after each turn, the cell (a one-bit mask) that my answer leads to, 0 if it leads into an obstacle."""
        self._answer = target

    def _take_starts(self, turn: Turn) -> None:
        """Set up the game as it was before its first move; the seats from mine on should still stand there."""
        grid = self._grid
        occupied = 0
        for seat, line in enumerate(turn.lines):
            start = grid.cell(*line[0]) if line else 0
            self._starts.append(start)
            self._heads.append(start)
            self._ribbons.append(start)
            if start & occupied:
                self._surprise("shared", f"seat {seat} starts on {_show(grid, start)} where another seat starts")
            occupied |= start
        for seat in range(turn.me, turn.players):
            line = turn.lines[seat]
            if line and line[0] != line[1]:
                head = grid.cell(*line[1])
                self._surprise("early", f"seat {seat} has moved to {_show(grid, head)} ahead of its first turn")
                self._heads[seat] = head
                self._ribbons[seat] |= head

    def _take_line(self, turn: Turn, seat: int) -> None:
        """Bring one seat up to date, those that moved before it being so already."""
        grid = self._grid
        line = turn.lines[seat]
        if line is None:
            self._heads[seat] = self._ribbons[seat] = 0
            return
        start, head = grid.cell(*line[0]), grid.cell(*line[1])
        before = self._heads[seat]
        if not before:
            self._surprise("back", f"seat {seat} was dead and is back, its head on {_show(grid, head)}")
        else:
            if start != self._starts[seat]:
                moved = f"from {_show(grid, self._starts[seat])} to {_show(grid, start)}"
                self._surprise("start", f"the start of seat {seat} changed {moved}")
            self._check_move(turn, seat, before, head)
        self._starts[seat] = start
        self._heads[seat] = head
        self._ribbons[seat] |= start | head

    def _check_move(self, turn: Turn, seat: int, before: int, head: int) -> None:
        grid = self._grid
        where = _show(grid, head)
        if seat == turn.me and self._answer and head != self._answer:
            self._surprise("mine", f"my head is on {where} where my answer led to {_show(grid, self._answer)}")
        elif head == before:
            self._surprise("still", f"the head of seat {seat} still stands on {where}")
        elif not grid.neighbours(before) & head:
            self._surprise("jump", f"the head of seat {seat} jumped from {_show(grid, before)} to {where}")
        elif any(ribbon & head for ribbon in self._ribbons):
            others = [line for other, line in enumerate(turn.lines) if line and other != seat]
            if any(grid.cell(*line[1]) == head for line in others):
                self._surprise("shared", f"the head of seat {seat} is on {where} with another head")
            else:
                self._surprise("occupied", f"the head of seat {seat} entered {where}, which is occupied")

    def _surprise(self, kind: str, what: str) -> None:
        if kind not in self._told:
            self._told.add(kind)
            self._warn(f"warning: turn {self._turns}: {what}; playing on with what was sent (told once a game)")


def _show(grid: Grid, cell: int) -> str:
    x, y = grid.position(cell)
    return f"({x},{y})"

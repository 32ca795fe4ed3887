"""The rules of the game, as the arena applies them; written apart from bot/board.py so that each checks the other.

The grid is a dictionary from cell to seat, a ribbon a list of cells: slow, obvious, and nothing in common with a board
made of bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

Cell = tuple[int, int]

STEPS: dict[str, Cell] = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}
WIDTH = 30
HEIGHT = 20
DEAD_LINE = "-1 -1 -1 -1"


class Cause(Enum):
    """Why a player died; the value is the word used in records and reports."""

    EDGE = "edge"
    OWN_RIBBON = "own ribbon"
    OTHER_RIBBON = "another's ribbon"
    TIMEOUT = "timeout"
    INVALID = "invalid output"
    CRASHED = "crashed"
    STOPPED = "stopped answering"


@dataclass(frozen=True)
class Death:
    """A player's end: the seat, the cause, and the index of the answer (over all seats, from 0) that brought it."""

    seat: int
    cause: Cause
    move: int


class Referee:
    """One game from its start cells to its last survivor.

    ``turn``: the seat to be asked next, meaningless once the game is over. ``heads``: a cell a seat, None once dead.
    ``answers``: how many have been judged so far. ``deaths``: in the order in which they came.
    """

    def __init__(self, starts: Sequence[Cell], width: int = WIDTH, height: int = HEIGHT) -> None:
        """Place 2 to 4 players; ValueError if there are more or fewer, or a start is off the grid or used twice."""
        if not 2 <= len(starts) <= 4:
            raise ValueError(f"a game needs 2 to 4 starts, found {len(starts)}")
        for seat, (x, y) in enumerate(starts):
            if not (0 <= x < width and 0 <= y < height):
                raise ValueError(f"the start ({x},{y}) of seat {seat} is off the {width}x{height} grid")
        if len(set(starts)) != len(starts):
            raise ValueError(f"two seats share a start cell in {' '.join(f'({x},{y})' for x, y in starts)}")
        self.width = width
        self.height = height
        self.starts = list(starts)
        self.heads: list[Cell | None] = list(starts)
        self.ribbons: list[list[Cell]] = [[start] for start in starts]
        self.owners: dict[Cell, int] = {start: seat for seat, start in enumerate(starts)}
        self.turn = 0
        self.answers = 0
        self.deaths: list[Death] = []

    def living(self) -> list[int]:
        """Return the seats that live, in seat order."""
        return [seat for seat, head in enumerate(self.heads) if head is not None]

    def is_over(self) -> bool:
        """Whether one player is left."""
        return len(self.living()) == 1

    def ranks(self) -> list[int]:
        """Return the rank of each seat once the game is over, 0 the winner: the reverse order of death."""
        if not self.is_over():
            raise ValueError(f"the game is not over: {len(self.living())} players live")
        ranks = [0] * len(self.starts)
        for place, death in enumerate(reversed(self.deaths), start=1):
            ranks[death.seat] = place
        return ranks

    def turn_input(self) -> str:
        """Return the text that the seat on turn is sent: `N P`, then a line a seat with its start and its head."""
        lines = [f"{len(self.starts)} {self.turn}"]
        for (start_x, start_y), head in zip(self.starts, self.heads, strict=True):
            lines.append(DEAD_LINE if head is None else f"{start_x} {start_y} {head[0]} {head[1]}")
        return "\n".join(lines) + "\n"

    def foresee(self, answer: str) -> Cause | None:
        """Return what the answer would kill the seat on turn of, or None if it would live; nothing changes.

        White space around the word is allowed. The word itself must stand as the statement has it: `up` is invalid.
        """
        step = STEPS.get(answer.strip())
        if step is None:
            return Cause.INVALID
        target = self._target(step)
        if not (0 <= target[0] < self.width and 0 <= target[1] < self.height):
            return Cause.EDGE
        owner = self.owners.get(target)
        if owner is None:
            return None
        return Cause.OWN_RIBBON if owner == self.turn else Cause.OTHER_RIBBON

    def safe_answers(self) -> list[str]:
        """Return the directions in which the seat on turn would live; none when it is trapped."""
        return [word for word in STEPS if self.foresee(word) is None]

    def play(self, answer: str) -> Cause | None:
        """Judge the answer of the seat on turn and pass the turn; returns the cause if it died of it."""
        cause = self.foresee(answer)
        if cause is not None:
            self.kill(cause)
            return cause
        target = self._target(STEPS[answer.strip()])
        self.heads[self.turn] = target
        self.ribbons[self.turn].append(target)
        self.owners[target] = self.turn
        self._pass_turn()
        return None

    def kill(self, cause: Cause) -> None:
        """Remove the seat on turn, free its whole ribbon at once and pass the turn."""
        for cell in self.ribbons[self.turn]:
            del self.owners[cell]
        self.ribbons[self.turn] = []
        self.heads[self.turn] = None
        self.deaths.append(Death(self.turn, cause, self.answers))
        self._pass_turn()

    def to_ascii(self) -> str:
        """Draw the grid: `A` to `D` heads, `a` to `d` the rest of their ribbons, `.` free."""
        rows = [["."] * self.width for _ in range(self.height)]
        for (x, y), seat in self.owners.items():
            rows[y][x] = "ABCD"[seat] if self.heads[seat] == (x, y) else "abcd"[seat]
        return "\n".join("".join(row) for row in rows)

    def _target(self, step: Cell) -> Cell:
        """Return the cell that the seat on turn would enter."""
        head = self.heads[self.turn]
        if head is None or self.is_over():
            raise ValueError("the game is over: no seat is on turn")
        return head[0] + step[0], head[1] + step[1]

    def _pass_turn(self) -> None:
        """Count the answer and hand the turn to the next living seat."""
        self.answers += 1
        for _ in self.heads:
            self.turn = (self.turn + 1) % len(self.heads)
            if self.heads[self.turn] is not None:
                return

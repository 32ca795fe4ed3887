"""Which part of the bot answers this turn."""

from .board import Board
from .clock import Clock
from .grid import cells_of


class Decision:
    """An answer: ``move``, the one-bit mask of the cell to go to, 0 when there is none; the rest is for `--debug`.

    ``depth`` in plies, finished; ``value`` in the evaluation's units, for us; ``stage``: who answered.
    """

    __slots__ = ("depth", "move", "stage", "value")

    def __init__(self, move: int, depth: int, value: int, stage: str) -> None:
        """Record an answer."""
        self.move = move
        self.depth = depth
        self.value = value
        self.stage = stage


class Strategy:
    """A player's mind for one game."""

    def choose(self, board: Board, clock: Clock) -> Decision:
        """Return a legal move for the seat on turn, whose clock has begun; the board is left as it was."""
        moves = cells_of(board.moves())
        return Decision(moves[0] if moves else 0, 0, 0, "first")

"""Which rivals play what `greedy_reply` foresees, learnt from the moves that they have made.

A search that takes a rival for greedy sees far, and is led astray by one that is not; one that takes it for an enemy
sees little. Of their moves with a choice, `greedy` players made 91 % as foreseen, searching bots 72 to 77 %.
"""

from .board import Board
from .reply import greedy_reply


class Foresight:
    """Counts, for each seat, the moves that were made and those of them that were foreseen."""

    # A rival is foreseen once this share of its moves was, two more counted as missed: after ten moves at the earliest.
    SHARE = 0.82
    DOUBT = 2

    def __init__(self, seats: int = 4) -> None:
        """Know nothing yet of so many seats."""
        self.made = [0] * seats
        self.met = [0] * seats
        self.before: Board | None = None

    def watch(self, board: Board) -> None:
        """Learn from the moves between the position after our last move and ``board``, at our turn.

        Nothing is learnt from a round in which somebody died: what was free when others moved is not known for sure.
        """
        before, self.before = self.before, None
        if before is None or sorted(before.living()) != sorted(board.living()) or len(board.living()) < 3:
            return
        while before.turn != board.turn:
            seat = before.turn
            target = board.heads[seat]
            moves = before.moves()
            if not target & moves:
                return
            if moves & (moves - 1):
                heads = [before.heads[other] for other in before.living()]
                self.made[seat] += 1
                self.met[seat] += greedy_reply(before.free, heads, moves, before.grid.stride) == target
            before.play(target)

    def answered(self, board: Board, move: int) -> None:
        """Remember the position after our move, 0 where there was none."""
        if move:
            self.before = board.copy()
            self.before.play(move)

    def foreseen(self, seat: int) -> bool:
        """Whether a seat has shown that it plays as foreseen."""
        return self.met[seat] >= self.SHARE * (self.made[seat] + self.DOUBT)

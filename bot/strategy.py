"""Which part of the bot answers this turn: search while somebody can still reach us, filling once we are walled off.

Before both, the copying of every move wherever that can be had; and before filling, where all are walled off and more
than two alive, waiting for the first death where that opens a way.
"""

from .board import Board
from .chambers import moves_left
from .clock import Clock
from .endgame import Filler
from .evaluation import WIN, Evaluation, Weights
from .foresight import Foresight
from .grid import Grid
from .mirror import mirroring_move
from .search import Search
from .territory import flood
from .waiting import Waiting


class Decision:
    """An answer: ``move``, the one-bit mask of the cell to go to, 0 when there is none; the rest is for `--debug`.

    ``stage``: who answered. Of a search: ``depth`` finished, in plies, and ``value`` for us in the evaluation's units.
    Of a filling: ``depth`` the moves of its plan, and ``value`` the most moves that the region can give.
    Of waiting: ``depth`` the moves until a rival's death, and ``value`` for us of what is expected then.
    Of mirroring: 0 and a won game. ``variation``: as a search found it.
    """

    __slots__ = ("depth", "move", "stage", "value", "variation")

    def __init__(self, move: int, depth: int, value: int, stage: str) -> None:
        """Record an answer."""
        self.move = move
        self.depth = depth
        self.value = value
        self.stage = stage
        self.variation: list[tuple[int, int]] = []


class Strategy:
    """A player's mind for one game."""

    # A rival that can make no more moves than this may be gone before a search would notice what its ribbon held shut.
    SOON = 8

    def __init__(self, grid: Grid | None = None, weights: Weights | None = None) -> None:
        """Play on ``grid`` (30 x 20) with ``weights`` in the evaluation."""
        self.grid = grid or Grid()
        self.search = Search(self.grid, Evaluation(self.grid, weights))
        self.filler = Filler(self.grid)
        self.waiting = Waiting(self.grid, self.search.evaluation)
        self.foresight = Foresight()

    def choose(self, board: Board, clock: Clock) -> Decision:
        """Return a legal move for the seat on turn, whose clock has begun; the board is left as it was."""
        self.foresight.watch(board)
        decision = self._decide(board, clock)
        self.foresight.answered(board, decision.move)
        return decision

    def _decide(self, board: Board, clock: Clock) -> Decision:
        """Return the decision; what rivals have shown is known."""
        moves = board.moves()
        if not moves & (moves - 1):
            return Decision(moves, 0, 0, "forced" if moves else "trapped")
        head = board.heads[board.turn]
        rivals = board.living()[1:]
        if len(rivals) == 1:
            move = mirroring_move(board.free, moves, board.heads[rivals[0]], self.grid)
            if move:
                return Decision(move, 0, WIN, "mirror")
        region = flood(board.free, head, self.grid.stride)
        if not self._can_be_entered(board, board.turn, region):
            apart = self._all_walled_off(board)
            if apart and len(rivals) > 1:
                move = self.waiting.choose(board, region, clock)
                if move:
                    return Decision(move, len(self.waiting.plan), self.waiting.value, "wait")
            if apart or not self._opens_soon(board, head, region):
                move = self.filler.choose(head, region, self._enough(board), clock)
                return Decision(move, 1 + len(self.filler.plan), self.filler.bound, "fill")
        choosing = [seat for seat in rivals if not self.foresight.foreseen(seat)]
        result = self.search.run(board, clock, choosing=choosing)
        decision = Decision(result.move, result.depth, result.value, "search")
        decision.variation = result.variation
        return decision

    def _can_be_entered(self, board: Board, seat: int, region: int) -> bool:
        """Whether a living rival of ``seat`` can enter ``region``, the cells that ``seat`` can reach."""
        heads = sum(board.heads) ^ board.heads[seat]
        return self.grid.neighbours(heads) & region != 0

    def _all_walled_off(self, board: Board) -> bool:
        """Whether no living seat can reach another."""
        stride = self.grid.stride
        return not any(
            self._can_be_entered(board, seat, flood(board.free, board.heads[seat], stride)) for seat in board.living()
        )

    def _opens_soon(self, board: Board, head: int, region: int) -> bool:
        """Whether the ribbon of a rival that has few moves left, while others live, keeps ``region`` shut."""
        border = self.grid.neighbours(region | head)
        rivals = board.living()[1:]
        return any(border & board.ribbons[seat] and moves_left(board, seat) <= self.SOON for seat in rivals)

    def _enough(self, board: Board) -> int:
        """Return a number of moves that is certain to win: one more than the last rival has, unless others live."""
        rivals = board.living()[1:]
        return moves_left(board, rivals[0]) + 1 if len(rivals) == 1 else self.grid.cells.bit_count()

"""The levels `alphabeta1` to `alphabeta8`: plain alpha-beta to a fixed depth (Knuth and Moore, 1975).

A ply is one move of one seat. With three or four players all opponents are taken to play against us (the paranoid
assumption: Sturtevant and Korf, 2000), so the same two bounds serve. The depths before the last one are searched too:
each starts with the best move of the one before, and a finished one answers when the time is over.

How long a turn takes on 30x20 without a deadline (CPython 3.11, CPU time, 90 to 440 turns each for two and for four
players): up to 6 plies 62 ms at the most, so those depths fit into the 100 ms of a turn; with 7 plies 1 turn in 100
takes more than 81 ms, with 8 the mean is 28 ms for two players and 57 ms for four, the longest 212 ms and 628 ms.
"""

from collections.abc import Callable

from bot.board import Board

from .features import legal_moves, margin

WIN = 1_000_000  # a finished game, in cells: far outside of what any margin can be


class OutOfTime(Exception):
    """The deadline has passed in the middle of a depth."""


class AlphaBeta:
    """Chooses moves by searching ``depth`` plies; a leaf is worth the margin of cells reached first.

    After a turn ``depth_reached`` is the last finished depth, ``value`` what it found in cells for the seat that moved,
    and ``leaves`` the number of evaluations made.
    """

    NODES_BETWEEN_CHECKS = 16

    def __init__(self, depth: int, seconds: float, now: Callable[[], float]) -> None:
        """Take the depth in plies, the seconds of a turn (infinity for no deadline) and the clock that tells them."""
        self.depth = depth
        self.seconds = seconds
        self.now = now
        self.leaves = self.nodes = self.depth_reached = 0
        self.value = 0.0
        self._deadline = 0.0
        self._seat = 0
        self._killers: list[int] = []

    def __call__(self, board: Board) -> int:
        """Return the best move of the deepest finished depth, the first legal move if none is; 0 if there is none."""
        self._deadline = self.now() + self.seconds
        self._seat = board.turn
        self._killers = [0] * (self.depth + 1)
        self.leaves = self.nodes = self.depth_reached = 0
        self.value = 0.0
        moves = legal_moves(board)
        if len(moves) < 2:
            return moves[0] if moves else 0
        try:
            for depth in range(1, self.depth + 1):
                # A search that is cut short leaves its board in the middle of a line of play.
                self.value, best = self._best(board.copy(), moves, depth)
                self.depth_reached = depth
                moves.sort(key=lambda move, first=best: move != first)  # type: ignore[misc]
                if abs(self.value) > WIN // 2:
                    break
        except OutOfTime:
            pass
        return moves[0]

    def _best(self, board: Board, moves: list[int], depth: int) -> tuple[float, int]:
        """Return the value of the best of our moves and the move, the first one in order if several are equal."""
        best, best_value = 0, -2.0 * WIN
        for move in moves:
            undo = board.play(move)
            value = self._search(board, depth - 1, best_value, 2 * WIN, 1)
            board.undo(undo)
            if value > best_value:
                best, best_value = move, value
        return best_value, best

    def _search(self, board: Board, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the board's value for our seat: exact between ``alpha`` and ``beta``, else a bound beyond them.

        ``ply``: plies played since the root; a win is worth less the later it comes, a loss more.
        """
        self.nodes += 1
        if self.nodes % self.NODES_BETWEEN_CHECKS == 0 and self.now() >= self._deadline:
            raise OutOfTime
        moves = legal_moves(board)
        ours = board.turn == self._seat
        if not moves:
            if ours:
                return ply - WIN
            undo = board.die()
            value: float = WIN - ply if board.is_over() else self._search(board, depth, alpha, beta, ply + 1)
            board.undo(undo)
            return value
        if depth == 0:
            self.leaves += 1
            return margin(board, self._seat)
        killer = self._killers[depth]
        if killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        best = -2.0 * WIN if ours else 2.0 * WIN
        for move in moves:
            undo = board.play(move)
            value = self._search(board, depth - 1, alpha, beta, ply + 1)
            board.undo(undo)
            if ours:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                self._killers[depth] = move
                break
        return best

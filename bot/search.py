"""Paranoid alpha-beta: we move to our best, and everybody else moves to our worst (Sturtevant and Korf, 2000).

The state of a node is two values, the free cells and the riders in turn order, the one on move first; nothing is undone
since nothing is changed, and the state itself is the key of the transposition table.
"""

from .board import Board
from .clock import Clock, OutOfTime
from .evaluation import WIN, Evaluation, Rider
from .grid import Grid, cells_of

INFINITY = 2 * WIN
# Values beyond this are finished games, `WIN - ply`.
PROVEN = WIN // 2
# An opponent's death improves our rank, which counts for more than any position.
RANK = WIN // 100
SETTLED = 1000

EXACT, LOWER, UPPER = 0, 1, 2
Entry = tuple[int, int, int, int]  # depth, bound, value, best move


class Result:
    """What a search found: ``move`` (mask), ``value`` for the seat on turn, ``depth`` finished, in plies."""

    __slots__ = ("depth", "move", "value")

    def __init__(self, move: int, value: int, depth: int) -> None:
        """Record a result."""
        self.move = move
        self.value = value
        self.depth = depth


class Search:
    """A searcher that keeps its table and its ordering between turns."""

    TABLE_LIMIT = 100_000

    def __init__(self, grid: Grid, evaluation: Evaluation) -> None:
        """Search on ``grid`` with ``evaluation`` at the leaves."""
        self.grid = grid
        self.evaluation = evaluation
        self.stride = grid.stride
        self.table: dict[tuple[int, tuple[Rider, ...]], Entry] = {}
        self.killers: list[int] = []
        self.history: dict[int, int] = {}
        self.clock: Clock

    def run(self, board: Board, clock: Clock, max_depth: int = 10_000) -> Result:
        """Deepen one ply at a time until the clock stops; the last finished depth answers.

        ``board``: a position in which the seat on turn has a move; it is not changed.
        """
        self.clock = clock
        if len(self.table) > self.TABLE_LIMIT:
            self.table.clear()
        free, riders = root_of(board)
        self.killers = [0] * (2 * free.bit_count() + 16)
        self.history = {move: score >> 3 for move, score in self.history.items() if score > 7}
        moves = board.moves()
        best = Result(self._ordered(free, moves, 0)[0], 0, 0)
        try:
            clock.check()
            for depth in range(1, max_depth + 1):
                value = self._value(free, riders, depth, -INFINITY, INFINITY, 0)
                entry = self.table[free, riders]
                best = Result(entry[3], value, depth)
                if abs(value) > PROVEN or entry[0] == SETTLED:
                    break
                if clock.used() > 0.6:
                    break
        except OutOfTime:
            pass
        return best

    def _ordered(self, free: int, moves: int, first: int) -> list[int]:
        ordered = cells_of(moves)
        ordered.sort(key=lambda move: -(self.grid.neighbours(move) & free).bit_count())
        return ordered

    def _value(
        self, free: int, riders: tuple[Rider, ...], depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        clock = self.clock
        clock.nodes += 1
        if clock.nodes >= clock.next_check:
            clock.check()
        head, ribbon, ours = riders[0]
        stride = self.stride
        pair = head | head << stride - 1
        moves = (pair >> stride | pair << 1) & free
        two = len(riders) == 2
        if not moves:
            if two:
                return ply - WIN
            if ours:
                return ply - WIN
            rest = riders[1:]
            if len(rest) == 2:
                rest = tuple((rider[0], 0, rider[2]) for rider in rest)
            if rest[0][2]:
                return -self._value(free | ribbon, rest, depth, -beta + RANK, -alpha + RANK, ply + 1) - RANK
            return self._value(free | ribbon, rest, depth, alpha + RANK, beta + RANK, ply + 1) - RANK
        single = not moves & (moves - 1)
        if depth <= 0 and not single:
            if not two:
                return self.evaluation.melee(free, riders)
            value, separated = self.evaluation.duel(free, head, riders[1][0])
            if separated:
                self.table[free, riders] = (SETTLED, EXACT, value, moves & -moves)
            return value
        key = (free, riders)
        entry = self.table.get(key)
        first = 0
        if entry is not None:
            first = entry[3]
            if entry[0] >= depth and (ply or entry[0] == SETTLED):
                bound, value = entry[1], entry[2]
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    return value
        if single:
            ordered = [moves]
            deeper = depth
        else:
            deeper = depth - 1
            ordered = []
            if first:
                ordered.append(first)
                moves ^= first
            history = self.history
            killer = self.killers[ply] & moves
            if killer:
                ordered.append(killer)
                moves ^= killer
            if moves & (moves - 1):
                a = moves & -moves
                b = moves ^ a
                if b & (b - 1):
                    rest_moves = cells_of(moves)
                    rest_moves.sort(key=lambda move: -history.get(move, 0))
                    ordered += rest_moves
                elif history.get(b, 0) > history.get(a, 0):
                    ordered.append(b)
                    ordered.append(a)
                else:
                    ordered.append(a)
                    ordered.append(b)
            elif moves:
                ordered.append(moves)
        rest = riders[1:]
        same_side = rest[0][2] == ours
        floor = alpha
        best = -INFINITY
        best_move = 0
        for move in ordered:
            following = (*rest, (move, 0 if two else ribbon | move, ours))
            if same_side:
                value = self._value(free ^ move, following, deeper, alpha, beta, ply + 1)
            else:
                value = -self._value(free ^ move, following, deeper, -beta, -alpha, ply + 1)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        self.killers[ply] = move
                        self.history[move] = self.history.get(move, 0) + depth * depth
                        break
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        self.table[key] = (depth, bound, best, best_move)
        return best


def root_of(board: Board) -> tuple[int, tuple[Rider, ...]]:
    """Return a board as the search sees it: the free cells and the living riders, the one on turn first."""
    seats = board.living()
    keep = len(seats) > 2
    return board.free, tuple(
        (board.heads[seat], board.ribbons[seat] if keep else 0, seat == board.turn) for seat in seats
    )

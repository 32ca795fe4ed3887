"""Alpha-beta: we move to our best, the nearest rival to our worst, and others reply greedily while several live.

Taking all of several for enemies is paranoid search (Sturtevant and Korf, 2000); all but one of them making the move
that a rule names is near to best-reply search (Schadd and Winands, 2011). Here the nearest to us chooses, position by
position, unless the caller has taken it for greedy.

The state of a node is two values, the free cells and the riders in turn order, the one on move first; nothing is undone
since nothing is changed, and the state itself is the key of the transposition table, so that two positions are never
taken for each other. Values are those of the side on move: us, or all the others together.

A ply costs one of depth, except where a rider has no choice or dies. Where the last two riders are walled off from
each other the evaluation knows how the game ends, so the search goes no further. With two riders left it ends nowhere
but where their heads are an odd number of steps apart: then no cell is as near to the one as to the other, and the
territories do not hang on who is on move. Two bots, one of which did that, at 1,000 nodes: 57 % of 400 games.

With two riders left, late moves are reduced, as in chess (Fruit, Letouzey, 2005): the first move of the order refutes
94 in 100 of the nodes that any move refutes, so the others seldom deserve the whole depth.
"""

from collections.abc import Collection

from .board import Board
from .clock import Clock, OutOfTime, forget
from .evaluation import CHOOSING, GREEDY, OURS, WIN, Evaluation, Rider
from .grid import Grid, cells_of
from .reply import greedy_reply
from .territory import flood

INFINITY = 2 * WIN
# Values beyond this are finished games, `WIN - ply`, for whoever wins.
PROVEN = WIN // 2
# What the death of one of several opponents is worth to us: more than any position, less than the game.
RANK = WIN // 100

EXACT, LOWER, UPPER = 0, 1, 2
EVERYBODY = range(4)
# The depth of a value that no deeper search would change.
SETTLED = 10_000
Riders = tuple[Rider, ...]
# A move and the riders after it.
Child = tuple[int, Riders]
# What the table knows of a position: the depth searched in plies, EXACT, LOWER or UPPER, the value, the best move.
Entry = tuple[int, int, int, int]


class Result:
    """What a search found: ``move`` (mask), ``value`` for the seat on turn, ``depth`` finished, in plies.

    ``variation``: the principal one, pairs of a head and the cell that it goes to, the move's first.
    """

    __slots__ = ("depth", "move", "value", "variation")

    def __init__(self, move: int, value: int, depth: int) -> None:
        """Record a result."""
        self.move = move
        self.value = value
        self.depth = depth
        self.variation: list[tuple[int, int]] = []


class Search:
    """A searcher that keeps its table and its ordering of moves between turns."""

    # About 700 bytes each. To grow beyond 21,845 entries takes a dictionary 1 ms by itself, up to 1.9 ms in a game; a
    # turn of 80 ms adds 3,000 at most to a table that was not full at its start. With 40,000 the searches of 36 games,
    # of two to four players, went 12.38 plies deep, with 17,000 they go 12.33, and one move in 90 is another.
    TABLE_LIMIT = 17_000
    # With this much of the budget used the next depth would hardly find a better move than the last.
    LAST_START = 0.8
    VARIATION_LIMIT = 40

    def __init__(self, grid: Grid, evaluation: Evaluation, *, any_distance: bool = False, reduced: bool = True) -> None:
        """Search on ``grid`` with ``evaluation`` at the leaves.

        ``any_distance``: two heads need not be oddly apart at a leaf. ``reduced``: late moves are looked at less deep.
        """
        self.grid = grid
        self.evaluation = evaluation
        self.any_distance = any_distance
        self.reduced = reduced
        self.stride = grid.stride
        self.even = grid.even
        self.table: dict[tuple[int, Riders], Entry] = {}
        self.killers: list[int] = []
        self.history: dict[int, int] = {}
        self.replies: dict[tuple[int, Riders], int] = {}
        # The best move of the depth that is being searched, as far as it has been.
        self.improved = 0
        self.clock: Clock

    def run(
        self, board: Board, clock: Clock, max_depth: int = SETTLED - 1, choosing: Collection[int] = EVERYBODY
    ) -> Result:
        """Deepen one ply at a time until the clock stops.

        The last finished depth answers, unless the one that was cut short has already found a better move.

        ``board``: a position in which the seat on turn has a move and can reach a rival; it is not changed.
        ``choosing``: the rivals' seats that may choose against us while more than two are alive: each does in positions
        in which no other rival is nearer to us. The others make their greedy replies.
        """
        self.clock = clock
        self.history = {move: score >> 3 for move, score in self.history.items() if score > 7}
        free, riders = root_of(board, choosing)
        # A line is at most as long as there are cells, plus a ply for each death.
        self.killers = [0] * (self.grid.cells.bit_count() + len(riders) + 1)
        best = Result(self._first(free, board.moves()), 0, 0)
        self.improved = 0
        try:
            clock.check()
            if len(self.table) > self.TABLE_LIMIT:
                forget(len(self.table), self.table.popitem, clock)
            if len(self.replies) > self.TABLE_LIMIT:
                forget(len(self.replies), self.replies.popitem, clock)
            first, step = self._depths(riders)
            for depth in range(first, max(first, max_depth) + 1, step):
                value = self._value(free, riders, depth, -INFINITY, INFINITY, 0)
                best = Result(self.table[free, riders][3], value, depth)
                if abs(value) > PROVEN or clock.used() > self.LAST_START:
                    break
        except OutOfTime:
            best.move = self.improved or best.move
        best.variation = self._variation(free, riders, best.move)
        return best

    def _depths(self, riders: Riders) -> tuple[int, int]:
        """Return the first depth and the step to the next; with two riders those that end at heads an odd way apart."""
        if len(riders) > 2 or self.any_distance:
            return 1, 1
        return 2 if self._oddly_apart(riders) else 1, 2

    def _may_end(self, riders: Riders, depth: int) -> bool:
        """Whether a line of play may end here, with no depth left.

        Two heads an even way apart are worth a ply more, but no second one: while the one is in a corridor the distance
        is even whenever the other is on move, and one of the positions of the bench took 59,000 nodes instead of 900.
        """
        return len(riders) > 2 or depth < 0 or self.any_distance or self._oddly_apart(riders)

    def _oddly_apart(self, riders: Riders) -> bool:
        """Whether the first two heads are an odd number of steps from each other."""
        return (not self.even & riders[0][0]) != (not self.even & riders[1][0])

    def _variation(self, free: int, riders: Riders, move: int) -> list[tuple[int, int]]:
        """Return the moves from here on that the table holds for best, as a result has them, ``move`` first."""
        line: list[tuple[int, int]] = []
        while move & free and len(line) < self.VARIATION_LIMIT:
            (head, ribbon, side), rest = riders[0], riders[1:]
            line.append((head, move))
            free ^= move
            riders = (*rest, (move, ribbon and ribbon | move, side))
            entry = self.table.get((free, riders))
            move = entry[3] if entry else 0
        return line

    def _first(self, free: int, moves: int) -> int:
        """Return the move with the most exits, the answer when there was no time to think."""
        return max(cells_of(moves), key=lambda move: (self.grid.neighbours(move) & free).bit_count())

    def _value(
        self, free: int, riders: Riders, depth: int, alpha: int, beta: int, ply: int, may_split: bool = False
    ) -> int:
        """Return the value of a position for the side on move; a bound where it lies outside ``alpha`` to ``beta``.

        ``may_split``: the last ply may have left two riders that are walled off from each other.
        """
        clock = self.clock
        clock.nodes += 1
        if clock.nodes >= clock.next_check:
            clock.check()
        head, ribbon, side = riders[0]
        ours = side == OURS
        pair = head | head << self.stride - 1
        moves = (pair >> self.stride | pair << 1) & free
        last_two = len(riders) == 2
        if not moves:
            if ours or last_two:
                return ply - WIN
            return self._death(free | ribbon, riders[1:], depth, alpha, beta, ply)
        if not (ours or last_two) and moves & (moves - 1) and not self._chooses(riders):
            moves = self._reply(free, riders, moves)
        forced = not moves & (moves - 1)
        leaf = depth <= 0 and not forced and self._may_end(riders, depth)
        if leaf and not may_split:
            return self.evaluation.value(free, riders, alpha, beta)
        key = (free, riders)
        entry = self.table.get(key)
        if entry is not None and entry[0] >= depth and ply:
            _, bound, value, _ = entry
            value = _from_root(value, -ply)
            if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                return value
        if may_split and self._walled_off(free, riders):
            value = self.evaluation.walled_off(free, riders[0][0], riders[1][0])
            self.table[key] = (SETTLED, EXACT, value, 0)
            return _from_root(value, -ply)
        if leaf:
            return self.evaluation.value(free, riders, alpha, beta)
        if not forced:
            depth -= 1
        rest = riders[1:]
        same_side = (rest[0][2] == OURS) == ours
        # Two are walled off by leaving a cell that alone joined what is around it, or by taking the last between heads.
        splitting = 0
        if last_two:
            splitting = moves if self._splits(free, head) else moves & self.grid.neighbours(rest[0][0])
        children = []
        while moves:
            move = moves & -moves
            moves ^= move
            children.append((move, (*rest, (move, 0 if last_two else ribbon | move, side))))
        if not forced:
            children = self._ordered(children, free, entry[3] if entry else 0, ply, same_side)
        floor = alpha
        best = -INFINITY
        best_move = 0
        # All moves but the first are looked at to two thirds of the depth, and to all of it only if they look good:
        # less by an even number of plies, so that leaves stay where heads are oddly apart.
        less = 2 * ((depth + 2) // 6) if last_two and self.reduced else 0
        for place, (move, following) in enumerate(children):
            remaining = free ^ move
            splits = splitting & move != 0
            if same_side:
                value = self._value(remaining, following, depth, alpha, beta, ply + 1, splits)
            elif place:
                # A null window first: is it better than the best at all?
                value = -self._value(remaining, following, depth - less, -alpha - 1, -alpha, ply + 1, splits)
                if less and value > alpha:
                    value = -self._value(remaining, following, depth, -alpha - 1, -alpha, ply + 1, splits)
                if alpha < value < beta:
                    value = -self._value(remaining, following, depth, -beta, -alpha, ply + 1, splits)
            else:
                value = -self._value(remaining, following, depth, -beta, -alpha, ply + 1, splits)
            if value > best:
                best, best_move = value, move
                if not ply:
                    self.improved = move
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        if not forced:
                            self.killers[ply] = move
                            self.history[move] = self.history.get(move, 0) + (depth + 1) * (depth + 1)
                        break
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        self.table[key] = (depth + (not forced), bound, _from_root(best, ply), best_move)
        return best

    def _chooses(self, riders: Riders) -> bool:
        """Whether the rival on move chooses: it is not taken for greedy, and no other, greedy or not, is nearer."""
        if riders[0][2] == GREEDY:
            return False
        stride = self.stride
        y = x = nearest = 0
        for head, _, side in riders:
            if side == OURS:
                y, x = divmod(head.bit_length(), stride)
        for head, _, side in riders:
            if side != OURS:
                other_y, other_x = divmod(head.bit_length(), stride)
                steps = abs(other_y - y) + abs(other_x - x)
                if not nearest:
                    nearest = steps
                elif steps < nearest:
                    return False
        return True

    def _reply(self, free: int, riders: Riders, moves: int) -> int:
        """Return the one of ``moves`` that is expected of a rival, remembered: it costs as much as two leaves."""
        key = (free, riders)
        reply = self.replies.get(key)
        if reply is None:
            self.clock.nodes += 1
            reply = greedy_reply(free, [rider[0] for rider in riders], moves, self.stride)
            self.replies[key] = reply
        return reply

    def _death(self, free: int, riders: Riders, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a position in which an opponent has just died and left ``riders``, for its side.

        The value is less by RANK than that of what follows, so the window that is handed on is higher by RANK.
        """
        last_two = len(riders) == 2
        if last_two:
            riders = tuple((head, 0, OURS if side == OURS else CHOOSING) for head, _, side in riders)
        if riders[0][2] == OURS:
            return -self._value(free, riders, depth, -beta - RANK, -alpha - RANK, ply + 1, last_two) - RANK
        return self._value(free, riders, depth, alpha + RANK, beta + RANK, ply + 1, last_two) - RANK

    def _ordered(self, children: list[Child], free: int, first: int, ply: int, same_side: bool) -> list[Child]:
        """Return the moves, each with its riders: the best of the table, what it says of the others, then guesses.

        Children that the depth before searched stand in the order of their values, which saved a tenth of the nodes;
        unknown ones follow, the killer of this ply before the others, those by history.
        """
        ranked = []
        for place, child in enumerate(children):
            move, following = child
            if move == first:
                rank = -INFINITY
            elif (known := self.table.get((free ^ move, following))) is not None:
                rank = -known[2] if same_side else known[2]
            elif move == self.killers[ply]:
                rank = INFINITY
            else:
                rank = 2 * INFINITY - self.history.get(move, 0)
            ranked.append((rank, place, child))
        ranked.sort()
        return [child for _, _, child in ranked]

    def _splits(self, free: int, cell: int) -> bool:
        """Whether the free cells around ``cell`` hang together only through it, judged by its eight neighbours."""
        stride = self.stride
        north, south, east, west = cell >> stride & free, cell << stride & free, cell << 1 & free, cell >> 1 & free
        # Of each direction, whether the open neighbour there is not joined to the next one clockwise.
        alone = [
            north and not (east and north << 1 & free),
            east and not (south and south << 1 & free),
            south and not (west and south >> 1 & free),
            west and not (north and north >> 1 & free),
        ]
        return sum(map(bool, alone)) > 1

    def _walled_off(self, free: int, riders: Riders) -> bool:
        """Whether two riders cannot reach each other; a trapped one on move is left to the search."""
        region = flood(free, riders[0][0], self.stride)
        return region != 0 and not self.grid.neighbours(riders[1][0]) & region


def _from_root(value: int, plies: int) -> int:
    """Return a value with its proof, if it is one, begun so many plies earlier: the table counts from the position."""
    if value > PROVEN:
        return value + plies
    return value - plies if value < -PROVEN else value


def root_of(board: Board, choosing: Collection[int] = EVERYBODY) -> tuple[int, Riders]:
    """Return a board as the search sees it: the free cells and the living riders, the one on turn first.

    The ribbons of the last two are left out: when one of them vanishes the game is over. ``choosing``: as for a search.
    """
    seats = board.living()
    several = len(seats) > 2
    riders = []
    for seat in seats:
        side = GREEDY if several and seat not in choosing else CHOOSING
        riders.append((board.heads[seat], board.ribbons[seat] if several else 0, OURS if seat == board.turn else side))
    return board.free, tuple(riders)

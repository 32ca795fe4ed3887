"""One number for a position that nobody has won yet.

A player is worth what it can still do: the cells that it reaches first, cut down to the best chain of chambers, and the
edges between them, which tell a room from a corridor; less what its head stands off the centre. Two that are walled off
from each other are compared by the moves they have left. Of several it is the logarithm of that room which counts: to
have little is dangerous, and to have most is not yet to win.
"""

from math import log

from .chambers import best_chain, checkerboard_bound, fill_bound, local_cuts
from .grid import Grid, cells_of
from .territory import flood, reaches, territories, three_territories, two_territories

# A finished game is worth at least this much, far outside what evaluation can give.
WIN = 100_000_000

# Whose side a player of the search is on: ours, or a rival's that chooses its moves against us or makes greedy replies.
CHOOSING, OURS, GREEDY = 0, 1, 2
# A player of the search: its head and its ribbon (0 where nobody is left to enter it) as masks, and its side.
Rider = tuple[int, int, int]


class Weights:
    """What the features are worth; a feature whose weight is 0 plays no part."""

    __slots__ = ("cell", "centre", "edge", "logarithm", "room", "separated")

    def __init__(
        self,
        cell: int = 55,
        edge: int = 97,
        centre: int = 400,
        separated: int = 1000,
        *,
        room: bool = True,
        logarithm: bool = True,
    ) -> None:
        """Set the weights, each of which is told below."""
        # A cell that can be filled.
        self.cell = cell
        # A link of two such cells, side by side.
        self.edge = edge
        # Half a step that a head is nearer to the centre of the grid, while all cells are free.
        self.centre = centre
        # A move more than the other has, once walled off.
        self.separated = separated
        # Whether only the best chain of chambers counts, or all the territory.
        self.room = room
        # Whether with more than two alive cells and edges count by their logarithm, or as they are.
        self.logarithm = logarithm

    @classmethod
    def cells_and_edges(cls) -> "Weights":
        """Return the evaluation that all others are measured against: territory and its edges alone.

        55 to 194 is Sloane's regression on 11,691 games (2010): 0.055 a cell, 0.194 an open neighbour.
        """
        return cls(cell=55, edge=194, centre=0, room=False, logarithm=False)


class Evaluation:
    """The evaluation of positions on one grid."""

    __slots__ = ("cells", "chains", "even", "offside", "stride", "weights")

    # Worths of chains kept; two leaves in five meet a territory that the search has met before. So few, since they are
    # forgotten between two looks at the clock: 50,000 took 7 ms and more, 8,000 up to 2.8 ms.
    CHAINS_LIMIT = 4_000
    # Of several: at some 85 cells one more counts as much as without the logarithm. The start is added before it is
    # taken, so that no room is not minus infinity: about three cells with their edges.
    SCALE = 20_000
    START = 690

    def __init__(self, grid: Grid, weights: Weights | None = None) -> None:
        """Take the grid and the weights."""
        self.cells = grid.cells.bit_count()
        self.even = grid.even
        self.stride = grid.stride
        self.weights = weights or Weights()
        # What standing off the centre costs, by the bit length of the head's mask.
        self.offside = [0] * (grid.cells.bit_length() + 1)
        for cell in cells_of(grid.cells):
            x, y = grid.position(cell)
            steps = abs(2 * x - grid.width + 1) + abs(2 * y - grid.height + 1)
            self.offside[cell.bit_length()] = self.weights.centre * steps
        self.chains: dict[tuple[int, int, int], int] = {}

    def value(self, free: int, riders: tuple[Rider, ...], alpha: int = -WIN, beta: int = WIN) -> int:
        """Return the worth of the position for the side of ``riders[0]``, on move; riders stand in turn order.

        Where it is at most ``alpha`` or at least ``beta``, an upper or a lower bound on that side of the window.
        """
        if len(riders) == 2:
            return self.duel(free, riders[0][0], riders[1][0], alpha, beta)
        return self.melee(free, riders, alpha, beta)

    def duel(self, free: int, mover: int, other: int, alpha: int = -WIN, beta: int = WIN) -> int:
        """Return the worth for ``mover`` of a position of two heads, or a bound as `value` does."""
        stride = self.stride
        mine, theirs = two_territories(free, mover, other, self.even, stride)
        across = stride - 1
        pair = mine | mover
        pair |= pair << across
        theirs_front = (pair >> stride | pair << 1) & theirs
        pair = theirs | other
        pair |= pair << across
        mine_front = (pair >> stride | pair << 1) & mine
        if not (theirs_front or mine_front):
            return self._margin(
                fill_bound(mine, mover, self.even, stride) - fill_bound(theirs, other, self.even, stride)
            )
        pull = self._pull(free, mover) - self._pull(free, other)
        alpha -= pull
        beta -= pull
        mine_worth, mine_sure = self._most(mine, mover, mine_front)
        theirs_worth, theirs_sure = self._most(theirs, other, theirs_front)
        # A chain costs as much as the rest together: look for it only where the most that it can be does not decide.
        if not (mine_sure or theirs_sure):
            if mine_worth - theirs_worth >= beta:
                mine_worth, mine_sure = self._chain(mine, mover, mine_front), True
            else:
                theirs_worth, theirs_sure = self._chain(theirs, other, theirs_front), True
        if not mine_sure and mine_worth - theirs_worth > alpha:
            mine_worth = self._chain(mine, mover, mine_front)
        elif not theirs_sure and mine_worth - theirs_worth < beta:
            theirs_worth = self._chain(theirs, other, theirs_front)
        return mine_worth - theirs_worth + pull

    def walled_off(self, free: int, mover: int, other: int) -> int:
        """Return the worth for ``mover`` of a position of two heads that cannot reach each other.

        ``WIN``, or minus that, where it is proven: where a path that is sure to exist is longer than any the other has.
        """
        stride = self.stride
        mine, theirs = flood(free, mover, stride), flood(free, other, stride)
        mine_most = fill_bound(mine, mover, self.even, stride)
        theirs_most = fill_bound(theirs, other, self.even, stride)
        # Who runs out first loses, and with equal room that is whoever is on move.
        if mine_most > theirs_most:
            proven = reaches(mine, mover, theirs_most + 1, stride)
        else:
            proven = reaches(theirs, other, mine_most, stride)
        if proven:
            return WIN if mine_most > theirs_most else -WIN
        return self._margin(mine_most - theirs_most)

    def _margin(self, margin: int) -> int:
        """Return the worth of so many moves more than the other has, once walled off; a draw is the mover's loss."""
        return self.weights.separated * (margin if margin > 0 else margin - 1)

    def melee(self, free: int, riders: tuple[Rider, ...], alpha: int = -WIN, beta: int = WIN) -> int:
        """Return the worth of more than two heads, or a bound as `value` does.

        It is ours less the mean of the others', and minus that where a rival is on move.
        """
        heads = [rider[0] for rider in riders]
        if len(heads) == 3:
            owned = three_territories(free, heads, self.even, self.stride)
        else:
            owned = territories(free, heads, self.stride)
        rivals = len(riders) - 1
        ours = others = 0
        our_doors: list[tuple[int, int, int]] = []
        their_doors: list[tuple[int, int, int]] = []
        for (head, _, side), cells in zip(riders, owned, strict=True):
            worth, sure = self._most(cells, head, 0)
            if not sure:
                (our_doors if side == OURS else their_doors).append((worth, cells, head))
            worth = self._among_several(worth) + self._pull(free, head)
            if side == OURS:
                ours = worth
            else:
                others += worth
        our_move = riders[0][2] == OURS
        low, high = (alpha, beta) if our_move else (-beta, -alpha)
        # As in a duel: which chains to look for hangs on where the window is.
        if ours - others // rivals >= high:
            ours -= self._excess(our_doors)
            our_doors = []
        if ours - others // rivals < high:
            others -= self._excess(their_doors)
            if ours - others // rivals > low:
                ours -= self._excess(our_doors)
        worth = ours - others // rivals
        return worth if our_move else -worth

    def _excess(self, rooms: list[tuple[int, int, int]]) -> int:
        """Return by how much territories, each with what it seems worth and its head, are worth less than they seem."""
        return sum(
            self._among_several(worth) - self._among_several(self._chain(cells, head, 0))
            for worth, cells, head in rooms
        )

    def _among_several(self, worth: int) -> int:
        """Return what a territory's worth counts where more than two are alive.

        To have little is dangerous, to have most is not yet to win: of four, with 300 to 400 cells free, the logarithm
        beside the worth lowers the log-loss of who wins from 1.26 to 1.23 (even chances 1.39). Against three compiled
        bots the bot with it won 44 of 120 games, at 80 ms of CPU time; without it 4 of 19.
        """
        return int(self.SCALE * log(max(worth, 0) + self.START)) if self.weights.logarithm else worth

    def _most(self, territory: int, head: int, front: int) -> tuple[int, bool]:
        """Return the most that ``territory`` can be worth to ``head``, and whether that is exact: it has no doors."""
        weights = self.weights
        stride = self.stride
        if weights.room:
            moves = checkerboard_bound(territory, self.even if self.even & head else ~self.even) + (front != 0)
            sure = not local_cuts(territory | head, stride)
        else:
            moves = territory.bit_count()
            sure = True
        worth = weights.cell * moves
        if weights.edge:
            edges = (territory & territory >> 1).bit_count() + (territory & territory >> stride).bit_count()
            worth += weights.edge * edges
        return worth, sure

    def _pull(self, free: int, head: int) -> int:
        """Return what standing off the centre costs a head, the less the fewer cells are free, as a negative number."""
        return -self.offside[head.bit_length()] * free.bit_count() // self.cells

    def _chain(self, territory: int, head: int, front: int) -> int:
        """Return the worth of the best chain of chambers in ``territory``."""
        key = (territory, head, front)
        worth = self.chains.get(key)
        if worth is None:
            moves, touches, cells = best_chain(territory, head, front, self.even, self.stride)
            worth = self.weights.cell * (moves + touches)
            if self.weights.edge:
                edges = (cells & cells >> 1).bit_count() + (cells & cells >> self.stride).bit_count()
                worth += self.weights.edge * edges
            if len(self.chains) >= self.CHAINS_LIMIT:
                self.chains.clear()
            self.chains[key] = worth
        return worth

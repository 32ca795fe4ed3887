"""One number for a position that nobody has won yet.

A player is worth what it can still do: the cells that it reaches first, cut down to the best chain of chambers, and the
open edges between them, which tell a room from a corridor. Weights are in hundredths of about half a cell (Sloane's
regression on 11,691 games, 2010: 0.055 a cell, 0.194 an open neighbour).
"""

from .chambers import best_chain, fill_bound
from .grid import Grid
from .territory import territories, two_territories

# A finished game is worth at least this much, far outside what evaluation can give.
WIN = 100_000_000

# A player of the search: its head and its ribbon (0 where nobody is left to enter it) as masks, and whether it is ours.
Rider = tuple[int, int, bool]


class Weights:
    """What the features are worth; a feature whose weight is 0 is not counted at all."""

    __slots__ = ("cell", "edge", "room", "separated", "tempo")

    def __init__(
        self, cell: int = 55, edge: int = 194, room: bool = True, separated: int = 1000, tempo: int = 0
    ) -> None:
        """Set the worth of a cell, of an edge between two cells, whether chambers are told apart, and so on."""
        self.cell = cell
        self.edge = edge
        self.room = room
        self.separated = separated
        self.tempo = tempo


class Evaluation:
    """The evaluation of positions on one grid."""

    __slots__ = ("even", "stride", "weights")

    def __init__(self, grid: Grid, weights: Weights | None = None) -> None:
        """Take the grid and the weights."""
        self.even = grid.even
        self.stride = grid.stride
        self.weights = weights or Weights()

    def value(self, free: int, riders: tuple[Rider, ...]) -> int:
        """Return the worth of the position for the side of ``riders[0]``, on move; riders stand in turn order."""
        if len(riders) == 2:
            return self.duel(free, riders[0][0], riders[1][0])
        return self.melee(free, riders)

    def duel(self, free: int, mover: int, other: int) -> int:
        """Return the worth for ``mover`` of a position of two heads."""
        stride = self.stride
        weights = self.weights
        mine, theirs = two_territories(free, mover, other, stride)
        across = stride - 1
        pair = mine | mover
        pair |= pair << across
        theirs_front = (pair >> stride | pair << 1) & theirs
        pair = theirs | other
        pair |= pair << across
        mine_front = (pair >> stride | pair << 1) & mine
        if not (theirs_front or mine_front):
            moves = fill_bound(mine, mover, self.even, stride) if mine else 0
            replies = fill_bound(theirs, other, self.even, stride) if theirs else 0
            # Who runs out first loses, and with equal room that is whoever is on move.
            margin = moves - replies
            return weights.separated * (margin if margin > 0 else margin - 1)
        if weights.room:
            moves, touches, cells = best_chain(mine, mover, mine_front, self.even, stride)
            worth = weights.cell * (moves + touches)
            worth += weights.edge * ((cells & cells >> 1).bit_count() + (cells & cells >> stride).bit_count())
            moves, touches, cells = best_chain(theirs, other, theirs_front, self.even, stride)
            worth -= weights.cell * (moves + touches)
            worth -= weights.edge * ((cells & cells >> 1).bit_count() + (cells & cells >> stride).bit_count())
        else:
            worth = weights.cell * (mine.bit_count() - theirs.bit_count())
            worth += weights.edge * ((mine & mine >> 1).bit_count() + (mine & mine >> stride).bit_count())
            worth -= weights.edge * ((theirs & theirs >> 1).bit_count() + (theirs & theirs >> stride).bit_count())
        return worth

    def melee(self, free: int, riders: tuple[Rider, ...]) -> int:
        """Return the worth of a position of more than two heads: ours less the mean of the others', or minus that."""
        stride = self.stride
        weights = self.weights
        owned = territories(free, [rider[0] for rider in riders], stride)
        ours = others = 0
        for (head, _, is_ours), cells in zip(riders, owned, strict=True):
            if weights.room:
                moves, _, cells = best_chain(cells, head, 0, self.even, stride)
            else:
                moves = cells.bit_count()
            worth = weights.cell * moves
            worth += weights.edge * ((cells & cells >> 1).bit_count() + (cells & cells >> stride).bit_count())
            if is_ours:
                ours = worth
            else:
                others += worth
        worth = ours - others // (len(riders) - 1)
        return worth if riders[0][2] else -worth

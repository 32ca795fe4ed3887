"""The bot's evaluation, with a proof of who wins wherever two are walled off from each other and bounds decide it.

A bot needs a number quickly; a review needs to know. Whoever is certain of more moves than the other one can make has
won: certain are the moves of a path, and how many are possible at most, a bound by chambers and colours tells.
"""

from bot.chambers import fill_bound
from bot.clock import Clock, NodeClock
from bot.endgame import Filler
from bot.evaluation import WIN, Evaluation, Rider
from bot.grid import Grid, cells_of
from bot.territory import flood


class ProvingEvaluation(Evaluation):
    """Evaluates for one search; a path is counted on the search's clock, a node for so many steps."""

    # A step takes 3 us, a node of the search 35 us.
    STEPS_A_NODE = 12
    # In regions of so many cells a longer path is searched for if the first one does not decide, with so many nodes.
    LARGEST_SEARCHED = 40
    NODES = 60

    __slots__ = ("clock", "grid", "paths", "possible")

    def __init__(self, grid: Grid, clock: Clock) -> None:
        """Take the grid and the search's clock."""
        super().__init__(grid)
        self.grid = grid
        self.clock = clock
        self.paths: dict[tuple[int, int], int] = {}
        self.possible: dict[tuple[int, int], int] = {}

    def value(self, free: int, riders: tuple[Rider, ...], alpha: int = -WIN, beta: int = WIN) -> int:
        """Return the worth of the position as `Evaluation` does; near WIN, or minus that, where the end is proven."""
        if len(riders) == 2:
            mover, other = riders[0][0], riders[1][0]
            if not self.grid.neighbours(other) & flood(free, mover, self.stride):
                return self.walled_off(free, mover, other)
        return super().value(free, riders, alpha, beta)

    def walled_off(self, free: int, mover: int, other: int) -> int:
        """Return the worth for ``mover`` of a position of two heads that cannot reach each other."""
        mine, theirs = flood(free, mover, self.stride), flood(free, other, self.stride)
        most, their_most = self._possible(mine, mover), self._possible(theirs, other)
        if most > their_most:
            # Whoever is on move needs a move more than the other.
            if self._certain(mine, mover, their_most + 1) > their_most:
                return WIN - 2 * their_most
        elif self._certain(theirs, other, most) >= most:
            return 2 * most - WIN
        return self.duel(free, mover, other)

    def _possible(self, region: int, head: int) -> int:
        """Return an upper bound on the moves of a head in its region."""
        key = (region, head)
        most = self.possible.get(key)
        if most is None:
            most = fill_bound(region, head, self.even, self.stride) if region else 0
            self.possible[key] = most
        return most

    def _certain(self, region: int, head: int, enough: int) -> int:
        """Return a number of moves that a head is certain of; nothing is done to find more than ``enough``."""
        key = (region, head)
        least = self.paths.get(key)
        if least is None:
            least = self._walk(region, head)
            if least < enough and region.bit_count() <= self.LARGEST_SEARCHED:
                filler, clock = Filler(self.grid), NodeClock(self.NODES)
                clock.begin()
                filler.choose(head, region, enough, clock)
                self.clock.nodes += clock.nodes
                least = max(least, 1 + len(filler.plan))
            self.paths[key] = least
        return least

    def _walk(self, region: int, head: int) -> int:
        """Return the moves of a walk to the neighbour with the fewest exits (Warnsdorff, 1823), dead ends last."""
        neighbours = self.grid.neighbours
        moves = 0
        while steps := cells_of(neighbours(head) & region):
            head = min(steps, key=lambda step: (neighbours(step) & region).bit_count() or 4)
            region ^= head
            moves += 1
        self.clock.nodes += moves // self.STEPS_A_NODE
        return moves

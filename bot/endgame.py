"""Filling a region alone: as many moves as possible, with proof where the bound can be met.

A plan is a path. Greedy on the bound (step to the neighbour that keeps the most, among equals to the one with the
fewest exits) fills four large regions in five completely; where it does not, a depth-first search looks for a path of
exactly the moves that the bound promises, then for one move fewer, and so on down to the plan at hand, each with a
growing allowance of nodes. What a search has ruled out is remembered between turns.
"""

from .chambers import fill_bound
from .clock import Clock, OutOfTime, forget
from .grid import Grid, cells_of
from .territory import flood


class OutOfNodes(Exception):
    """The allowance of one attempt is used up."""


class Filler:
    """Fills the region of one head, keeping its plan and its proofs between turns."""

    # Regions of the search that gave less than was asked for; some 200 bytes each, and at most 1,000 more in a turn of
    # 80 ms. To grow beyond 21,845 entries takes a dictionary 1 ms at one go, beyond 43,690 2.6 ms.
    TABLE_LIMIT = 20_000
    FIRST_ALLOWANCE = 100

    def __init__(self, grid: Grid) -> None:
        """Fill regions of ``grid``."""
        self.grid = grid
        self.plan: list[int] = []
        self.ruled_out: dict[tuple[int, int], int] = {}
        self.bound = 0
        self.clock: Clock
        self.last_node = 0

    def choose(self, head: int, region: int, enough: int, clock: Clock) -> int:
        """Return the cell to step to from ``head``, which can reach ``region`` and has a move.

        ``enough``: a number of moves that wins, beyond which no more is looked for. Afterwards ``plan`` is the path
        that follows the step (cells, one a move) and ``bound`` the most moves that the region can give, step included.
        """
        self.clock = clock
        plan = self.plan if self._fits(self.plan, head, region) else []
        self.plan = plan
        self.bound = region.bit_count()
        try:
            clock.check()
            if len(self.ruled_out) > self.TABLE_LIMIT:
                forget(len(self.ruled_out), self.ruled_out.popitem, clock)
            self.bound = min(fill_bound(region, head, self.grid.even, self.grid.stride), self._proven(head, region))
            if len(plan) < min(self.bound, enough):
                self._keep(self._greedy(head, region))
                self._improve(head, region, enough)
        except OutOfTime:
            pass
        step = self.plan[0] if self.plan else self._first(head, region)
        self.plan = self.plan[1:]
        return step

    def _fits(self, plan: list[int], head: int, region: int) -> bool:
        """Whether ``plan`` is still a path from ``head`` through free cells."""
        cells = sum(plan)
        return bool(plan) and self.grid.neighbours(head) & plan[0] != 0 and cells & region == cells

    def _proven(self, head: int, region: int) -> int:
        """Return the upper bound that earlier searches have proven for this region."""
        return self.ruled_out.get((region, head), region.bit_count() + 1) - 1

    def _keep(self, path: list[int]) -> None:
        """Make ``path`` the plan if it is longer."""
        if len(path) > len(self.plan):
            self.plan = path

    def _first(self, head: int, region: int) -> int:
        """Return the step with the fewest exits, the answer when there was no time to think."""
        neighbours = self.grid.neighbours
        steps = cells_of(neighbours(head) & region)
        return min(steps, key=lambda step: (not neighbours(step) & region, (neighbours(step) & region).bit_count()))

    def _children(self, head: int, region: int) -> list[tuple[int, int, int, int]]:
        """Return the steps from ``head``, the best first: (minus bound with the step, exits, cell, region beyond)."""
        clock = self.clock
        clock.nodes += 1
        if clock.nodes >= clock.next_check:
            clock.check()
        grid = self.grid
        stride = grid.stride
        children = []
        for step in cells_of(grid.neighbours(head) & region):
            # A bound takes up to 4 ms, in the worst maze that could be made up.
            clock.check()
            beyond = flood(region ^ step, step, stride)
            bound = 1 + (fill_bound(beyond, step, grid.even, stride) if beyond else 0)
            exits = (grid.neighbours(step) & beyond).bit_count()
            children.append((-bound, exits, step, beyond))
        children.sort()
        return children

    def _greedy(self, head: int, region: int) -> list[int]:
        """Return the path that takes the best step by bound and exits until there is none; keeps what time allowed."""
        path: list[int] = []
        try:
            while region:
                _, _, head, region = self._children(head, region)[0]
                path.append(head)
        except OutOfTime:
            self._keep(path)
            raise
        return path

    def _improve(self, head: int, region: int, enough: int) -> None:
        """Look for longer paths until the plan meets the bound, or ``enough``, or OutOfTime is raised."""
        allowance = self.FIRST_ALLOWANCE
        while len(self.plan) < min(self.bound, enough):
            for moves in range(min(self.bound, enough), len(self.plan), -1):
                self.last_node = self.clock.nodes + allowance
                path: list[int] = []
                try:
                    if self._find(head, region, moves, path):
                        self._keep(path)
                        break
                    self.bound = min(self.bound, moves - 1)
                except OutOfNodes:
                    continue
            allowance *= 2

    def _find(self, head: int, region: int, moves: int, path: list[int]) -> bool:
        """Extend ``path`` by ``moves`` moves from ``head`` if the region has such a path; raises OutOfNodes."""
        if moves <= 0:
            return True
        key = (region, head)
        if self.ruled_out.get(key, moves + 1) <= moves:
            return False
        if self.clock.nodes >= self.last_node:
            raise OutOfNodes
        for bound, _, step, beyond in self._children(head, region):
            if -bound < moves:
                break
            path.append(step)
            if self._find(step, beyond, moves - 1, path):
                return True
            path.pop()
        self.ruled_out[key] = moves
        return False

"""Walled off with several rivals alive: what to fill until the first of them dies and its ribbon vanishes.

The order of death decides most games of three and four: when the weakest rival runs out of moves its ribbon opens, and
whoever stands at the opening with room left behind it takes what lies there. So a line of as many moves as that rival
has is looked for, in our own region, after which the position without it is worth the most.

A line goes to the neighbour with the fewest exits; then the best one is departed from in one place at a time (limited
discrepancy search: Harvey and Ginsberg, 1995). The others are taken to stand where they are: to foresee how they fill
their regions gained nothing.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from .board import Board
from .chambers import moves_left
from .clock import Clock, OutOfTime
from .evaluation import CHOOSING, OURS, WIN, Evaluation
from .grid import Grid, cells_of
from .territory import flood

# Cells from the head on, one a move.
Line = list[int]
# What it counts for a line to enter a cell.
Field = dict[int, int]


class Waiting:
    """Plans the moves until the weakest rival dies, keeping its plan between turns."""

    # Lines tried in a turn; 200 and 1,000 gained no more than 60.
    LINES = 60
    # Three ways to fill: heedless of the opening, from the far end towards it, and from it away. A step of distance
    # from the opening counts a pull, an exit so much against it.
    EXIT = 20
    PULLS = (0, 8, -5)

    def __init__(self, grid: Grid, evaluation: Evaluation) -> None:
        """Plan on ``grid``, judging what comes after by ``evaluation``."""
        self.grid = grid
        self.evaluation = evaluation
        self.plan: Line = []
        self.value = -WIN

    def choose(self, board: Board, region: int, clock: Clock) -> int:
        """Return the cell to step to for the seat on turn, or 0 where no death opens anything to it in its lifetime.

        ``board``: nobody can reach anybody, and more than two are alive; ``region``: what the seat on turn can reach.
        After a step ``plan`` is the line from it on until the weakest rival is dead, and ``value`` what the evaluation
        says of the position then.
        """
        head = board.heads[board.turn]
        kept = self.plan[self.plan.index(head) + 1 :] if head in self.plan else []
        self.plan = []
        self.value = -2 * WIN
        try:
            weakest, moves = self._weakest(board, clock)
            after = board.free | board.ribbons[weakest]
            # From the region, which the first move leads into: the head's other neighbours are out of reach by then.
            opened = flood(after, region, self.grid.stride)
            clock.check()
            if opened != region and moves_left(board, board.turn) >= moves:
                worth = self._worth(board, after, weakest, moves)
                for line in islice(self._lines(kept, head, region, opened, moves), self.LINES):
                    clock.nodes += 1
                    clock.check()
                    if (value := worth(line)) > self.value:
                        self.plan, self.value = line, value
        except OutOfTime:
            # The best line so far will do.
            pass
        return self.plan[0] if self.value > -WIN else 0

    def _weakest(self, board: Board, clock: Clock) -> tuple[int, int]:
        """Return the rival that dies first, and how many moves we make before it does."""
        left = []
        for place, seat in enumerate(board.living()[1:]):
            # A bound takes up to 4 ms, in the worst maze that could be made up.
            clock.check()
            left.append((moves_left(board, seat), place, seat))
        moves, _, weakest = min(left)
        # It dies at its first turn without a move, before which we are on turn once more.
        return weakest, moves + 1

    def _worth(self, board: Board, after: int, weakest: int, moves: int) -> Callable[[Line], int]:
        """Return the function that tells what the position after a line is worth to us, the weakest rival being dead.

        ``after``: the cells that are free then, and those of the line. The worth is more than ``-WIN`` where we go on
        from there, and less after fewer than ``moves`` moves: the more of them the better a line to depart from.
        """
        me = board.turn
        count = len(board.heads)
        seats = [(weakest + step) % count for step in range(1, count)]
        heads = [(seat == me, board.heads[seat]) for seat in seats if board.heads[seat]]
        neighbours, value = self.grid.neighbours, self.evaluation.value

        def worth(line: Line) -> int:
            if len(line) < moves:
                return len(line) - 2 * WIN
            # The cells of a line differ, so their sum is their union.
            free = after & ~sum(line)
            if not neighbours(line[-1]) & free:
                return -WIN
            riders = tuple((line[-1], 0, OURS) if ours else (head, 0, CHOOSING) for ours, head in heads)
            return value(free, riders) if heads[0][0] else -value(free, riders)

        return worth

    def _lines(self, kept: Line, head: int, region: int, opened: int, moves: int) -> Iterator[Line]:
        """Yield lines of ``moves`` moves, and shorter ones that ended in a dead end.

        Departs from ``plan``, the best so far, which `choose` sets while this runs.

        ``kept``: how a line may begin that was the best in the turn before; ``opened``: what can be reached after the
        death.
        """
        fields = self._fields(region, opened)
        if kept and not sum(kept) & ~region:
            yield self._walked(kept[:moves], head, region, moves, fields[0])
        for field in fields:
            yield self._walked([], head, region, moves, field)
        best: Line = []
        while self.plan is not best:
            best = self.plan
            for line in self._departures(best, head, region, moves, fields):
                yield line
                if self.plan is not best:
                    break

    def _departures(self, best: Line, head: int, region: int, moves: int, fields: list[Field]) -> Iterator[Line]:
        """Yield the lines of ``moves`` moves, or fewer, that leave ``best`` at one place, the earliest places first."""
        left = region
        for place, cell in enumerate(best):
            for step in cells_of(self.grid.neighbours(best[place - 1] if place else head) & left & ~cell):
                for field in fields:
                    yield self._walked([*best[:place], step], head, region, moves, field)
            left ^= cell

    def _walked(self, line: Line, head: int, region: int, moves: int, field: Field) -> Line:
        """Return ``line``, a path from ``head`` through ``region``, extended to so many moves, or to a dead end."""
        neighbours, weight = self.grid.neighbours, self.EXIT
        region &= ~sum(line)
        head = line[-1] if line else head
        while len(line) < moves:
            best, most = 0, -WIN
            for step in cells_of(neighbours(head) & region):
                exits = (neighbours(step) & region).bit_count()
                if (worth := field[step] - weight * exits) > most and (exits or len(line) == moves - 1):
                    best, most = step, worth
            if not best:
                break
            line.append(best)
            region ^= best
            head = best
        return line

    def _fields(self, region: int, opened: int) -> list[Field]:
        """Return, for each pull, what the cells of ``region`` count by their distance from what will be opened."""
        left = region
        ring = opened & ~region
        # Where the head itself is the way there, the region may have cells with no other way to it.
        distance = dict.fromkeys(cells_of(region), 0)
        steps = 0
        while ring := self.grid.neighbours(ring) & left:
            distance.update(dict.fromkeys(cells_of(ring), steps))
            left ^= ring
            steps += 1
        return [{cell: pull * steps for cell, steps in distance.items()} for pull in self.PULLS]

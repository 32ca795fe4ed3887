"""Ends a game of two who are walled apart once its result is proven; the rest would be filling, hundreds of moves.

Where no free cell can be reached by both, each plays alone, and whoever makes the last move wins. A path that is found
proves that a player has at least so many moves, the tree of chambers (bot/chambers.py) that the other has at most so
many. The player on move dies first if both have equally many. While three or four live nothing is judged, since a death
would give cells back.
"""

from itertools import pairwise

from bot.chambers import fill_bound
from bot.clock import NodeClock
from bot.endgame import Filler
from bot.grid import Grid, cells_of
from bot.territory import flood
from tools.records import Adjudication, RecordError
from tools.referee import STEPS, Cell, Referee

# Steps that are looked at for a path in one attempt.
ALLOWANCE = 300
# Answers between two attempts at one game.
INTERVAL = 12


class Adjudicator:
    """Watches one game."""

    def __init__(self, width: int, height: int) -> None:
        """Watch a game on a grid of so many cells."""
        self._grid = Grid(width, height)
        # What a search has ruled out in a region holds for all of the game.
        self._fillers: dict[int, Filler] = {}
        self._free = self._grid.cells
        self._deaths = -1
        self._next_attempt = 0

    def judge(self, referee: Referee) -> Adjudication | None:
        """Return the proof that the game is decided, None if there is none yet; to be called before every answer."""
        living = referee.living()
        if len(living) != 2:
            return None
        self._follow(referee)
        if referee.answers < self._next_attempt:
            return None
        grid = self._grid
        mover, other = living if referee.turn == living[0] else reversed(living)
        heads = {seat: _head(referee, seat, grid) for seat in living}
        regions = {mover: flood(self._free, heads[mover], grid.stride)}
        if regions[mover] & grid.neighbours(heads[other]):
            return None
        self._next_attempt = referee.answers + INTERVAL
        regions[other] = flood(self._free, heads[other], grid.stride)
        possible = {seat: fill_bound(regions[seat], heads[seat], grid.even, grid.stride) for seat in living}
        # Of the two only this one can be proven to win, since no path is longer than its bound.
        winner, loser = (mover, other) if possible[mover] > possible[other] else (other, mover)
        needed = moves_needed(possible[loser], on_move=winner == mover)
        path = self._path(winner, heads[winner], regions[winner], needed)
        if len(path) < needed:
            return None
        return Adjudication(winner, len(path), possible[loser], _directions(heads[winner], path, grid))

    def _follow(self, referee: Referee) -> None:
        """Bring the free cells up to date."""
        if len(referee.deaths) != self._deaths:
            self._deaths = len(referee.deaths)
            self._free = free_cells(referee, self._grid)
        for seat in referee.living():
            self._free &= ~_head(referee, seat, self._grid)

    def _path(self, seat: int, head: int, region: int, enough: int) -> list[int]:
        """Look for a path of ``enough`` cells from ``head`` in ``region``, in a hurry first; returns what was found."""
        path = _quick_path(head, region, self._grid)
        if len(path) >= enough:
            return path
        filler = self._fillers.setdefault(seat, Filler(self._grid))
        clock = NodeClock(ALLOWANCE)
        clock.begin()
        step = filler.choose(head, region, enough, clock)
        return [step, *filler.plan]


def _quick_path(head: int, region: int, grid: Grid) -> list[int]:
    """Return the path that always steps to the cell with the fewest ways on, but for dead ends (Warnsdorff, 1823)."""
    path = []
    while steps := cells_of(grid.neighbours(head) & region):
        exits = [(grid.neighbours(step) & region).bit_count() or 4 for step in steps]
        head = steps[exits.index(min(exits))]
        region ^= head
        path.append(head)
    return path


def moves_needed(possible: int, *, on_move: bool) -> int:
    """Return how many moves are enough against ``possible`` ones of the other: whoever is on move needs one more."""
    return possible + 1 if on_move else possible


def free_cells(referee: Referee, grid: Grid) -> int:
    """Return the mask of the cells in no ribbon."""
    free = grid.cells
    for x, y in referee.owners:
        free ^= grid.cell(x, y)
    return free


def ranks(referee: Referee, winner: int) -> list[int]:
    """Return the rank of each seat when one of the two who live is given the game."""
    ranked = [0] * len(referee.heads)
    for place, death in enumerate(reversed(referee.deaths), start=2):
        ranked[death.seat] = place
    for seat in referee.living():
        ranked[seat] = int(seat != winner)
    return ranked


def check(referee: Referee, adjudication: Adjudication) -> None:
    """Check the proof for a game that stands as the referee has it; RecordError says what does not hold.

    The path is followed cell by cell on the referee's grid; of the bound is asked that it can be had again.
    """
    winner, living = adjudication.winner, referee.living()
    if len(living) != 2 or winner not in living:
        raise RecordError(f"adjudicated.winner: expected one of two who live, found {winner} where {living} live")
    loser = living[1] if winner == living[0] else living[0]
    grid = Grid(referee.width, referee.height)
    free = free_cells(referee, grid)
    heads = {seat: _head(referee, seat, grid) for seat in living}
    region = flood(free, heads[loser], grid.stride)
    if region & flood(free, heads[winner], grid.stride):
        raise RecordError("adjudicated: expected players walled apart, and both can reach the same cells")
    bound = fill_bound(region, heads[loser], grid.even, grid.stride)
    if adjudication.possible < bound:
        raise RecordError(f"adjudicated.possible: expected {bound} or more, found {adjudication.possible}")
    needed = moves_needed(adjudication.possible, on_move=winner == referee.turn)
    if adjudication.certain < needed:
        raise RecordError(f"adjudicated.certain: expected {needed} or more, found {adjudication.certain}")
    for index, cell in enumerate(_cells(grid.position(heads[winner]), adjudication.path)):
        mask = grid.cell(*cell) if grid.contains(*cell) else 0
        if not free & mask:
            raise RecordError(
                f"adjudicated.path: expected a free cell at its step {index}, found ({cell[0]},{cell[1]})"
            )
        free ^= mask


def _head(referee: Referee, seat: int, grid: Grid) -> int:
    """Return the head of a living seat."""
    head = referee.heads[seat]
    if head is None:
        raise ValueError(f"seat {seat} is dead")
    return grid.cell(*head)


def _directions(head: int, path: list[int], grid: Grid) -> str:
    """Write a path as the initials of its directions."""
    return "".join(grid.direction(origin, target)[0] for origin, target in pairwise([head, *path]))


def _cells(head: Cell, path: str) -> list[Cell]:
    """Return the cells that the initials lead through."""
    steps = {word[0]: step for word, step in STEPS.items()}
    cells = []
    for initial in path:
        head = head[0] + steps[initial][0], head[1] + steps[initial][1]
        cells.append(head)
    return cells

"""The measurements: nodes of a search to a fixed depth, depths that a budget allows, territory counts."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from bot.board import Board
from bot.evaluation import Weights
from tools.forms import Form

# Plies for each number of players at the start: one to three seconds for each of the three groups.
DEPTHS = {2: 15, 3: 8, 4: 8}
# A clock of so many nodes never stops a search.
NEVER = 10**15
COUNTING_SECONDS = 1.0


@dataclass(frozen=True)
class Effort:
    """What a search to a fixed depth took: nodes, and seconds of CPU time."""

    nodes: int
    seconds: float


def search_fixed(form: Form, boards: Sequence[Board]) -> Effort:
    """Search each position to the depth of its number of players, each with an empty table."""
    nodes = 0
    started = time.process_time()
    for board in boards:
        search = form.search(board.grid, form.evaluation(board.grid))
        clock = form.node_clock(NEVER)
        clock.begin()
        search.run(board, clock, DEPTHS[len(board.heads)])
        nodes += clock.nodes
    return Effort(nodes, time.process_time() - started)


def finished_depth(
    form: Form,
    boards: Sequence[Board],
    budget_ms: float,
    weights: Weights | None = None,
) -> float:
    """Return the mean depth in plies that is finished in a first turn of so many milliseconds of CPU time."""
    depths = []
    for board in boards:
        strategy = form.strategy(board.grid, weights)
        clock = form.clock(budget_ms / 1000, time.process_time)
        clock.begin()
        depths.append(strategy.choose(board, clock).depth)
    return mean(depths)


def cells_and_edges(form: Form) -> Weights:
    """Return the weights of the package or the bundle that count cells and edges alone."""
    return form.weights.cells_and_edges()


def count_territories(form: Form, boards: Sequence[Board]) -> float:
    """Return how many times a second the territories of two players are counted.

    On the positions as the search evaluates them, the heads an odd way apart: after a first move where they are not.
    """
    places = []
    for board in boards:
        mover, other = (board.heads[seat] for seat in board.living())
        free, even = board.free, board.grid.even
        if (not even & mover) == (not even & other):
            move = board.moves() & -board.moves()
            free, mover, other = free ^ move, other, move
        places.append((free, mover, other, even, board.grid.stride))
    count = form.two_territories
    counted = 0
    started = time.process_time()
    while time.process_time() - started < COUNTING_SECONDS:
        for place in places:
            count(*place)
        counted += len(places)
    return counted / (time.process_time() - started)

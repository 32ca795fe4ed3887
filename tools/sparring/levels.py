"""From a level's name to the function that plays it."""

import time
from collections.abc import Callable

from bot.board import Board

from . import LEVELS
from .alpha_beta import AlphaBeta
from .flood_fill import fill
from .greedy import Weights, best_move
from .random_mover import RandomMover
from .wall_hugger import hug_walls

# A board with the player's seat on turn to the cell it moves to, 0 when it has none; the board is left as it was.
Chooser = Callable[[Board], int]

NICKNAMES = {"easy": "flood", "medium": "greedy", "hard": "alphabeta6"}
# Of moves with equal territory the one that hugs walls, then the one that comes closer: chosen by games of variants.
GREEDY_WEIGHTS = Weights(territory=1.0, open_neighbours=-0.1, distance=-0.01)


# Of the 100 ms of a turn: what is left is for pauses of the machine and for the way to the runner and back.
SECONDS = 0.085


def chooser(name: str, seed: int = 0, seconds: float = SECONDS) -> Chooser:
    """Return the function that plays the level for one game; KeyError if there is no such level.

    ``seed`` serves `random`; ``seconds`` is the deadline of an alpha-beta level's turn, infinity for none.
    """
    name = NICKNAMES.get(name, name)
    if name == "random":
        return RandomMover(seed)
    if name == "wall":
        return hug_walls
    if name == "flood":
        return fill
    if name == "greedy":
        return lambda board: best_move(board, GREEDY_WEIGHTS)
    if name in LEVELS and name.startswith("alphabeta"):
        return AlphaBeta(int(name.removeprefix("alphabeta")), seconds, time.perf_counter)
    raise KeyError(name)

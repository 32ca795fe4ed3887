"""What one of several rivals is expected to play: the move that leaves it the most territory, one ply ahead.

Rivals who are all taken for enemies make a search see no good anywhere, and each of their choices doubles its cost. One
greedy reply for those who are far away, or have been seen to play so, lets it look further ahead in our own moves
(compare best-reply search, Schadd and Winands, 2011).
"""

from .grid import cells_of
from .territory import territories

# A cell of territory outweighs any number of exits.
CELL = 8


def greedy_reply(free: int, heads: list[int], moves: int, stride: int) -> int:
    """Return the move of ``heads[0]`` that leaves it the most cells, among equals the one with the fewest exits.

    ``heads``: those alive in turn order, as one-bit masks; ``moves``: the free neighbours of the first, at least one.
    """
    others = heads[1:]
    across = stride - 1
    best = 0
    most = -CELL
    for move in cells_of(moves):
        pair = move | move << across
        exits = ((pair >> stride | pair << 1) & free).bit_count()
        worth = CELL * territories(free ^ move, [*others, move], stride)[-1].bit_count() - exits
        if worth > most:
            best, most = move, worth
    return best

"""What one of several rivals is expected to play: the move that leaves it the most territory, one ply ahead.

Rivals who are all taken for enemies make a search see no good anywhere, and each of their choices doubles its cost. One
greedy reply for those who are far away, or have been seen to play so, lets it look further ahead in our own moves
(compare best-reply search, Schadd and Winands, 2011).
"""

from .grid import cells_of
from .territory import flood

# A cell of territory outweighs any number of exits.
CELL = 8


def greedy_reply(free: int, heads: list[int], moves: int, stride: int) -> int:
    """Return the move of ``heads[0]`` that leaves it the most cells, among equals the one with the fewest exits.

    ``heads``: those alive in turn order, as one-bit masks; ``moves``: the free neighbours of the first, at least one.
    """
    if not moves & (moves - 1):
        return moves
    across = stride - 1
    # A cell belongs to whoever is nearest, and all the others are on move before this one again: one flood from all of
    # them serves for every move. With four heads that takes half the time of a count of territories for each move.
    ring = 0
    for head in heads[1:]:
        ring |= head
    left_after = []
    left = free
    while ring:
        pair = ring | ring << across
        ring = (pair >> stride | pair << 1) & left
        left ^= ring
        left_after.append(left)
    best = 0
    most = -CELL
    for move in cells_of(moves):
        pair = move | move << across
        exits = ((pair >> stride | pair << 1) & free).bit_count()
        worth = CELL * _reached(move, left_after, stride).bit_count() - exits
        if worth > most:
            best, most = move, worth
    return best


def _reached(head: int, left_after: list[int], stride: int) -> int:
    """Return the cells that ``head`` reaches, itself among them, where each step leaves it fewer to enter."""
    across = stride - 1
    reached = head
    for left in left_after:
        pair = reached | reached << across
        grown = reached | (pair >> stride | pair << 1) & left
        if grown == reached:
            return reached
        reached = grown
    return reached | flood(left_after[-1], reached, stride)

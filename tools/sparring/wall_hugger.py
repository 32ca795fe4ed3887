"""The level `wall`: stay close to walls."""

from bot.board import Board

from .features import exits, straight_first


def hug_walls(board: Board) -> int:
    """Return the move to the cell with the fewest exits but at least one, straight on if equal; 0 if there is none."""
    return min(straight_first(board), key=lambda move: exits(board, move) or 4, default=0)

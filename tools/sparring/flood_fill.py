"""The level `flood`: keep as much room as possible, as if alone."""

from bot.board import Board

from .features import flood, legal_moves


def fill(board: Board) -> int:
    """Return the move after which the most cells can be reached, the first of up, right, down, left if equal; or 0."""
    return max(legal_moves(board), key=lambda move: flood(board.grid, move, board.free & ~move).bit_count(), default=0)

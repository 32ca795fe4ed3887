"""Winning by mirroring: whoever moves second on a board that is its own image can copy every move.

Where the free cells are mapped onto themselves, no cell onto itself and each head onto the other's, the player that is
not on move answers each step with its image, which is free because the step was: it never runs out of moves first. Half
a turn, left to right and top to bottom all serve on a grid of even width and height. A rival that is free to choose
seldom leaves such a position, but starts may be one.
"""

from .grid import Grid


def mirroring_move(free: int, moves: int, other: int, grid: Grid) -> int:
    """Return the one of ``moves`` that makes the position its own image with the other on move, or 0 if none does.

    ``free``: the free cells; ``other``: the head of the only other player.
    """
    x, y = grid.position(other)
    right, bottom = grid.width - 1 - x, grid.height - 1 - y
    for image, across, down in (((right, bottom), True, True), ((right, y), True, False), ((x, bottom), False, True)):
        move = grid.cell(*image) & moves
        if move and move != other and _is_own_image(free ^ move, grid, across=across, down=down):
            return move
    return 0


def _is_own_image(free: int, grid: Grid, *, across: bool, down: bool) -> bool:
    """Whether ``free`` is its own image, columns (``across``), rows (``down``) or both turned round, but no cell is."""
    width, height = grid.width, grid.height
    row = (1 << width) - 1
    rows = [free >> y * grid.stride & row for y in range(height)]
    middle_column = width % 2 << width // 2 if across else row
    middle_rows = rows[height // 2 : height // 2 + height % 2] if down else rows
    if any(cells & middle_column for cells in middle_rows):
        return False
    images = [int(f"{cells:0{width}b}"[::-1], 2) for cells in rows] if across else rows
    return rows == (images[::-1] if down else images)

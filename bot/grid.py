"""Geometry of a board that is one integer.

The cell (x, y) is the bit ``y * stride + x``; y grows downwards and the stride is one more than the width. The column
that is left over is never free, so a set shifted sideways cannot wrap into the next row: masking with the free cells,
which every step does anyway, removes what fell off. One ring of a flood over a whole board is then four shifts:

    ring = (ring << 1 | ring >> 1 | ring << stride | ring >> stride) & free

Hot loops do it in three. A cell is taken together with the one below and left of it; one row up from these two are the
steps up and left, one column right of them the steps right and down:

    pair = ring | ring << stride - 1
    ring = (pair >> stride | pair << 1) & free
"""

DIRECTIONS = ("UP", "RIGHT", "DOWN", "LEFT")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Grid:
    """A rectangle of cells; cells and sets of cells are masks (ints), a single cell being a mask of one bit."""

    __slots__ = ("cells", "even", "height", "stride", "width")

    def __init__(self, width: int = 30, height: int = 20) -> None:
        """Lay out a grid of ``width`` x ``height`` cells; ValueError unless both are at least 1."""
        if width < 1 or height < 1:
            raise ValueError(f"a grid needs at least one column and one row, found {width} x {height}")
        self.width = width
        self.height = height
        self.stride = width + 1
        row = (1 << width) - 1
        alternate = sum(1 << x for x in range(0, width, 2))
        self.cells = sum(row << y * self.stride for y in range(height))
        # The cells of a checkerboard's colour where x + y is even; every move changes the colour.
        self.even = sum((alternate if y % 2 == 0 else row ^ alternate) << y * self.stride for y in range(height))

    def contains(self, x: int, y: int) -> bool:
        """Whether (x, y) lies on the grid."""
        return 0 <= x < self.width and 0 <= y < self.height

    def cell(self, x: int, y: int) -> int:
        """Return the one-bit mask of (x, y), which must lie on the grid."""
        return 1 << (y * self.stride + x)

    def position(self, cell: int) -> tuple[int, int]:
        """Return the (x, y) of a one-bit mask."""
        y, x = divmod(cell.bit_length() - 1, self.stride)
        return x, y

    def neighbours(self, cells: int) -> int:
        """Return the cells of the grid that are one step from any of ``cells``, some of which may be in ``cells``."""
        stride = self.stride
        return (cells << 1 | cells >> 1 | cells << stride | cells >> stride) & self.cells

    def direction(self, origin: int, target: int) -> str:
        """Return the name of the step from one cell to a neighbouring one; ValueError if they are not neighbours."""
        step = target.bit_length() - origin.bit_length()
        if step == -self.stride:
            return "UP"
        if step == 1:
            return "RIGHT"
        if step == self.stride:
            return "DOWN"
        if step == -1:
            return "LEFT"
        raise ValueError(f"no single step leads from {self.position(origin)} to {self.position(target)}")


def cells_of(mask: int) -> list[int]:
    """Split a mask into its cells, from the top left in reading order."""
    cells = []
    while mask:
        cell = mask & -mask
        cells.append(cell)
        mask ^= cell
    return cells

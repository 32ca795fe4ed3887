"""Exact longest paths by trying everything: how many moves a cycle that is alone in a room can make."""

Cell = tuple[int, int]


def longest_path(head: Cell, free: frozenset[Cell]) -> int:
    """Return the most moves from ``head`` through cells of ``free``, none entered twice; the head need not be free."""
    best = 0
    for cell in steps(head):
        if cell in free:
            best = max(best, 1 + longest_path(cell, free - {cell}))
            if best == len(free):
                break
    return best


def steps(cell: Cell) -> list[Cell]:
    """Return the four cells next to one, on an endless grid."""
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def room(drawing: str) -> tuple[frozenset[Cell], dict[str, Cell]]:
    """Read a drawing: its free cells `.`, and the cell of each letter in it."""
    symbols = {(x, y): symbol for y, row in enumerate(drawing.split()) for x, symbol in enumerate(row)}
    free = frozenset(cell for cell, symbol in symbols.items() if symbol == ".")
    return free, {symbol: cell for cell, symbol in symbols.items() if symbol.isalpha()}


def colours(cells: frozenset[Cell]) -> tuple[int, int]:
    """Count the cells of each colour of a checkerboard, the scarcer first."""
    even = sum((x + y) % 2 == 0 for x, y in cells)
    odd = len(cells) - even
    return min(even, odd), max(even, odd)


def checkerboard_bound(scarce: int, common: int) -> int:
    """Return the most cells of a room that one path can fill: it changes colour at each move."""
    return scarce + min(common, scarce + 1)

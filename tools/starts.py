"""Start cells: drawn at random as the arena does, drawn fairly, read and written in the form of the site's options."""

import re
from collections.abc import Sequence
from math import inf
from random import Random

from tools.referee import HEIGHT, WIDTH, Cell

# Four fair seats at a tolerance of 2 % take some 1,500 draws on the full board: this many mean that there are none.
FAIR_DRAWS = 50_000


def random_starts(players: int, rng: Random, width: int = WIDTH, height: int = HEIGHT) -> list[Cell]:
    """Draw distinct cells, one a player; ValueError if the grid has fewer cells than players."""
    if players > width * height:
        raise ValueError(f"{players} players do not fit on a {width}x{height} grid")
    return [(place % width, place // width) for place in rng.sample(range(width * height), players)]


def fair_starts(players: int, rng: Random, tolerance: float, width: int = WIDTH, height: int = HEIGHT) -> list[Cell]:
    """Draw starts until no two seats' counts of strictly nearer cells differ by more than ``tolerance`` of the grid.

    ``tolerance`` is a share of all cells, 0.02 for 12 of 600. ValueError if it is negative or no number, or if no such
    starts turn up in 50,000 draws.
    """
    if not 0 <= tolerance < inf:
        raise ValueError(f"the tolerance of fair starts is a share of the grid, 0 or more; found {tolerance}")
    # The last digits of a product are noise: 0.29 * 100 comes out a little under 29.
    allowed = tolerance * width * height + 1e-9
    for _ in range(FAIR_DRAWS):
        starts = random_starts(players, rng, width, height)
        counts = nearer_cells(starts, width, height)
        if max(counts) - min(counts) <= allowed:
            return starts
    raise ValueError(
        f"no starts for {players} players on a {width}x{height} grid within {tolerance:g} of it in {FAIR_DRAWS} draws: "
        "allow a larger share"
    )


def nearer_cells(starts: Sequence[Cell], width: int = WIDTH, height: int = HEIGHT) -> list[int]:
    """Count for each seat the cells strictly nearer to it than to any other, in steps on the empty grid.

    All seats flood the grid together, a ring at a time, on a grid that is one integer; a cell that several reach in the
    same ring is nobody's, and floods on for each of them.
    """
    # One column more than the grid has keeps a shift sideways from wrapping into the next row.
    stride = width + 1
    unreached = sum(((1 << width) - 1) << y * stride for y in range(height))
    frontiers = [1 << y * stride + x for x, y in starts]
    counts = [1] * len(starts)
    for frontier in frontiers:
        unreached &= ~frontier
    while any(frontiers):
        rings = [
            (frontier << 1 | frontier >> 1 | frontier << stride | frontier >> stride) & unreached
            for frontier in frontiers
        ]
        reached = shared = 0
        for ring in rings:
            shared |= reached & ring
            reached |= ring
        for seat, ring in enumerate(rings):
            counts[seat] += (ring & ~shared).bit_count()
        unreached &= ~reached
        frontiers = rings
    return counts


def parse_starts(text: str) -> list[Cell]:
    """Read `(9,5)(10,7)`, blanks allowed anywhere; ValueError says what else was found."""
    pairs = re.findall(r"\((\d{1,4}),(\d{1,4})\)", re.sub(r"\s", "", text))
    starts = [(int(x), int(y)) for x, y in pairs]
    if not starts or format_starts(starts) != re.sub(r"\s|\b0+(?=\d)", "", text):
        raise ValueError(f'expected start cells such as "(9,5)(10,7)" and found {text!r}')
    return starts


def format_starts(starts: Sequence[Cell]) -> str:
    """Write starts as `parse_starts` reads them."""
    return "".join(f"({x},{y})" for x, y in starts)

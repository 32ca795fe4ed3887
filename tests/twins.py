"""Slow, obvious twins of the bot's bit tricks: sets of (x, y) cells, breadth first or by definition, nothing shared.

They take and return cells as the oracles do; `cells_in` and `mask_in` lead from a grid's masks to cells and back.
"""

import random
from collections.abc import Iterable

from bot.board import HEAD_LETTERS, RIBBON_LETTERS, Board
from bot.grid import Grid, cells_of
from tests.oracles.longest_path import Cell, steps

# The eight cells around one, clockwise from north; every other one lies in one of the four directions.
RING = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def cells_in(grid: Grid, mask: int) -> frozenset[Cell]:
    """Return a mask's cells."""
    return frozenset(grid.position(cell) for cell in cells_of(mask))


def mask_in(grid: Grid, cells: Iterable[Cell]) -> int:
    """Return the mask of some cells."""
    return sum(grid.cell(x, y) for x, y in cells)


def reachable(seeds: Iterable[Cell], free: Iterable[Cell]) -> frozenset[Cell]:
    """Return the free cells that some steps lead to, those of ``seeds`` that are free included."""
    free = frozenset(free)
    seeds = list(seeds)
    found = set(seeds) & free
    queue = seeds
    while queue:
        for cell in steps(queue.pop()):
            if cell in free and cell not in found:
                found.add(cell)
                queue.append(cell)
    return frozenset(found)


def distances(start: Cell, free: frozenset[Cell]) -> dict[Cell, int]:
    """Return the steps to each free cell that can be reached."""
    found = {start: 0}
    queue = [start]
    for cell in queue:
        for target in steps(cell):
            if target in free and target not in found:
                found[target] = found[cell] + 1
                queue.append(target)
    del found[start]
    return found


def first_reached(heads: list[Cell], free: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Return the cells of each head: those that it reaches in the fewest steps, equal steps going to the earlier."""
    reach = [distances(head, free) for head in heads]
    owned: list[set[Cell]] = [set() for _ in heads]
    for cell in free:
        claims = [(reach[place][cell], place) for place in range(len(heads)) if cell in reach[place]]
        if claims:
            owned[min(claims)[1]].add(cell)
    return [frozenset(cells) for cells in owned]


def articulation_points(cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells of a connected set without which it falls apart."""
    return frozenset(
        cell for cell in cells if len(cells) > 1 and (rest := cells - {cell}) != reachable([next(iter(rest))], rest)
    )


def arcs(cell: Cell, free: frozenset[Cell]) -> int:
    """Count the groups of open cells in the ring around a cell that hold one of its four neighbours."""
    x, y = cell
    ring = [(x + across, y + down) in free for across, down in RING]
    if all(ring):
        return 1
    closed = ring.index(False)
    groups: list[list[int]] = [[]]
    for place in range(closed, closed + 8):
        if ring[place % 8]:
            groups[-1].append(place)
        else:
            groups.append([])
    return sum(any(place % 2 == 0 for place in group) for group in groups)


def longest_by_colours(start: Cell, block: frozenset[Cell], end: Cell | None = None) -> int:
    """Return the most moves from ``start`` through ``block`` that the checkerboard allows, ending on ``end`` if given.

    A path of so many moves enters the other colour with the first move, its own with the second, and so on.
    """
    own = sum((x + y) % 2 == sum(start) % 2 for x, y in block)
    other = len(block) - own
    moves = 0
    for count in range(len(block) + 1):
        of_colour = (count + 1) // 2 <= other and count // 2 <= own
        if of_colour and (end is None or count % 2 == (sum(start) + sum(end)) % 2):
            moves = count
    return moves


def block_cut_bound(head: Cell, region: frozenset[Cell]) -> int:
    """Return the best chain of blocks from ``head``, each given by its colours, by the definition of a block."""
    best = 0
    left = frozenset(cell for cell in steps(head) if cell in region)
    while left:
        component = reachable([next(iter(left))], region)
        left -= component
        whole = component | {head}
        # What hangs on each articulation point, seen from the head; whatever hangs on one is not in the first block.
        behind = {cell: component - reachable([head], whole - {cell}) - {cell} for cell in component}
        hidden = frozenset().union(*behind.values())
        block = component - hidden
        best = max(best, longest_by_colours(head, block))
        for door in block:
            if behind[door]:
                through = longest_by_colours(head, block, door)
                best = max(best, through + block_cut_bound(door, behind[door]))
    return best


def random_mask(generator: random.Random, grid: Grid) -> int:
    """Return some of a grid's cells, few or many."""
    share = generator.choice((0.5, 0.65, 0.8, 0.9, 1.0))
    return sum(cell for cell in cells_of(grid.cells) if generator.random() < share)


def random_region(generator: random.Random, largest: tuple[int, int] = (8, 7)) -> tuple[Grid, int, int]:
    """Return a grid, a head and the cells that it can reach, at least one."""
    while True:
        grid = Grid(generator.randint(2, largest[0]), generator.randint(2, largest[1]))
        free = random_mask(generator, grid)
        if free:
            head = generator.choice(cells_of(free))
            position = grid.position(head)
            region = reachable([position], cells_in(grid, free ^ head)) - {position}
            if region:
                return grid, head, mask_in(grid, region)


def random_board(
    generator: random.Random,
    players: int,
    *,
    largest: tuple[int, int] = (6, 5),
    walls: float = 0.25,
    plies: int = 24,
) -> Board:
    """Return a game that goes on, whose seat on turn can move: some walls, then some random plies, deaths included.

    ``largest``: the most columns and rows; ``walls`` and ``plies``: the most of them, walls as a share of the cells.
    """
    while True:
        grid = Grid(generator.randint(2, largest[0]), generator.randint(2, largest[1]))
        cells = cells_of(grid.cells)
        if len(cells) < players + 2:
            continue
        generator.shuffle(cells)
        board = Board.from_starts([grid.position(cell) for cell in cells[:players]], grid)
        for wall in cells[players : players + generator.randint(0, int(walls * len(cells)))]:
            board.free ^= wall
        for _ in range(generator.randint(0, plies)):
            moves = cells_of(board.moves())
            if not moves and len(board.living()) == 2:
                break
            if moves and generator.random() < 0.98:
                board.play(generator.choice(moves))
            elif len(board.living()) > 2:
                board.die()
        if board.moves() and not board.is_over():
            return board


def random_rooms(generator: random.Random, living: int) -> Board:
    """Return a position of four seats, so many of them alive, all walled off from each other by rows of ribbon.

    Each has a room of its own, one below the other, and the seat on turn can move; whose ribbon lies between two rooms
    is as random as the rest, so that it may hang together with its head or not.
    """
    while True:
        width = generator.randint(3, 5)
        seats = generator.sample(range(4), living)
        rows = []
        for seat in seats:
            if rows:
                rows.append(RIBBON_LETTERS[generator.choice(seats)] * width)
            room = [
                ["#" if generator.random() < 0.2 else "." for _ in range(width)] for _ in range(generator.randint(1, 3))
            ]
            generator.choice(room)[generator.randrange(width)] = HEAD_LETTERS[seat]
            rows += ["".join(row) for row in room]
        board = Board.from_ascii("\n".join(rows), generator.choice(seats), 4)
        if board.moves():
            return board

"""Cut cells and bounds: never below the longest path, and exactly what their definitions say."""

import random

import pytest

from bot.board import Board
from bot.chambers import best_chain, checkerboard_bound, fill_bound, local_cuts
from bot.grid import Grid, cells_of
from bot.territory import flood
from tests.oracles.longest_path import checkerboard_bound as oracle_bound
from tests.oracles.longest_path import colours, longest_path
from tests.suites import Position, fill_suite
from tests.twins import (
    arcs,
    articulation_points,
    block_cut_bound,
    cells_in,
    longest_by_colours,
    mask_in,
    random_mask,
    random_region,
)


def drawn(grid: Grid, head: int, region: int) -> str:
    return f"\n{Board(grid, [head], [head], region).to_ascii()}"


def read(drawing: str) -> tuple[Board, int, int]:
    """Return the board, A's head and what it can reach."""
    board = Board.from_ascii(drawing)
    return board, board.heads[0], flood(board.free, board.heads[0], board.grid.stride)


def test_local_cuts_follow_the_ring_of_eight_neighbours() -> None:
    generator = random.Random(1)
    for _ in range(600):
        grid = Grid(generator.randint(1, 9), generator.randint(1, 7))
        free = random_mask(generator, grid)
        cells = cells_in(grid, free)
        wanted = {cell for cell in cells if arcs(cell, cells) > 1}
        assert cells_in(grid, local_cuts(free, grid.stride)) == wanted, drawn(grid, 0, free)


@pytest.mark.parametrize("pattern", range(256))
def test_local_cuts_of_each_ring(pattern: int) -> None:
    grid = Grid(3, 3)
    ring = [cell for cell in cells_of(grid.cells) if cell != grid.cell(1, 1)]
    free = grid.cell(1, 1) + sum(cell for place, cell in enumerate(ring) if pattern >> place & 1)
    cells = cells_in(grid, free)
    assert (local_cuts(free, grid.stride) & grid.cell(1, 1) != 0) == (arcs((1, 1), cells) > 1)


def test_local_cuts_miss_no_articulation_point() -> None:
    generator = random.Random(2)
    points = 0
    for _ in range(500):
        grid, head, region = random_region(generator)
        whole = region | head
        found = articulation_points(cells_in(grid, whole))
        points += len(found)
        assert mask_in(grid, found) & ~local_cuts(whole, grid.stride) == 0, drawn(grid, head, region)
    assert points > 1_000


def test_the_checkerboard_bound_is_the_most_that_colours_allow() -> None:
    generator = random.Random(3)
    for _ in range(600):
        grid, head, region = random_region(generator)
        same = grid.even if grid.even & head else ~grid.even
        wanted = longest_by_colours(grid.position(head), cells_in(grid, region))
        assert checkerboard_bound(region, same) == wanted, drawn(grid, head, region)


def test_the_checkerboard_bound_of_a_room_that_is_entered_where_it_is_best() -> None:
    generator = random.Random(4)
    for _ in range(300):
        grid = Grid(generator.randint(2, 8), generator.randint(2, 7))
        region = random_mask(generator, grid)
        best = max(checkerboard_bound(region, grid.even), checkerboard_bound(region, ~grid.even))
        assert best == oracle_bound(*colours(cells_in(grid, region)))


def test_bounds_are_never_below_the_longest_path() -> None:
    generator = random.Random(5)
    equal = checked = 0
    while checked < 700:
        grid, head, region = random_region(generator, (6, 5))
        if region.bit_count() > 17:
            continue
        checked += 1
        longest = longest_path(grid.position(head), cells_in(grid, region))
        bound = fill_bound(region, head, grid.even, grid.stride)
        same = grid.even if grid.even & head else ~grid.even
        assert longest <= bound <= checkerboard_bound(region, same), drawn(grid, head, region)
        equal += longest == bound
    assert equal >= 0.95 * checked


def test_the_fill_bound_is_the_best_chain_of_blocks() -> None:
    generator = random.Random(6)
    for _ in range(700):
        grid, head, region = random_region(generator, (9, 8))
        wanted = block_cut_bound(grid.position(head), cells_in(grid, region))
        moves, touches, cells = best_chain(region, head, 0, grid.even, grid.stride)
        assert moves == fill_bound(region, head, grid.even, grid.stride) == wanted, drawn(grid, head, region)
        assert not touches
        # The chain's cells are cells of the region that a path can walk from the head, enough of them for its moves.
        assert cells & ~region == 0
        assert flood(cells, head, grid.stride) == cells
        assert moves <= cells.bit_count()


def test_the_fill_bound_of_a_maze_of_the_whole_grid() -> None:
    generator = random.Random(7)
    grid = Grid()
    for _ in range(5):
        free = random_mask(generator, grid) & random_mask(generator, grid)
        head = generator.choice(cells_of(free))
        region = flood(free ^ head, head, grid.stride)
        wanted = block_cut_bound(grid.position(head), cells_in(grid, region))
        assert fill_bound(region, head, grid.even, grid.stride) == wanted


def test_nothing_can_be_filled_where_nothing_can_be_reached() -> None:
    grid = Grid(4, 4)
    assert fill_bound(0, grid.cell(1, 1), grid.even, grid.stride) == 0
    assert best_chain(0, grid.cell(1, 1), 0, grid.even, grid.stride) == (0, False, 0)


@pytest.mark.parametrize("position", fill_suite(), ids=lambda position: position.name)
def test_the_fill_bound_lies_between_the_known_maximum_and_the_known_bound(position: Position) -> None:
    board = Board.from_ascii(position.drawing)
    region = flood(board.free, board.heads[0], board.grid.stride)
    bound = fill_bound(region, board.heads[0], board.grid.even, board.grid.stride)
    assert position.longest <= bound == position.blockcut_bound


def test_the_fill_bound_is_the_maximum_in_19_of_20_positions_of_the_suite() -> None:
    equal = 0
    for position in fill_suite():
        board = Board.from_ascii(position.drawing)
        region = flood(board.free, board.heads[0], board.grid.stride)
        equal += fill_bound(region, board.heads[0], board.grid.even, board.grid.stride) == position.longest
    assert equal >= 0.95 * len(fill_suite())


@pytest.mark.parametrize(
    ("drawing", "moves"),
    [
        # A corridor, two doors of which the longer is taken, a dead end on the way.
        ("A.....", 5),
        ("...A..", 3),
        ("....\n##A#\n....", 3),
        ("A...\n#.##\n#.##\n#.##", 4),
        # Two rooms of 3x2 joined by one cell: 5 of the first room, the door, 6 of the second.
        ("A..#...\n.......", 12),
        # The same behind a door in the middle: only one of two rooms is ever filled.
        ("....#\n....#\n.#A##\n.#.##\n#....\n#....", 9),
        # A room with two doors to one and the same room is one room with it.
        ("A......\n...#...\n...#...\n.......", 25),
    ],
)
def test_bounds_of_drawn_rooms(drawing: str, moves: int) -> None:
    board, head, region = read(drawing)
    assert longest_path(board.grid.position(head), cells_in(board.grid, region)) == moves
    assert fill_bound(region, head, board.grid.even, board.grid.stride) == moves


def with_front(drawing: str) -> tuple[Board, int, int, int]:
    """Read a drawing in which `!` marks the front: cells beside another's territory."""
    board, head, region = read(drawing.replace("!", "."))
    rows = drawing.split()
    front = sum(board.grid.cell(x, y) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol == "!")
    return board, head, region, front


# Sloane's battlefront: to the right there are more cells, a room of 9 and through its door another 9, to the left only
# 15. But the second room opens on the enemy, and who fights there leaves the first one behind.
FORK = """
.....####...#...
.......A.......!
.....####...#...
"""


def test_more_cells_may_lie_behind_the_wrong_door() -> None:
    board, head, region, front = with_front(FORK)
    grid = board.grid
    left, right = grid.cell(6, 1), grid.cell(8, 1)
    in_peace = best_chain(region, head, 0, grid.even, grid.stride)
    # 1 step to the room, 8 in the room and through its door, 8 in the room behind it.
    assert in_peace[:2] == (17, False)
    assert in_peace[2] & (left | right) == right
    in_war = best_chain(region, head, front, grid.even, grid.stride)
    # 2 steps and 14 cells of the room to the left, against 5 steps and 8 cells to the right.
    assert in_war[:2] == (16, False)
    assert in_war[2] & (left | right) == left
    assert in_war[2].bit_count() == 2 + 15


@pytest.mark.parametrize(
    ("drawing", "chain", "cells"),
    [
        # 5x4 cells, and a door to 2x4 on the front: staying gives 19 moves, the fight 7 steps and 8 cells.
        ("A....#..\n.....#..\n.......!\n.....#..", (19, False), 19),
        # A larger room on the front, 4x4: 7 steps to the door and 16 cells are worth more than 19.
        ("A....#....\n.....#....\n.........!\n.....#....", (23, True), 17),
        # The front in the first room: both rooms count.
        ("A!...#..\n.....#..\n........\n.....#..", (27, True), 28),
        # Ways of equal length: a touch is worth a move, so the front is taken; the cell before it is left behind.
        ("..A.!", (2, True), 1),
        ("..A!.", (2, True), 2),
        # A move more is worth as much as the touch, and what comes first stays.
        ("...A.!", (3, False), 3),
        ("...A.!\n####..\n", (4, True), 3),
    ],
)
def test_battlefronts_that_can_be_counted(drawing: str, chain: tuple[int, bool], cells: int) -> None:
    board, head, region, front = with_front(drawing)
    assert front
    moves, touches, chosen = best_chain(region, head, front, board.grid.even, board.grid.stride)
    assert (moves, touches) == chain
    assert chosen.bit_count() == cells


def test_a_front_beside_the_head_costs_nothing() -> None:
    generator = random.Random(8)
    checked = 0
    while checked < 400:
        grid, head, region = random_region(generator, (9, 8))
        doors = cells_of(grid.neighbours(head) & region)
        if flood(region, doors[0], grid.stride) != region:
            continue
        checked += 1
        bound = fill_bound(region, head, grid.even, grid.stride)
        moves, touches, _ = best_chain(region, head, generator.choice(doors), grid.even, grid.stride)
        assert (moves, touches) == (bound, True), drawn(grid, head, region)


def test_a_front_never_adds_moves() -> None:
    generator = random.Random(9)
    fewer = 0
    for _ in range(600):
        grid, head, region = random_region(generator, (9, 8))
        front = region & random_mask(generator, grid) & random_mask(generator, grid) & random_mask(generator, grid)
        bound = fill_bound(region, head, grid.even, grid.stride)
        moves, touches, cells = best_chain(region, head, front, grid.even, grid.stride)
        assert moves <= bound, drawn(grid, head, region)
        assert not touches or front
        assert cells & ~region == 0
        fewer += moves < bound
    assert fewer > 20

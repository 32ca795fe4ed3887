"""Territory and floods against breadth-first twins, cell by cell."""

import random
from collections import Counter
from itertools import permutations

import pytest

from bot.board import Board
from bot.grid import Grid, cells_of
from bot.territory import flood, reaches, territories, three_territories, two_territories
from tests.twins import cells_in, distances, first_reached, mask_in, random_mask, random_region, reachable


def masks(grid: Grid, owned: list[frozenset[tuple[int, int]]]) -> list[int]:
    return [mask_in(grid, cells) for cells in owned]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_cell_belongs_to_whom_reaches_it_first_in_turn_order(players: int) -> None:
    generator = random.Random(players)
    contested = 0
    for _ in range(700):
        grid = Grid(generator.randint(2, 9), generator.randint(2, 7))
        cells = cells_of(grid.cells)
        if len(cells) <= players:
            continue
        heads = generator.sample(cells, players)
        beside = cells_of(grid.neighbours(heads[0]) & ~sum(heads))
        if beside and generator.random() < 0.2:
            heads[1] = generator.choice(beside)
        free = random_mask(generator, grid) & ~sum(heads)
        positions = [grid.position(head) for head in heads]
        wanted = masks(grid, first_reached(positions, cells_in(grid, free)))
        drawing = f"{Board(grid, heads[:], heads[:], free).to_ascii()}\n{positions}"
        assert territories(free, heads, grid.stride) == wanted, drawing
        if players == 3:
            assert three_territories(free, heads, grid.even, grid.stride) == wanted, drawing
        assert heads == [grid.cell(x, y) for x, y in positions]
        if players == 2:
            assert list(two_territories(free, heads[0], heads[1], grid.even, grid.stride)) == wanted, drawing
            # The other way round the ties change hands.
            others = two_territories(free, heads[1], heads[0], grid.even, grid.stride)
            contested += others[1] != wanted[0]
    assert players > 2 or contested > 200


def test_three_share_out_the_cells_in_any_order_on_whatever_colours() -> None:
    generator = random.Random(3)
    colours: Counter[tuple[bool, ...]] = Counter()
    stuck = contested = 0
    for _ in range(500):
        grid = Grid(generator.randint(2, 9), generator.randint(2, 7))
        trio = generator.sample(cells_of(grid.cells), 3)
        share = generator.choice((0.3, 0.5, 0.7, 0.9, 1.0))
        free = sum(cell for cell in cells_of(grid.cells & ~sum(trio)) if generator.random() < share)
        stuck += any(not grid.neighbours(head) & free for head in trio)
        outcomes = set()
        for order in permutations(trio):
            heads = list(order)
            positions = [grid.position(head) for head in heads]
            wanted = masks(grid, first_reached(positions, cells_in(grid, free)))
            drawing = f"{Board(grid, heads[:], heads[:], free).to_ascii()}\n{positions}"
            assert three_territories(free, heads, grid.even, grid.stride) == wanted, drawing
            assert heads == list(order)
            colours[tuple(head & grid.even != 0 for head in heads)] += 1
            outcomes.add(frozenset(zip(heads, wanted, strict=True)))
        contested += len(outcomes) > 1
    assert len(colours) == 8
    assert min(colours.values()) > 200
    assert stuck > 100
    assert contested > 100


def test_territory_on_the_whole_grid() -> None:
    generator = random.Random(9)
    grid = Grid()
    for _ in range(12):
        heads = generator.sample(cells_of(grid.cells), 4)
        free = random_mask(generator, grid) & ~sum(heads)
        positions = [grid.position(head) for head in heads]
        wanted = first_reached(positions, cells_in(grid, free))
        assert territories(free, heads, grid.stride) == masks(grid, wanted)
        for trio in permutations(range(3)):
            three = first_reached([positions[place] for place in trio], cells_in(grid, free))
            owned = three_territories(free, [heads[place] for place in trio], grid.even, grid.stride)
            assert owned == masks(grid, three)
        pair = first_reached(positions[2:], cells_in(grid, free))
        assert list(two_territories(free, heads[2], heads[3], grid.even, grid.stride)) == masks(grid, pair)


@pytest.mark.parametrize(
    ("drawing", "mine", "theirs"),
    [
        # On an even distance each takes its half, on an odd one the mover takes the middle.
        ("A....B", 2, 2),
        ("A...B", 2, 1),
        # Nobody reaches what a wall shuts off, and one who cannot move leaves all to the other.
        ("A..#..\n.B.#..", 3, 1),
        ("A#...B", 0, 3),
        ("B#...A", 3, 0),
        ("AB", 0, 0),
        # The front that goes on alone finds its way round: the other head ended in its pocket.
        ("A#......\nB#.####.\n........", 0, 16),
    ],
)
def test_territory_on_boards_that_can_be_counted(drawing: str, mine: int, theirs: int) -> None:
    board = Board.from_ascii(drawing)
    first, second = two_territories(board.free, *board.heads, board.grid.even, board.grid.stride)
    assert (first.bit_count(), second.bit_count()) == (mine, theirs)
    assert territories(board.free, board.heads, board.grid.stride) == [first, second]


@pytest.mark.parametrize(
    ("drawing", "counts"),
    [
        # All three at equal distance, and then one that cannot move.
        ("#A#\nB.C\n#.#", [2, 0, 0]),
        ("#A#\n##.\nB.C\n#.#", [0, 2, 1]),
        # In a row, on one colour and on two.
        ("A.B.C", [1, 1, 0]),
        ("A..B..C", [1, 2, 1]),
        ("A..B.C", [1, 2, 0]),
        ("C.A..B", [2, 1, 0]),
        ("ABC", [0, 0, 0]),
        # One goes on alone, whichever it is.
        ("A#B#C.....\n###.######", [0, 0, 5]),
        ("A......\n#######\nB#C####", [6, 0, 0]),
        ("A#C####\n#######\nB......", [0, 6, 0]),
    ],
)
def test_territory_of_three_on_boards_that_can_be_counted(drawing: str, counts: list[int]) -> None:
    board = Board.from_ascii(drawing)
    owned = three_territories(board.free, board.heads, board.grid.even, board.grid.stride)
    assert [cells.bit_count() for cells in owned] == counts
    assert territories(board.free, board.heads, board.grid.stride) == owned


def test_of_three_at_equal_distance_the_earliest_takes_the_cell() -> None:
    board = Board.from_ascii("#A#\nB.C\n#.#")
    for order in permutations(board.heads):
        owned = three_territories(board.free, list(order), board.grid.even, board.grid.stride)
        assert [cells.bit_count() for cells in owned] == [2, 0, 0]
        assert territories(board.free, list(order), board.grid.stride) == owned


def test_flood_finds_what_can_be_reached() -> None:
    generator = random.Random(7)
    outside = 0
    for _ in range(1_200):
        grid = Grid(generator.randint(1, 10), generator.randint(1, 8))
        cells = cells_of(grid.cells)
        free = random_mask(generator, grid)
        seeds = sum(generator.sample(cells, min(len(cells), generator.randint(1, 3))))
        found = flood(free, seeds, grid.stride)
        wanted = mask_in(grid, reachable(cells_in(grid, seeds), cells_in(grid, free)))
        assert found == wanted, f"from {cells_in(grid, seeds)} in {cells_in(grid, free)}"
        outside += seeds & ~free != 0
    assert outside > 200


def test_flood_of_nothing_is_nothing_and_a_seed_alone_is_itself() -> None:
    grid = Grid(5, 4)
    assert flood(grid.cells, 0, grid.stride) == 0
    assert flood(grid.cell(2, 1), grid.cell(2, 1), grid.stride) == grid.cell(2, 1)
    assert flood(0, grid.cell(2, 1), grid.stride) == 0


def test_flood_follows_a_spiral_to_its_end() -> None:
    drawing = "A......\n######.\n.....#.\n.###.#.\n.#...#.\n.#####.\n......."
    board = Board.from_ascii(drawing)
    assert flood(board.free, board.heads[0], board.grid.stride) == board.free
    blocked = board.free ^ board.grid.cell(3, 6)
    assert flood(blocked, board.heads[0], board.grid.stride).bit_count() == 6 + 6 + 2


def test_a_walk_reaches_as_far_as_the_farthest_cell() -> None:
    generator = random.Random(12)
    for _ in range(300):
        grid, head, region = random_region(generator)
        far = max(distances(grid.position(head), cells_in(grid, region)).values())
        assert [steps for steps in range(60) if reaches(region, head, steps, grid.stride)] == list(range(far + 1))

"""Copying every move: found where the board is its own image, and then won against whatever the rival does."""

import random

import pytest

from bot.board import Board
from bot.clock import NodeClock
from bot.grid import Grid, cells_of
from bot.mirror import mirroring_move
from bot.strategy import Strategy
from tests.strategies import state
from tests.twins import random_board

Cell = tuple[int, int]


def images(cell: Cell, grid: Grid) -> list[Cell]:
    x, y = cell
    return [(grid.width - 1 - x, grid.height - 1 - y), (grid.width - 1 - x, y), (x, grid.height - 1 - y)]


def twin(board: Board, move: int) -> bool:
    """Whether the position after a move is an image of itself, cell by cell."""
    grid = board.grid
    free = {grid.position(cell) for cell in cells_of(board.free ^ move)}
    other = grid.position(board.heads[board.living()[1]])
    return any(
        images(other, grid)[kind] == grid.position(move)
        and all(images(cell, grid)[kind] in free and images(cell, grid)[kind] != cell for cell in free)
        for kind in range(3)
    )


def nearly_mirrored_board(generator: random.Random) -> Board | None:
    """Return a small board, its walls and heads images of each other, after a move of the first seat, if it has one."""
    grid = Grid(generator.randint(2, 6), generator.randint(2, 6))
    kind = generator.randrange(3)
    x, y = generator.randrange(grid.width), generator.randrange(grid.height)
    rows = [["."] * grid.width for _ in range(grid.height)]
    for wall_x, wall_y in random.Random(generator.random()).sample(
        [(column, row) for row in range(grid.height) for column in range(grid.width)], grid.width * grid.height // 4
    ):
        for column, row in ((wall_x, wall_y), images((wall_x, wall_y), grid)[kind]):
            rows[row][column] = "#"
    image_x, image_y = images((x, y), grid)[kind]
    if (x, y) == (image_x, image_y):
        return None
    rows[y][x] = "A"
    rows[image_y][image_x] = "B"
    board = Board.from_ascii("\n".join("".join(row) for row in rows))
    if not board.moves():
        return None
    board.play(generator.choice(cells_of(board.moves())))
    return board


def test_moves_that_mirror_are_those_that_a_comparison_cell_by_cell_names() -> None:
    generator = random.Random(44)
    found = boards = 0
    while boards < 600:
        board = random_board(generator, 2) if boards % 3 == 0 else nearly_mirrored_board(generator)
        if board is None or not board.moves():
            continue
        boards += 1
        mirrors = [move for move in cells_of(board.moves()) if twin(board, move)]
        move = mirroring_move(board.free, board.moves(), board.heads[board.living()[1]], board.grid)
        assert (move in mirrors) if mirrors else move == 0, board.to_ascii()
        found += bool(mirrors)
    assert 200 < found < 500


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_whoever_copies_every_move_wins_against_random_and_searching_rivals(kind: int) -> None:
    grid = Grid()
    generator = random.Random(kind)
    for game in range(4):
        first = (generator.randrange(30), generator.randrange(20))
        second = images(first, grid)[kind]
        board = Board.from_starts([first, second], grid)
        ours, theirs = Strategy(grid), Strategy(grid)
        clock = NodeClock(8)
        while not board.is_over():
            if not board.moves():
                board.die()
            elif board.turn == 1:
                clock.begin()
                decision = ours.choose(board, clock)
                assert decision.stage in {"mirror", "forced"}
                board.play(decision.move)
            elif game % 2:
                board.play(generator.choice(cells_of(board.moves())))
            else:
                clock.begin()
                board.play(theirs.choose(board, clock).move)
        assert board.living() == [1], (first, second)


def test_a_board_that_is_no_image_is_left_to_the_search() -> None:
    board = Board.from_starts([(3, 3), (20, 7)], Grid())
    assert mirroring_move(board.free, board.moves(), board.heads[1], board.grid) == 0
    clock = NodeClock(50)
    clock.begin()
    before = state(board)
    assert Strategy(board.grid).choose(board, clock).stage == "search"
    assert state(board) == before

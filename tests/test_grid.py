"""The grid against the same geometry on plain pairs of numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.grid import DIRECTIONS, STEPS, Grid, cells_of
from tests.strategies import grids

Cell = tuple[int, int]


def all_cells(grid: Grid) -> list[Cell]:
    return [(x, y) for y in range(grid.height) for x in range(grid.width)]


def mask_of(grid: Grid, cells: set[Cell]) -> int:
    return sum(grid.cell(x, y) for x, y in cells)


@given(grids)
def test_cells_are_single_bits_that_lead_back_to_their_place(grid: Grid) -> None:
    masks = [grid.cell(x, y) for x, y in all_cells(grid)]
    assert [grid.position(mask) for mask in masks] == all_cells(grid)
    assert all(mask.bit_count() == 1 for mask in masks)
    assert cells_of(grid.cells) == masks


@given(grids, st.data())
def test_neighbours_are_those_of_plain_coordinates(grid: Grid, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.sampled_from(all_cells(grid))))
    beside = {(x + step_x, y + step_y) for x, y in cells for step_x, step_y in STEPS}
    assert grid.neighbours(mask_of(grid, cells)) == mask_of(grid, beside & set(all_cells(grid)))


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 2), (7, 5), (15, 10), (30, 20)])
def test_no_step_wraps_around_an_edge(size: tuple[int, int]) -> None:
    grid = Grid(*size)
    right = grid.width - 1
    for y in range(grid.height):
        beside = grid.neighbours(grid.cell(right, y))
        assert all(grid.position(cell)[0] >= right - 1 for cell in cells_of(beside))
        beside = grid.neighbours(grid.cell(0, y))
        assert all(grid.position(cell)[0] <= 1 for cell in cells_of(beside))
    assert grid.neighbours(grid.cells) & ~grid.cells == 0
    # One column that is never free is what this takes, and no more.
    assert grid.stride == grid.width + 1


@given(grids)
def test_directions_name_the_step_between_two_neighbours(grid: Grid) -> None:
    for x, y in all_cells(grid):
        for name, (step_x, step_y) in zip(DIRECTIONS, STEPS, strict=True):
            target = x + step_x, y + step_y
            if grid.contains(*target):
                assert grid.direction(grid.cell(x, y), grid.cell(*target)) == name


@given(grids)
def test_cells_that_are_no_neighbours_have_no_direction(grid: Grid) -> None:
    for x, y in all_cells(grid):
        for target_x, target_y in all_cells(grid):
            if abs(x - target_x) + abs(y - target_y) != 1:
                with pytest.raises(ValueError, match="no single step"):
                    grid.direction(grid.cell(x, y), grid.cell(target_x, target_y))


@given(grids)
def test_the_even_colour_is_a_checkerboard(grid: Grid) -> None:
    assert grid.even == mask_of(grid, {(x, y) for x, y in all_cells(grid) if (x + y) % 2 == 0})


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (30, 0), (0, 20)])
def test_cells_beyond_the_edges_are_off_the_grid(cell: Cell) -> None:
    assert not Grid().contains(*cell)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 5)])
def test_a_grid_without_cells_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one column and one row"):
        Grid(*size)

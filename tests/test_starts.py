from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import grids
from tools.starts import fair_starts, format_starts, nearer_cells, parse_starts, random_starts

cells = st.tuples(st.integers(0, 999), st.integers(0, 999))


def nearer_one_by_one(starts: list[tuple[int, int]], width: int, height: int) -> list[int]:
    """Count by the definition: a cell is a seat's if every other seat is farther from it."""
    counts = [0] * len(starts)
    for y in range(height):
        for x in range(width):
            distances = [abs(x - start_x) + abs(y - start_y) for start_x, start_y in starts]
            for seat, distance in enumerate(distances):
                if all(distance < other for index, other in enumerate(distances) if index != seat):
                    counts[seat] += 1
    return counts


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("width", "height"), [(30, 20), (7, 5), (1, 9), (9, 1), (2, 2)])
def test_nearer_cells_are_those_of_the_definition(players: int, width: int, height: int) -> None:
    for seed in range(20):
        starts = random_starts(players, Random(seed), width, height)
        assert nearer_cells(starts, width, height) == nearer_one_by_one(starts, width, height)


def test_nearer_cells_known_by_hand() -> None:
    # Three columns each, and the middle one is nobody's.
    assert nearer_cells([(1, 1), (5, 1)], 7, 3) == [9, 9]
    assert nearer_cells([(0, 0), (29, 0)]) == [300, 300]
    # The cells straight above, below, left and right of the middle start, and the rest of its diamond.
    assert nearer_cells([(0, 0), (0, 1)]) == [30, 570]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fair_starts_keep_to_the_tolerance(players: int) -> None:
    for seed in range(3):
        starts = fair_starts(players, Random(seed), 0.02)
        counts = nearer_one_by_one(starts, 30, 20)
        assert len(set(starts)) == players
        assert max(counts) - min(counts) <= 12


def test_a_tolerance_is_met_exactly_and_not_one_cell_more() -> None:
    # On a grid of 10 x 1 a tolerance of 0.2 allows counts that differ by 2 cells.
    differences = set()
    for seed in range(100):
        counts = nearer_cells(fair_starts(2, Random(seed), 0.2, 10, 1), 10, 1)
        differences.add(abs(counts[0] - counts[1]))
    assert differences == {0, 1, 2}


def test_starts_that_are_never_fair_are_given_up() -> None:
    with pytest.raises(ValueError, match="no starts for 2 players on a 3x1 grid within 0 of it in 50000 draws"):
        # Of (0,0)(1,0) and (1,0)(2,0) one has a cell and the other two, and only the ends are fair.
        fair_starts(2, Only([0, 1]), 0, 3, 1)
    with pytest.raises(ValueError, match=r"0 or more; found -0\.1"):
        fair_starts(2, Random(1), -0.1)


class Only(Random):
    """Draws the same places every time."""

    def __init__(self, places: list[int]) -> None:
        super().__init__(0)
        self.places = places

    def sample(self, *_: object, **__: object) -> list[int]:  # type: ignore[override]
        return self.places


@given(grid=grids, seed=st.integers(0, 1_000), players=st.integers(2, 4))
def test_random_starts_are_distinct_cells_of_the_grid(grid: object, seed: int, players: int) -> None:
    width, height = grid.width, grid.height  # type: ignore[attr-defined]
    if players > width * height:
        with pytest.raises(ValueError, match="players do not fit"):
            random_starts(players, Random(seed), width, height)
        return
    starts = random_starts(players, Random(seed), width, height)
    assert len(set(starts)) == players
    assert all(0 <= x < width and 0 <= y < height for x, y in starts)
    assert starts == random_starts(players, Random(seed), width, height)


def test_random_starts_reach_every_cell() -> None:
    rng = Random(1)
    seen = {cell for _ in range(2_000) for cell in random_starts(4, rng)}
    assert len(seen) == 600


@given(st.lists(cells, min_size=1, max_size=6))
def test_starts_survive_being_written_and_read(starts: list[tuple[int, int]]) -> None:
    assert parse_starts(format_starts(starts)) == starts
    assert parse_starts(format_starts(starts).replace(",", " , ").replace(")", " )\n")) == starts


def test_starts_as_the_site_writes_them() -> None:
    assert parse_starts("(26,10)(0,12)(6,3)(4,2)") == [(26, 10), (0, 12), (6, 3), (4, 2)]
    assert parse_starts("(09,05)(0,00)") == [(9, 5), (0, 0)]


@pytest.mark.parametrize(
    "text", ["", "9,5", "(9,5)(10)", "(9,5),(10,7)", "(9,5)x", "(-1,5)(2,2)", "((9,5))", "(9;5)", "(99999,0)", "(9,5"]
)
def test_other_texts_are_no_starts(text: str) -> None:
    with pytest.raises(ValueError, match="expected start cells such as"):
        parse_starts(text)

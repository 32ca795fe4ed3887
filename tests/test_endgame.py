"""Filling a region alone: known maxima, proofs that hold, plans that last, and a stop at every node."""

import itertools
import random
from functools import cache

import pytest

from bot.board import Board
from bot.chambers import checkerboard_bound, fill_bound
from bot.clock import Clock, NodeClock
from bot.endgame import Filler
from bot.grid import Grid, cells_of
from bot.territory import flood
from tests.oracles.longest_path import longest_path
from tests.suites import fill_suite
from tests.twins import cells_in, random_region

ALL = 10**6
NODES = 20_000


def begun(nodes: int = NODES) -> NodeClock:
    clock = NodeClock(nodes)
    clock.begin()
    return clock


def drawn(grid: Grid, head: int, region: int) -> str:
    return f"\n{Board(grid, [head], [head], region).to_ascii()}"


def check_path(grid: Grid, head: int, region: int, path: list[int]) -> None:
    """Assert that a path goes from a head through free cells, one step at a time, none entered twice."""
    for cell in path:
        assert cell.bit_count() == 1
        assert grid.neighbours(head) & region & cell, drawn(grid, head, region)
        region ^= cell
        head = cell


def read(drawing: str) -> tuple[Grid, int, int]:
    """Return the grid, A's head and the region that it can reach."""
    board = Board.from_ascii(drawing)
    return board.grid, board.heads[0], flood(board.free, board.heads[0], board.grid.stride)


@cache
def hard_regions() -> list[tuple[Grid, int, int]]:
    """Return regions small enough for exact search in which the first plan falls short of the bound."""
    generator = random.Random(1)
    regions = []
    while len(regions) < 60:
        grid, head, region = random_region(generator, (7, 6))
        if 8 < region.bit_count() < 24:
            filler = Filler(grid)
            filler.choose(head, region, ALL, begun())
            if filler.ruled_out:
                regions.append((grid, head, region))
    return regions


def easy_regions() -> list[tuple[Grid, int, int]]:
    """Return regions as they come, small enough for exact search."""
    generator = random.Random(2)
    regions = [random_region(generator, (6, 5)) for _ in range(400)]
    return [(grid, head, region) for grid, head, region in regions if region.bit_count() < 19]


def test_each_room_of_the_suite_is_filled_to_its_maximum_with_proof() -> None:
    for position in fill_suite():
        grid, head, region = read(position.drawing)
        filler = Filler(grid)
        clock = begun()
        step = filler.choose(head, region, ALL, clock)
        check_path(grid, head, region, [step, *filler.plan])
        assert 1 + len(filler.plan) == position.longest, position.name
        assert filler.bound == position.longest, position.name
        assert grid.direction(head, step) in position.optimal, position.name
        assert clock.nodes < NODES


def test_the_plan_is_kept_to_its_end_at_no_cost() -> None:
    for position in fill_suite()[:40]:
        grid, head, region = read(position.drawing)
        filler = Filler(grid)
        moves = 1
        head = filler.choose(head, region, ALL, begun())
        while filler.plan:
            region = flood(region ^ head, head, grid.stride)
            clock = begun()
            moves += 1
            head = filler.choose(head, region, ALL, clock)
            assert clock.nodes == 0, position.name
        assert moves == position.longest


def test_every_empty_rectangle_is_filled_from_every_start_to_the_checkerboard_bound() -> None:
    for width in range(2, 7):
        for height in range(2, 9):
            grid = Grid(width, height)
            for head in cells_of(grid.cells):
                region = grid.cells ^ head
                filler = Filler(grid)
                step = filler.choose(head, region, ALL, begun())
                wanted = checkerboard_bound(region, grid.even if grid.even & head else ~grid.even)
                assert 1 + len(filler.plan) == wanted == filler.bound, drawn(grid, head, region)
                check_path(grid, head, region, [step, *filler.plan])


def test_with_time_to_spare_the_plan_is_a_longest_path_and_proven_to_be_one() -> None:
    loose = 0
    for grid, head, region in easy_regions() + hard_regions():
        longest = longest_path(grid.position(head), cells_in(grid, region))
        filler = Filler(grid)
        clock = begun()
        filler.choose(head, region, ALL, clock)
        assert 1 + len(filler.plan) == filler.bound == longest, drawn(grid, head, region)
        assert clock.nodes < NODES
        loose += fill_bound(region, head, grid.even, grid.stride) > longest
    # Where the bound promised too much, the search has proven that it did.
    assert loose > 20


def test_nothing_is_ruled_out_that_a_region_can_give() -> None:
    checked = 0
    for grid, head, region in hard_regions():
        filler = Filler(grid)
        filler.choose(head, region, ALL, begun())
        for (beyond, entry), moves in filler.ruled_out.items():
            checked += 1
            assert longest_path(grid.position(entry), cells_in(grid, beyond)) < moves, drawn(grid, entry, beyond)
    assert checked > 100


def test_what_was_ruled_out_is_not_looked_at_again() -> None:
    for grid, head, region in hard_regions():
        filler = Filler(grid)
        first = begun()
        filler.choose(head, region, ALL, first)
        moves = 1 + len(filler.plan)
        filler.plan = []
        again = begun()
        filler.choose(head, region, ALL, again)
        assert again.nodes < first.nodes, drawn(grid, head, region)
        assert 1 + len(filler.plan) == moves == filler.bound


def test_enough_moves_end_the_work_early() -> None:
    saved = 0
    for grid, head, region in hard_regions():
        longest = longest_path(grid.position(head), cells_in(grid, region))
        whole = begun()
        Filler(grid).choose(head, region, ALL, whole)
        for enough in (1, longest // 2, longest):
            filler = Filler(grid)
            clock = begun()
            filler.choose(head, region, enough, clock)
            assert 1 + len(filler.plan) >= enough
            assert clock.nodes <= whole.nodes
            saved += clock.nodes < whole.nodes
    assert saved > 100


def test_a_plan_that_is_enough_is_not_made_longer() -> None:
    grid, head, region = read("A....\n.....\n.....")
    filler = Filler(grid)
    filler.plan = cells_of(region)[:4]
    clock = begun()
    assert filler.choose(head, region, 4, clock) == grid.cell(1, 0)
    assert clock.nodes == 0
    assert len(filler.plan) == 3
    filler.plan = cells_of(region)[:4]
    filler.choose(head, region, 5, clock)
    assert 1 + len(filler.plan) == 14


def test_a_plan_that_no_longer_fits_is_dropped() -> None:
    grid, head, region = read("A....\n.....\n.....")
    for plan in (
        # From another head, and through a cell that is taken by now.
        [grid.cell(2, 2), grid.cell(3, 2)],
        [grid.cell(1, 0), grid.cell(0, 0)],
    ):
        filler = Filler(grid)
        filler.plan = plan
        step = filler.choose(head, region, ALL, begun(0))
        assert filler.plan == []
        check_path(grid, head, region, [step])
        step = filler.choose(head, region, ALL, begun())
        check_path(grid, head, region, [step, *filler.plan])
        assert 1 + len(filler.plan) == 14


def test_a_region_that_grows_is_planned_anew() -> None:
    grid, head, region = read("A...\n....\n####\n....")
    filler = Filler(grid)
    head = filler.choose(head, region, ALL, begun())
    assert filler.bound == 7
    grown = region ^ head | sum(grid.cell(x, 2) | grid.cell(x, 3) for x in range(4))
    step = filler.choose(head, grown, ALL, begun())
    check_path(grid, head, grown, [step, *filler.plan])
    assert 1 + len(filler.plan) == filler.bound == 14


def scan_regions() -> list[tuple[Grid, int, int]]:
    """Return rooms that take some work, most of them such that greedy does not fill them."""
    return [read(position.drawing) for position in fill_suite()[:12]] + hard_regions()


def test_wherever_the_clock_stops_the_step_is_legal_and_the_plan_a_path() -> None:
    stopped = 0
    for grid, head, region in scan_regions():
        whole = begun()
        complete = Filler(grid)
        complete.choose(head, region, ALL, whole)
        lengths = [0]
        for nodes in range(whole.nodes + 2):
            filler = Filler(grid)
            clock = begun(nodes)
            step = filler.choose(head, region, ALL, clock)
            assert clock.nodes <= nodes
            stopped += clock.nodes == nodes
            check_path(grid, head, region, [step, *filler.plan])
            # More time never makes the plan worse, and the bound always holds.
            assert 1 + len(filler.plan) >= lengths[-1]
            assert filler.bound >= 1 + len(complete.plan)
            lengths.append(1 + len(filler.plan))
        assert lengths[-1] == 1 + len(complete.plan)
    assert stopped > 500


def test_a_first_plan_that_was_cut_off_is_kept_as_far_as_it_went() -> None:
    grid, head, region = read("A.....\n......\n......\n......\n......")
    for nodes in range(1, 40):
        filler = Filler(grid)
        filler.choose(head, region, ALL, begun(nodes))
        assert 1 + len(filler.plan) == min(29, max(1, nodes - 1))


def test_a_plan_at_hand_is_never_given_up_for_a_shorter_one() -> None:
    for grid, head, region in hard_regions():
        filler = Filler(grid)
        path = [filler.choose(head, region, ALL, begun()), *filler.plan]
        for nodes in range(40):
            filler = Filler(grid)
            filler.plan = path
            filler.choose(head, region, ALL, begun(nodes))
            assert 1 + len(filler.plan) == len(path)


def test_stopped_at_every_turn_the_filler_still_plays_to_an_end() -> None:
    for grid, head, region in scan_regions():
        for nodes in (0, 1, 5):
            filler = Filler(grid)
            left, at = region, head
            while left:
                step = filler.choose(at, left, ALL, begun(nodes))
                check_path(grid, at, left, [step, *filler.plan])
                left = flood(left ^ step, step, grid.stride)
                at = step


def test_with_no_time_at_all_the_step_keeps_off_dead_ends() -> None:
    grid, head, region = read("#.####\n#A....\n######")
    clock = Clock(0.0, lambda: 3.0)
    clock.begin()
    filler = Filler(grid)
    assert filler.choose(head, region, ALL, clock) == grid.cell(2, 1)
    assert filler.bound == region.bit_count()
    # With two ways on, the one with fewer exits.
    grid, head, region = read("....\n.A##\n..##")
    assert Filler(grid).choose(head, region, ALL, begun(0)) in (grid.cell(1, 2), grid.cell(0, 1))


def test_proofs_are_forgotten_when_there_are_too_many() -> None:
    grid, head, region = read("A...\n....")
    filler = Filler(grid)
    filler.TABLE_LIMIT = 3  # type: ignore[misc]  # a small table of its own
    filler.ruled_out = {(place, 1): 1 for place in range(4)}
    filler.choose(head, region, ALL, begun())
    assert filler.ruled_out == {}
    assert filler.bound == 7


def test_the_end_of_a_turn_is_noticed_while_proofs_are_forgotten() -> None:
    grid, head, region = read("A...\n....")
    filler = Filler(grid)
    filler.ruled_out = dict.fromkeys([(place, 1) for place in range(filler.TABLE_LIMIT + 1)], 1)
    # Every look at the time takes a second, and the turn is over after five.
    seconds = itertools.count()
    clock = Clock(5.0, lambda: float(next(seconds)))
    clock.begin()
    assert filler.choose(head, region, ALL, clock) in (grid.cell(1, 0), grid.cell(0, 1))
    assert len(filler.ruled_out) > filler.TABLE_LIMIT // 2


def test_slow_bounds_make_no_turn_late(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def slow(region: int, head: int, even: int, stride: int) -> int:
        now[0] += 0.004
        return fill_bound(region, head, even, stride)

    monkeypatch.setattr("bot.endgame.fill_bound", slow)
    grid, head, region = read("\n".join(["." * 12] * 5 + ["." * 6 + "A" + "." * 5] + ["." * 12] * 4))
    for budget_ms in range(40, 80, 4):
        now[0] = 0.0
        clock = Clock(budget_ms / 1000, lambda: now[0])
        clock.begin()
        assert Filler(grid).choose(head, region, ALL, clock) & grid.neighbours(head)
        assert budget_ms / 1000 <= now[0] < budget_ms / 1000 + 0.005


@pytest.mark.parametrize("drawing", ["A.", ".A", "A\n."])
def test_a_single_cell_is_taken(drawing: str) -> None:
    grid, head, region = read(drawing)
    filler = Filler(grid)
    assert filler.choose(head, region, ALL, begun()) == region
    assert (filler.plan, filler.bound) == ([], 1)

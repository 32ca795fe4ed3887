"""Every figure that others have published about these methods, reproduced: a named test for each.

Two families: minimax and alpha-beta on tic-tac-toe and on light cycles, by the oracles that the bot's own search is
then held to, and territory, greedy play and rooms on drawn boards.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from bot.board import Board
from bot.chambers import checkerboard_bound as bot_checkerboard_bound
from bot.evaluation import Evaluation
from bot.evaluation import Weights as BotWeights
from bot.grid import Grid
from bot.territory import two_territories
from tests.oracles.light_cycles import WIN, LightCycles, published_positions
from tests.oracles.longest_path import checkerboard_bound, colours, longest_path, room
from tests.oracles.minimax import Counter, alpha_beta, deepen, minimax
from tests.oracles.tic_tac_toe import TicTacToe, reachable_positions
from tests.oracles.ttac import any_move, hard, winner_of
from tools.sparring.features import flood, links, reached_first
from tools.sparring.greedy import Weights, best_move
from tools.sparring.levels import GREEDY_WEIGHTS

CORRIDOR = "A...B"

POCKET = """
A..#.
...#.
..B#.
"""

CHAMBER = """
......#........
......#........
......#...B....
......#........
......#........
###A###########
......#########
......#########
......#########
......#########
"""

DEPTH = 6


def shares(drawing: str) -> tuple[int, int, int]:
    """Count A's cells, B's and the ties, as the sparring levels see them."""
    board = Board.from_ascii(drawing)
    mine, theirs = reached_first(board)
    reached = flood(board.grid, board.heads[0], board.free) | flood(board.grid, board.heads[1], board.free)
    return mine.bit_count(), theirs.bit_count(), (reached & ~mine & ~theirs).bit_count()


def shares_by_the_bot(drawing: str) -> tuple[int, int, int]:
    """Count the cells that are A's whoever is on move, those that are B's, and those that are the mover's."""
    board = Board.from_ascii(drawing)
    first, second = board.heads
    mine_moving, theirs_waiting = two_territories(board.free, first, second, board.grid.even, board.grid.stride)
    theirs_moving, mine_waiting = two_territories(board.free, second, first, board.grid.even, board.grid.stride)
    ties = mine_moving & theirs_moving
    return (mine_moving & mine_waiting).bit_count(), (theirs_moving & theirs_waiting).bit_count(), ties.bit_count()


# The slow oracle, the sparring levels and the bot must all find the same.
COUNTS = [lambda drawing: LightCycles.from_drawing(drawing).territory(), shares, shares_by_the_bot]
counted_by = pytest.mark.parametrize("count", COUNTS, ids=["oracle", "sparring", "bot"])
Count = Callable[[str], tuple[int, int, int]]


@counted_by
def test_territory_on_a_corridor_is_one_cell_each_and_a_tie(count: Count) -> None:
    assert count(CORRIDOR) == (1, 1, 1)


@counted_by
def test_territory_beside_a_walled_column_is_two_cells_each_and_three_ties(count: Count) -> None:
    assert count(POCKET) == (2, 2, 3)


def test_the_walled_column_belongs_to_nobody() -> None:
    board = Board.from_ascii(POCKET)
    column = sum(board.grid.cell(4, y) for y in range(3))
    assert column & board.free == column
    for owned in (
        *reached_first(board),
        *two_territories(board.free, *board.heads, board.grid.even, board.grid.stride),
    ):
        assert owned & column == 0


@counted_by
def test_territory_on_the_chamber_board_is_54_to_39_without_a_tie(count: Count) -> None:
    assert count(CHAMBER) == (54, 39, 0)


def test_links_on_the_chamber_board_are_87_to_63() -> None:
    board = Board.from_ascii(CHAMBER)
    assert [links(board.grid, cells) for cells in reached_first(board)] == [87, 63]


def greedy_word(drawing: str, weights: Weights) -> str:
    board = Board.from_ascii(drawing)
    return board.grid.direction(board.heads[0], best_move(board, weights))


@pytest.mark.parametrize("weights", [Weights(), GREEDY_WEIGHTS])
def test_greedy_goes_up_on_the_chamber_board(weights: Weights) -> None:
    assert greedy_word(CHAMBER, weights) == "UP"


@pytest.mark.parametrize(("row", "kept"), [(4, 29), (6, 23)], ids=["up", "down"])
def test_on_the_chamber_board_up_keeps_29_cells_and_down_23(row: int, kept: int) -> None:
    board = Board.from_ascii(CHAMBER)
    board.play(board.grid.cell(3, row))
    assert reached_first(board)[0].bit_count() == kept


def test_greedy_with_only_a_distance_weight_of_minus_one_goes_right() -> None:
    assert greedy_word(".....\nA...B\n.....", Weights(territory=0.0, distance=-1.0)) == "RIGHT"


def test_a_walled_in_head_has_no_move() -> None:
    board = Board.from_ascii("#A#\n###")
    assert board.moves() == 0
    assert best_move(board, Weights()) == 0


@cache
def minimax_values() -> tuple[list[int], int]:
    """Return the value of each of the 1,000 positions, and the leaves read in all."""
    counter = Counter()
    return [minimax(position, DEPTH, counter) for position in published_positions()], counter.leaves


def test_minimax_reads_83282_leaves_on_the_1000_positions() -> None:
    assert minimax_values()[1] == 83_282


def test_alpha_beta_reads_38103_leaves_and_every_value_is_equal() -> None:
    counter = Counter()
    values = [alpha_beta(position, DEPTH, counter) for position in published_positions()]
    assert counter.leaves == 38_103
    assert values == minimax_values()[0]


def test_deepening_with_time_to_spare_plays_a_move_that_minimax_rates_best() -> None:
    for position, wanted in zip(published_positions(), minimax_values()[0], strict=True):
        move, depth, value = deepen(position, DEPTH, WIN // 2, lambda: False)
        assert value == wanted
        assert depth == DEPTH or abs(value) > WIN // 2
        assert move in position.moves()
        position.play(move)
        assert -minimax(position, DEPTH - 1, Counter(), 1) == wanted


def test_deepening_with_no_time_plays_a_legal_move() -> None:
    for position in published_positions():
        move, depth, _ = deepen(position, 64, WIN // 2, lambda: True)
        assert depth == 0
        assert move in position.moves()


def test_tic_tac_toe_is_a_draw_and_minimax_reads_549946_nodes() -> None:
    counter = Counter()
    assert minimax(TicTacToe(), 9, counter) == 0
    assert counter.nodes == 549_946


def test_tic_tac_toe_is_a_draw_and_alpha_beta_reads_20866_nodes() -> None:
    counter = Counter()
    assert alpha_beta(TicTacToe(), 9, counter) == 0
    assert counter.nodes == 20_866


def test_tic_tac_toe_has_5478_reachable_positions() -> None:
    assert len(reachable_positions()) == 5_478


def test_hard_never_loses_to_random_play_in_300_games() -> None:
    generator = random.Random(1)
    scores = [winner_of(hard, any_move, generator) for _ in range(150)]
    scores += [-winner_of(any_move, hard, generator) for _ in range(150)]
    assert len(scores) == 300
    assert min(scores) == 0
    assert scores.count(1) > 200


def test_a_room_of_20_and_12_cells_can_be_filled_to_25_by_the_formula() -> None:
    assert checkerboard_bound(12, 20) == 25


def test_the_bot_bounds_a_room_of_20_and_12_cells_by_25() -> None:
    grid = Grid(8, 5)
    scarce = [cell for cell in range(64) if grid.cells & ~grid.even & 1 << cell][:12]
    region = grid.even | sum(1 << cell for cell in scarce)
    assert region.bit_count() == 32
    # From outside a path enters on either colour, and does best on the common one.
    assert bot_checkerboard_bound(region, ~grid.even) == 25
    assert bot_checkerboard_bound(region, grid.even) == 24


def test_a_room_of_20_and_12_cells_is_filled_to_25_by_exact_search() -> None:
    free, letters = room("#.#.#.#.#.#.#.###########\n.........................")
    assert colours(free) == (12, 20)
    assert not letters
    assert max(1 + longest_path(cell, free - {cell}) for cell in free) == 25


def test_no_path_fills_a_small_room_beyond_the_formula() -> None:
    square = [(x, y) for y in range(3) for x in range(3)]
    tight = 0
    for choice in range(1, 512):
        free = frozenset(cell for place, cell in enumerate(square) if choice >> place & 1)
        longest = max(1 + longest_path(cell, free - {cell}) for cell in free)
        bound = checkerboard_bound(*colours(free))
        assert longest <= bound
        tight += longest == bound
    assert tight > 100


def random_row(generator: random.Random) -> str:
    """Return a row of two rooms of three columns with a wall between them, and some walls within."""
    left, right = ("".join(generator.choices("...#", k=3)) for _ in range(2))
    return f"{left}#{right}"


def test_with_equal_fillable_space_the_player_to_move_loses() -> None:
    generator = random.Random(4)
    equal = more = 0
    while min(equal, more) < 40:
        symbols = list("\n".join(random_row(generator) for _ in range(3)))
        symbols[generator.randrange(3) + 8 * generator.randrange(3)] = "A"
        symbols[generator.randrange(4, 7) + 8 * generator.randrange(3)] = "B"
        drawing = "".join(symbols)
        free, letters = room(drawing)
        mine, theirs = longest_path(letters["A"], free), longest_path(letters["B"], free)
        value = alpha_beta(LightCycles.from_drawing(drawing), 20, Counter())
        assert abs(value) > WIN // 2
        assert (value > 0) == (mine > theirs), f"\n{drawing}\nA can make {mine} moves and B {theirs}"
        equal += mine == theirs
        more += mine > theirs


def test_cells_and_edges_are_weighed_as_sloane_fitted_them() -> None:
    weights = BotWeights.cells_and_edges()
    assert Fraction(weights.cell, weights.edge) == Fraction("0.055") / Fraction("0.194")
    # Without chambers and without the pull to the centre nothing else plays a part: a cell more is worth 55.
    evaluation = Evaluation(Grid(5, 1), weights)
    board = Board.from_ascii("A..#B")
    assert evaluation._most(board.free, board.heads[0], 0) == (2 * 55 + 194, True)

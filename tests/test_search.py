"""The search against plain paranoid minimax, which prunes nothing and remembers nothing, and against solved boards."""

import random

import pytest

from bot.board import Board
from bot.evaluation import CHOOSING, GREEDY, OURS, WIN, Evaluation
from bot.grid import Grid, cells_of
from bot.search import PROVEN, RANK, Search, root_of
from bot.strategy import Strategy
from tests.oracles.light_cycles import published_positions
from tests.searches import (
    OrderOnly,
    apart,
    begun,
    joined_board,
    plain_values,
    same_but_for_the_length_of_a_proof,
    searcher,
    slow_reply,
)
from tests.strategies import state
from tests.twins import block_cut_bound, cells_in


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_is_that_of_plain_paranoid_minimax(players: int) -> None:
    generator = random.Random(players)
    finished = deaths = 0
    for _ in range(700):
        board = joined_board(generator, players)
        depth = generator.randint(1, 6)
        search = searcher(board.grid)
        search.table = OrderOnly()
        before = state(board)
        result = search.run(board, begun(), max_depth=depth)
        assert state(board) == before
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {result.depth}"
        assert result.depth >= depth - 1 or abs(result.value) > PROVEN, told
        values = plain_values(board, result.depth, search.evaluation)
        wanted = max(values.values())
        assert result.value == wanted == values[result.move], told
        finished += abs(wanted) > PROVEN
        deaths += PROVEN > abs(wanted) > RANK // 2
        remembered = searcher(board.grid).run(board, begun(), max_depth=depth)
        assert remembered.value == wanted, told
        assert remembered.depth == result.depth
        assert values[remembered.move] == wanted, told
    assert 150 < finished < 600
    assert players == 2 or deaths > 20


@pytest.mark.parametrize("players", [3, 4])
def test_with_several_rivals_the_value_is_that_of_minimax_against_their_greedy_replies(players: int) -> None:
    generator = random.Random(20 + players)
    unlike = 0
    for _ in range(300):
        board = joined_board(generator, players)
        depth = generator.randint(1, 3)
        search = Search(board.grid, Evaluation(board.grid))
        before = state(board)
        result = search.run(board, begun(), max_depth=depth, choosing=())
        assert state(board) == before
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {result.depth}"
        values = plain_values(board, result.depth, search.evaluation, slow_reply)
        assert result.value == max(values.values()) == values[result.move], told
        unlike += values != plain_values(board, result.depth, search.evaluation)
    assert unlike > 75


def test_who_chooses_and_who_replies_is_told_for_each_rival() -> None:
    generator = random.Random(29)
    unlike = 0
    for _ in range(200):
        board = joined_board(generator, 4)
        choosing = [seat for seat in range(4) if generator.random() < 0.5]
        search = Search(board.grid, Evaluation(board.grid))
        result = search.run(board, begun(), 2, choosing)
        told = f"\n{board.to_ascii()}\nturn {board.turn}, choosing {choosing}"
        values = plain_values(board, result.depth, search.evaluation, slow_reply, choosing=choosing)
        assert result.value == max(values.values()) == values[result.move], told
        unlike += values != plain_values(board, result.depth, search.evaluation, slow_reply)
    assert unlike > 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_kept_for_a_whole_game_does_no_harm(players: int) -> None:
    generator = random.Random(10 + players)
    turns = 0
    for _ in range(40):
        board = joined_board(generator, players, walls=0.1, plies=2)
        search = searcher(board.grid)
        while not board.is_over() and not apart(board):
            if not board.moves():
                board.die()
                continue
            turns += 1
            told = f"\n{board.to_ascii()}\nturn {board.turn}"
            result = search.run(board, begun(), max_depth=4)
            # What an earlier turn has proven ends the search at once, and what it has seen may be a ply deeper.
            assert result.depth >= 3 or abs(result.value) > PROVEN, told
            agreed = False
            for depth in (3, 4, 5, 6):
                values = plain_values(board, depth, search.evaluation)
                wanted = max(values.values())
                agreed = agreed or (
                    same_but_for_the_length_of_a_proof(result.value, wanted)
                    and same_but_for_the_length_of_a_proof(values[result.move], wanted)
                )
            assert agreed, told
            board.play(result.move)
    assert turns > 150


def test_on_the_published_positions_the_move_is_one_that_minimax_rates_best() -> None:
    searched = depths = 0
    for position in published_positions():
        board = position.to_board()
        told = f"\n{board.to_ascii()}\nturn {board.turn}"
        if apart(board):
            # Nothing to search: the longest path is best, or one longer than any that the rival has.
            grid = board.grid
            filled = Strategy(grid).choose(board, begun(2_000))
            rival = block_cut_bound(grid.position(board.heads[1 - board.turn]), cells_in(grid, board.free))
            assert filled.stage == "forced" or filled.depth == filled.value or filled.depth > rival, told
            continue
        searched += 1
        search = searcher(board.grid)
        before = state(board)
        result = search.run(board, begun(), max_depth=6)
        assert state(board) == before
        values = plain_values(board, result.depth, search.evaluation)
        assert result.value == max(values.values()) == values[result.move], told
        depths += result.depth
    assert searched == 906
    assert depths > 3_000


def test_with_leaves_at_any_distance_every_depth_is_searched_and_worth_what_minimax_says() -> None:
    generator = random.Random(31)
    for _ in range(150):
        board = joined_board(generator, 2)
        depth = generator.randint(1, 5)
        search = Search(board.grid, Evaluation(board.grid), any_distance=True, reduced=False)
        result = search.run(board, begun(), max_depth=depth)
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {depth}"
        assert result.depth == depth or abs(result.value) > PROVEN, told
        values = plain_values(board, result.depth, search.evaluation, any_distance=True)
        assert result.value == max(values.values()) == values[result.move], told


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize(
    ("width", "height", "wins"),
    [(2, 2, 0), (3, 2, 16), (4, 2, 16), (3, 3, 48), (4, 3, 62), (4, 4, 100)],
)
def test_small_boards_are_solved(width: int, height: int, wins: int, *, reduced: bool) -> None:
    grid = Grid(width, height)
    won = 0
    for first in cells_of(grid.cells):
        for second in cells_of(grid.cells ^ first):
            board = Board.from_starts([grid.position(first), grid.position(second)], grid)
            if board.moves():
                # Reduced, the last line is searched to its end when the depth is many times its length.
                result = Search(grid, Evaluation(grid), reduced=reduced).run(board, begun(), 100)
                won += result.value > 0
    assert won == wins


def test_what_is_won_is_won_and_looked_at_no_deeper() -> None:
    # To the right A takes B's last cell at once; to the left three moves are left to it, and one to B.
    board = Board.from_ascii("..A.B\n..###")
    result = searcher(board.grid).run(board, begun(), max_depth=20)
    assert (result.value, result.depth) == (WIN - 1, 1)


def test_of_two_ways_to_lose_the_slower_is_played() -> None:
    # B takes the cell on the right if A does not; A's only other cell is on the left.
    board = Board.from_ascii(".A.B\n###.\n....", 0)
    result = searcher(board.grid).run(board, begun(), max_depth=20)
    values = plain_values(board, 12, Evaluation(board.grid))
    assert len(values) == 2
    assert result.value == max(values.values()) == values[result.move]


def test_the_death_of_one_of_several_is_worth_a_rank() -> None:
    # B is stuck and dies on its turn; after that A and C are two.
    board = Board.from_ascii("A......\n##.....\nB#.....\n##.....\n......C")
    result = searcher(board.grid).run(board, begun(), max_depth=1)
    assert RANK // 2 < result.value < PROVEN


def test_a_ribbon_that_vanishes_is_a_way_on_inside_the_search() -> None:
    # B dies at once and leaves three cells, without which A has two moves to C's three.
    drawing = "A..##\n#bbB#\n#####\nC...#"
    board = Board.from_ascii(drawing)
    assert searcher(board.grid).run(board, begun(), max_depth=12).value > RANK
    walled = Board.from_ascii(drawing.replace("b", "#"))
    assert searcher(board.grid).run(walled, begun(), max_depth=12).value < RANK


def test_a_root_has_the_living_in_turn_order_and_the_ribbons_of_more_than_two() -> None:
    board = Board.from_ascii("aA.bB\n..C..\n..c.D", turn=2)
    free, riders = root_of(board, [1])
    assert free == board.free
    sides = {2: OURS, 3: GREEDY, 0: GREEDY, 1: CHOOSING}
    assert riders == tuple((board.heads[seat], board.ribbons[seat], sides[seat]) for seat in (2, 3, 0, 1))
    # The last of them always chooses.
    two = Board.from_ascii("aA.bB", turn=1)
    assert root_of(two)[1] == ((two.heads[1], 0, OURS), (two.heads[0], 0, CHOOSING))

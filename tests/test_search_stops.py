"""The search when it is stopped: by a clock that has run out, at any node, or with a full table to empty."""

from bot.board import Board
from bot.clock import Clock
from bot.evaluation import Evaluation
from bot.grid import Grid
from bot.search import Search
from tests.oracles.light_cycles import published_positions
from tests.searches import OrderOnly, begun, plain_values, scan_board, scanned, searcher
from tests.strategies import state


def test_on_the_published_positions_with_no_time_the_move_is_legal() -> None:
    for position in published_positions():
        board = position.to_board()
        clock = Clock(0.0, lambda: 5.0)
        clock.begin()
        result = searcher(board.grid).run(board, clock)
        assert result.depth == 0
        assert result.move.bit_count() == 1
        assert result.move & board.moves()


@scanned
def test_wherever_the_clock_stops_the_last_finished_depth_answers(players: int, seed: int) -> None:
    board = scan_board(players, seed)
    finished = {depth: searcher(board.grid).run(board, begun(), max_depth=depth) for depth in range(1, 12)}
    before = state(board)
    depths = set()
    for nodes in range(400):
        clock = begun(nodes)
        result = searcher(board.grid).run(board, clock, max_depth=11)
        assert clock.nodes <= nodes
        assert state(board) == before
        assert result.move.bit_count() == 1
        assert result.move & board.moves(), f"stopped at node {nodes}\n{board.to_ascii()}"
        depths.add(result.depth)
        if result.depth:
            assert result.value == finished[result.depth].value, f"stopped at node {nodes}"
    assert len(depths) > 3


def test_a_move_that_the_depth_cut_short_has_found_better_is_played() -> None:
    better = 0
    for seed in range(30):
        board = scan_board(2, seed)
        finished = {depth: searcher(board.grid).run(board, begun(), max_depth=depth) for depth in range(1, 7)}
        for nodes in range(10, 250, 8):
            result = searcher(board.grid).run(board, begun(nodes), max_depth=4)
            if result.depth and result.move != finished[result.depth].move:
                better += 1
                values = plain_values(board, result.depth + 2, Evaluation(board.grid))
                assert values[result.move] > values[finished[result.depth].move], f"{nodes} nodes\n{board.to_ascii()}"
    assert better > 5


@scanned
def test_a_search_that_was_stopped_leaves_nothing_wrong_behind(players: int, seed: int) -> None:
    board = scan_board(players, seed)
    # The same searcher is stopped again and again at another node, and then has all the time it wants.
    search = searcher(board.grid)
    wanted = searcher(board.grid).run(board, begun(), max_depth=5)
    for nodes in range(1, 400, 7):
        search.run(board, begun(nodes))
    search.table = OrderOnly(search.table)
    result = search.run(board, begun(), max_depth=5)
    assert result.value == wanted.value
    assert plain_values(board, result.depth, search.evaluation)[result.move] == result.value


def test_a_clock_of_time_stops_the_search_as_nodes_do() -> None:
    for looks in range(1, 40):
        board = scan_board(2, 0)
        seconds = iter([0.0] * (looks + 1))
        clock = Clock(1.0, lambda seconds=seconds: next(seconds, 1.0))
        clock.begin()
        result = searcher(board.grid).run(board, clock)
        assert result.move & board.moves()


def test_no_new_depth_is_begun_with_most_of_the_time_gone() -> None:
    board = scan_board(2, 0)
    clock = Clock(1.0, lambda: 0.0)
    clock.begin()
    clock.now = lambda: Search.LAST_START + 0.01
    assert searcher(board.grid).run(board, clock).depth == 1
    clock.now = lambda: Search.LAST_START - 0.01
    assert searcher(board.grid).run(board, clock, max_depth=3).depth == 3


def test_a_full_table_is_emptied_before_the_next_turn() -> None:
    board = Board.from_starts([(1, 1), (5, 4)], Grid(7, 6))
    search = searcher(board.grid)
    search.TABLE_LIMIT = 50  # type: ignore[misc]  # a small table of its own
    search.run(board, begun(), max_depth=6)
    assert len(search.table) > 50
    stale = (0, ())
    search.table[stale] = (99, 0, 0, 0)
    wanted = searcher(board.grid).run(board, begun(), max_depth=4)
    result = search.run(board, begun(), max_depth=4)
    assert stale not in search.table
    assert (result.move, result.value) == (wanted.move, wanted.value)


def test_the_end_of_a_turn_is_noticed_while_a_full_table_is_emptied() -> None:
    board = Board.from_starts([(1, 1), (5, 4)], Grid(7, 6))
    search = searcher(board.grid)
    entries = search.TABLE_LIMIT + 1
    search.table = {(place, ()): (1, 0, 0, 0) for place in range(entries)}
    search.replies = {(place, ()): 1 for place in range(entries)}
    # Every look at the time takes a second, and the turn is over after five.
    seconds = iter(range(100))
    clock = Clock(5.0, lambda: float(next(seconds)))
    clock.begin()
    assert search.run(board, clock).move & board.moves()
    assert entries // 2 < len(search.table) < entries
    assert len(search.replies) == entries
    search.run(board, begun(), max_depth=1)
    search.run(board, begun(), max_depth=1)
    assert len(search.replies) < 100

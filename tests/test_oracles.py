"""The oracles themselves: what they promise beyond the published figures, since other tests lean on them."""

import random

import pytest
from hypothesis import given

from bot.board import Board
from tests.oracles.light_cycles import WIN, Xorshift64, published_positions
from tests.oracles.longest_path import colours, longest_path, room
from tests.oracles.minimax import Counter, deepen, minimax
from tests.oracles.paranoid import paranoid_value
from tests.oracles.tic_tac_toe import TicTacToe, reachable_positions
from tests.oracles.ttac import any_move, easy, hard, medium, winner_of, winning_moves
from tests.strategies import boards, state
from tools.sparring.features import reached_first


@pytest.mark.parametrize("looks", range(1, 12))
def test_deepening_throws_the_depth_away_that_was_cut_off(looks: int) -> None:
    for position in published_positions(30):
        left = iter(range(looks))
        before = position.owner[:]
        move, depth, value = deepen(position, 6, WIN // 2, lambda left=left: next(left, None) is None)
        assert position.owner == before
        if depth:
            assert value == minimax(position, depth, Counter())
            position.play(move)
            assert -minimax(position, depth - 1, Counter(), 1) == value


def test_the_levels_err_as_much_as_their_names_say() -> None:
    generator = random.Random(2)
    wins = dict.fromkeys(("easy", "medium"), 0)
    losses = dict.fromkeys(("easy", "medium"), 0)
    for name, level in (("easy", easy), ("medium", medium)):
        for _ in range(60):
            score = -winner_of(hard, level, generator)
            assert score <= 0
            losses[name] += score == -1
            wins[name] += winner_of(level, any_move, generator) == 1
    assert losses["easy"] > losses["medium"] > 0
    assert wins["medium"] > wins["easy"]


def test_medium_never_misses_a_win_or_a_block() -> None:
    generator = random.Random(3)
    urgent = 0
    for marks in sorted(reachable_positions()):
        game = TicTacToe(marks, 1 if marks.count(0) % 2 else -1)
        if game.result(0) is None:
            wins, blocks = winning_moves(game, game.player), winning_moves(game, -game.player)
            if wins or blocks:
                urgent += 1
                assert medium(game, generator) in (wins or blocks)
    assert urgent > 1_000


def test_the_generator_is_the_published_one() -> None:
    generator = Xorshift64(1)
    assert generator.below(1 << 64) == 1_082_269_761


def margin_of_the_oracle(board: Board, seat: int) -> int:
    first, second = reached_first(board)
    return (first.bit_count() - second.bit_count()) * (1 if seat == 0 else -1)


def test_paranoid_minimax_for_two_is_minimax() -> None:
    for position in published_positions(100):
        board = position.to_board()
        before = state(board)
        wanted = minimax(position, 4, Counter())
        assert paranoid_value(board, 4, margin_of_the_oracle, win=WIN) == wanted
        assert state(board) == before


def free_cells(board: Board, _seat: int) -> int:
    return board.free.bit_count()


@given(boards(can_move=True))
def test_at_depth_0_a_board_is_worth_its_evaluation(board: Board) -> None:
    assert paranoid_value(board, 0, free_cells, win=WIN) == board.free.bit_count()


@pytest.mark.parametrize(
    ("drawing", "depth", "options", "value"),
    [
        # A has no move: it has lost at once.
        ("A#B", 3, {}, -WIN),
        # A takes the last cell and B dies after one ply.
        ("A.B", 1, {}, WIN - 1),
        # A moves, B moves, A dies after two plies.
        ("A.#.B", 5, {}, 2 - WIN),
        # A moves and B dies, freeing its cell, before C is on turn; the death counts for the rank.
        ("A.BC", 1, {}, 1),
        ("A.BC", 1, {"rank": 100}, 101),
        # The death of B takes a ply, two cells being free then, or C still moves: into B's cell, and A dies.
        ("A.BC.", 2, {}, 2),
        ("A.BC.", 2, {"deaths_free": True}, 3 - WIN),
        # Two corridors: one ply leaves 4 of 5 cells free, but nobody ever has a choice, so A outlasts B.
        ("A...#..B", 1, {}, 4),
        ("A...#..B", 1, {"single_moves_free": True}, WIN - 5),
        ("A..#...B", 0, {"single_moves_free": True}, 4 - WIN),
    ],
)
def test_paranoid_minimax_on_boards_that_can_be_counted(
    drawing: str, depth: int, options: dict[str, int | bool], value: int
) -> None:
    assert paranoid_value(Board.from_ascii(drawing), depth, free_cells, win=WIN, **options) == value


def test_a_settled_board_ends_the_line_with_its_evaluation() -> None:
    board = Board.from_ascii("A...#..B")
    # After the second move, with three free cells left of five.
    assert paranoid_value(board, 5, free_cells, win=WIN, settled=lambda after, _: after.free.bit_count() == 3) == 3
    assert (
        paranoid_value(board, 5, free_cells, win=WIN, settled=lambda after, _: after.free.bit_count() == 9) == WIN - 5
    )


def test_paranoid_opponents_choose_what_is_worst_for_the_seat_that_asked() -> None:
    # B has three moves, one of them into the cell that A needs.
    board = Board.from_ascii("##..\nA.B#\n#..#", turn=1)
    values = []
    for x, y in ((2, 0), (2, 2), (1, 1)):
        undo = board.play(board.grid.cell(x, y))
        values.append(paranoid_value(board, 1, free_cells, win=WIN, seat=0, ply=1))
        board.undo(undo)
    assert paranoid_value(board, 2, free_cells, win=WIN, seat=0) == min(values)
    assert paranoid_value(board, 2, free_cells, win=WIN, seat=1) != min(values)


@pytest.mark.parametrize(
    ("drawing", "moves"),
    [("A..", 2), ("A..\n...\n...", 8), (".A.\n...\n...", 7), (".#.\n.A.\n###", 2), (".A...", 3), ("#A#\n###", 0)],
)
def test_longest_paths_of_small_rooms(drawing: str, moves: int) -> None:
    free, letters = room(drawing)
    assert longest_path(letters["A"], free) == moves


def test_colours_of_a_square_of_nine() -> None:
    free, _ = room("...\n...\n...")
    assert colours(free) == (4, 5)

"""The board: its rules on known positions, play and undo as a property, drawings that come back as they went."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import Board
from bot.grid import Grid, cells_of
from tests.strategies import boards, state


@given(boards())
def test_undo_restores_the_board_exactly(board: Board) -> None:
    before = state(board)
    for move in cells_of(board.moves()):
        board.undo(board.play(move))
        assert state(board) == before
    board.undo(board.die())
    assert state(board) == before


@given(boards(), st.lists(st.integers(0, 9), max_size=40))
def test_undoing_a_whole_line_of_play_restores_the_board_exactly(board: Board, choices: list[int]) -> None:
    before = state(board)
    taken_back = []
    for choice in choices:
        if board.is_over():
            break
        moves = cells_of(board.moves())
        taken_back.append(board.play(moves[choice % len(moves)]) if moves and choice else board.die())
    for undo in reversed(taken_back):
        board.undo(undo)
    assert state(board) == before


@given(boards())
def test_every_cell_is_free_or_a_wall_or_in_one_ribbon(board: Board) -> None:
    seen = board.free
    for head, ribbon in zip(board.heads, board.ribbons, strict=True):
        assert ribbon & seen == 0
        assert head & ribbon == head
        assert head.bit_count() == (1 if ribbon else 0)
        seen |= ribbon
    assert seen & ~board.grid.cells == 0


@given(boards(), st.integers(0, 3))
def test_a_move_takes_one_free_cell_beside_the_head_and_passes_the_turn(board: Board, choice: int) -> None:
    moves = cells_of(board.moves())
    if not moves:
        return
    move = moves[choice % len(moves)]
    seat, order, free = board.turn, board.living(), board.free
    x, y = board.grid.position(board.heads[seat])
    new_x, new_y = board.grid.position(move)
    board.play(move)
    assert abs(x - new_x) + abs(y - new_y) == 1
    assert board.free == free - move
    assert board.heads[seat] == move
    assert board.living() == [*order[1:], order[0]]


@given(boards())
def test_a_death_frees_the_ribbon_and_nothing_else(board: Board) -> None:
    seat, order, free, ribbon = board.turn, board.living(), board.free, board.ribbons[board.turn]
    board.die()
    assert board.free == free + ribbon
    assert (board.heads[seat], board.ribbons[seat]) == (0, 0)
    assert board.living() == order[1:]


@given(boards())
def test_a_drawing_comes_back_as_the_same_board(board: Board) -> None:
    again = Board.from_ascii(board.to_ascii(), board.turn, len(board.heads))
    assert state(again) == state(board)
    assert (again.grid.width, again.grid.height) == (board.grid.width, board.grid.height)


@given(boards())
def test_a_copy_shares_nothing_that_changes(board: Board) -> None:
    before = state(board)
    copy = board.copy()
    copy.die()
    assert state(board) == before


def test_a_known_drawing_is_read_cell_by_cell() -> None:
    board = Board.from_ascii(
        """
        aA.
        .#B
        """
    )
    cell = board.grid.cell
    assert board.heads == [cell(1, 0), cell(2, 1)]
    assert board.ribbons == [cell(0, 0) | cell(1, 0), cell(2, 1)]
    assert board.free == cell(2, 0) | cell(0, 1)
    assert board.moves() == cell(2, 0)
    assert board.to_ascii() == "aA.\n.#B"


def test_dead_seats_are_skipped_and_their_cells_are_free() -> None:
    board = Board.from_starts([(0, 0), (2, 0), (4, 0)], Grid(5, 1))
    board.play(board.grid.cell(1, 0))
    board.die()
    assert board.to_ascii() == "aA..C"
    assert board.turn == 2
    board.play(board.grid.cell(3, 0))
    assert board.living() == [0, 2]


def test_the_game_is_over_when_one_seat_is_left() -> None:
    board = Board.from_starts([(0, 0), (2, 0), (4, 0)], Grid(5, 1))
    board.die()
    assert not board.is_over()
    board.die()
    assert board.is_over()
    assert board.living() == [2]


def test_a_seat_that_has_died_can_be_drawn() -> None:
    board = Board.from_ascii("A.C", players=4)
    assert board.living() == [0, 2]
    assert len(board.heads) == 4


@pytest.mark.parametrize(
    ("drawing", "turn", "message"),
    [
        ("A.B\n..", 0, "row 1 has 2 cells where row 0 has 3"),
        ("A.B\n.?.", 0, r"row 1 column 1: expected one of ABCDabcd#\. and found '\?'"),
        ("A.B\n..A", 0, "row 1 column 2: a second head A"),
        ("A.B\n..c", 0, "a ribbon c without its head C"),
        ("A.B", 2, "seat 2 is on turn"),
        ("A.C", 1, "seat 1 is on turn but has no head"),
        ("A.B", -1, "seat -1 is on turn"),
        ("...", 0, "seat 0 is on turn"),
        ("", 0, "at least one column and one row"),
    ],
)
def test_a_drawing_that_is_no_board_is_refused(drawing: str, turn: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board.from_ascii(drawing, turn)


@pytest.mark.parametrize(
    ("starts", "message"),
    [
        ([(0, 0), (30, 5)], r"start \(30,5\) is off the 30x20 grid"),
        ([(0, 0), (5, -1)], r"start \(5,-1\) is off the 30x20 grid"),
        ([(3, 3), (1, 1), (3, 3)], "two seats share a start cell"),
    ],
)
def test_starts_that_make_no_game_are_refused(starts: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board.from_starts(starts)

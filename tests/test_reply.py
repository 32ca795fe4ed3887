"""The greedy reply: against a count of territories for each move, and where the best move can be seen."""

import random

from bot.board import Board
from bot.grid import cells_of
from bot.reply import greedy_reply
from bot.territory import territories
from tests.twins import random_board


def reply_by_territories(board: Board) -> int:
    """Return what the rule says: the most cells after the move, then the fewest exits, then reading order."""
    heads = [board.heads[seat] for seat in board.living()]

    def worth(move: int) -> tuple[int, int]:
        left = board.free ^ move
        owned = territories(left, [*heads[1:], move], board.grid.stride)[-1]
        return owned.bit_count(), -(board.grid.neighbours(move) & left).bit_count()

    return max(cells_of(board.moves()), key=worth)


def reply(board: Board) -> int:
    return greedy_reply(board.free, [board.heads[seat] for seat in board.living()], board.moves(), board.grid.stride)


def test_the_reply_is_the_move_that_a_count_of_territories_names() -> None:
    generator = random.Random(41)
    choices = 0
    for round_ in range(3_000):
        board = random_board(generator, 2 + round_ % 3, largest=(9, 7), walls=0.2, plies=round_ % 25)
        if not board.moves():
            continue
        choices += board.moves().bit_count() > 1
        assert reply(board) == reply_by_territories(board), board.to_ascii()
    assert choices > 1_500


def test_a_rival_cuts_the_larger_part_off() -> None:
    # Down leaves A the three columns on the right, up none of them.
    board = Board.from_ascii(".....\n.#...\nA....\n.#...\n.#..B\n.####")
    assert reply(board) == reply_by_territories(board)


def test_with_nobody_else_in_reach_all_cells_that_hang_together_count() -> None:
    board = Board.from_ascii("..A.....\n########\n..B.....")
    assert reply(board) == board.grid.neighbours(board.heads[0]) & board.heads[0] << 1

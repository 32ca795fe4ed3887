"""What is learnt of rivals: who plays the moves that `greedy_reply` names, and from which rounds nothing is learnt."""

import random

from bot.board import Board
from bot.foresight import Foresight
from bot.grid import Grid, cells_of
from bot.reply import greedy_reply
from bot.strategy import Strategy


def greedy_move(board: Board) -> int:
    return greedy_reply(board.free, [board.heads[seat] for seat in board.living()], board.moves(), board.grid.stride)


def watched_game(seed: int, rounds: int) -> tuple[Foresight, dict[int, list[bool]]]:
    """Play a game of four: seat 0 watches and plays greedily, seat 1 is greedy, 2 plays at random, 3 the first move.

    Returns what was learnt, and for seats 1 to 3 whether each move with a choice was the greedy one.
    """
    generator = random.Random(seed)
    grid = Grid()
    starts = generator.sample([(x, y) for x in range(30) for y in range(20)], 4)
    board = Board.from_starts(starts, grid)
    foresight = Foresight()
    wanted: dict[int, list[bool]] = {1: [], 2: [], 3: []}
    for _ in range(rounds):
        foresight.watch(board)
        notes = {seat: len(moves) for seat, moves in wanted.items()}
        for seat in range(4):
            if len(board.living()) < 4 or not board.moves():
                return foresight, {seat: moves[: notes[seat]] for seat, moves in wanted.items()}
            moves = board.moves()
            greedy = greedy_move(board)
            move = {0: greedy, 1: greedy, 2: generator.choice(cells_of(moves)), 3: cells_of(moves)[0]}[seat]
            if seat == 0:
                foresight.answered(board, move)
            elif moves & (moves - 1):
                wanted[seat].append(move == greedy)
            board.play(move)
    foresight.watch(board)
    return foresight, wanted


def test_the_moves_of_each_rival_are_counted() -> None:
    counted = 0
    for seed in range(6):
        foresight, wanted = watched_game(seed, 25)
        for seat, moves in wanted.items():
            assert (foresight.made[seat], foresight.met[seat]) == (len(moves), sum(moves))
            counted += len(moves)
    assert counted > 150


def test_a_greedy_rival_is_foreseen_after_a_dozen_moves_and_a_random_one_never() -> None:
    for seed in range(20):
        foresight, wanted = watched_game(seed, 25)
        assert foresight.foreseen(1) == (len(wanted[1]) >= 10)
        assert not foresight.foreseen(2)
        assert not Foresight().foreseen(1)


def test_nothing_is_learnt_from_a_round_in_which_somebody_died_or_moved_where_nobody_can() -> None:
    grid = Grid(9, 5)
    foresight = Foresight()
    board = Board.from_starts([(0, 0), (4, 2), (8, 4)], grid)
    foresight.answered(board, grid.cell(1, 0))
    after = board.copy()
    after.play(grid.cell(1, 0))
    after.die()
    after.play(grid.cell(8, 3))
    foresight.watch(after)
    assert foresight.made == [0] * 4
    foresight.answered(board, grid.cell(1, 0))
    odd = Board.from_starts([(1, 0), (7, 0), (8, 3)], grid)
    foresight.watch(odd)
    assert foresight.made == [0] * 4
    # Without an answer there is nothing to compare with.
    foresight.answered(board, 0)
    foresight.watch(board)
    assert foresight.made == [0] * 4


def test_the_nearest_and_the_near_choose_unless_they_are_foreseen() -> None:
    grid = Grid()
    board = Board.from_starts([(15, 10), (29, 0), (15, 19), (20, 11)], grid)
    strategy = Strategy(grid)
    assert strategy._choosing(board) == [2, 3]
    far = Board.from_starts([(0, 0), (29, 19), (20, 0), (15, 15)], grid)
    assert strategy._choosing(far) == [2]
    strategy.foresight.made[3] = strategy.foresight.met[3] = 20
    assert strategy._choosing(board) == [2]

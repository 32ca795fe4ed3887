"""What is learnt of rivals: who plays the moves that `greedy_reply` names, and from which rounds nothing is learnt."""

import random
from collections.abc import Collection

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock
from bot.foresight import Foresight
from bot.grid import Grid, cells_of
from bot.reply import greedy_reply
from bot.search import Result, root_of
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


def test_of_those_that_are_not_foreseen_the_nearest_chooses() -> None:
    grid = Grid()
    board = Board.from_starts([(15, 10), (29, 0), (15, 19), (20, 14)], grid)
    strategy = Strategy(grid)
    search = strategy.search

    def choose(turn: int, choosing: list[int]) -> bool:
        _, riders = root_of(board, choosing)
        return search._chooses((*riders[turn:], *riders[:turn]))

    # Two are nine steps away, the third 24.
    assert [choose(turn, [1, 2, 3]) for turn in (1, 2, 3)] == [False, True, True]
    assert [choose(turn, [1, 2]) for turn in (1, 2, 3)] == [False, True, False]
    assert [choose(turn, [1]) for turn in (1, 2, 3)] == [False, False, False]


def test_foreseen_rivals_never_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = Strategy()
    board = Board.from_starts([(15, 10), (29, 0), (15, 19), (20, 14)], strategy.grid)
    told = []

    def run(_: Board, __: Clock, choosing: Collection[int]) -> Result:
        told.append(choosing)
        return Result(board.moves() & -board.moves(), 0, 0)

    monkeypatch.setattr(strategy.search, "run", run)
    strategy.foresight.made[3] = strategy.foresight.met[3] = 20
    clock = NodeClock(100)
    clock.begin()
    strategy.choose(board, clock)
    assert told == [[1, 2]]

"""The review against exhaustive search: games in which exactly one move threw the win away."""

import random
from pathlib import Path

import pytest

from bot.board import Board
from bot.clock import NodeClock
from bot.grid import Grid, cells_of
from tests.duel_games import ThrownGame, throw_away
from tests.oracles.duels import Duels, TooManyPositionsError
from tests.recorded_games import answered
from tests.suites import duel_suite
from tests.twins import random_board
from tools.records import write_record
from tools.referee import Referee
from tools.review.__main__ import DEFAULT_NODES, main
from tools.review.analysis import Analyst
from tools.review.file import Budget, Review, read_review
from tools.review.reviewer import review_turn

# Solving all 150 duels would take minutes: those are left out that take more.
MOST_POSITIONS = 3_000


def reviewed(game: ThrownGame) -> Review:
    """Review a game with what the command takes by default."""
    analyst = Analyst(lambda: NodeClock(DEFAULT_NODES))
    review = Review("", Budget(DEFAULT_NODES, None), {})
    for turn, (board, answer) in enumerate(zip(game.boards, game.answers, strict=True)):
        review.turns[turn] = review_turn(board, turn, answer, game.death if turn == game.death.move else None, analyst)
    return review


def check(game: ThrownGame, review: Review) -> None:
    """Assert that the move that threw the win away is the only one named, with what would have kept it."""
    (mistake,) = review.mistakes()
    assert (mistake.turn, mistake.seat) == (game.thrown, game.loser)
    assert mistake.best.move in game.right
    assert mistake.best.value > 0
    assert mistake.played.proven == "lost"
    assert mistake.cost > 50
    assert review.lost_from(game.loser) == next(
        turn for turn in range(game.thrown + 1, len(game.boards)) if game.boards[turn].turn == game.loser
    )


def test_the_solver_agrees_with_the_known_answers_of_the_duels() -> None:
    solved = 0
    for duel in duel_suite():
        board = Board.from_ascii(duel.drawing)
        duels = Duels(board.grid, MOST_POSITIONS)
        mover, other = board.heads
        try:
            winning = [move for move in duels.moves(board.free, mover) if duels.keeps_won(board.free, other, move)]
        except TooManyPositionsError:
            continue
        assert sorted(board.grid.direction(mover, move) for move in winning) == sorted(duel.winning), duel.name
        solved += 1
    assert solved >= 25


def test_in_games_from_solved_duels_the_losing_move_is_named_and_no_other() -> None:
    games = 0
    for seed in range(300):
        board = Board.from_ascii(duel_suite()[seed // 2].drawing)
        game = throw_away(board, random.Random(seed), MOST_POSITIONS)
        if game is not None:
            check(game, reviewed(game))
            games += 1
    assert games >= 25


@pytest.mark.parametrize("seed", range(4))
def test_in_recorded_games_on_small_grids_the_losing_move_is_named_and_no_other(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    generator = random.Random(seed)
    game = None
    while game is None:
        grid = Grid(generator.choice([4, 5]), 4)
        starts = generator.sample([(x, y) for x in range(grid.width) for y in range(grid.height)], 2)
        game = throw_away(Board.from_starts(starts, grid), generator)
    path = tmp_path / "game.json"
    write_record(answered(starts, game.answers, (grid.width, grid.height)), path)
    assert main([str(path)]) == 0
    check(game, read_review(path.with_suffix(".review")))
    shown = capsys.readouterr().out
    loser = f"seat {game.loser} ({'ABCD'[game.loser]}, x)"
    assert f"turn {game.thrown}, {loser}: {game.answers[game.thrown]} was played (proven lost), " in shown
    assert shown.count(" was better ") == 1
    assert f"{loser} has rank 2 of 2: behind from turn " in shown
    referee = Referee(starts, grid.width, grid.height)
    for answer in game.answers:
        referee.play(answer)
    assert referee.ranks()[game.loser] == 1


def test_whatever_is_called_proven_is_what_exhaustive_search_says() -> None:
    generator = random.Random(1)
    analyst = Analyst(lambda: NodeClock(60))
    claims = {"won": 0, "lost": 0, None: 0}
    for _ in range(120):
        board = random_board(generator, 2, largest=(5, 5))
        duels = Duels(board.grid)
        for move, line in zip(cells_of(board.moves()), analyst.lines(board), strict=True):
            claims[line.proven] += 1
            if line.proven:
                won = duels.keeps_won(board.free, board.heads[1 - board.turn], move)
                assert line.proven == ("won" if won else "lost"), board.to_ascii()
    assert min(claims.values()) >= 10

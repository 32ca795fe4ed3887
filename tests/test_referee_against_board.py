"""The referee and the bot's board know the same rules and share no code: they must agree at every ply."""

from random import Random

import pytest

from bot.board import Board
from bot.grid import DIRECTIONS, Grid
from tools.referee import STEPS, Cause, Referee
from tools.starts import random_starts


def board_answer(board: Board, answer: str) -> None:
    """Let the board's seat on turn do what the word says, by the board's own idea of what lives."""
    grid = board.grid
    x, y = grid.position(board.heads[board.turn])
    step_x, step_y = dict(zip(DIRECTIONS, STEPS.values(), strict=True))[answer]
    target = grid.cell(x + step_x, y + step_y) if grid.contains(x + step_x, y + step_y) else 0
    if target & board.moves():
        board.play(target)
    else:
        board.die()


def assert_agreement(referee: Referee, board: Board) -> None:
    grid = board.grid
    assert [grid.position(head) if head else None for head in board.heads] == referee.heads
    assert board.is_over() == referee.is_over()
    if not referee.is_over():
        assert board.turn == referee.turn
        safe = {grid.direction(board.heads[board.turn], cell) for cell in bits(board.moves())}
        assert safe == set(referee.safe_answers())
    for seat, ribbon in enumerate(referee.ribbons):
        assert board.ribbons[seat] == sum(grid.cell(x, y) for x, y in ribbon)
    assert board.free == grid.cells ^ sum(grid.cell(x, y) for x, y in referee.owners)


def bits(mask: int) -> list[int]:
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


def play_randomly(rng: Random, players: int, width: int, height: int, carelessness: float) -> tuple[Referee, Board]:
    starts = random_starts(players, rng, width, height)
    referee = Referee(starts, width, height)
    board = Board.from_starts(starts, Grid(width, height))
    order_of_death = []
    while not referee.is_over():
        seat = referee.turn
        safe = referee.safe_answers()
        answer = rng.choice(safe) if safe and rng.random() >= carelessness else rng.choice(DIRECTIONS)
        if rng.random() < carelessness / 4:
            referee.kill(Cause.TIMEOUT)
            board.die()
        else:
            referee.play(answer)
            board_answer(board, answer)
        if referee.heads[seat] is None:
            order_of_death.append(seat)
        assert_agreement(referee, board)
    ranks = referee.ranks()
    assert sorted(ranks) == list(range(players))
    assert [seat for _, seat in sorted(zip(ranks, range(players), strict=True))] == [
        *board.living(),
        *reversed(order_of_death),
    ]
    assert [death.seat for death in referee.deaths] == order_of_death
    return referee, board


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousand_random_games_on_small_grids(players: int) -> None:
    rng = Random(players)
    lengths = set()
    for _ in range(1_000):
        width, height = rng.randint(2, 9), rng.randint(2, 7)
        referee, board = play_randomly(rng, players, width, height, carelessness=rng.choice([0.0, 0.1]))
        assert board.to_ascii() == referee.to_ascii()
        lengths.add(referee.answers)
    # Games end at once, and games last.
    assert min(lengths) <= players
    assert max(lengths) > 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_on_the_full_grid(players: int) -> None:
    rng = Random(100 + players)
    for _ in range(100):
        play_randomly(rng, players, 30, 20, carelessness=0.01)

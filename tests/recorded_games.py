"""Records of games that are played here and now, without any process: what the tests of recordings read."""

import random
from collections.abc import Sequence

from bot.board import Board
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Cell, Referee
from tools.sparring.levels import chooser

# Each of these answers within a tenth of a millisecond.
QUICK_LEVELS = ("random", "wall", "flood")
LIMITS = Limits(1000, 100)


def answered(
    starts: Sequence[Cell], answers: Sequence[str], grid: tuple[int, int] = (30, 20), names: Sequence[str] = ()
) -> Record:
    """Play answers through the referee, to the end of the game."""
    referee = Referee(starts, *grid)
    moves = []
    for answer in answers:
        moves.append(Move(referee.turn, answer, 1.0, None))
        referee.play(answer)
    players = [Seat(name, name) for name in names or ["x"] * len(starts)]
    return Record(None, grid, list(starts), players, LIMITS, moves, referee.deaths, referee.ranks())


def random_record(generator: random.Random, largest: tuple[int, int] = (12, 10)) -> Record:
    """Play a game of quick levels from random starts on some grid; now and then somebody is too slow, or worse."""
    grid = (generator.randint(4, largest[0]), generator.randint(4, largest[1]))
    cells = [(x, y) for x in range(grid[0]) for y in range(grid[1])]
    starts = generator.sample(cells, generator.randint(2, 4))
    names = [generator.choice(QUICK_LEVELS) for _ in starts]
    choosers = [chooser(name, generator.randrange(1_000)) for name in names]
    referee = Referee(starts, *grid)
    moves: list[Move] = []
    while not referee.is_over():
        seat = referee.turn
        wall_ms, cpu_ms = round(generator.uniform(0, 90), 3), generator.choice([None, 1.5])
        if generator.random() < 0.002:
            cause = generator.choice([Cause.TIMEOUT, Cause.CRASHED, Cause.STOPPED, Cause.INVALID])
            moves.append(Move(seat, generator.choice([None, "UP", "left </script>"]), wall_ms, cpu_ms))
            referee.kill(cause)
            continue
        board = Board.from_ascii(referee.to_ascii(), seat, len(starts))
        target = choosers[seat](board)
        answer = board.grid.direction(board.heads[seat], target) if target else "UP"
        moves.append(Move(seat, answer, wall_ms, cpu_ms, f"depth 1 value {target.bit_count()} nodes 3"))
        referee.play(answer)
    players = [Seat(name, name) for name in names]
    seed = generator.choice([None, generator.randrange(10**6)])
    return Record(seed, grid, starts, players, LIMITS, moves, referee.deaths, referee.ranks())

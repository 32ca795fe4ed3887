"""Duels played to their end in which exactly one move throws the win away, known from exhaustive search."""

import random
from dataclasses import dataclass

from bot.board import Board
from tests.oracles.duels import Duels, TooManyPositionsError
from tools.referee import Cause, Death


@dataclass(frozen=True)
class ThrownGame:
    """The positions of a game and the answers in them, the turn at which the win was thrown, and who threw it.

    ``right``: the answers that would have kept the win then.
    """

    boards: list[Board]
    answers: list[str]
    death: Death
    thrown: int
    loser: int
    right: list[str]


def throw_away(board: Board, generator: random.Random, most: int = 10_000) -> ThrownGame | None:
    """Play a duel: who has it won throws that away at some turn, and the other one never gives it back.

    None if it never came to that, or if more than ``most`` positions would have to be solved.
    """
    try:
        return _played(board.copy(), generator, Duels(board.grid, most))
    except TooManyPositionsError:
        return None


def _played(board: Board, generator: random.Random, duels: Duels) -> ThrownGame | None:
    won = duels.is_won(board.free, board.heads[board.turn], board.heads[1 - board.turn])
    loser = board.turn if won else 1 - board.turn
    boards: list[Board] = []
    answers: list[str] = []
    thrown: int | None = None
    right: list[str] = []
    while moves := duels.moves(board.free, board.heads[board.turn]):
        seat, head = board.turn, board.heads[board.turn]
        keeping = [move for move in moves if duels.keeps_won(board.free, board.heads[1 - seat], move)]
        choice = keeping or moves
        if seat == loser and thrown is None and len(keeping) < len(moves) and generator.random() < 0.3:
            choice = [move for move in moves if move not in keeping]
            thrown = len(boards)
            right = [board.grid.direction(head, move) for move in keeping]
        boards.append(board.copy())
        move = generator.choice(choice)
        answers.append(board.grid.direction(head, move))
        board.play(move)
    boards.append(board.copy())
    answers.append("UP")
    if thrown is None:
        return None
    # Whatever the trapped one answers, it dies; which ribbon it hits is of no interest here.
    death = Death(board.turn, Cause.OTHER_RIBBON, len(boards) - 1)
    return ThrownGame(boards, answers, death, thrown, loser, right)

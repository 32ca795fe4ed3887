"""Plain minimax, plain alpha-beta and iterative deepening over any game of two players.

All three are in negamax form (Knuth and Moore, 1975): a value is always that of the player to move, and what is good
for one player is exactly as bad for the other.
"""

from collections.abc import Callable
from typing import Any, Protocol

INFINITY = 10**9


class Game(Protocol):
    """A position of a game of two players, changed in place by `play` and `undo`."""

    def moves(self) -> list[Any]:
        """Return the legal moves in the order in which they are tried."""

    def play(self, move: Any) -> Any:
        """Play a move and pass the turn; returns what `undo` needs."""

    def undo(self, undo: Any) -> None:
        """Take back the last move."""

    def result(self, ply: int) -> int | None:
        """Return the value for the player to move if the game is finished, ``ply`` moves after the root, else None."""

    def value(self) -> int:
        """Return the evaluation for the player to move."""


class Counter:
    """What a search has read: ``nodes``, all positions; ``leaves``, those that were evaluated."""

    def __init__(self) -> None:
        self.nodes = 0
        self.leaves = 0


def minimax(game: Game, depth: int, counter: Counter, ply: int = 0) -> int:
    """Return the value ``depth`` plies ahead for the player to move, reading every position."""
    counter.nodes += 1
    result = game.result(ply)
    if result is not None:
        return result
    if depth == 0:
        counter.leaves += 1
        return game.value()
    best = -INFINITY
    for move in game.moves():
        undo = game.play(move)
        best = max(best, -minimax(game, depth - 1, counter, ply + 1))
        game.undo(undo)
    return best


def alpha_beta(
    game: Game, depth: int, counter: Counter, ply: int = 0, *, alpha: int = -INFINITY, beta: int = INFINITY
) -> int:
    """Return what minimax returns if that lies between ``alpha`` and ``beta``, else a bound on it beyond them."""
    counter.nodes += 1
    result = game.result(ply)
    if result is not None:
        return result
    if depth == 0:
        counter.leaves += 1
        return game.value()
    best = -INFINITY
    for move in game.moves():
        undo = game.play(move)
        best = max(best, -alpha_beta(game, depth - 1, counter, ply + 1, alpha=-beta, beta=-alpha))
        game.undo(undo)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def deepen(game: Game, depth: int, proven: int, out_of_time: Callable[[], bool]) -> tuple[Any, int, int]:
    """Search one ply deeper at a time, up to ``depth``; returns the move, the last finished depth and its value.

    The time is looked at after each move of the root: a depth that was cut off is thrown away, and without a finished
    one the first legal move answers, at depth 0. A value beyond ``proven`` in size is a forced end: deeper is no use.
    """
    moves = game.moves()
    finished = value = 0
    for limit in range(1, depth + 1):
        best, best_value = None, -INFINITY
        for move in moves:
            if out_of_time():
                return moves[0], finished, value
            undo = game.play(move)
            below = -alpha_beta(game, limit - 1, Counter(), 1, beta=-best_value)
            game.undo(undo)
            if below > best_value:
                best, best_value = move, below
        finished, value = limit, best_value
        moves.remove(best)
        moves.insert(0, best)
        if abs(value) > proven:
            break
    return moves[0], finished, value

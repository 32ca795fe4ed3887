"""The three levels of a tic-tac-toe program (TTac), on 3x3: what separates them is how often they err.

Easy draws its moves and sees a win only now and then; medium never misses a win or a block and searches some of the
time; hard always searches, and among the blocking moves only when there is something to block.
"""

import random
from collections.abc import Callable
from functools import cache

from .minimax import INFINITY, Counter, alpha_beta
from .tic_tac_toe import TicTacToe

CENTRE_OUT = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # by how many lines a cell is part of
LINES_THROUGH = (3, 2, 3, 2, 4, 2, 3, 2, 3)
EASY_SEES_A_WIN = 0.35
MEDIUM_SEARCHES = 0.45


Level = Callable[[TicTacToe, random.Random], int]


class CentreOut(TicTacToe):
    """Tic-tac-toe with the moves in the order that prunes best."""

    def moves(self) -> list[int]:
        return [cell for cell in CENTRE_OUT if not self.marks[cell]]


def any_move(game: TicTacToe, generator: random.Random) -> int:
    return generator.choice(game.moves())


def easy(game: TicTacToe, generator: random.Random) -> int:
    wins = winning_moves(game, game.player)
    if wins and generator.random() < EASY_SEES_A_WIN:
        return wins[0]
    return generator.choice(game.moves())


def medium(game: TicTacToe, generator: random.Random) -> int:
    urgent = winning_moves(game, game.player) or winning_moves(game, -game.player)
    if urgent:
        return urgent[0]
    if generator.random() < MEDIUM_SEARCHES:
        return best_move(game, game.moves())
    moves = game.moves()
    return generator.choices(moves, [LINES_THROUGH[cell] for cell in moves])[0]


def hard(game: TicTacToe, _generator: random.Random) -> int:
    wins = winning_moves(game, game.player)
    return best_move(game, wins or winning_moves(game, -game.player) or game.moves())


def winner_of(first: Level, second: Level, generator: random.Random) -> int:
    """Play a game of tic-tac-toe; returns 1 if the first player won, -1 if the second did, 0 for a draw."""
    game = TicTacToe()
    while game.result(0) is None:
        game.play((first if game.player == 1 else second)(game, generator))
    return game.winner()


def winning_moves(game: TicTacToe, player: int) -> list[int]:
    """Return the empty cells that would give ``player`` three in a line."""
    wins = []
    for cell in game.moves():
        game.marks[cell] = player
        if game.winner() == player:
            wins.append(cell)
        game.marks[cell] = 0
    return wins


def best_move(game: TicTacToe, candidates: list[int]) -> int:
    """Search to the end; returns the best of the candidates, the first in order if several are equal."""
    return _best_move(tuple(game.marks), game.player, tuple(candidates))


@cache
def _best_move(marks: tuple[int, ...], player: int, candidates: tuple[int, ...]) -> int:
    search = CentreOut(marks, player)
    best, best_value = candidates[0], -INFINITY
    for move in candidates:
        undo = search.play(move)
        value = -alpha_beta(search, 9, Counter(), 1, beta=-best_value)
        search.undo(undo)
        if value > best_value:
            best, best_value = move, value
    return best

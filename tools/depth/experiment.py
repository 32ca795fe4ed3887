"""The experiment: the bot's search at a fixed depth, against a bot that ignores it and against itself at one ply.

The board is 15 x 10, and players move in turn. Every pair of contestants meets on the same starts, which are fair to
2 % of the board, from both seats. Nobody uses a clock or chance, so a seed gives the same games on any machine. Both
sides are the plain search to the end of the game: no filler takes over once they are walled off.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from random import Random
from signal import SIG_IGN, SIGINT, signal

from bot.board import Board
from bot.clock import NodeClock
from bot.evaluation import Evaluation, Weights
from bot.grid import Grid
from bot.search import Search
from tools.referee import Cell
from tools.sparring.flood_fill import fill
from tools.starts import fair_starts

WIDTH, HEIGHT = 15, 10
TOLERANCE = 0.02
# A clock of so many nodes never stops a search.
NEVER = 10**15
EVALUATIONS: dict[str, Callable[[], Weights]] = {
    "cells": lambda: Weights(edge=0, centre=0, room=False),
    "full": Weights,
}
OPPONENTS = ("flood", "one ply")
# What the names stand for in tables and pictures.
WORDS = {
    "cells": "cells that are reached first",
    "full": "the bot's own evaluation",
    "flood": "a bot that ignores the opponent and keeps the most room",
    "one ply": "a bot with the same evaluation that searches one ply",
}


@dataclass(frozen=True)
class Pairing:
    """Who meets: a search to ``depth`` plies with an evaluation, and an opponent; both by name."""

    depth: int
    evaluation: str
    opponent: str


@dataclass(frozen=True)
class Score:
    """What came of a pairing: games, those that the search won, and its nodes a move on the average."""

    pairing: Pairing
    games: int
    wins: int
    nodes: float


@dataclass(frozen=True)
class Game:
    """One game to be played; ``seat`` is where the search sits."""

    pairing: Pairing
    starts: list[Cell]
    seat: int


class Searcher:
    """The bot's search to a fixed depth, for one game."""

    def __init__(self, grid: Grid, evaluation: str, depth: int) -> None:
        """Begin a game with an empty table."""
        self._search = Search(grid, Evaluation(grid, EVALUATIONS[evaluation]()), any_distance=True, reduced=False)
        self._depth = depth
        self.nodes = 0
        self.moves = 0

    def choose(self, board: Board) -> int:
        """Return the move for the seat on turn, which has one."""
        clock = NodeClock(NEVER)
        clock.begin()
        move = self._search.run(board, clock, self._depth).move
        self.nodes += clock.nodes
        self.moves += 1
        return move


def play(game: Game) -> tuple[bool, int, int]:
    """Play a game; return whether the search won it, its nodes and its moves."""
    board = Board.from_starts(game.starts, Grid(WIDTH, HEIGHT))
    searcher = Searcher(board.grid, game.pairing.evaluation, game.pairing.depth)
    oppose = fill if game.pairing.opponent == "flood" else Searcher(board.grid, game.pairing.evaluation, 1).choose
    while board.moves():
        board.play(searcher.choose(board) if board.turn == game.seat else oppose(board))
    return board.turn != game.seat, searcher.nodes, searcher.moves


def draw_starts(games: int, seed: int) -> list[list[Cell]]:
    """Return the starts of so many games, an even number: each is used from both seats."""
    return [fair_starts(2, Random(f"{seed}/{number}"), TOLERANCE, WIDTH, HEIGHT) for number in range(games // 2)]


def pairings(deepest: int) -> list[Pairing]:
    """Return all pairings, depth by depth from 1 up."""
    depths = range(1, deepest + 1)
    return [Pairing(depth, *names) for depth, *names in product(depths, EVALUATIONS, OPPONENTS)]


def run(deepest: int, games: int, seed: int, jobs: int) -> Iterator[Score]:
    """Play each pairing's games, ``jobs`` at a time, and yield its score as soon as they are over."""
    drawn = draw_starts(games, seed)
    if jobs == 1:
        yield from _scores(deepest, drawn, map)
        return
    # Ctrl-C is for the process that the user started; the others end when their games are over.
    with ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN)) as pool:
        yield from _scores(deepest, drawn, pool.map)


Mapper = Callable[[Callable[[Game], tuple[bool, int, int]], Iterable[Game]], Iterable[tuple[bool, int, int]]]


def _scores(deepest: int, drawn: list[list[Cell]], mapper: Mapper) -> Iterator[Score]:
    for pairing in pairings(deepest):
        played = list(mapper(play, [Game(pairing, starts, seat) for starts in drawn for seat in (0, 1)]))
        wins = sum(won for won, _, _ in played)
        nodes, moves = sum(nodes for _, nodes, _ in played), sum(moves for _, _, moves in played)
        yield Score(pairing, len(played), wins, round(nodes / moves, 1))

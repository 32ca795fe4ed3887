"""One game of the bot against itself, for fits: fixed nodes, no processes, and the first moves drawn at random.

Games of the same bot from the same start would be the same game; random first moves make them differ, and lead to
positions in which one side stands better than two equals would let it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.board import Board
from bot.clock import NodeClock
from bot.evaluation import Weights
from bot.grid import DIRECTIONS, cells_of
from bot.strategy import Strategy
from tools.adjudicate import Adjudicator, ranks
from tools.records import Limits, Move, Record, Seat
from tools.referee import Referee
from tools.tune.classes import starts_for_fits

# The note beside a move that was drawn, not chosen.
DRAWN = "drawn"


@dataclass(frozen=True)
class Settings:
    """How games are made. The same settings and number give the same game on any machine.

    ``mix``: players of the games in turn. ``nodes``: of search, for every move that is not drawn. ``drawn``: the most
    moves that a seat begins with at random. ``fair``: the largest difference of the seats' shares of nearer cells.
    """

    seed: int
    mix: tuple[int, ...]
    nodes: int
    drawn: int
    fair: float

    def players(self, number: int) -> int:
        """Return how many play a game."""
        return self.mix[number % len(self.mix)]


def play(settings: Settings, number: int, weights: Weights | None = None) -> Record:
    """Play the game of that number; one of two walled apart ends as soon as bounds prove who wins it."""
    rng = Random(f"tune/{settings.seed}/{number}")
    players = settings.players(number)
    starts = starts_for_fits(players, rng, settings.fair)
    drawn = players * rng.randint(0, settings.drawn)
    referee = Referee(starts)
    board = Board.from_starts(starts)
    adjudicator = Adjudicator(referee.width, referee.height)
    minds = [Strategy(board.grid, weights) for _ in starts]
    clock = NodeClock(settings.nodes)
    moves: list[Move] = []
    adjudicated = None
    while not referee.is_over():
        adjudicated = adjudicator.judge(referee)
        if adjudicated:
            break
        seat = board.turn
        note = DRAWN if len(moves) < drawn else None
        options = board.moves()
        if not options:
            answer = DIRECTIONS[0]
            board.die()
        else:
            if note:
                move = _sensible(board, options, rng)
            else:
                clock.begin()
                move = minds[seat].choose(board, clock).move
            answer = board.grid.direction(board.heads[seat], move)
            board.play(move)
        referee.play(answer)
        moves.append(Move(seat, answer, 0.0, None, note=note))
    return Record(
        seed=settings.seed,
        grid=(referee.width, referee.height),
        starts=starts,
        players=_seats(settings, players),
        limits=Limits(None, None),
        moves=moves,
        deaths=referee.deaths,
        ranks=ranks(referee, adjudicated.winner) if adjudicated else referee.ranks(),
        adjudicated=adjudicated,
    )


def _sensible(board: Board, options: int, rng: Random) -> int:
    """Draw a move, one that leaves a way on if there is any."""
    moves = cells_of(options)
    going_on: Sequence[int] = [move for move in moves if board.grid.neighbours(move) & board.free]
    return rng.choice(going_on or moves)


def _seats(settings: Settings, players: int) -> list[Seat]:
    return [Seat("bot", f"bot --nodes {settings.nodes}")] * players

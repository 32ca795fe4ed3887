"""What each move of a position is worth, by the bot's own search and its filling, with more time than a turn has.

Each move is searched on its own, from the position after it, with the same budget: the values of a move that the search
would not have looked at twice are then as good as those of its favourite.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.board import Board
from bot.chambers import fill_bound
from bot.clock import Clock
from bot.endgame import Filler
from bot.grid import Grid, cells_of
from bot.search import PROVEN, RANK, Search
from bot.territory import flood
from tools.referee import Referee
from tools.review.file import DEATH, DECIDED, Line
from tools.review.proving import ProvingEvaluation
from tools.review.variation import SeenBy, principal_variation

# Longer lines would make up most of a review's file: once walled off they go on to the end of the game.
LONGEST_LINE = 60
# What a move more than the other one has is worth once two are walled off from each other: as in the evaluation.
MARGIN = 1_000


def board_at(referee: Referee) -> Board:
    """Return the referee's position as a board; the game must not be over."""
    return Board.from_ascii(referee.to_ascii(), referee.turn, len(referee.starts))


@dataclass(frozen=True)
class Filling:
    """The moves of a head alone in its region: a path, whose moves are certain, and how many are possible at most."""

    path: list[int]
    possible: int

    @property
    def certain(self) -> int:
        """The moves of the path."""
        return len(self.path)


class Analyst:
    """Values moves; nothing is kept from one position to the next, so that each gets the same answer in any order."""

    def __init__(self, clock: Callable[[], Clock]) -> None:
        """Take what makes the clock for one move."""
        self._clock = clock

    def lines(self, board: Board) -> list[Line]:
        """Return every legal move of the seat on turn with its value, in the order of `cells_of`."""
        grid = board.grid
        clock = self._clock()
        search = Search(grid, ProvingEvaluation(grid, clock))
        head = board.heads[board.turn]
        return [self._line(board, search, clock, move, grid.direction(head, move)) for move in cells_of(board.moves())]

    def _line(self, board: Board, search: Search, clock: Clock, move: int, word: str) -> Line:
        """Return what a move is worth."""
        seat = board.turn
        after = board.copy()
        after.play(move)
        moves: list[str | None] = [word]
        while not after.moves():
            moves.append(None)
            loser = after.turn
            after.die()
            if after.is_over():
                won = loser != seat
                return Line(word, DECIDED if won else -DECIDED, 0, "won" if won else "lost", moves)
        if len(after.living()) == 2 and _walled_off(after):
            return self._walled_off_line(after, seat, moves)
        clock.begin()
        seen = SeenBy(after, seat)
        result = search.run(seen, clock)
        value, proven = _settled(result.value if after.turn == seat else -result.value, len(after.living()))
        moves += principal_variation(search, seen)
        return Line(word, value, result.depth, proven, moves[:LONGEST_LINE])

    def _walled_off_line(self, after: Board, seat: int, moves: list[str | None]) -> Line:
        """Return the worth of the last move in ``moves`` once nobody can reach the other: the counts of moves left."""
        rival = next(other for other in after.living() if other != seat)
        theirs = self._fill(after, rival, after.free.bit_count())
        ours = self._fill(after, seat, theirs.possible, theirs.certain)
        # Whoever is on move and has no more moves than the other runs out first.
        needed = 1 if after.turn == seat else 0
        if ours.certain >= theirs.possible + needed:
            value, proven = DECIDED, "won"
        elif ours.possible < theirs.certain + needed:
            value, proven = -DECIDED, "lost"
        else:
            margin = ours.certain - theirs.certain - needed
            value, proven = MARGIN * (margin + 1 if margin >= 0 else margin), None
        variation = _interleaved(after, {seat: ours.path, rival: theirs.path})
        return Line(moves[0], value, len(variation), proven, (moves + variation)[:LONGEST_LINE])

    def _fill(self, board: Board, seat: int, enough: int, least: int = 0) -> Filling:
        """Return what a seat can do alone.

        No path is looked for beyond ``enough`` moves, and none at all where ``least`` moves are certainly too many.
        """
        grid = board.grid
        head = board.heads[seat]
        region = flood(board.free, head, grid.stride)
        if not region:
            return Filling([], 0)
        filler = Filler(grid)
        clock = self._clock()
        clock.begin()
        if fill_bound(region, head, grid.even, grid.stride) < least:
            enough = 0
        step = filler.choose(head, region, enough, clock)
        return Filling([step, *filler.plan], filler.bound)


def _walled_off(board: Board) -> bool:
    """Whether the last two can no longer reach each other."""
    mover, other = board.living()
    region = flood(board.free, board.heads[mover], board.grid.stride)
    return not board.grid.neighbours(board.heads[other]) & region


def _settled(value: int, living: int) -> tuple[int, str | None]:
    """Return a value of the search in the terms of a review, and what it proves."""
    if abs(value) > PROVEN:
        if living == 2:
            return (DECIDED, "won") if value > 0 else (-DECIDED, "lost")
        return (DECIDED if value > 0 else -DECIDED) // 2, None
    deaths = round(value / RANK)
    return max(-DECIDED, min(DECIDED, value - deaths * RANK + deaths * DEATH)), None


def _interleaved(board: Board, paths: dict[int, list[int]]) -> list[str | None]:
    """Return two paths as the moves of two seats in turn, until one has none."""
    grid: Grid = board.grid
    heads = dict(enumerate(board.heads))
    moves: list[str | None] = []
    seats = board.living()
    for place in range(2 * max(map(len, paths.values())) + 1):
        seat = seats[place % 2]
        if place // 2 >= len(paths[seat]):
            break
        step = paths[seat][place // 2]
        moves.append(grid.direction(heads[seat], step))
        heads[seat] = step
    return moves

"""Searches for tests: without reductions, so that plain minimax can say what they are worth, and boards for them."""

import random
from collections.abc import Callable, Collection

import pytest

from bot.board import Board, Undo
from bot.clock import NodeClock
from bot.evaluation import WIN, Evaluation, Rider
from bot.grid import Grid, cells_of
from bot.search import PROVEN, RANK, Entry, Riders, Search
from bot.territory import flood, territories
from tests.oracles.paranoid import paranoid_value
from tests.twins import random_board

ENDLESS = 10**12


class OrderOnly(dict[tuple[int, Riders], Entry]):
    """A table that gives away the best move of a position but not what it was worth."""

    def get(self, key: tuple[int, Riders], default: Entry | None = None) -> Entry | None:  # type: ignore[override]  # all that a search asks for
        entry = super().get(key, default)
        return entry and (-1, *entry[1:])


class ParanoidSearch(Search):
    """A search in which every rival chooses against us."""

    def _chooses(self, riders: Riders) -> bool:  # noqa: ARG002  # all are the same to it
        return True


def searcher(grid: Grid) -> Search:
    """Return a search of every line to the same depth, as minimax has it."""
    return ParanoidSearch(grid, Evaluation(grid), reduced=False)


def slow_reply(board: Board) -> int:
    """Return the reply that bot/reply.py names, found by playing the moves of the seat on turn on the board."""
    seat = board.turn
    worths = {}
    for move in cells_of(board.moves()):
        exits = (board.grid.neighbours(move) & board.free).bit_count()
        undo = board.play(move)
        order = board.living()
        owned = territories(board.free, [board.heads[other] for other in order], board.grid.stride)
        worths[move] = (owned[order.index(seat)].bit_count(), -exits)
        board.undo(undo)
    # Of equals the first in reading order, as max finds it.
    return max(worths, key=lambda move: worths[move])


def begun(nodes: int = ENDLESS) -> NodeClock:
    clock = NodeClock(nodes)
    clock.begin()
    return clock


def evaluated_by(evaluation: Evaluation) -> Callable[[Board, int], int]:
    """Return the evaluation as the oracle asks for it: of a board, for a seat."""

    def evaluate(board: Board, seat: int) -> int:
        living = board.living()
        riders: tuple[Rider, ...] = tuple(
            (board.heads[other], board.ribbons[other] if len(living) > 2 else 0, other == seat) for other in living
        )
        value = evaluation.value(board.free, riders)
        return value if board.turn == seat else -value

    return evaluate


def walled_off_by(evaluation: Evaluation) -> Callable[[Board, int, int], int]:
    """Return what the evaluation says of two that are walled off, a proof being as old as the plies that led to it."""

    def verdict(board: Board, seat: int, ply: int) -> int:
        mover, other = (board.heads[rider] for rider in board.living())
        value = evaluation.walled_off(board.free, mover, other)
        if abs(value) > PROVEN:
            value += -ply if value > 0 else ply
        return value if board.turn == seat else -value

    return verdict


def oddly_apart(board: Board) -> bool:
    """Whether the heads of the last two are an odd number of steps from each other."""
    heads = [board.grid.position(board.heads[seat]) for seat in board.living()]
    return sum(x + y for x, y in heads) % 2 == 1


def apart(board: Board) -> bool:
    """Whether the last two players are walled off from each other."""
    living = board.living()
    if len(living) > 2:
        return False
    near = flood(board.free, board.heads[living[0]], board.grid.stride)
    return not near & board.grid.neighbours(board.heads[living[1]])


def settled(board: Board, _: Undo) -> bool:
    """Whether the search looks no further: the last two are walled off from each other, and the next can move."""
    return board.moves() != 0 and apart(board)


def joined_board(generator: random.Random, players: int, *, walls: float = 0.25, plies: int = 16) -> Board:
    """Return a random board for the search: the last two, if only two are left, can still reach each other."""
    while True:
        board = random_board(generator, players, largest=(7, 5), walls=walls, plies=plies)
        if not apart(board):
            return board


def nearest(board: Board, seat: int) -> bool:
    """Whether no other rival of ``seat`` is nearer to it than the one on turn."""
    x, y = board.grid.position(board.heads[seat])
    places = {other: board.grid.position(board.heads[other]) for other in board.living() if other != seat}
    steps = {other: abs(other_x - x) + abs(other_y - y) for other, (other_x, other_y) in places.items()}
    return steps[board.turn] == min(steps.values())


def plain_values(
    board: Board,
    depth: int,
    evaluation: Evaluation,
    reply: Callable[[Board], int] | None = None,
    *,
    any_distance: bool = False,
    choosing: Collection[int] = (),
) -> dict[int, int]:
    """Return what plain paranoid minimax says of each move, by the rules of the search."""
    seat = board.turn
    evaluate, verdict = evaluated_by(evaluation), walled_off_by(evaluation)
    moves = cells_of(board.moves())
    values = {}
    for move in moves:
        undo = board.play(move)
        if settled(board, undo):
            values[move] = verdict(board, seat, 1)
        else:
            values[move] = paranoid_value(
                board,
                depth - (len(moves) > 1),
                evaluate,
                win=WIN,
                single_moves_free=True,
                deaths_free=True,
                rank=RANK,
                settled=settled,
                verdict=verdict,
                reply=reply
                and (lambda after: [] if after.turn in choosing and nearest(after, seat) else [reply(after)]),
                quiet=lambda after: any_distance or len(after.living()) > 2 or oddly_apart(after),
                seat=seat,
                ply=1,
            )
        board.undo(undo)
    return values


def same_but_for_the_length_of_a_proof(value: int, wanted: int) -> bool:
    """Whether values are equal, or both say that the same side wins."""
    return value == wanted or (abs(value) > PROVEN and abs(wanted) > PROVEN and (value > 0) == (wanted > 0))


def scan_board(players: int, seed: int) -> Board:
    """Return an open board for so many players, with choices."""
    generator = random.Random(seed)
    while True:
        board = random_board(generator, players, largest=(7, 6), walls=0.1, plies=4)
        if (
            len(board.living()) == players
            and not apart(board)
            and board.moves().bit_count() > 1
            and board.free.bit_count() > 24
        ):
            return board


scanned = pytest.mark.parametrize(("players", "seed"), [(2, 0), (2, 1), (3, 2), (3, 3), (4, 4), (4, 5)])

"""Positions of recorded games, with their features and with what became of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.chambers import fill_bound
from bot.grid import Grid
from bot.search import root_of
from bot.territory import flood
from tools.games_file import Entry
from tools.records import Record
from tools.tune.features import Position, Reader
from tools.tune.self_play import DRAWN

PARTS = ("fit", "validation", "held-out")
# Of ten games so many are for the first two parts.
SHARES = (6, 8)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """A position of a game and what became of it, for the seat on turn.

    ``won``: whether it won the game. ``margin``: moves more than the other had once the two were walled off, by the
    chambers' bounds; None where that never came, or more than two lived.
    """

    game: int
    position: Position
    won: bool
    margin: int | None


@dataclass(frozen=True)
class Sample:
    """Positions as arrays, one row each.

    ``features``: as `Reader` reads them with chambers, ``plain``: without. ``part``: index into `PARTS`. ``free``:
    share of the cells that are free. ``margin``: not a number where there is none.
    """

    game: NDArray[np.int64]
    part: NDArray[np.int64]
    features: Floats
    plain: Floats
    free: Floats
    won: NDArray[np.bool_]
    margin: Floats
    positions: list[Position]

    def of(self, part: str) -> NDArray[np.bool_]:
        """Return which rows belong to a part."""
        chosen: NDArray[np.bool_] = self.part == PARTS.index(part)
        return chosen


def part_of(game: int, seed: int) -> int:
    """Return which of the `PARTS` a game belongs to, all of its positions with it."""
    drawn = int.from_bytes(blake2b(f"{seed}/{game}".encode(), digest_size=8).digest()) % 10
    return sum(drawn >= share for share in SHARES)


def sample(seen: Iterable[Seen], seed: int) -> Sample:
    """Read the features of positions; ``seed`` decides which part each game belongs to."""
    rows = list(seen)
    grid = Grid()
    reader, plain = Reader(grid), Reader(grid, room=False)
    return Sample(
        game=np.array([row.game for row in rows], dtype=np.int64),
        part=np.array([part_of(row.game, seed) for row in rows], dtype=np.int64),
        features=np.array([reader.read(row.position) for row in rows], dtype=np.float64),
        plain=np.array([plain.read(row.position) for row in rows], dtype=np.float64),
        free=np.array([row.position[0].bit_count() / grid.cells.bit_count() for row in rows], dtype=np.float64),
        won=np.array([row.won for row in rows], dtype=np.bool_),
        margin=np.array([np.nan if row.margin is None else row.margin for row in rows], dtype=np.float64),
        positions=[row.position for row in rows],
    )


def draw(entries: Iterable[Entry], per_game: int, seed: int) -> tuple[list[Seen], list[Seen]]:
    """Draw so many positions a game, and return those of two players and those of more."""
    duels: list[Seen] = []
    melees: list[Seen] = []
    for entry in entries:
        candidates = list(positions_of(entry.number, entry.outcome.record))
        rng = Random(f"positions/{seed}/{entry.number}")
        for seen in rng.sample(candidates, min(per_game, len(candidates))):
            (duels if len(seen.position[1]) == 2 else melees).append(seen)
    return duels, melees


def positions_of(game: int, record: Record) -> Iterator[Seen]:
    """Yield the positions of a game in which the evaluation is asked who will win.

    Left out are those before the last drawn move, those with a single move or none, and of those of two players the
    ones in which they are walled off, or heads are an even way apart: the search ends on none of them.
    """
    board = Board.from_starts(record.starts, Grid(*record.grid))
    drawn = max((index for index, move in enumerate(record.moves) if move.note == DRAWN), default=-1)
    deaths = {death.move for death in record.deaths}
    found: list[tuple[int, Position]] = []
    separation: tuple[int, int] | None = None
    for index, move in enumerate(record.moves):
        moves = board.moves()
        two = len(board.living()) == 2
        apart = two and _walled_off(board)
        if apart and separation is None:
            separation = board.turn, _margin(board)
        if index > drawn and moves & (moves - 1) and not apart and (not two or _oddly_apart(board)):
            found.append((board.turn, root_of(board)))
        if index in deaths:
            board.die()
        else:
            board.play(_target(board, move.answer or ""))
    if separation is None and record.adjudicated and len(board.living()) == 2:
        separation = board.turn, _margin(board)
    for seat, position in found:
        margin = None
        if separation is not None and len(position[1]) == 2:
            margin = separation[1] if seat == separation[0] else -separation[1]
        yield Seen(game, position, record.ranks[seat] == 0, margin)


def _target(board: Board, answer: str) -> int:
    """Return the cell that an answer leads to; ValueError if it is none that can be entered."""
    head = board.heads[board.turn]
    stride = board.grid.stride
    steps = {"UP": head >> stride, "DOWN": head << stride, "LEFT": head >> 1, "RIGHT": head << 1}
    target = steps.get(answer, 0) & board.moves()
    if not target:
        raise ValueError(f"a recorded answer {answer!r} leads to no free cell")
    return target


def _oddly_apart(board: Board) -> bool:
    """Whether the two heads are an odd number of steps from each other."""
    first, second = (head for head in board.heads if head)
    return (not first & board.grid.even) != (not second & board.grid.even)


def _walled_off(board: Board) -> bool:
    """Whether the two who live cannot reach each other."""
    mover, other = (board.heads[seat] for seat in board.living())
    return not (flood(board.free, mover, board.grid.stride) | mover) & board.grid.neighbours(other)


def _margin(board: Board) -> int:
    """Return how many moves more the seat on turn has than the other, by the chambers' bounds."""
    grid = board.grid
    mine, theirs = (
        fill_bound(flood(board.free, head, grid.stride), head, grid.even, grid.stride)
        for head in (board.heads[seat] for seat in board.living())
    )
    return mine - theirs

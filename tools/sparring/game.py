"""A game over the protocol: read a turn, choose, answer."""

from collections.abc import Callable

from bot.grid import DIRECTIONS, Grid
from bot.protocol import TurnReader
from bot.tracker import Tracker

from .levels import Chooser


def play(
    choose: Chooser, read_line: Callable[[int], bytes], write: Callable[[str], None], warn: Callable[[str], None]
) -> None:
    """Play one game, until the input ends or our seat is dead; a seat without a move answers `UP`.

    ``read_line`` is the `readline` of a binary stream; ``write`` takes an answer without its newline, ``warn`` a
    sentence about input that surprises. ProtocolError if a turn cannot be read.
    """
    grid = Grid()
    reader = TurnReader(read_line, grid)
    tracker = Tracker(grid, warn)
    while True:
        turn = reader.read(lambda: None)
        if turn is None or turn.lines[turn.me] is None:
            return
        board = tracker.follow(turn)
        move = choose(board)
        write(grid.direction(board.heads[board.turn], move) if move else DIRECTIONS[0])
        tracker.answered(move)

"""What is fed with mutated input, and what must hold whatever it is: an AssertionError says what does not."""

import io
import re

from bot.grid import DIRECTIONS, Grid
from bot.loop import run
from bot.protocol import ProtocolError, TurnReader
from bot.strategy import Strategy

ANSWERS = {f"{word}\n".encode("ascii") for word in DIRECTIONS}
UNREADABLE = re.compile(r"(error: )?input line \d+(, (['\"]).*\3(\.\.\.)?)?: expected .+, found .+")
SURPRISE = re.compile(r"warning: turn \d+: .+; playing on with what was sent \(told once a game\)")
# The search is to be met as well, and not for long.
NODES = "--nodes=12"


def read_all(raw: bytes) -> None:
    """Let the reader read a stream: it gives turns on the grid up to the end, or one clear error."""
    grid = Grid()
    reader = TurnReader(io.BytesIO(raw).readline, grid)
    # A turn takes a line at least.
    for _ in range(raw.count(b"\n") + 2):
        try:
            turn = reader.read(_begin)
        except ProtocolError as error:
            _expect(UNREADABLE.fullmatch(str(error)) is not None and str(error).isprintable(), f"said {error}")
            return
        if turn is None:
            return
        _expect(2 <= turn.players == len(turn.lines) <= 4 and 0 <= turn.me < turn.players, f"read {turn}")
        _expect(all(grid.contains(*cell) for line in turn.lines if line for cell in line), f"read {turn}")
    raise AssertionError("the reader never came to the end")


def play_all(raw: bytes) -> None:
    """Let the whole bot play a stream: a direction a turn, a warning for each kind of surprise, one error at most."""
    written: list[bytes] = []
    said: list[str] = []
    status = run([NODES], io.BytesIO(raw).readline, written.append, said.append, Strategy())
    errors = [sentence for sentence in said if not SURPRISE.fullmatch(sentence)]
    _expect(set(written) <= ANSWERS, f"answered {written}")
    _expect(len(set(said)) == len(said) < 12, f"said {said}")
    _expect(status == len(errors) <= 1, f"ended with status {status} and said {said}")
    _expect(all(UNREADABLE.fullmatch(error) for error in errors), f"said {errors}")


TARGETS = {"reader": read_all, "loop": play_all}


def _begin() -> None:
    """Begin no clock."""


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)

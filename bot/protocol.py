"""The protocol: a turn's text to values, values to text, and precise errors.

A turn is the line `N P` (seats in all, my seat) and one line a seat, `X0 Y0 X1 Y1`: its start cell and its head, or
`-1 -1 -1 -1` once the seat is dead. Lines are read as bytes, so the locale plays no part.
"""

from collections.abc import Callable

from .grid import Grid

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4
DEAD_LINE = [-1, -1, -1, -1]
# Far above any turn's line; it keeps an endless line from filling the memory.
LONGEST_LINE = 65_536
# Longer numbers are off every grid, and int() refuses above 4,300 digits.
MOST_DIGITS = 9
# Of a line that cannot be read, so many bytes are quoted.
QUOTED_BYTES = 60

Position = tuple[int, int]
SeatLine = tuple[Position, Position] | None


class ProtocolError(Exception):
    """Input that cannot be read; the text is one sentence: the line, what was expected, what was found."""


class Turn:
    """What one turn's lines say: ``players`` in all, ``me``, my seat, and ``lines``, one entry a seat.

    An entry is the pair of the seat's start and head, each (x, y), or None for a dead seat.
    """

    __slots__ = ("lines", "me", "players")

    def __init__(self, players: int, me: int, lines: list[SeatLine]) -> None:
        """Take the values as they are; the reader is what checks them."""
        self.players = players
        self.me = me
        self.lines = lines

    def __eq__(self, other: object) -> bool:
        """Whether the other turn says the same."""
        if not isinstance(other, Turn):
            return NotImplemented
        return (self.players, self.me, self.lines) == (other.players, other.me, other.lines)

    __hash__ = None  # type: ignore[assignment]  # it holds a list

    def __repr__(self) -> str:
        """Show the values, for a failing test."""
        return f"Turn({self.players}, {self.me}, {self.lines})"


def format_turn(turn: Turn) -> str:
    """Return the turn as the text that the reader reads, each line ended by a newline."""
    rows = [f"{turn.players} {turn.me}"]
    for line in turn.lines:
        values = DEAD_LINE if line is None else [*line[0], *line[1]]
        rows.append(" ".join(str(value) for value in values))
    return "\n".join(rows) + "\n"


class TurnReader:
    """Reads a game's turns, one after the other, and holds them to one number of players and one seat."""

    __slots__ = ("_grid", "_line", "_me", "_number", "_players", "_read_line")

    def __init__(self, read_line: Callable[[int], bytes], grid: Grid) -> None:
        """Take the `readline` of a binary stream (at most so many bytes of a line, b"" at the end) and the grid."""
        self._read_line = read_line
        self._grid = grid
        self._number = 0
        self._line = b""
        self._players = 0
        self._me = 0

    def read(self, begin: Callable[[], None]) -> Turn | None:
        """Return the next turn, or None if the input ends before it begins; ProtocolError if it cannot be read.

        ``begin`` is called as soon as the turn's first line is there. Blank lines count for nothing.
        """
        if not self._next_line():
            return None
        begin()
        players, me = self._read_header()
        return Turn(players, me, [self._read_seat(seat) for seat in range(players)])

    def _next_line(self) -> bool:
        """Read up to the next line that is not blank; False at the end of the input."""
        while True:
            self._line = self._read_line(LONGEST_LINE + 1)
            self._number += 1
            if not self._line:
                return False
            if len(self._line) > LONGEST_LINE:
                raise self._error(f"a line of at most {LONGEST_LINE} bytes", "a longer one")
            if not self._line.isspace():
                return True

    def _read_header(self) -> tuple[int, int]:
        players, me = self._numbers(2, "2 whole numbers, the number of players and my seat")
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise self._error(f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players", str(players))
        if not 0 <= me < players:
            raise self._error(f"my seat to be from 0 to {players - 1} in a game of {players}", str(me))
        if self._players and (players, me) != (self._players, self._me):
            expected = f"{self._players} players and my seat {self._me}, as in the turns before"
            raise self._error(expected, f"{players} players and seat {me}")
        self._players, self._me = players, me
        return players, me

    def _read_seat(self, seat: int) -> SeatLine:
        expected = f"4 whole numbers, the start and the head of seat {seat}"
        if not self._next_line():
            raise ProtocolError(f"input line {self._number}: expected {expected}, found the end of the input")
        values = self._numbers(4, expected)
        if values == DEAD_LINE:
            return None
        start_x, start_y, head_x, head_y = values
        grid = self._grid
        if not (grid.contains(start_x, start_y) and grid.contains(head_x, head_y)):
            expected = f"two cells of the {grid.width}x{grid.height} grid for seat {seat}, or -1 four times"
            raise self._error(expected, f"({start_x},{start_y}) and ({head_x},{head_y})")
        return (start_x, start_y), (head_x, head_y)

    def _numbers(self, count: int, expected: str) -> list[int]:
        """Split the line into ``count`` whole numbers; only ASCII digits and a leading minus make one."""
        words = self._line.split()
        if len(words) != count:
            raise self._error(expected, f"{len(words)} value{'s' if len(words) > 1 else ''}")
        for word in words:
            digits = word[1:] if word.startswith(b"-") else word
            if not digits.isdigit():
                raise self._error(expected, _quote(word))
            if len(digits) > MOST_DIGITS:
                raise self._error(expected, f"a number of {len(digits)} digits")
        return [int(word) for word in words]

    def _error(self, expected: str, found: str) -> ProtocolError:
        return ProtocolError(
            f"input line {self._number}, {_quote(self._line.strip())}: expected {expected}, found {found}"
        )


def _quote(raw: bytes) -> str:
    """Quote a piece of input in ASCII, shortened, whatever bytes it holds."""
    return repr(raw[:QUOTED_BYTES])[1:] + ("..." if len(raw) > QUOTED_BYTES else "")

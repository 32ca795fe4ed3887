"""The state of a game: free cells, ribbons, heads, who lives and whose turn it is.

A board knows the rules of one ply: the seat on turn moves to a free neighbour of its head, or dies, and then its whole
ribbon becomes free before the next living seat moves. The game is over when one seat is left.
"""

from .grid import Grid

HEAD_LETTERS = "ABCD"
RIBBON_LETTERS = "abcd"

# free, the seat's head, the seat's ribbon and the turn, as they were before a ply
Undo = tuple[int, int, int, int]


class Board:
    """A position that can be played forward and back.

    ``free``: mask of the cells that a head may enter. ``heads``: a one-bit mask a seat, 0 once dead. ``ribbons``: a
    mask a seat, head included, 0 once dead. ``turn``: the seat on turn. Cells in no ribbon and not free are walls.
    """

    __slots__ = ("free", "grid", "heads", "ribbons", "turn")

    def __init__(self, grid: Grid, heads: list[int], ribbons: list[int], free: int, turn: int = 0) -> None:
        """Take a position as given; the lists are one entry a seat and belong to the board from now on."""
        self.grid = grid
        self.heads = heads
        self.ribbons = ribbons
        self.free = free
        self.turn = turn

    @classmethod
    def from_starts(cls, starts: list[tuple[int, int]], grid: Grid | None = None) -> "Board":
        """Begin a game from the start cells, (x, y) a seat; ValueError if one is off the grid or used twice."""
        grid = grid or Grid()
        for x, y in starts:
            if not grid.contains(x, y):
                raise ValueError(f"start ({x},{y}) is off the {grid.width}x{grid.height} grid")
        if len(set(starts)) != len(starts):
            raise ValueError(f"two seats share a start cell in {starts}")
        heads = [grid.cell(x, y) for x, y in starts]
        free = grid.cells
        for head in heads:
            free ^= head
        return cls(grid, heads, heads[:], free)

    @classmethod
    def from_ascii(cls, text: str, turn: int = 0, players: int = 0) -> "Board":
        """Read a drawing: `A` to `D` heads, `a` to `d` the rest of their ribbons, `#` wall, `.` free.

        Seats up to the last head drawn exist, more if ``players`` says so; those without a head are dead. ValueError
        names the row and column of anything else, a ragged row, a second head, a ribbon without a head, a dead turn.
        """
        rows = text.split()
        grid = Grid(len(rows[0]), len(rows)) if rows else Grid(0, 0)
        heads, ribbons = [0] * 4, [0] * 4
        free = 0
        for y, row in enumerate(rows):
            if len(row) != grid.width:
                raise ValueError(f"row {y} has {len(row)} cells where row 0 has {grid.width}")
            for x, symbol in enumerate(row):
                cell = grid.cell(x, y)
                if symbol == ".":
                    free |= cell
                elif symbol in HEAD_LETTERS:
                    seat = HEAD_LETTERS.index(symbol)
                    if heads[seat]:
                        raise ValueError(f"row {y} column {x}: a second head {symbol}")
                    heads[seat] = cell
                    ribbons[seat] |= cell
                elif symbol in RIBBON_LETTERS:
                    ribbons[RIBBON_LETTERS.index(symbol)] |= cell
                elif symbol != "#":
                    raise ValueError(f"row {y} column {x}: expected one of ABCDabcd#. and found {symbol!r}")
        for seat in range(4):
            if ribbons[seat] and not heads[seat]:
                raise ValueError(f"a ribbon {RIBBON_LETTERS[seat]} without its head {HEAD_LETTERS[seat]}")
        count = max([players] + [seat + 1 for seat in range(4) if heads[seat]])
        if not 0 <= turn < count or not heads[turn]:
            raise ValueError(f"seat {turn} is on turn but has no head on the board")
        return cls(grid, heads[:count], ribbons[:count], free, turn)

    def to_ascii(self) -> str:
        """Draw the board as `from_ascii` reads it."""
        grid = self.grid
        rows = []
        for y in range(grid.height):
            symbols = []
            for x in range(grid.width):
                cell = grid.cell(x, y)
                symbol = "." if self.free & cell else "#"
                for seat, ribbon in enumerate(self.ribbons):
                    if ribbon & cell:
                        symbol = HEAD_LETTERS[seat] if cell == self.heads[seat] else RIBBON_LETTERS[seat]
                symbols.append(symbol)
            rows.append("".join(symbols))
        return "\n".join(rows)

    def copy(self) -> "Board":
        """Return a board that shares nothing mutable with this one."""
        return Board(self.grid, self.heads[:], self.ribbons[:], self.free, self.turn)

    def living(self) -> list[int]:
        """Return the living seats in turn order, the seat on turn first."""
        count = len(self.heads)
        return [seat % count for seat in range(self.turn, self.turn + count) if self.heads[seat % count]]

    def is_over(self) -> bool:
        """Whether at most one seat lives."""
        return len(self.living()) < 2

    def moves(self) -> int:
        """Return the mask of the cells that the seat on turn may move to."""
        return self.grid.neighbours(self.heads[self.turn]) & self.free

    def play(self, target: int) -> Undo:
        """Move the seat on turn to ``target``, a free neighbour of its head, and pass the turn; returns the undo."""
        seat = self.turn
        undo = (self.free, self.heads[seat], self.ribbons[seat], seat)
        self.free ^= target
        self.heads[seat] = target
        self.ribbons[seat] |= target
        self._pass_turn()
        return undo

    def die(self) -> Undo:
        """Remove the seat on turn and free its whole ribbon, then pass the turn; returns the undo."""
        seat = self.turn
        undo = (self.free, self.heads[seat], self.ribbons[seat], seat)
        self.free |= self.ribbons[seat]
        self.heads[seat] = self.ribbons[seat] = 0
        self._pass_turn()
        return undo

    def undo(self, undo: Undo) -> None:
        """Take back the last ply, given what it returned."""
        self.free, head, ribbon, seat = undo
        self.heads[seat] = head
        self.ribbons[seat] = ribbon
        self.turn = seat

    def _pass_turn(self) -> None:
        """Hand the turn to the next living seat; it stays where it is when nobody lives."""
        count = len(self.heads)
        for step in range(1, count + 1):
            seat = (self.turn + step) % count
            if self.heads[seat]:
                self.turn = seat
                return

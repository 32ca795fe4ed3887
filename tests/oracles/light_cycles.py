"""Light cycles for two on plain lists, nothing shared with the bot, and the 1,000 published positions on 7x5."""

from bot.board import Board

WIN = 1_000_000
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class LightCycles:
    """A position: ``owner`` says for each cell "." free, "#" wall, "a" or "b" a trail, heads included."""

    def __init__(self, width: int, height: int, owner: list[str], heads: list[int], player: int = 0) -> None:
        self.width = width
        self.height = height
        self.owner = owner
        self.heads = heads
        self.player = player
        self.neighbours = [
            [
                (y + step_y) * width + x + step_x
                for step_x, step_y in STEPS
                if 0 <= x + step_x < width and 0 <= y + step_y < height
            ]
            for y in range(height)
            for x in range(width)
        ]

    @classmethod
    def from_drawing(cls, drawing: str, player: int = 0) -> "LightCycles":
        """Read rows of `A` and `B` heads, `#` walls and `.` free cells."""
        rows = drawing.split()
        symbols = "".join(rows)
        return cls(len(rows[0]), len(rows), list(symbols.lower()), [symbols.index("A"), symbols.index("B")], player)

    def to_board(self) -> Board:
        """Return the same position as the bot holds it."""
        symbols = self.owner[:]
        for head in self.heads:
            symbols[head] = symbols[head].upper()
        rows = ["".join(symbols[y * self.width : (y + 1) * self.width]) for y in range(self.height)]
        return Board.from_ascii("\n".join(rows), self.player)

    def moves(self) -> list[int]:
        """Return the cells that the player to move can enter: up, right, down, left."""
        return [cell for cell in self.neighbours[self.heads[self.player]] if self.owner[cell] == "."]

    def play(self, move: int) -> tuple[int, int]:
        before = self.heads[self.player]
        self.owner[move] = "ab"[self.player]
        self.heads[self.player] = move
        self.player = 1 - self.player
        return move, before

    def undo(self, undo: tuple[int, int]) -> None:
        move, before = undo
        self.player = 1 - self.player
        self.owner[move] = "."
        self.heads[self.player] = before

    def result(self, ply: int) -> int | None:
        return None if self.moves() else ply - WIN

    def value(self) -> int:
        """Return the cells that the player to move reaches first minus those that the other does."""
        territory = self.territory()
        return territory[self.player] - territory[1 - self.player]

    def territory(self) -> tuple[int, int, int]:
        """Count the free cells that A reaches first, that B does, and that both reach in as many moves."""
        first, second = self._distances(self.heads[0]), self._distances(self.heads[1])
        cells = [cell for cell, symbol in enumerate(self.owner) if symbol == "."]
        gaps = [first[cell] - second[cell] for cell in cells if min(first[cell], second[cell]) < len(self.owner)]
        return sum(gap < 0 for gap in gaps), sum(gap > 0 for gap in gaps), gaps.count(0)

    def _distances(self, start: int) -> list[int]:
        """Return the moves from ``start`` to each cell, breadth first; the number of cells where none lead."""
        unreached = len(self.owner)
        distances = [unreached] * unreached
        distances[start] = 0
        queue = [start]
        for cell in queue:
            for target in self.neighbours[cell]:
                if self.owner[target] == "." and distances[target] == unreached:
                    distances[target] = distances[cell] + 1
                    queue.append(target)
        return distances


class Xorshift64:
    """Marsaglia's generator of 2003 with the shifts 13, 7 and 17."""

    def __init__(self, state: int = 0x9E3779B97F4A7C15) -> None:
        self.state = state

    def below(self, limit: int) -> int:
        """Return the next number, modulo ``limit``."""
        state = self.state
        state ^= state << 13 & 0xFFFF_FFFF_FFFF_FFFF
        state ^= state >> 7
        state ^= state << 17 & 0xFFFF_FFFF_FFFF_FFFF
        self.state = state
        return state % limit


def published_positions(count: int = 1_000) -> list[LightCycles]:
    """Return the positions on 7x5 of the published comparison: two random heads, then up to 12 random plies.

    A position whose player cannot move is thrown away and another drawn.
    """
    random = Xorshift64()
    positions: list[LightCycles] = []
    while len(positions) < count:
        heads = [random.below(35)]
        second = random.below(35)
        while second == heads[0]:
            second = random.below(35)
        heads.append(second)
        owner = ["."] * 35
        owner[heads[0]], owner[heads[1]] = "a", "b"
        position = LightCycles(7, 5, owner, heads)
        for _ in range(random.below(13)):
            moves = position.moves()
            if not moves:
                break
            position.play(moves[random.below(len(moves))])
        if position.moves():
            positions.append(position)
    return positions

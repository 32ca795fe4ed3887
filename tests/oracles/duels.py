"""Who wins a duel on a small board: every line played to its end, and every answer remembered.

Once the two are walled off from each other each is alone, and the longest paths decide: whoever is on move needs one
move more than the other has.
"""

from bot.grid import Grid, cells_of


class TooManyPositionsError(Exception):
    """A duel is larger than was allowed for."""


class Duels:
    """Solves the duels of one grid, of at most ``most`` positions; free cells and heads are masks of the grid."""

    def __init__(self, grid: Grid, most: int = 1_000_000) -> None:
        self._grid = grid
        self._most = most
        self._won: dict[tuple[int, int, int], bool] = {}
        self._longest: dict[tuple[int, int], int] = {}

    def is_won(self, free: int, mover: int, other: int) -> bool:
        """Whether the head on move wins against any play; TooManyPositionsError if that takes more than is allowed."""
        key = (free, mover, other)
        won = self._won.get(key)
        if won is None:
            if len(self._won) + len(self._longest) > self._most:
                raise TooManyPositionsError
            mine, theirs = self._reach(free, mover), self._reach(free, other)
            if mine & theirs:
                won = any(self.keeps_won(free, other, move) for move in self.moves(free, mover))
            else:
                won = self.longest(mine, mover) > self.longest(theirs, other)
            self._won[key] = won
        return won

    def keeps_won(self, free: int, other: int, move: int) -> bool:
        """Whether a move of the head on move leaves the other one lost."""
        return not self.is_won(free ^ move, other, move)

    def moves(self, free: int, head: int) -> list[int]:
        """Return the cells that a head may enter."""
        return cells_of(self._grid.neighbours(head) & free)

    def longest(self, free: int, head: int) -> int:
        """Return the most moves that a head can make alone."""
        key = (free, head)
        moves = self._longest.get(key)
        if moves is None:
            if len(self._longest) > self._most:
                raise TooManyPositionsError
            moves = max((1 + self.longest(free ^ move, move) for move in self.moves(free, head)), default=0)
            self._longest[key] = moves
        return moves

    def _reach(self, free: int, head: int) -> int:
        reached = ring = self._grid.neighbours(head) & free
        while ring:
            ring = self._grid.neighbours(ring) & free & ~reached
            reached |= ring
        return reached

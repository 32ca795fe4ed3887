"""The bot's search asked what it does not say by itself: on behalf of a seat not on turn, and what it expects."""

from bot.board import Board
from bot.search import Search, root_of


class SeenBy(Board):
    """A position in the eyes of a seat: ``turn`` is that seat, for which the search plays; ``mover`` is on move."""

    __slots__ = ("mover",)

    def __init__(self, board: Board, seat: int) -> None:
        """Look at a board, which is not changed; its seat on turn must have a move."""
        super().__init__(board.grid, board.heads, board.ribbons, board.free, seat)
        self.mover = board.turn

    def living(self) -> list[int]:
        """Return the living seats in turn order, the one on move first."""
        count = len(self.heads)
        return [seat % count for seat in range(self.mover, self.mover + count) if self.heads[seat % count]]

    def moves(self) -> int:
        """Return the cells that the seat on move may go to."""
        return self.grid.neighbours(self.heads[self.mover]) & self.free


def principal_variation(search: Search, board: Board) -> list[str | None]:
    """Return the moves that a search expects from a position that it has just searched, as far as its table tells.

    They are those of all living seats in turn order; None stands for a seat that has no move and dies.
    """
    grid = search.grid
    free, riders = root_of(board)
    moves: list[str | None] = []
    while len(riders) > 1:
        head, ribbon, ours = riders[0]
        rest = riders[1:]
        if not grid.neighbours(head) & free:
            moves.append(None)
            free |= ribbon
            # The search forgets the ribbons of the last two: see `root_of`.
            riders = rest if len(rest) > 2 else tuple((other, 0, is_ours) for other, _, is_ours in rest)
            continue
        entry = search.table.get((free, riders))
        move = entry[3] if entry else 0
        if not move:
            break
        moves.append(grid.direction(head, move))
        free ^= move
        riders = (*rest, (move, ribbon | move if len(riders) > 2 else 0, ours))
    return moves

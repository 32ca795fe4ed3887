"""What the levels measure on a board: floods and the cells that each seat reaches first."""

from bot.board import Board
from bot.grid import Grid, cells_of


def legal_moves(board: Board) -> list[int]:
    """Return the cells that the seat on turn may move to, in the order up, right, down, left."""
    head, stride = board.heads[board.turn], board.grid.stride
    return [move for move in (head >> stride, head << 1, head << stride, head >> 1) if move & board.free]


def straight_first(board: Board) -> list[int]:
    """Return the legal moves, the one that goes straight on in front."""
    head, ribbon = board.heads[board.turn], board.ribbons[board.turn]
    stride = board.grid.stride
    straight = 0
    for behind, ahead in (
        (head << stride, head >> stride),
        (head >> stride, head << stride),
        (head >> 1, head << 1),
        (head << 1, head >> 1),
    ):
        if behind & ribbon:
            straight |= ahead
    return sorted(legal_moves(board), key=lambda move: not move & straight)


def flood(grid: Grid, start: int, free: int) -> int:
    """Return the free cells that can be reached from ``start``, which need not be free and is not counted."""
    reached = 0
    ring = start
    while ring:
        ring = grid.neighbours(ring) & free & ~reached
        reached |= ring
    return reached


def reached_first(board: Board) -> list[int]:
    """Return a mask a seat: the free cells that it reaches in fewer moves than any other seat.

    Distances go around walls and ribbons. A cell that two seats reach in the same number of moves, or that nobody
    reaches, belongs to nobody; dead seats own nothing.
    """
    left, stride = board.free, board.grid.stride
    rings = board.heads[:]
    owned = [0] * len(rings)
    spreading = True
    while spreading:
        claimed = shared = 0
        for seat, ring in enumerate(rings):
            if ring:
                ring = (ring << 1 | ring >> 1 | ring << stride | ring >> stride) & left
                rings[seat] = ring
                shared |= claimed & ring
                claimed |= ring
        for seat, ring in enumerate(rings):
            owned[seat] |= ring & ~shared
        left ^= claimed
        spreading = claimed != 0
    return owned


def links(grid: Grid, cells: int) -> int:
    """Count the pairs of neighbouring cells that both belong to ``cells``."""
    return (cells & cells >> 1).bit_count() + (cells & cells >> grid.stride).bit_count()


def margin(board: Board, seat: int) -> float:
    """Return the cells that ``seat`` reaches first minus the mean of those of its living opponents."""
    owned = [cells.bit_count() for cells in reached_first(board)]
    opponents = sum(map(bool, board.heads)) - 1
    return owned[seat] - (sum(owned) - owned[seat]) / max(opponents, 1)


def distance(board: Board, seat: int) -> int:
    """Return the Manhattan distance from the seat's head to the nearest living opponent's, 0 if there is none."""
    x, y = board.grid.position(board.heads[seat])
    positions = [board.grid.position(head) for head in board.heads if head and head != board.heads[seat]]
    return min((abs(x - other_x) + abs(y - other_y) for other_x, other_y in positions), default=0)


def exits(board: Board, cell: int) -> int:
    """Count the free cells next to ``cell``."""
    return len(cells_of(board.grid.neighbours(cell) & board.free))

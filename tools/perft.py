"""Counts positions: `python -m tools.perft WIDTH HEIGHT "(x,y)(x,y)..." DEPTH`.

The chess programmers' perft, for this game: walk the whole tree of plies and count its leaves, a figure that another
program with the same rules must reproduce exactly. A ply is the next living seat moving to a free neighbour, or dying
if it has none: that is one child, and its ribbon vanishes. A finished game counts as one position, however early it
ended.
"""

import sys

from bot.board import Board
from bot.grid import Grid, cells_of
from tools.exits import leave_with
from tools.starts import parse_starts

USAGE = 'python -m tools.perft WIDTH HEIGHT "(x,y)(x,y)..." DEPTH'


def perft(board: Board, depth: int) -> int:
    """Return the number of positions ``depth`` plies after the board's; the board is left as it was."""
    if depth == 0 or board.is_over():
        return 1
    moves = board.moves()
    if not moves:
        undo = board.die()
        count = perft(board, depth - 1)
        board.undo(undo)
        return count
    if depth == 1:
        return moves.bit_count()
    count = 0
    for move in cells_of(moves):
        undo = board.play(move)
        count += perft(board, depth - 1)
        board.undo(undo)
    return count


def divide(board: Board, depth: int) -> dict[str, int]:
    """Return the count below each child of the board, ``depth`` at least 1, under its direction or `death`."""
    if board.is_over():
        return {}
    moves = board.moves()
    if not moves:
        undo = board.die()
        counts = {"death": perft(board, depth - 1)}
        board.undo(undo)
        return counts
    head = board.heads[board.turn]
    counts = {}
    for move in cells_of(moves):
        undo = board.play(move)
        counts[board.grid.direction(head, move)] = perft(board, depth - 1)
        board.undo(undo)
    return counts


def read_arguments(arguments: list[str]) -> tuple[Board, int]:
    """Return the board and the depth that the arguments name; ValueError says what was expected and found."""
    if len(arguments) != 4:
        raise ValueError(f"expected 4 arguments and found {len(arguments)}; usage: {USAGE}")
    width, height, starts, depth = arguments
    for name, text in (("WIDTH", width), ("HEIGHT", height), ("DEPTH", depth)):
        if not (text.isascii() and text.isdigit() and len(text) < 5):
            raise ValueError(f"{name}: expected a whole number of at most 4 digits and found {text!r}; usage: {USAGE}")
    cells = parse_starts(starts)
    if not 2 <= len(cells) <= 4:
        raise ValueError(f"expected 2 to 4 start cells and found {len(cells)} in {starts!r}")
    return Board.from_starts(cells, Grid(int(width), int(height))), int(depth)


def main() -> int:
    """Print the count; exit status 2 and one sentence on stderr if the arguments make no sense."""
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(f"usage: {USAGE}\n\n{(__doc__ or '').partition(chr(10) * 2)[2]}", end="")
        return 0
    try:
        board, depth = read_arguments(sys.argv[1:])
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    # A ply is a frame, and a game can last as many plies as there are cells.
    sys.setrecursionlimit(depth + 1_000)
    print(perft(board, depth))
    return 0


if __name__ == "__main__":
    leave_with(main)

"""Plain paranoid minimax for two to four players, the measure of the bot's own search.

Everybody else is taken to play against one seat (Sturtevant and Korf, 2000). Nothing is pruned and nothing remembered.
"""

from collections.abc import Callable

from bot.board import Board, Undo
from bot.grid import cells_of


def paranoid_value(
    board: Board,
    depth: int,
    evaluate: Callable[[Board, int], int],
    *,
    win: int,
    single_moves_free: bool = False,
    deaths_free: bool = False,
    rank: int = 0,
    settled: Callable[[Board, Undo], bool] | None = None,
    verdict: Callable[[Board, int, int], int] | None = None,
    reply: Callable[[Board], list[int]] | None = None,
    quiet: Callable[[Board], bool] | None = None,
    seat: int | None = None,
    ply: int = 0,
) -> int:
    """Return the board's value for ``seat``, by default the seat on turn, ``depth`` plies ahead.

    ``evaluate(board, seat)`` is asked at depth 0, at a board whose seat on turn can move. The seat's own death is worth
    ``ply - win``, the death of its last opponent ``win - ply``, where ``ply`` counts the plies before the death. A seat
    without a move dies on its own turn, at depth 0 too, and its ribbon is freed before the next one moves.

    ``single_moves_free`` and ``deaths_free``: a ply without a choice leaves the depth as it is. ``rank``: what the
    death of an opponent who is not the last adds to all that comes after it.

    ``settled(board, undo)`` is asked after each ply that leaves two or more, ``undo`` telling how things were before:
    where it says yes the line of play ends there with ``verdict(board, seat, ply)``, by default the evaluation,
    whatever depth is left and even if the next seat is stuck.

    ``quiet(board)`` is asked where no depth is left: where it says no the line of play goes on for one ply more.

    ``reply(board)`` names the moves that are looked at of an opponent on turn while more than two are alive, none: all.
    """
    seat = board.turn if seat is None else seat

    def ended() -> int:
        return evaluate(board, seat) if verdict is None else verdict(board, seat, ply + 1)

    def below(spent: int) -> int:
        return paranoid_value(
            board,
            depth - spent,
            evaluate,
            win=win,
            single_moves_free=single_moves_free,
            deaths_free=deaths_free,
            rank=rank,
            settled=settled,
            verdict=verdict,
            reply=reply,
            quiet=quiet,
            seat=seat,
            ply=ply + 1,
        )

    moves = cells_of(board.moves())
    if not moves:
        if board.turn == seat:
            return ply - win
        undo = board.die()
        if board.is_over():
            value = win - ply
        elif settled is not None and settled(board, undo):
            value = rank + ended()
        else:
            value = rank + below(0 if deaths_free or depth == 0 else 1)
        board.undo(undo)
        return value
    if reply is not None and board.turn != seat and len(board.living()) > 2:
        moves = reply(board) or moves
    free = single_moves_free and len(moves) == 1
    if not free and (depth < 0 or (depth == 0 and (quiet is None or quiet(board)))):
        return evaluate(board, seat)
    ours = board.turn == seat
    values = []
    for move in moves:
        undo = board.play(move)
        ends = settled is not None and settled(board, undo)
        values.append(ended() if ends else below(0 if free else 1))
        board.undo(undo)
    return max(values) if ours else min(values)

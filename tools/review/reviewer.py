"""Reviews a recorded game turn by turn, from its end to its beginning, so that what is proven later counts earlier."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.board import Board
from tools.records import Record
from tools.referee import Death
from tools.review.analysis import LONGEST_LINE, Analyst, board_at
from tools.review.file import DECIDED, Line, TurnReview
from tools.verify import SPOKEN_FOR
from tools.walk import walk


def turns_of(record: Record, seat: int | None) -> list[int]:
    """Return the turns to be reviewed, the last first: those of a seat, or all; ValueError if there is no such seat."""
    if seat is not None and not 0 <= seat < len(record.starts):
        raise ValueError(f"expected a seat from 0 to {len(record.starts) - 1}, found {seat}")
    return [index for index, move in enumerate(record.moves) if seat is None or move.seat == seat][::-1]


def review_turns(
    record: Record, turns: list[int], analyst: Analyst, known: Mapping[int, TurnReview]
) -> Iterator[TurnReview]:
    """Yield the review of each of some turns, in that order; ``known`` are those that have been reviewed before."""
    known = dict(known)
    wanted = set(turns)
    boards: dict[int, Board] = {}
    for index, referee in enumerate(walk(record)):
        if index in wanted:
            boards[index] = board_at(referee)
    deaths = {death.move: death for death in record.deaths}
    for turn in turns:
        answer, death = record.moves[turn].answer, deaths.get(turn)
        known[turn] = review_turn(boards[turn], turn, answer, death, analyst, known.get(turn + 1))
        yield known[turn]


def review_turn(
    board: Board,
    turn: int,
    answer: str | None,
    death: Death | None,
    analyst: Analyst,
    following: TurnReview | None = None,
) -> TurnReview:
    """Return what was played in a position, ``death`` being what it brought, beside the best move.

    ``following``: the review of the next turn, if there is one.
    """
    lines = analyst.lines(board)
    if death is None:
        word = (answer or "").strip()
        if following is not None and len(board.living()) == 2:
            lines = [_as_it_went_on(line, following) if line.move == word else line for line in lines]
        played = next(line for line in lines if line.move == word)
    elif death.cause in SPOKEN_FOR or answer is None:
        played = Line(None, -DECIDED, 0, "lost", [])
    else:
        played = Line(answer.strip(), -DECIDED, 0, "lost", [answer.strip()])
    others = [line for line in lines if _is_known(line)] if _is_known(played) else []
    best = max([played, *others], key=lambda line: line.value)
    return TurnReview(turn, board.turn, played, best)


def _is_known(line: Line) -> bool:
    """Whether the search finished a ply; else it tells 0, which is the worth of no move and compares with none."""
    return line.depth > 0 or line.proven is not None


def _as_it_went_on(line: Line, following: TurnReview) -> Line:
    """Return the move that was played, with what was proven of the position that it led to, the last rival's turn."""
    best = following.best
    if best.proven is None or line.proven is not None:
        return line
    proven = "lost" if best.proven == "won" else "won"
    return replace(
        line, value=-best.value, depth=best.depth + 1, proven=proven, moves=[line.move, *best.moves][:LONGEST_LINE]
    )

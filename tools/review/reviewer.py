"""Reviews a recorded game turn by turn, from its end to its beginning."""

from collections.abc import Iterator

from bot.board import Board
from tools.records import Record
from tools.referee import Death
from tools.review.analysis import Analyst, board_at
from tools.review.file import DECIDED, Line, TurnReview
from tools.verify import SPOKEN_FOR
from tools.walk import walk


def turns_of(record: Record, seat: int | None) -> list[int]:
    """Return the turns to be reviewed, the last first: those of a seat, or all; ValueError if there is no such seat."""
    if seat is not None and not 0 <= seat < len(record.starts):
        raise ValueError(f"expected a seat from 0 to {len(record.starts) - 1}, found {seat}")
    return [index for index, move in enumerate(record.moves) if seat is None or move.seat == seat][::-1]


def review_turns(record: Record, turns: list[int], analyst: Analyst) -> Iterator[TurnReview]:
    """Yield the review of each of some turns, in that order."""
    wanted = set(turns)
    boards: dict[int, Board] = {}
    for index, referee in enumerate(walk(record)):
        if index in wanted:
            boards[index] = board_at(referee)
    deaths = {death.move: death for death in record.deaths}
    for turn in turns:
        yield review_turn(boards[turn], turn, record.moves[turn].answer, deaths.get(turn), analyst)


def review_turn(board: Board, turn: int, answer: str | None, death: Death | None, analyst: Analyst) -> TurnReview:
    """Return what was played in a position, ``death`` being what it brought, beside the best move."""
    lines = analyst.lines(board)
    if death is None:
        played = next(line for line in lines if line.move == (answer or "").strip())
    elif death.cause in SPOKEN_FOR or answer is None:
        played = Line(None, -DECIDED, 0, "lost", [])
    else:
        played = Line(answer.strip(), -DECIDED, 0, "lost", [answer.strip()])
    best = max([played, *lines], key=lambda line: line.value)
    return TurnReview(turn, board.turn, played, best)

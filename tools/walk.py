"""Walks through a recorded game: the referee's position at any turn, and what a seat was told up to there."""

from collections.abc import Iterator

from tools.records import Record
from tools.referee import Death, Referee
from tools.verify import SPOKEN_FOR


def walk(record: Record) -> Iterator[Referee]:
    """Yield the position before each move in turn, and at the end once more; it is one referee, which goes on.

    The record must follow the rules: see tools/verify.py.
    """
    referee = Referee(record.starts, *record.grid)
    deaths = {death.move: death for death in record.deaths}
    yield referee
    for index, move in enumerate(record.moves):
        make_move(referee, move.answer, deaths.get(index))
        yield referee


def make_move(referee: Referee, answer: str | None, death: Death | None) -> None:
    """Make a recorded move, ``death`` being the one that it brought."""
    if death is not None and death.cause in SPOKEN_FOR:
        referee.kill(death.cause)
    else:
        referee.play(answer or "")


def position_at(record: Record, turn: int) -> Referee:
    """Return the position before the move of an index, or at the end; ValueError if the game has no such turn."""
    if not 0 <= turn <= len(record.moves):
        raise ValueError(f"expected a turn from 0 to {len(record.moves)}, the end of the game, found {turn}")
    for index, referee in enumerate(walk(record)):
        if index == turn:
            return referee
    raise AssertionError("a game has a position for every turn")


def inputs_until(record: Record, turn: int) -> list[str]:
    """Return what the seat on turn has been sent in the game, this turn's lines last, an entry a turn of that seat."""
    seat = position_at(record, turn).turn
    return [
        referee.turn_input()
        for index, referee in enumerate(walk(record))
        if index <= turn and not referee.is_over() and referee.turn == seat
    ]

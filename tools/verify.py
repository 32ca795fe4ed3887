"""Whether a record is what the rules make of its answers."""

from tools.adjudicate import check, ranks
from tools.records import Record, RecordError
from tools.referee import Cause, Referee

# A bot that is lost for one of these is lost whatever it answered, so the record's word is taken for it.
SPOKEN_FOR = (Cause.TIMEOUT, Cause.INVALID, Cause.CRASHED, Cause.STOPPED)


def verify(record: Record) -> Referee:
    """Play a record's answers through the referee and return it at the end; RecordError says where they part."""
    try:
        referee = Referee(record.starts, *record.grid)
    except ValueError as error:
        raise RecordError(f"starts: {error}") from None
    recorded = {death.move: death for death in record.deaths}
    for index, move in enumerate(record.moves):
        if referee.is_over():
            raise RecordError(f"moves[{index}]: expected none, since the game ended with the one before")
        if move.seat != referee.turn:
            raise RecordError(f"moves[{index}].seat: expected {referee.turn}, whose turn it is, found {move.seat}")
        death = recorded.get(index)
        if death is not None and death.cause in SPOKEN_FOR:
            referee.kill(death.cause)
            continue
        if move.answer is None:
            raise RecordError(f"moves[{index}].answer: expected an answer: no death is recorded here that needs none")
        cause = referee.play(move.answer)
        expected = None if death is None else death.cause
        if cause is not expected:
            raise RecordError(f"moves[{index}]: recorded as {_word(expected)}, and the rules say {_word(cause)}")
    if record.adjudicated is not None:
        check(referee, record.adjudicated)
    elif not referee.is_over():
        raise RecordError(f"moves: expected the game to its end, and {len(referee.living())} players still live")
    if record.deaths != referee.deaths:
        raise RecordError("deaths: expected them in the order of the moves")
    expected_ranks = referee.ranks() if record.adjudicated is None else ranks(referee, record.adjudicated.winner)
    if record.ranks != expected_ranks:
        raise RecordError(f"ranks: expected {expected_ranks} by the order of the deaths, found {record.ranks}")
    return referee


def _word(cause: Cause | None) -> str:
    return "survived" if cause is None else f"dead ({cause.value})"

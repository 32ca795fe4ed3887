"""The grid at the end of a game, in letters."""

from tools.records import Record
from tools.referee import Referee


def draw_end(record: Record) -> str:
    """Draw the grid as it stood before the last death, `A` to `D` heads, and say below how everybody ended."""
    referee = Referee(record.starts, *record.grid)
    ends = {death.move: death for death in record.deaths}
    last = record.deaths[-1].move if record.deaths else len(record.moves)
    for index, move in enumerate(record.moves[:last]):
        if index in ends:
            referee.kill(ends[index].cause)
        else:
            referee.play(move.answer or "")
    words = {death.seat: f"died at move {death.move}: {death.cause.value}" for death in record.deaths}
    names = [f"{'ABCD'[seat]} {player.name}: {words.get(seat, 'lived')}" for seat, player in enumerate(record.players)]
    return "\n".join([referee.to_ascii(), *names])

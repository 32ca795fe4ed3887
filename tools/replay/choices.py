"""What a bot would have played at every turn of a recorded seat, beside what was played there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.players import Player
from tools.process import BotProcess
from tools.records import Record
from tools.review.analysis import Analyst, board_at
from tools.review.file import DECIDED, Line
from tools.walk import walk


@dataclass(frozen=True)
class Choice:
    """One turn: both answers and, where they differ, what they are worth; None for an answer that led to no cell."""

    turn: int
    recorded: str | None
    chosen: str | None
    recorded_line: Line | None
    chosen_line: Line | None

    @property
    def gain(self) -> int | None:
        """What the bot's answer is worth more than the recorded one, None where they are the same."""
        if self.recorded == self.chosen:
            return None
        return _value(self.chosen_line) - _value(self.recorded_line)


def choices(
    record: Record, seat: int, bot: Player, analyst: Analyst, proceed: Callable[[], bool] = lambda: True
) -> Iterator[Choice]:
    """Yield the choices of a bot that sees the recorded game from a seat; PlayerError, and GivenUp if told to stop.

    A bot that is lost (it exits, or says nothing for a minute) has no answers from then on.
    """
    with BotProcess(bot, proceed) as process:
        # The last position is that of the end, where nobody is asked.
        for index, referee in enumerate(walk(record)):
            if index == len(record.moves) or record.moves[index].seat != seat:
                continue
            answer = process.ask(referee.turn_input(), None)
            recorded = _word(record.moves[index].answer)
            chosen = None if answer.cause else _word(answer.text)
            lines: dict[str | None, Line] = {}
            if chosen != recorded:
                lines = {line.move: line for line in analyst.lines(board_at(referee))}
            yield Choice(index, recorded, chosen, lines.get(recorded), lines.get(chosen))


def _word(answer: str | None) -> str | None:
    return None if answer is None else answer.strip()


def _value(line: Line | None) -> int:
    return -DECIDED if line is None else line.value

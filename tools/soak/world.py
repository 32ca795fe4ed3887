"""A game around one seat that the bot plays in this very process: the referee and the rivals, as the bot's streams."""

from collections.abc import Callable
from random import Random

from tools.referee import Cause, Referee

from .scenarios import Scenario, hugging_answer, situation


class World:
    """Gives the bot's loop what it reads and takes what it writes, making the rivals' moves in between.

    ``asked``: the text of each turn. ``answers``: what came back. ``problems``: sentences about answers that were no
    directions, or led to death where others did not.
    """

    def __init__(self, scenario: Scenario, seat: int, rng: Random, before_answer: Callable[[str], None]) -> None:
        """Set up the game; ``before_answer`` is told the situation of each turn as soon as its answer is there."""
        self.asked: list[str] = []
        self.answers: list[str] = []
        self.problems: list[str] = []
        self._referee = Referee(scenario.starts)
        self._death_chance = scenario.death_chance
        self._seat = seat
        self._rng = rng
        self._before_answer = before_answer
        self._lines: list[bytes] = []
        self._situation = ""

    def read_line(self, _limit: int) -> bytes:
        """Return the next line for the bot, b"" once its game is over."""
        if not self._lines and not self._next_turn():
            return b""
        return self._lines.pop(0)

    def write(self, answer: bytes) -> None:
        """Judge an answer of the bot."""
        self._before_answer(self._situation)
        referee = self._referee
        text = answer.decode("ascii", "backslashreplace")
        self.answers.append(text)
        safe = referee.safe_answers()
        cause = referee.play(text)
        if cause is Cause.INVALID or (cause and safe):
            self.problems.append(f"turn {len(self.asked)}, {self._situation}: {text!r} died of {cause.value}")

    def _next_turn(self) -> bool:
        """Let the rivals move up to the bot's next turn; False if it has none."""
        referee = self._referee
        while not referee.is_over() and referee.heads[self._seat] is not None:
            if len(referee.living()) > 2 and self._rng.random() < self._death_chance:
                referee.kill(Cause.TIMEOUT)
            elif referee.turn != self._seat:
                referee.play(hugging_answer(referee, self._rng))
            else:
                self._situation = situation(referee, first=not self.asked)
                text = referee.turn_input()
                self.asked.append(text)
                self._lines = text.encode("ascii").splitlines(keepends=True)
                return True
        return False

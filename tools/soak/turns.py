"""Games of the bot against itself as the arena plays them: processes, time on the wall, a limit of 100 ms."""

import os
from contextlib import ExitStack
from pathlib import Path
from random import Random

from bot.options import DEFAULT_BUDGET_MS
from tools.players import Player
from tools.process import BotProcess
from tools.referee import Cause, Referee
from tools.scheduler import processors, threads, usage
from tools.stopwatch import own_time

from .ledger import Entry
from .scenarios import Scenario, scenario, situation

LIMIT_MS = 100.0
# By how much the CPU time of a turn may pass its budget: the answer is still to be written.
CPU_GRACE_MS = 3.0


class SoakGame:
    """One game with the bot in every seat; ``situations``, ``problems`` and ``peak_mb`` are what was seen of it."""

    def __init__(self, player: Player, game: Scenario, budget_ms: float, rng: Random) -> None:
        """Set up the game of a player whose options give it ``budget_ms``."""
        self.situations: dict[str, dict[str, float]] = {}
        self.problems: list[str] = []
        self.peak_mb = 0.0
        self._player = player
        self._game = game
        self._budget_ms = budget_ms
        self._rng = rng

    def play(self) -> None:
        """Play it to its end."""
        referee = Referee(self._game.starts)
        turns = [0] * len(referee.starts)
        with ExitStack() as ending:
            bots = [ending.enter_context(BotProcess(self._player)) for _ in referee.starts]
            while not referee.is_over():
                seat = referee.turn
                if len(referee.living()) > 2 and self._rng.random() < self._game.death_chance:
                    referee.kill(Cause.TIMEOUT)
                else:
                    turns[seat] += 1
                    self._turn(referee, bots[seat], turns[seat])
                if referee.heads[seat] is None or referee.is_over():
                    self._leave(bots[seat], seat)

    def _turn(self, referee: Referee, bot: BotProcess, turn: int) -> None:
        """Ask for one answer and judge it."""
        name = situation(referee, first=turn == 1)
        runner_before, bot_before = threads([os.getpid()]), threads([bot.pid])
        answer = bot.ask(referee.turn_input(), LIMIT_MS)
        runner, asked = usage(runner_before, threads([os.getpid()])), usage(bot_before, threads([bot.pid]))
        # The answer knows of waits only if they took it over the limit.
        own_ms = own_time(answer.wall_ms, asked, runner.waited_ms, processors(bot.pid))
        where = f"seat {referee.turn} turn {turn}, {name}"
        cpu_ms = answer.cpu_ms or 0.0
        figures = self.situations.setdefault(name, {"turns": 0, "cpu_ms": 0.0, "wall_ms": 0.0, "own_ms": 0.0})
        figures["turns"] += 1
        for column, value in (("cpu_ms", cpu_ms), ("wall_ms", answer.wall_ms), ("own_ms", own_ms)):
            figures[column] = round(max(figures[column], value), 3)
        # The process may have been started just before its first turn, which it answers in the default budget then.
        allowed_ms = CPU_GRACE_MS + (max(self._budget_ms, DEFAULT_BUDGET_MS) if turn == 1 else self._budget_ms)
        if cpu_ms > allowed_ms:
            self.problems.append(f"{where}: {cpu_ms:.1f} ms of CPU time, {allowed_ms:g} allowed")
        if answer.cause is not None:
            self.problems.append(f"{where}: {answer.cause.value} after {answer.wall_ms:.1f} ms ({answer.note})")
            referee.kill(answer.cause)
            return
        safe = referee.safe_answers()
        cause = referee.play(answer.text or "")
        if cause is Cause.INVALID or (cause and safe):
            self.problems.append(f"{where}: {answer.text!r} died of {cause.value}")

    def _leave(self, bot: BotProcess, seat: int) -> None:
        """Note what a bot has used and said, and end it."""
        self.peak_mb = max(self.peak_mb, peak_mb(bot.pid))
        if said := bot.take_debug():
            self.problems.append(f"seat {seat} said {said[:200]!r}")
        bot.close()


def soak_game(player: Player, number: int, seed: int, budget_ms: float) -> Entry:
    """Play the game of a number; returns figures of each situation, in milliseconds, problems, and megabytes."""
    rng = Random(f"{seed} {number}")
    game = SoakGame(player, scenario(number, rng), budget_ms, rng)
    game.play()
    problems = [f"game {number}: {problem}" for problem in game.problems]
    return {"situations": game.situations, "problems": problems, "peak_mb": game.peak_mb}


def peak_mb(process: int) -> float:
    """Return the most memory that a process has had resident so far, in megabytes; 0 once it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))

"""The longest stretch of work that the bot does without a look at the clock, in each class of turns.

The bot plays in this process, on a clock of CPU time that notes how long after the last look each look comes. So a busy
machine plays no part but in what it does to the caches.
"""

import time
from random import Random

from bot.clock import Clock
from bot.loop import play
from bot.options import Options
from bot.strategy import Strategy
from tools.forms import without_collector

from .ledger import Entry
from .scenarios import scenario
from .world import World


class Probe(Clock):
    """A clock that knows the ``longest`` stretch of a turn between two looks at it, and its last look, in seconds."""

    __slots__ = ("last", "longest")

    def begin(self) -> None:
        """Start the turn."""
        super().begin()
        self.last = self.now()
        self.longest = 0.0

    def check(self) -> None:
        """Look at the time as every clock does."""
        self.mark()
        super().check()

    def mark(self) -> None:
        """Note a look at the time."""
        now = self.now()
        self.longest = max(self.longest, now - self.last)
        self.last = now


def measure_game(number: int, seed: int, budget_ms: float) -> Entry:
    """Play a game of the bot against hugging rivals; returns figures of each situation, in milliseconds.

    ``situations``: turns, the longest stretch and the most by which the CPU time passed the budget.
    """
    rng = Random(f"{seed} {number}")
    game = scenario(number, rng)
    probe = Probe(budget_ms / 1000, time.process_time)
    situations: dict[str, dict[str, float]] = {}

    def note(name: str) -> None:
        probe.mark()
        longest_ms, over_ms = probe.longest * 1000, (probe.last - probe.started) * 1000 - budget_ms
        figures = situations.setdefault(name, {"turns": 0, "stretch_ms": 0.0, "over_ms": -budget_ms})
        figures["turns"] += 1
        figures["stretch_ms"] = round(max(figures["stretch_ms"], longest_ms), 3)
        figures["over_ms"] = round(max(figures["over_ms"], over_ms), 3)

    world = World(game, rng.randrange(len(game.starts)), rng, note)
    with without_collector():
        play(world.read_line, world.write, world.problems.append, Options(probe, time.process_time), Strategy())
    return {"situations": situations, "problems": [f"game {number}: {problem}" for problem in world.problems]}

"""The longest stretch of work that the bot does without a look at the clock, in each class of turns.

The bot plays in this process, on a clock of CPU time that notes every look at it. But page faults, interrupts and what
else takes the processor from a virtual machine are charged to a process as its own work, some milliseconds at a time.
So each game is played again, and the clock tells the times of the first pass once more: the bot then does the very same
work, and of each stretch the shorter time counts. What takes the bot long takes it long in both passes.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

from bot.clock import Clock
from bot.loop import play
from bot.options import Options
from bot.strategy import Strategy
from tools.forms import without_collector

from .ledger import Entry
from .scenarios import scenario
from .world import World

# The times in seconds of all looks at the clock in a turn, from its start to its answer.
Looks = list[float]


class Probe(Clock):
    """A clock that notes each look at it, in ``turns``; one that is given the looks of a first pass tells those times.

    A look that the first pass did not have is told the time that it is, which is past every budget of that pass.
    """

    __slots__ = ("first", "read", "told", "turns")

    def __init__(self, budget: float, read: Callable[[], float], first: Sequence[Looks] = ()) -> None:
        """Take the budget in seconds, what tells the time in seconds, and the looks of each turn of a first pass."""
        super().__init__(budget, self.look)
        self.read = read
        self.first = first
        self.turns: list[Looks] = []
        self.told: Iterator[float] = iter(())

    def begin(self) -> None:
        """Start the turn."""
        turn = len(self.turns)
        self.told = iter(self.first[turn] if turn < len(self.first) else ())
        self.turns.append([])
        super().begin()

    def look(self) -> float:
        """Note the time; returns what it was in the first pass."""
        seen = self.read()
        self.turns[-1].append(seen)
        return next(self.told, seen)


class Pass:
    """A game played once: its ``world``; of each turn its ``situations``, its looks in ``turns``, and its ``nodes``."""

    def __init__(
        self, number: int, seed: int, budget_ms: float, read: Callable[[], float], first: Sequence[Looks] = ()
    ) -> None:
        """Play the game of a number, as a probe with the same arguments tells the time."""
        rng = Random(f"{seed} {number}")
        game = scenario(number, rng)
        probe = Probe(budget_ms / 1000, read, first)
        self.situations: list[str] = []
        self.turns = probe.turns
        self.nodes: list[int] = []

        def note(situation: str) -> None:
            probe.look()
            self.situations.append(situation)
            self.nodes.append(probe.nodes)

        self.world = World(game, rng.randrange(len(game.starts)), rng, note)
        with without_collector():
            play(self.world.read_line, self.world.write, self.world.problems.append, Options(probe, read), Strategy())

    def work(self) -> list[str]:
        """Return what was done in each turn, in words."""
        done = zip(self.turns, self.nodes, self.world.answers, strict=True)
        return [f"{len(looks)} looks at {nodes} nodes to {answer.strip()!r}" for looks, nodes, answer in done]


def measure_game(number: int, seed: int, budget_ms: float, read: Callable[[], float] = time.process_time) -> Entry:
    """Play a game of the bot against hugging rivals twice; returns figures of each situation, in milliseconds.

    ``situations``: turns, the longest stretch of the bot's own work, the longest that was seen in either pass, and the
    most by which the CPU time passed the budget in the first. ``read`` tells the time in seconds.
    """
    first = Pass(number, seed, budget_ms, read)
    again = Pass(number, seed, budget_ms, read, first.turns)
    problems = first.world.problems + differences(first, again)
    situations: dict[str, dict[str, float]] = {}
    for name, looks, looks_again in zip(first.situations, first.turns, again.turns, strict=False):
        passes = [stretches(looks), stretches(looks_again)]
        most = {
            "stretch_ms": max(map(min, *passes)),
            "seen_once_ms": max(map(max, *passes)),
            "over_ms": (looks[-1] - looks[0]) * 1000 - budget_ms,
        }
        figures = situations.setdefault(name, {"turns": 0} | most)
        figures["turns"] += 1
        for column, value in most.items():
            figures[column] = round(max(figures[column], value), 3)
    return {"situations": situations, "problems": [f"game {number}: {problem}" for problem in problems]}


def stretches(looks: Iterable[float]) -> list[float]:
    """Return the times between looks that follow each other, in milliseconds."""
    return [(later - earlier) * 1000 for earlier, later in pairwise(looks)]


def differences(first: Pass, again: Pass) -> list[str]:
    """Return a sentence about the first turn in which two passes did not do the same work, if there is one."""
    for turn, (found, found_again) in enumerate(zip(first.work(), again.work(), strict=False), 1):
        if found != found_again:
            told = f"{found}, then {found_again}"
            return [f"turn {turn} cannot be measured: expected the same work in both passes, found {told}"]
    return []

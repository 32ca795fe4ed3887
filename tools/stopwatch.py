"""Times one answer of a bot, and tells a slow bot from a machine that did not run it.

The limit is one of time on the wall. A bot that was ready to run and had to wait for a processor could not have done
better, nor could one whose answer lay there while the runner had to wait for one; so both waits are taken off before a
bot is blamed. What is left is the bot's own time: running, and sleeping or waiting by its own choice. Waits that may
have fallen together are taken off twice: the doubt is in favour of the bot, but who ran for longer than the limit is
late whatever the waits.
"""

import os
import time
from dataclasses import dataclass

from tools.scheduler import (
    Usage,
    cpu_clocks,
    descendants,
    is_runnable,
    processors,
    threads,
    unavailable,
    usage,
)

# Asked once: it is the same for all bots.
UNAVAILABLE = unavailable()


@dataclass(frozen=True)
class Times:
    """An answer's times in milliseconds: on the wall, the bot's own part of that, and the most that a thread ran.

    ``settled``: no thread of the bot runs or waits at this moment, so that no wait is missing in the figures.
    """

    wall_ms: float
    own_ms: float
    busiest_ms: float
    settled: bool

    @property
    def starved_ms(self) -> float:
        """How long the machine was to blame, and not the bot."""
        return self.wall_ms - self.own_ms

    def is_late(self, limit_ms: float) -> bool:
        """Whether the bot, which has not answered yet, is certain to be over the limit by its own fault."""
        return self.busiest_ms > limit_ms or (self.settled and self.own_ms > limit_ms)


class Stopwatch:
    """Started when a bot is asked."""

    def __init__(self, keeper: int, bot: int, *, limited: bool) -> None:
        """Begin. ``keeper`` is above all processes of the bot, ``bot`` the first of them; see `Kept`.

        Unless the answer is ``limited`` the scheduler is not asked for waits.
        """
        self._keeper = keeper
        self._bot = bot
        self._asked = limited and UNAVAILABLE is None
        processes = descendants(keeper)
        self._clocks = cpu_clocks(processes)
        if self._asked:
            self._bot_threads = threads(processes)
            self._runner_threads = threads([os.getpid()])
        self._began = time.perf_counter_ns()

    def wall_ms(self) -> float:
        """Return the time on the wall so far, in milliseconds."""
        return (time.perf_counter_ns() - self._began) / 1e6

    def cpu_ms(self, until_its_end_ns: int | None = None) -> float | None:
        """Return the CPU time so far of all the bot's processes that live; None where the system does not tell.

        ``until_its_end_ns``: what the first of them had used altogether when it ended, if it has.
        """
        clocks = cpu_clocks(descendants(self._keeper))
        if until_its_end_ns is not None:
            clocks[self._bot] = until_its_end_ns
        if self._bot not in clocks:
            return None
        return sum(max(0, now - self._clocks.get(process, 0)) for process, now in clocks.items()) / 1e6

    def times(self, wall_ms: float) -> Times:
        """Return whose time it was that went by up to now, ``wall_ms`` after the beginning."""
        if not self._asked:
            return Times(wall_ms, wall_ms, 0.0, settled=True)
        processes = descendants(self._keeper)
        settled = not is_runnable(processes)
        bot = usage(self._bot_threads, threads(processes))
        runner = usage(self._runner_threads, threads([os.getpid()]))
        own_ms = own_time(wall_ms, bot, runner.waited_ms, processors(self._bot))
        return Times(wall_ms, own_ms, bot.busiest_ms, settled)


def own_time(wall_ms: float, bot: Usage, runner_waited_ms: float, available: int) -> float:
    """Return how much of the time on the wall was the bot's own, in milliseconds.

    ``available``: how many processors it might use. What its own threads ran meanwhile nobody else can have taken from
    it: so a bot with more threads than processors is not excused for having waited for itself.
    """
    taken_by_others = max(0.0, available * wall_ms - bot.ran_ms)
    waited_ms = min(bot.waited_ms, taken_by_others) + runner_waited_ms
    return max(bot.busiest_ms, wall_ms - waited_ms)

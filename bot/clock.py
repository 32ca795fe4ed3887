"""When to stop thinking: a deadline on a clock that is handed in, or a number of nodes.

Search and endgame count their work on the clock and ask it now and then:

    clock.nodes += 1
    if clock.nodes >= clock.next_check:
        clock.check()
"""

from collections.abc import Callable

# Freeing an entry of a table takes 0.3 us.
ENTRIES_BETWEEN_CHECKS = 1_000


class OutOfTime(Exception):
    """The turn's budget is used up; whoever raised it has left no state half changed."""


class Clock:
    """A budget of seconds on ``now``, counted from ``begin``; tests hand in a ``now`` of their own and never sleep."""

    # A node takes 35 us in the search and 100 us in the filler, but 8 ms in the worst maze that could be made up; a
    # look at the time takes 0.2 us, at CPU time 1.3 us. With 16 nodes between two looks answers came up to 4.7 ms late,
    # with 4 nodes 1 ms.
    NODES_BETWEEN_CHECKS = 1

    __slots__ = ("budget", "gone", "next_check", "nodes", "now", "started")

    def __init__(self, budget: float, now: Callable[[], float], gone: float = 0.0) -> None:
        """Take the budget of a turn in seconds and the function that tells the time in seconds.

        ``gone``: what of the first turn's budget is gone before its first line has been read.
        """
        self.budget = budget
        self.gone = gone
        self.now = now
        self.started = 0.0
        self.nodes = 0
        self.next_check = 0

    def begin(self) -> None:
        """Start the turn: its first line has just been read."""
        self.started = self.now() - self.gone
        self.gone = 0.0
        self.nodes = 0
        self.next_check = 0

    def used(self) -> float:
        """Return the share of the budget that is used, 1 and more when it is gone."""
        return (self.now() - self.started) / self.budget if self.budget > 0 else 1.0

    def check(self) -> None:
        """Raise OutOfTime if the budget is gone, else set the node count of the next check."""
        if self.now() - self.started >= self.budget:
            raise OutOfTime
        self.next_check = self.nodes + self.NODES_BETWEEN_CHECKS


class NodeClock(Clock):
    """A budget of nodes and no clock at all: the same input gives the same moves on any machine."""

    __slots__ = ("limit",)

    def __init__(self, limit: int) -> None:
        """Take the budget of a turn in nodes."""
        super().__init__(0.0, _no_time)
        self.limit = limit

    def begin(self) -> None:
        """Start the turn."""
        self.nodes = 0
        self.next_check = self.limit

    def used(self) -> float:
        """Return the share of the nodes that is used."""
        return self.nodes / self.limit if self.limit > 0 else 1.0

    def check(self) -> None:
        """Raise OutOfTime if the limit is reached."""
        if self.nodes >= self.limit:
            raise OutOfTime


def forget(entries: int, forget_one: Callable[[], object], clock: Clock) -> None:
    """Empty a table of so many entries with its `popitem`, looking at the clock now and then.

    OutOfTime leaves it with those that are the oldest. A table of 40,000 takes 9 ms to free at one go.
    """
    for count in range(entries):
        if count % ENTRIES_BETWEEN_CHECKS == 0:
            clock.check()
        forget_one()


def _no_time() -> float:
    return 0.0

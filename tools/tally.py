"""What the games of a match add up to: wins, ranks, deaths, answer times, and the blocks that errors come from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from statistics import mean, stdev

from tools.game import Outcome
from tools.referee import Cause
from tools.schedule import Scheduled


@dataclass
class Times:
    """Answer times in milliseconds; a seat's first answer stands apart, since the start of the process is in it."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)


@dataclass
class Standing:
    """One contestant's results over all the seats that it sat in."""

    seats: int = 0
    wins: int = 0
    ranks: int = 0
    causes: Counter[Cause] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)


class Tally:
    """Adds up games, which may come in any order; whole blocks alone count for errors, sweeps and splits."""

    def __init__(self, contestants: int, block_size: int) -> None:
        """Start with nothing; ``block_size``: games a block."""
        self.standings = [Standing() for _ in range(contestants)]
        self.games = 0
        self.moves = 0
        self.adjudicated = 0
        self.overhead_ms = 0.0
        self._block_size = block_size
        self._blocks: dict[int, list[list[float]]] = {}
        self._distinct: set[tuple[object, ...]] = set()

    def add(self, scheduled: Scheduled, outcome: Outcome) -> None:
        """Add a finished game."""
        record = outcome.record
        self.games += 1
        self.moves += len(record.moves)
        self.adjudicated += record.adjudicated is not None
        self.overhead_ms += outcome.overhead_ms * len(record.moves)
        self._distinct.add((scheduled.block, tuple((move.seat, move.answer) for move in record.moves)))
        shares = [0.0] * len(self.standings)
        for seat, contestant in enumerate(scheduled.order):
            standing = self.standings[contestant]
            standing.seats += 1
            standing.ranks += record.ranks[seat]
            if record.ranks[seat] == 0:
                standing.wins += 1
                shares[contestant] = 1 / scheduled.order.count(contestant)
        self._blocks.setdefault(scheduled.block, []).append(shares)
        for death in record.deaths:
            self.standings[scheduled.order[death.seat]].causes[death.cause] += 1
        answered: set[int] = set()
        for move in record.moves:
            times = self.standings[scheduled.order[move.seat]].times
            if move.seat in answered:
                times.wall.append(move.wall_ms)
                if move.cpu_ms is not None:
                    times.cpu.append(move.cpu_ms)
            else:
                answered.add(move.seat)
                times.first.append(move.wall_ms)

    def distinct(self) -> int:
        """Return how many different games there were; the same moves from other starts are another game."""
        return len(self._distinct)

    def block_shares(self, contestant: int) -> list[float]:
        """Return for each whole block the share of its games that the contestant won, a seat of its own.

        Where a contestant has several seats a game counts as a win of one of them: an equal field has 1/N each.
        """
        return [
            mean(shares[contestant] for shares in games)
            for games in self._blocks.values()
            if len(games) == self._block_size
        ]


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of two values or more."""
    return stdev(values) / sqrt(len(values))


def percentile(values: Iterable[float], percent: float) -> float:
    """Return the smallest value that ``percent`` of the values do not exceed (nearest rank); there must be values."""
    ordered = sorted(values)
    return ordered[max(0, ceil(percent / 100 * len(ordered)) - 1)]

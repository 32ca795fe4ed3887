"""What the games of a match add up to: wins, ranks, deaths, answer times, and the blocks that errors come from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import ceil, sqrt
from statistics import mean, stdev

from tools.game import Outcome
from tools.pauses import starved_answers
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
    """One contestant's results: how often it sat in each seat and won there, and the sum of its ranks."""

    sat: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    ranks: int = 0
    causes: Counter[Cause] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)

    @property
    def seats(self) -> int:
        """How many seats it sat in, over all games."""
        return self.sat.total()

    @property
    def wins(self) -> int:
        """How many games it won."""
        return self.won.total()


class Tally:
    """Adds up games, which may come in any order; whole blocks alone count for errors, sweeps and splits."""

    def __init__(self, contestants: int, block_size: int) -> None:
        """Start with nothing; ``block_size``: games a block."""
        self.standings = [Standing() for _ in range(contestants)]
        self.games = 0
        self.moves = 0
        self.adjudicated = 0
        self.repeats = 0
        self.starved = 0
        self.overhead_ms = 0.0
        self._block_size = block_size
        self._blocks: dict[int, list[list[float]]] = {}
        self._wins = [Counter[int]() for _ in range(contestants)]
        self._distinct: set[bytes] = set()

    def add(self, scheduled: Scheduled, outcome: Outcome) -> None:
        """Add a finished game."""
        record = outcome.record
        self.games += 1
        self.moves += len(record.moves)
        self.adjudicated += record.adjudicated is not None
        self.repeats += record.repeats
        self.starved += starved_answers(record)
        self.overhead_ms += outcome.overhead_ms * len(record.moves)
        answers = repr((scheduled.block, [(move.seat, move.answer) for move in record.moves]))
        self._distinct.add(blake2b(answers.encode("utf-8", "surrogatepass"), digest_size=16).digest())
        shares = [0.0] * len(self.standings)
        for seat, contestant in enumerate(scheduled.order):
            standing = self.standings[contestant]
            standing.sat[seat] += 1
            standing.ranks += record.ranks[seat]
            if record.ranks[seat] == 0:
                standing.won[seat] += 1
                shares[contestant] = 1 / scheduled.order.count(contestant)
        block = self._blocks.setdefault(scheduled.block, [])
        block.append(shares)
        if len(block) == self._block_size:
            for contestant, wins in enumerate(self._wins):
                wins[sum(shares[contestant] > 0 for shares in block)] += 1
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

    def block_wins(self, contestant: int) -> list[int]:
        """Return in how many whole blocks the contestant won 0, 1, ... and all of the games."""
        return [self._wins[contestant][wins] for wins in range(self._block_size + 1)]

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

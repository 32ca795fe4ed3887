"""What the games of a ladder add up to: places for the ratings, who came before whom, how everybody ended."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tools.game import Outcome
from tools.ladder.rating import Ranking
from tools.pauses import starved_answers
from tools.records import Record
from tools.referee import Cause
from tools.schedule import Scheduled
from tools.verify import SPOKEN_FOR

# More are listed by `python -m tools.games`.
MOST_LOSSES = 10


@dataclass(frozen=True)
class Failure:
    """The first game in which a bot failed in this way; the record and its place in the ladder."""

    scheduled: Scheduled
    record: Record
    seat: int
    cause: Cause


@dataclass(frozen=True)
class Loss:
    """A game that a bot did not win; of its record all but the moves, which would fill the memory."""

    scheduled: Scheduled
    record: Record
    seat: int


@dataclass
class Standing:
    """One bot's games and wins by the number of players, what it died of, and how it failed first in each way.

    ``losses``: the first games that it did not win, MOST_LOSSES of them.
    """

    games: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    causes: Counter[Cause] = field(default_factory=Counter)
    failures: dict[Cause, Failure] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)

    def lost(self) -> int:
        """Return how many games it did not win."""
        return sum(self.games.values()) - sum(self.wins.values())


class Standings:
    """Adds up games, which must come in the order of their numbers."""

    def __init__(self, bots: int) -> None:
        """Begin with nothing."""
        self.bots = [Standing() for _ in range(bots)]
        self.games = 0
        self.repeats = 0
        """How often a game was played again, since the machine did not run a bot in time."""
        self.starved = 0
        """How many answers over the limit were taken, since the machine was to blame."""
        self.ahead = [[0] * bots for _ in range(bots)]
        """How often the bot of the row came before that of the column, in games of any size."""
        self._blocks: dict[int, list[Ranking]] = {}

    def add(self, scheduled: Scheduled, outcome: Outcome) -> None:
        """Add a finished game."""
        record = outcome.record
        players = len(scheduled.order)
        ranking = tuple(scheduled.order[record.ranks.index(place)] for place in range(players))
        self.games += 1
        self.repeats += record.repeats
        self.starved += starved_answers(record)
        self._blocks.setdefault(scheduled.block, []).append(ranking)
        self.bots[ranking[0]].wins[players] += 1
        for place, bot in enumerate(ranking):
            self.bots[bot].games[players] += 1
            if place and len(self.bots[bot].losses) < MOST_LOSSES:
                loss = Loss(scheduled, replace(record, moves=[]), scheduled.order.index(bot))
                self.bots[bot].losses.append(loss)
            for other in ranking[place + 1 :]:
                self.ahead[bot][other] += 1
        for death in record.deaths:
            standing = self.bots[scheduled.order[death.seat]]
            standing.causes[death.cause] += 1
            if death.cause in SPOKEN_FOR:
                standing.failures.setdefault(death.cause, Failure(scheduled, record, death.seat, death.cause))

    def blocks(self) -> list[list[Ranking]]:
        """Return the rankings of each whole block, by the numbers of the blocks; a block has a game a seat."""
        return [rankings for _, rankings in sorted(self._blocks.items()) if len(rankings) == len(rankings[0])]

    def shared(self) -> list[list[int]]:
        """Return how many games every two bots have played with each other."""
        bots = range(len(self.bots))
        return [[self.ahead[bot][other] + self.ahead[other][bot] for other in bots] for bot in bots]

    def leader(self) -> int:
        """Return the bot that came before the greatest part of those it met; a quick look, no rating."""

        def part(bot: int) -> float:
            before, behind = sum(self.ahead[bot]), sum(row[bot] for row in self.ahead)
            return before / (before + behind) if before + behind else 0.0

        return max(range(len(self.bots)), key=part)

    def sizes(self) -> list[int]:
        """Return the numbers of players of which there were games, ascending."""
        return sorted({size for standing in self.bots for size in standing.games})

    def causes(self) -> list[Cause]:
        """Return the causes that somebody died of, in the order of their definition."""
        return [cause for cause in Cause if any(standing.causes[cause] for standing in self.bots)]


def share(wins: Mapping[int, int], games: Mapping[int, int], size: int | None = None) -> float | None:
    """Return the part of the games that was won, of one size or of all; None of none."""
    played = games[size] if size else sum(games.values())
    return (wins[size] if size else sum(wins.values())) / played if played else None

"""How strong a player is by the scores of its blocks, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from tools.statistics.elo import elo_of
from tools.statistics.gsprt import regularised

# Half the width of a 95 % interval in standard errors.
INTERVAL = 1.96


@dataclass(frozen=True)
class Estimate:
    """What a fixed number of blocks says; ``share``: the part of all games won, ``error``: its standard error.

    ``players``: how many play a game, so that 1/players is a fair share.
    """

    players: int
    blocks: int
    share: float
    error: float

    @property
    def elo(self) -> float:
        """Elo above the others, infinite where no game, or every game, was won."""
        return elo_of(self.share, self.players)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of Elo."""
        margin = INTERVAL * self.error
        return elo_of(self.share - margin, self.players), elo_of(self.share + margin, self.players)

    @property
    def superiority(self) -> float:
        """The likelihood that the player is better than the others: that its true share exceeds the fair one."""
        return NormalDist().cdf((self.share - 1 / self.players) / self.error)


def estimate(counts: Sequence[float], players: int) -> Estimate:
    """Estimate from blocks; for ``counts`` see `tools.statistics.gsprt.log_likelihood_ratio`. ValueError if all are 0.

    The error is that of independent blocks, by the variance of their scores, in which scores that were never seen count
    a thousandth of a block: it is small where every block is split, and never nought.
    """
    if not any(counts):
        raise ValueError("no block has been played to the end")
    games = len(counts) - 1
    share = sum(wins * count for wins, count in enumerate(counts)) / (games * sum(counts))
    seen = regularised(counts)
    total = sum(seen)
    variance = sum(count * (wins / games - share) ** 2 for wins, count in enumerate(seen)) / total
    return Estimate(players, round(sum(counts)), share, sqrt(variance / total))

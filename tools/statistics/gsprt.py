"""A sequential test on the scores of blocks, which stops as soon as it knows which of two hypotheses holds.

Wald's test (1945) compares how likely the results are under two hypotheses. Here these name the expected score of a
block alone, and each is given the distribution of scores that explains the results best (a generalised test; Van den
Bergh, "The Generalized Sequential Probability Ratio Test for Expected Scores", and the statistics of fishtest, who uses
it for pairs of chess games). The games of one start depend on each other, so they may be counted together only. Nothing
is divided by the variance of the scores: where every block is split, each of them tells against a better player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tools.statistics.elo import expected_share

# How often each score counts as seen that has not been seen at all: without it the best explanation of a series of
# splits could hold no sweeps, whatever the hypothesis. The figure is fishtest's.
UNSEEN = 1e-3
ROUNDS = 200
PRECISION = 1e-12

# The part of alpha and beta that the bounds aim at. Wald's bounds for alpha itself err as often as alpha, not more
# rarely, where a block moves the ratio little, and the ratio errs a little more often than one of known distributions
# does: in 10,000 to 40,000 simulated tests each of 2, 3 and 4 players, from [0, 10] to [0, 150], up to 56 of 1,000
# erred where alpha is 50. With four fifths it is 45, and 41 where starts split at most seven in ten blocks of two, as
# they do; that costs 8 to 10 % more blocks. Ville's inequality (1939), that a likelihood ratio ever reaches 1 / alpha
# with the probability alpha at most, leaves 53. The factor (n - 3) / (n - 1) for n blocks, by which the inverse of a
# normal sample's variance becomes unbiased, leaves 52, since long tests are as they were, and costs short ones 19 %.
AIM = 0.8


@dataclass(frozen=True)
class Hypotheses:
    """H0: the player is ``elo0`` above the others, H1: ``elo1``, in games of so many ``players``.

    ``alpha``: how often H1 may be accepted where H0 is true, at most; ``beta``: H0 where H1 is true.
    """

    elo0: float
    elo1: float
    players: int
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what is no test."""
        if not -5000 <= self.elo0 < self.elo1 <= 5000:
            raise ValueError(f"the test needs ELO0 below ELO1, found {self.elo0:g} and {self.elo1:g}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} is a rate of errors between 0 and 0.5, found {rate:g}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return wald_bounds(AIM * self.alpha, AIM * self.beta)[0]

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return wald_bounds(AIM * self.alpha, AIM * self.beta)[1]

    def log_likelihood_ratio(self, counts: Sequence[float]) -> float:
        """Return how much more likely H1 makes the results than H0 does, as a logarithm; for ``counts`` see there."""
        shares = (expected_share(elo, self.players) for elo in (self.elo0, self.elo1))
        return log_likelihood_ratio(counts, *shares)

    def decide(self, ratio: float) -> str | None:
        """Return `H0` or `H1` if the log-likelihood ratio accepts it, None as long as more blocks are needed."""
        if ratio <= self.lower:
            return "H0"
        return "H1" if ratio >= self.upper else None


def wald_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the log-likelihood ratios at which Wald's test (1945) of these rates of errors accepts H0 and H1."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[float], share0: float, share1: float) -> float:
    """Return the generalised log-likelihood ratio of two expected shares of wins, strictly between 0 and 1.

    ``counts``: in how many blocks 0, 1, ... and all games of the block were won, which is one number more than a block
    has games. 0 for no blocks at all.
    """
    if not any(counts):
        return 0.0
    seen = regularised(counts)
    games = len(seen) - 1
    ratio = 0.0
    tilts = [_tilt(seen, share) for share in (share0, share1)]
    for wins, count in enumerate(seen):
        score = wins / games
        ratio += count * (log(1 + tilts[0] * (score - share0)) - log(1 + tilts[1] * (score - share1)))
    return ratio


def regularised(counts: Sequence[float]) -> list[float]:
    """Return the counts with `UNSEEN` instead of each 0."""
    return [count or UNSEEN for count in counts]


def _tilt(seen: Sequence[float], share: float) -> float:
    """Return x such that the weights count / (1 + x (score - share)) have ``share`` as their mean score.

    They are, up to a factor, the most likely distribution with that mean (Owen, "Empirical Likelihood", 2001). The
    function whose root is looked for falls from +inf to -inf between the ends, so that Newton's steps are taken where
    they stay between the bounds found so far, and these are halved where they do not.
    """
    games = len(seen) - 1
    offsets = [(count, wins / games - share) for wins, count in enumerate(seen)]
    total = sum(seen)
    low, high = -1 / (1 - share), 1 / share
    tilt = 0.0
    for _ in range(ROUNDS):
        excess = slope = 0.0
        for count, offset in offsets:
            weight = count / (1 + tilt * offset)
            excess += weight * offset
            slope += weight * offset * offset / (1 + tilt * offset)
        if abs(excess) <= PRECISION * total:
            break
        if excess > 0:
            low = tilt
        else:
            high = tilt
        tilt += excess / slope
        if not low < tilt < high:
            tilt = (low + high) / 2
    return tilt

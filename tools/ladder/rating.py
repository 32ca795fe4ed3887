"""How strong the bots of a field are, from the places of their games: the model of Plackett and Luce.

A bot of strength w wins against others of strengths v1, v2, ... with probability w / (w + v1 + v2 + ...); who comes
second is drawn among the rest in the same way, and so on (Luce, 1959; Plackett, 1975). The most likely strengths are
found by iterative Luce spectral ranking (Maystre and Grossglauser, 2015), as the package choix has it. All games count
at once, so that their order means nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random

import choix
import numpy as np
from numpy.typing import NDArray

Ranking = tuple[int, ...]
"""Who played, the winner first and then by place."""

# Logits to Elo: 400 points are odds of ten to one in a game of two.
ELO = 400 / log(10)
# Half the width of a 95 % interval in standard errors.
INTERVAL = 1.96
# The spread of so many resampled fields is itself known to 7 %. Of 1,200 games they take 4 s, and ten times as many of
# ten times the games.
RESAMPLES = 100
# From fewer blocks no error can be told that would be worth printing.
FEWEST_BLOCKS = 10
# One bot that won a thousand games of a thousand takes some 300 rounds.
MOST_ITERATIONS = 10_000
# Average change of a strength, in logits, at which a resampled field is left as it is: a hundredth of an Elo point.
RESAMPLED_TOLERANCE = 6e-5


@dataclass(frozen=True)
class Rating:
    """One bot's strength in Elo points, and half of its 95 % interval; None where too few blocks tell."""

    elo: float
    error: float | None


@dataclass(frozen=True)
class Ratings:
    """The ``bots`` in the order in which they were named, and ``resamples`` of the whole field: a row each, in Elo."""

    bots: list[Rating]
    resamples: NDArray[np.float64]

    def order(self) -> list[int]:
        """Return the bots, the strongest first; as named where they are equal."""
        return sorted(range(len(self.bots)), key=lambda bot: -self.bots[bot].elo)

    def superiority(self, bot: int, other: int) -> float | None:
        """Return in which share of the resampled fields a bot is the stronger one; None where too few blocks tell."""
        if not len(self.resamples):
            return None
        difference = self.resamples[:, bot] - self.resamples[:, other]
        return float(np.mean((difference > 0) + 0.5 * (difference == 0)))


def rate(bots: int, blocks: Sequence[Sequence[Ranking]], anchor: int | None = None) -> Ratings:
    """Rate a field from its blocks, each with the rankings of its games.

    ``bots``: how many there are; those without a game are in the middle. ``anchor``: the bot at 0; the mean of the
    field is, if there is none. Errors are those of the difference to it, from blocks drawn anew with replacement
    (Efron, 1979): games of a block share their start, and are no independent witnesses.
    """
    strengths = _strengths(bots, [ranking for block in blocks for ranking in block])
    elo = _anchored(strengths, anchor)
    rows = []
    if len(blocks) >= FEWEST_BLOCKS:
        rng = Random(0)
        for _ in range(RESAMPLES):
            drawn = rng.choices(blocks, k=len(blocks))
            again = _strengths(bots, [ranking for block in drawn for ranking in block], strengths)
            rows.append(_anchored(again, anchor))
    resamples = np.array(rows).reshape(len(rows), bots)
    errors = INTERVAL * resamples.std(axis=0, ddof=1) if rows else [None] * bots
    ratings = [
        Rating(float(value), None if error is None else float(error)) for value, error in zip(elo, errors, strict=True)
    ]
    return Ratings(ratings, resamples)


def _strengths(bots: int, rankings: Sequence[Ranking], near: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return the logarithms of the most likely strengths, and last that of the bot of middle strength.

    Each bot has won one game and lost one against that last one, which nobody else has met: whoever won all its games,
    or lost them, would be infinitely strong or weak without. ``near``: strengths to set out from, for a quick look.
    """
    middle = bots
    wins = [(bot, middle) for bot in range(bots)]
    losses = [(middle, bot) for bot in range(bots)]
    # Sorted, so that sums are rounded alike in whatever order the games come.
    data = sorted(rankings) + wins + losses
    tolerance = 1e-8 if near is None else RESAMPLED_TOLERANCE
    strengths: NDArray[np.float64] = choix.ilsr_rankings(
        bots + 1, data, initial_params=near, max_iter=MOST_ITERATIONS, tol=tolerance
    )
    return strengths


def _anchored(strengths: NDArray[np.float64], anchor: int | None) -> NDArray[np.float64]:
    """Return the bots' strengths in Elo points above the anchor, or above their mean."""
    field = strengths[:-1]
    zero = field.mean() if anchor is None else field[anchor]
    elo: NDArray[np.float64] = ELO * (field - zero)
    return elo


def win_probability(elo: Sequence[float]) -> list[float]:
    """Return with which probability each of a game's bots wins it."""
    powers = np.exp((np.array(elo) - max(elo)) / ELO)
    return [float(share) for share in powers / powers.sum()]

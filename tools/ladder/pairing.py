"""Who meets whom: everybody everybody else equally often, or those whose order is least known."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from tools.ladder.rating import ELO

# What a game against a bot of the same strength tells of the difference (Fisher's information, in logits).
EVEN_GAME = 0.25


class Meetings:
    """A round robin for tables of one size: in how many blocks every two bots have met."""

    def __init__(self, bots: int) -> None:
        """Begin with nobody having met."""
        self.counts = np.zeros((bots, bots), dtype=int)

    def seat(self, players: int, rng: Random) -> tuple[int, ...]:
        """Return the next table and count it: who has played least, then whoever has met those there least.

        With tables of two everybody has met everybody else once before any two meet again: who has played least has
        not met all, as long as anybody has not.
        """
        order = rng.sample(range(len(self.counts)), len(self.counts))
        played = self.counts.sum(axis=1)
        table: list[int] = []
        while len(table) < players:
            met = self.counts[:, table].sum(axis=1)
            free = [bot for bot in order if bot not in table]
            table.append(min(free, key=lambda bot: (met[bot], played[bot])))
        for bot in table:
            self.counts[bot, [other for other in table if other != bot]] += 1
        return tuple(table)


class Knowledge:
    """How well the differences of strengths are known: Fisher's information of the games so far, in logits."""

    def __init__(self, elo: Sequence[float], shared: Sequence[Sequence[int]]) -> None:
        """Take the strengths as they seem, in Elo points, and how many games every two have shared."""
        difference = (np.array(elo)[:, None] - np.array(elo)[None, :]) / ELO
        # Whatever the size of the table, who of two comes first they decide between themselves in this model.
        self._a_game = 1 / (2 + np.exp(difference) + np.exp(-difference))
        total = self._a_game * np.array(shared)
        # Two games against a bot of middle strength are part of the model, see rating.py.
        self._matrix = np.diag(total.sum(axis=1) + 2 * EVEN_GAME) - total

    def seat(self, players: int, rng: Random) -> tuple[int, ...]:
        """Return the table that teaches most, and take its block for played.

        What a game between two teaches is how much it narrows their difference (D-optimality, as in optimal design of
        experiments). At the table are the two of whom that is most, then whoever adds most to those there.
        """
        gains = self.gains()
        order = rng.sample(range(len(gains)), len(gains))
        # Shuffled, so that of several that teach equally much not always the first ones meet.
        best = divmod(int(np.argmax(gains[np.ix_(order, order)])), len(order))
        table = [order[place] for place in best]
        while len(table) < players:
            free = [bot for bot in order if bot not in table]
            table.append(max(free, key=lambda bot: float(gains[bot, table].sum())))
        for bot in table:
            for other in table:
                if bot != other:
                    shared = players * self._a_game[bot, other]
                    self._matrix[bot, bot] += shared
                    self._matrix[bot, other] -= shared
        return tuple(table)

    def gains(self) -> NDArray[np.float64]:
        """Return for every two bots the logarithm by which a game more would narrow what is not known of them."""
        covariance = np.linalg.inv(self._matrix)
        own = np.diag(covariance)
        variance = own[:, None] + own[None, :] - 2 * covariance
        gains: NDArray[np.float64] = np.log1p(variance * self._a_game)
        # Nobody plays against itself, even where nothing is left to be learnt of anybody.
        np.fill_diagonal(gains, -1.0)
        return gains

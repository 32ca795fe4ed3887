"""Where to look next for better numbers: CMA-ES (Hansen and Ostermeier, 2001) by pycma, on a scale of factors.

A generation of candidates is drawn around a mean, the mean moves toward the better ones, and the shape in which the
next are drawn learns from where it went. The search is in logarithms of factors to what numbers are now, so that one of
400 and one of 0.8 are alike, and none changes its sign. Draws come from a generator of its own: the same seed and the
same losses give the same candidates, whatever else draws random numbers.
"""

import warnings
from collections.abc import Mapping, Sequence
from math import exp, nan
from typing import Any

import numpy as np

from tools.tune.numbers import Value, like

with warnings.catch_warnings():
    # It warns of pictures that it cannot draw where there is no matplotlib; nobody asks it for pictures.
    warnings.simplefilter("ignore")
    import cma

SILENT = -9


class Evolution:
    """A search that begins at what numbers are: `ask` for candidates, then `tell` how much they lose, and so on."""

    def __init__(self, start: Mapping[str, Value], sigma: float, population: int, seed: int) -> None:
        """Begin; ``sigma``: the spread of the first candidates, 0.3 for a third more or a quarter less.

        ``population``: candidates a generation, 2 or more. ValueError for a number of 0, which has no factors.
        """
        for name, value in start.items():
            if not value:
                raise ValueError(f"{name} is 0, which no factor changes: give it a value in bot/ first")
        self._start = dict(start)
        generator = np.random.default_rng(seed)
        options = {
            "popsize": population,
            "randn": lambda *shape: generator.standard_normal(shape),
            # It may not set the generator that all share.
            "seed": nan,
            "verbose": SILENT,
        }
        self._strategy = cma.CMAEvolutionStrategy([0.0] * len(start), sigma, options)
        self._asked: list[Any] = []

    def ask(self) -> list[dict[str, Value]]:
        """Return the candidates of the next generation, in the form that they have in the bot."""
        self._asked = self._strategy.ask()
        return [self._numbers(point) for point in self._asked]

    def tell(self, losses: Sequence[float]) -> None:
        """Take the losses of the candidates that were asked for, in their order; all alike, they tell nothing."""
        if min(losses) < max(losses):
            self._strategy.tell(self._asked, list(losses))

    @property
    def mean(self) -> dict[str, Value]:
        """The mean, in the form that numbers have in the bot."""
        return self._numbers(self._strategy.mean)

    @property
    def factors(self) -> dict[str, float]:
        """The mean in units of what the numbers were at the start."""
        return {name: exp(place) for name, place in zip(self._start, self._strategy.mean, strict=True)}

    @property
    def spread(self) -> float:
        """How far candidates stand from the mean as a rule, as a logarithm of the factor: the mean of all numbers'."""
        return float(np.mean(self._strategy.stds))

    def _numbers(self, point: Any) -> dict[str, Value]:  # noqa: ANN401  # an array of pycma's
        return {
            name: like(value, value * exp(place))
            for (name, value), place in zip(self._start.items(), point, strict=True)
        }

"""Fits of who wins to the features of positions, and how well each predicts games that it has not seen.

Everything is fitted on the part `fit`; which model is kept is decided on `validation`; what `held-out` says is told,
and decides nothing.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from bot.evaluation import Weights
from tools.tune.features import names, weights_of
from tools.tune.positions import PARTS, Floats, Sample

# Bounds of the phases, as shares of the cells that are free.
PHASES = (0.55, 0.75)
# How little weights are held back, the inverse of a ridge. Cells and edges say nearly the same of a position: with 100,
# 400 games gave a cell less than nothing; with 0.1 they do not, and the loss of 2,400 games on held-out positions falls
# from .4580 to .4574.
STRENGTH = 0.1
# The same for margins, a ridge a position.
RIDGE = 0.03
HIDDEN = 6
NETWORK_DECAY = 10.0
MOST_ROUNDS = 400
# A feature that differs from 0 in fewer positions than this stays unfitted: the only one of 29,085 in which a search
# may end walled off gave `separated` a weight of -997.
FEWEST = 50
# No probability is believed beyond this.
SUREST = 1e-6


class TooFewError(ValueError):
    """There is too little to fit; the text says what to do."""


@dataclass(frozen=True)
class Fit:
    """A model that has been fitted. ``probability``: of winning, for every row of the sample.

    ``weights``: by name, in units in which a cell keeps its present weight; None where the evaluation cannot play it.
    """

    name: str
    probability: Floats
    weights: dict[str, float] | None = None


def log_losses(fit: Fit, sample: Sample) -> Floats:
    """Return the log-loss of every row, in nats: minus the logarithm of the probability given to what happened."""
    probability = np.clip(fit.probability, SUREST, 1 - SUREST)
    losses: Floats = -np.log(np.where(sample.won, probability, 1 - probability))
    return losses


def log_loss(fit: Fit, sample: Sample, part: str) -> float:
    """Return the mean log-loss on a part."""
    return float(log_losses(fit, sample)[sample.of(part)].mean())


def fit_all(sample: Sample) -> list[Fit]:
    """Fit every model; TooFewError if a part has no positions, or the part `fit` only wins or only losses."""
    for part in PARTS:
        if not sample.of(part).any():
            raise TooFewError(f"no game with such positions has fallen to the part {part!r}: make more games")
    if len(set(sample.won[sample.of("fit")].tolist())) < 2:
        raise TooFewError("all positions to be fitted have the same result: make more games")
    present = np.array(list(weights_of(Weights()).values()), dtype=np.float64)
    sloane = weights_of(Weights.cells_and_edges())
    cell, edge = (sample.plain[:, [names().index(name)]] for name in ("cell", "edge"))
    fits = [
        Fit("even chances", np.full(len(sample.won), sample.won[sample.of("fit")].mean())),
        _logistic("territory alone", cell, sample),
        _logistic("55 : 194, as Sloane has it", sloane["cell"] * cell + sloane["edge"] * edge, sample),
        _logistic("territory and edges", np.hstack([cell, edge]), sample),
        _logistic("the bot's weights", sample.features @ present[:, np.newaxis], sample),
    ]
    if _known_margins(sample).any():
        fits.append(_margin(sample))
    fits.append(_logistic("all features", sample.features, sample, playable=True))
    fits.append(_logistic("all features, by phase", by_phase(sample), sample))
    fits.append(_logistic("all features, fading", np.hstack([sample.features, _faded(sample)]), sample))
    fits.append(_network(sample))
    return fits


def best(fits: Sequence[Fit], sample: Sample) -> Fit:
    """Return the fit with the least validation loss that the evaluation can play; TooFewError if there is none."""
    playable = [fit for fit in fits if fit.weights is not None]
    if not playable:
        raise TooFewError("no fit gives a cell any worth, which chance may bring about: make more games")
    return min(playable, key=lambda fit: log_loss(fit, sample, "validation"))


def without(name: str, sample: Sample) -> Fit:
    """Fit all features but one."""
    others = [column for column, other in enumerate(names()) if other != name]
    return _logistic(f"without {name}", sample.features[:, others], sample)


def without_chambers(sample: Sample) -> Fit:
    """Fit all features as they are where all the territory counts."""
    return _logistic("without chambers", sample.plain, sample)


def phase_of(free: Floats) -> NDArray[np.int64]:
    """Return the phase of positions by their share of free cells: 0 the opening, then on."""
    return len(PHASES) - np.searchsorted(PHASES, free, side="right")


def by_phase(sample: Sample) -> Floats:
    """Return the features with columns of their own for each phase."""
    phase = phase_of(sample.free)
    return np.hstack([sample.features * (phase == number)[:, np.newaxis] for number in range(len(PHASES) + 1)])


def phase_weights(sample: Sample) -> list[dict[str, float] | None]:
    """Return the weights of `all features` fitted to each phase alone; None where a phase has too little to fit."""
    phase = phase_of(sample.free)
    found = []
    for number in range(len(PHASES) + 1):
        rows = sample.of("fit") & (phase == number)
        enough = len(set(sample.won[rows].tolist())) == 2
        found.append(_weights(_fitted(sample.features, sample.won, rows)[1]) if enough else None)
    return found


def error_by_game(values: Floats, sample: Sample, part: str, rounds: int) -> float:
    """Return the standard error of the mean of rows of a part: its spread where the part's games are drawn anew.

    Positions of one game share its result, so that games are drawn, not positions.
    """
    rows = sample.of(part)
    _, game = np.unique(sample.game[rows], return_inverse=True)
    sums, counts = np.bincount(game, values[rows]), np.bincount(game)
    drawn = np.random.default_rng(0).integers(len(sums), size=(rounds, len(sums)))
    return float(np.std(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)))


def _faded(sample: Sample) -> Floats:
    """Return the features times the share of free cells."""
    faded: Floats = sample.features * sample.free[:, np.newaxis]
    return faded


def _logistic(name: str, columns: Floats, sample: Sample, *, playable: bool = False) -> Fit:
    probability, weights = _fitted(columns, sample.won, sample.of("fit"))
    return Fit(name, probability, _weights(weights) if playable else None)


def _fitted(columns: Floats, won: NDArray[np.bool_], rows: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Fit a logistic regression on some rows; returns the probability for all rows, and the weights in log-odds."""
    scale = _scale(columns[rows])
    model = LogisticRegression(C=STRENGTH, max_iter=MOST_ROUNDS).fit((columns / scale)[rows], won[rows])
    probability: Floats = model.predict_proba(columns / scale)[:, 1]
    weights: Floats = model.coef_[0] / scale
    return probability, weights


def _scale(columns: Floats) -> Floats:
    """Return the spread of each column; endless, so that its weight comes out as 0, for one that hardly ever varies."""
    spread: Floats = columns.std(axis=0)
    spread[np.count_nonzero(columns, axis=0) < FEWEST] = np.inf
    spread[spread == 0] = np.inf
    return spread


def _known_margins(sample: Sample) -> NDArray[np.bool_]:
    known: NDArray[np.bool_] = sample.of("fit") & ~np.isnan(sample.margin)
    return known


def _margin(sample: Sample) -> Fit:
    """Fit the margin in moves once walled off, as Sloane did (2010), and turn what it expects into probabilities."""
    rows = _known_margins(sample)
    scale = _scale(sample.features[rows])
    model = Ridge(RIDGE * rows.sum()).fit((sample.features / scale)[rows], sample.margin[rows])
    expected = model.predict(sample.features / scale)[:, np.newaxis]
    probability, _ = _fitted(expected, sample.won, sample.of("fit"))
    return Fit("margin at separation", probability, _weights(model.coef_ / scale))


def _network(sample: Sample) -> Fit:
    """Fit a small network over the features and the share of free cells."""
    columns = np.hstack([sample.features, sample.free[:, np.newaxis]])
    rows = sample.of("fit")
    network = MLPClassifier(
        (HIDDEN,), activation="tanh", solver="lbfgs", alpha=NETWORK_DECAY, max_iter=MOST_ROUNDS, random_state=0
    )
    with warnings.catch_warnings():
        # One that could still be fitted more closely is a model like any other.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = make_pipeline(StandardScaler(), network).fit(columns[rows], sample.won[rows])
    return Fit(f"network of {HIDDEN} over the features", model.predict_proba(columns)[:, 1])


def _weights(fitted: Floats) -> dict[str, float] | None:
    """Scale weights so that a cell is worth what it is now; None where the fit gives a cell no worth at all."""
    present = weights_of(Weights())
    cell = float(fitted[names().index("cell")])
    if cell <= 0:
        return None
    scale = present["cell"] / cell
    return {name: float(weight) * scale for name, weight in zip(names(), fitted, strict=True)}

"""Everything that a fit finds out, from recorded games to figures and a candidate, for the page and the terminal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.calibration import calibration_curve

from bot.evaluation import Weights
from bot.grid import Grid
from tools.games_file import read_games, read_match
from tools.tune.candidate import Candidate, rounded
from tools.tune.claims import Fitted
from tools.tune.features import costs, names, weights_of
from tools.tune.models import (
    Fit,
    TooFewError,
    best,
    error_by_game,
    fit_all,
    log_loss,
    log_losses,
    phase_weights,
    without,
    without_chambers,
)
from tools.tune.positions import PARTS, Sample, draw, sample

ROUNDS = 200
TIMED = 150
BINS = 10
# Whose calibration is drawn, besides that of the best fit.
CALIBRATED = ("territory alone", "55 : 194, as Sloane has it", "the bot's weights")
BASE = "the bot's weights"
CHAMBERS = "chambers"


@dataclass(frozen=True)
class Row:
    """A model's mean log-loss on each part, and on held-out games how much more that is than the bot's, ± 1 error."""

    name: str
    losses: tuple[float, ...]
    behind: float
    error: float
    weights: dict[str, float] | None


@dataclass(frozen=True)
class FeatureRow:
    """What a feature costs, in microseconds of an evaluation, and by how much the held-out log-loss rises without it.

    ``weight``: the present one, ``fitted``: by the logistic fit of all features, None where that has none; both are
    None of the chambers, which are no number.
    """

    name: str
    weight: int | None
    fitted: float | None
    microseconds: float
    gain: float
    error: float

    @property
    def tells(self) -> bool:
        """Whether positions differ in it at all."""
        return self.weight is None or bool(self.fitted)


@dataclass(frozen=True)
class Study:
    """What was found out of positions of two players, or of more.

    ``calibration``: by model, pairs of the chance that was told and the share that was won, on held-out games.
    ``phases``: fitted weights in the opening and after. ``evaluation_us``: an evaluation with everything, microseconds.
    ``chosen``: the model that the evaluation can play with the least loss on validation games.
    """

    title: str
    games: tuple[int, ...]
    positions: tuple[int, ...]
    rows: list[Row]
    features: list[FeatureRow]
    evaluation_us: float
    calibration: dict[str, list[tuple[float, float]]]
    phases: list[dict[str, float] | None]
    chosen: str


def seed_of(path: Path) -> int:
    """Return the seed of a file of `make data`; ValueError if it is of something else."""
    described = read_match(path).get("self_play")
    seed = described.get("seed") if isinstance(described, dict) else None
    if seed is None:
        raise ValueError(f"{path} holds the games of a match, and no games for fits: make some with `make data`")
    return int(seed)


def study_games(path: Path, per_game: int, tell: Callable[[str], None]) -> tuple[list[Study], Candidate]:
    """Fit to the games of a file; the candidate comes from positions of two players.

    TooFewError if those are too few; if those of more players are, ``tell`` is told and they are left out.
    GamesFileError if the file cannot be read.
    """
    seed = seed_of(path)
    duels, melees = draw(read_games(path), per_game, seed)
    rows = sample(duels, seed)
    studies, fits = [], fit_all(rows)
    studies.append(_study("Two players", rows, fits))
    chosen, base = best(fits, rows), _named(fits, BASE)
    claim = Fitted(
        fit=chosen.name,
        seed=seed,
        games=len(np.unique(rows.game)),
        positions=len(rows.game),
        claimed=log_loss(base, rows, "fit") - log_loss(chosen, rows, "fit"),
        held_out=log_loss(base, rows, "held-out") - log_loss(chosen, rows, "held-out"),
    )
    candidate = Candidate(rounded(chosen.weights or {}), {}, claim)
    if melees:
        rows = sample(melees, seed)
        try:
            studies.append(_study("Three and four players", rows, fit_all(rows)))
        except TooFewError as error:
            tell(f"positions of three and four players are left out: {error}")
    return studies, candidate


def _study(title: str, rows: Sample, fits: Sequence[Fit]) -> Study:
    base = _named(fits, BASE)
    full = _named(fits, "all features")
    chosen = best(fits, rows)
    table = []
    for fit in fits:
        behind = log_losses(fit, rows) - log_losses(base, rows)
        error = error_by_game(behind, rows, "held-out", ROUNDS)
        losses = tuple(log_loss(fit, rows, part) for part in PARTS)
        table.append(Row(fit.name, losses, float(behind[rows.of("held-out")].mean()), error, fit.weights))
    timed = costs(Grid(), rows.positions[:TIMED])
    shown = [fit for fit in fits if fit.name in {*CALIBRATED, chosen.name}]
    return Study(
        title=title,
        games=tuple(len(np.unique(rows.game[rows.of(part)])) for part in PARTS),
        positions=tuple(int(rows.of(part).sum()) for part in PARTS),
        rows=table,
        features=[
            *(_feature(name, rows, full, without(name, rows), timed[name]) for name in names()),
            _feature(CHAMBERS, rows, full, without_chambers(rows), timed["room"]),
        ],
        evaluation_us=timed["all"],
        calibration={fit.name: _calibration(fit, rows) for fit in shown},
        phases=phase_weights(rows),
        chosen=chosen.name,
    )


def _feature(name: str, rows: Sample, full: Fit, less: Fit, microseconds: float) -> FeatureRow:
    more = log_losses(less, rows) - log_losses(full, rows)
    return FeatureRow(
        name=name,
        weight=weights_of(Weights()).get(name),
        fitted=None if full.weights is None else full.weights.get(name),
        microseconds=microseconds,
        gain=float(more[rows.of("held-out")].mean()),
        error=error_by_game(more, rows, "held-out", ROUNDS),
    )


def _calibration(fit: Fit, rows: Sample) -> list[tuple[float, float]]:
    """Return (chance told, share won) of held-out positions, in groups of equally many."""
    held_out = rows.of("held-out")
    told = np.clip(fit.probability[held_out], 0, 1)
    won, chance = calibration_curve(rows.won[held_out], told, n_bins=BINS, strategy="quantile")
    return [(float(one), float(other)) for one, other in zip(chance, won, strict=True)]


def _named(fits: Sequence[Fit], name: str) -> Fit:
    return next(fit for fit in fits if fit.name == name)

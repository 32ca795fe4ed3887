"""Fits find what is in the data, and nothing where nothing is."""

from dataclasses import replace
from math import log

import numpy as np
import pytest

from bot.evaluation import Weights
from tools.tune.features import names, weights_of
from tools.tune.models import (
    PHASES,
    Fit,
    TooFewError,
    best,
    by_phase,
    error_by_game,
    fit_all,
    log_loss,
    log_losses,
    phase_of,
    phase_weights,
    without,
)
from tools.tune.positions import Sample, part_of

GAMES, PER_GAME = 300, 6
TRUTH = {"cell": 55.0, "centre": 200.0, "edge": 20.0, "separated": 0.0}


def artificial(*, informative: bool) -> Sample:
    """Draw positions whose results follow from their features by known weights, or from nothing."""
    rng = np.random.default_rng(3)
    count = GAMES * PER_GAME
    game = np.repeat(np.arange(GAMES), PER_GAME)
    spread = {"cell": 40.0, "centre": 5.0, "edge": 60.0, "separated": 0.0}
    features = np.column_stack([rng.normal(0, spread[name], count) for name in names()])
    worth = features @ np.array([TRUTH[name] for name in names()])
    chance = 1 / (1 + np.exp(-worth / 1_500)) if informative else np.full(count, 0.5)
    return Sample(
        game=game,
        part=np.array([part_of(number, 1) for number in game]),
        features=features,
        plain=features + rng.normal(0, 20, features.shape),
        free=rng.uniform(0.3, 1.0, count),
        won=rng.uniform(size=count) < chance,
        margin=np.where(game % 2, worth / 55 + rng.normal(0, 5, count), np.nan),
        positions=[(1, ((1, 0, True), (2, 0, False)))] * count,
    )


@pytest.fixture(scope="module")
def sample() -> Sample:
    return artificial(informative=True)


@pytest.fixture(scope="module")
def fits(sample: Sample) -> dict[str, Fit]:
    return {fit.name: fit for fit in fit_all(sample)}


def test_the_weights_behind_the_results_are_found(fits: dict[str, Fit]) -> None:
    for name in ("all features", "margin at separation"):
        weights = fits[name].weights
        assert weights is not None
        assert weights["cell"] == pytest.approx(weights_of(Weights())["cell"])
        assert weights["edge"] == pytest.approx(TRUTH["edge"], abs=6)
        assert weights["centre"] == pytest.approx(TRUTH["centre"], abs=70)
        # All positions have the same of it, so that they tell nothing.
        assert weights["separated"] == 0


def test_a_feature_seen_in_a_handful_of_positions_is_left_unfitted(sample: Sample) -> None:
    features = sample.features.copy()
    won_once = int(np.flatnonzero(sample.of("fit") & sample.won)[0])
    features[won_once, names().index("separated")] = -5.0
    for fit in fit_all(replace(sample, features=features)):
        if fit.weights is not None:
            assert fit.weights["separated"] == 0


def test_what_knows_more_predicts_better_and_nothing_beats_the_truth(sample: Sample, fits: dict[str, Fit]) -> None:
    losses = {name: log_loss(fit, sample, "held-out") for name, fit in fits.items()}
    assert losses["even chances"] == pytest.approx(log(2), abs=0.01)
    assert losses["all features"] < losses["territory alone"] < losses["even chances"]
    assert losses["all features"] < losses["55 : 194, as Sloane has it"]
    worth = sample.features @ np.array([TRUTH[name] for name in names()])
    chance = 1 / (1 + np.exp(-worth / 1_500))
    truth = -np.log(np.where(sample.won, chance, 1 - chance))[sample.of("held-out")].mean()
    assert truth - 0.004 < losses["all features"] < truth + 0.01


def test_where_nothing_decides_nothing_is_gained_on_held_out_games() -> None:
    rows = artificial(informative=False)
    for fit in fit_all(rows):
        # What a fit claims of the games that it has seen, new games do not confirm.
        assert log_loss(fit, rows, "fit") <= log(2) + 1e-9
        assert log_loss(fit, rows, "held-out") > log(2) - 0.004


def test_the_best_is_chosen_on_validation_games_among_what_the_bot_can_play(
    sample: Sample, fits: dict[str, Fit]
) -> None:
    chosen = best([*fits.values()], sample)
    assert chosen.weights is not None
    others = [fit for fit in fits.values() if fit.weights is not None]
    assert log_loss(chosen, sample, "validation") == min(log_loss(fit, sample, "validation") for fit in others)


def test_leaving_out_what_matters_costs_more_than_leaving_out_what_does_not(
    sample: Sample, fits: dict[str, Fit]
) -> None:
    full = log_loss(fits["all features"], sample, "held-out")
    more = {name: log_loss(without(name, sample), sample, "held-out") - full for name in names()}
    assert more["cell"] > more["edge"] > 0
    assert more["separated"] == pytest.approx(0, abs=1e-6)


def test_phases_are_the_opening_first_and_divide_the_features(sample: Sample) -> None:
    assert phase_of(np.array([1.0, PHASES[1], PHASES[1] - 0.01, PHASES[0], 0.1])).tolist() == [0, 0, 1, 1, 2]
    columns = by_phase(sample).reshape(len(sample.won), len(PHASES) + 1, len(names()))
    assert np.array_equal(columns.sum(axis=1), sample.features)
    assert (columns.any(axis=2).sum(axis=1) <= 1).all()
    assert all(weights is not None for weights in phase_weights(sample))


def test_the_error_over_games_is_that_of_independent_rows_where_they_are(sample: Sample) -> None:
    values = np.random.default_rng(1).normal(0, 1, len(sample.won))
    rows = int(sample.of("held-out").sum())
    found = error_by_game(values, sample, "held-out", 400)
    assert found == pytest.approx(1 / rows**0.5, rel=0.2)
    # Where all rows of a game say the same, only games count.
    same = np.random.default_rng(2).normal(0, 1, GAMES)[sample.game]
    found = error_by_game(same, sample, "held-out", 400)
    assert found == pytest.approx((PER_GAME / rows) ** 0.5, rel=0.2)


def test_a_row_s_loss_is_finite_whatever_was_believed(sample: Sample) -> None:
    wrong = Fit("wrong", np.where(sample.won, 0.0, 1.0))
    assert np.isfinite(log_losses(wrong, sample)).all()


def test_weights_that_no_bot_can_play_are_not_chosen(sample: Sample, fits: dict[str, Fit]) -> None:
    with pytest.raises(TooFewError, match="no fit gives a cell any worth"):
        best([fits["territory alone"]], sample)
    backwards = Sample(**{**vars(sample), "won": ~sample.won, "margin": -sample.margin})
    assert all(fit.weights is None for fit in fit_all(backwards))


def test_too_little_to_fit_is_said(sample: Sample) -> None:
    few = Sample(**{**vars(sample), "part": np.zeros_like(sample.part)})
    with pytest.raises(TooFewError, match="fallen to the part 'validation': make more games"):
        fit_all(few)
    sure = Sample(**{**vars(sample), "won": np.ones_like(sample.won)})
    with pytest.raises(TooFewError, match="same result: make more games"):
        fit_all(sure)

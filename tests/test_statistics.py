"""Known answers of the method, and the rates at which the test errs on fields of known strengths."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import inf, log, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies  # noqa: F401  (its profile is the one that all tests share)
from tools.statistics.elo import elo_of, expected_share
from tools.statistics.estimate import estimate
from tools.statistics.gsprt import AIM, Hypotheses, log_likelihood_ratio, wald_bounds

# The first long match of the network that Stockfish took over in August 2020, as its commit states it:
# "ELO: 92.77 +-2.1 (95%) LOS: 100.0%, Total: 60000 W: 24193 L: 8543 D: 27264, Ptnml(0-2): ...".
NNUE = [609, 3850, 9708, 10948, 4885]


def test_elo_is_the_table_that_everybody_knows() -> None:
    assert [round(expected_share(elo, 2), 2) for elo in (0, 100, 200, 400, -400)] == [0.5, 0.64, 0.76, 0.91, 0.09]
    assert expected_share(400, 2) == pytest.approx(10 / 11)


def test_shares_among_several_known_by_hand() -> None:
    assert [expected_share(0, players) for players in (2, 3, 4)] == [1 / 2, 1 / 3, 1 / 4]
    # Three times as strong as each of three others: as strong as all of them together.
    assert expected_share(400 * log10(3), 4) == pytest.approx(1 / 2)
    assert expected_share(400, 3) == pytest.approx(10 / 12)
    assert (elo_of(0, 3), elo_of(1, 3)) == (-inf, inf)


@given(st.floats(-1500, 1500), st.integers(2, 4))
def test_elo_and_share_are_each_other_s_inverse(elo: float, players: int) -> None:
    assert elo_of(expected_share(elo, players), players) == pytest.approx(elo, abs=1e-6)


def test_a_published_match_of_pairs_has_its_published_elo_error_and_superiority() -> None:
    found = estimate(NNUE, 2)
    low, high = found.elo_interval
    assert round(found.elo, 2) == 92.77
    assert round((high - low) / 2, 1) == 2.1
    assert round(100 * found.superiority, 1) == 100.0
    assert found.blocks == 30_000
    # As single games, 24193 won and 27264 drawn, the error would be thought larger.
    share = (24193 + 27264 / 2) / 60_000
    assert found.share == pytest.approx(share)


def test_superiority_known_by_hand() -> None:
    assert estimate([10, 20, 10], 2).superiority == pytest.approx(0.5)
    # Scores of 0.6 on the average, with a variance of 0.12: 2.89 standard errors above the fair share.
    found = estimate([16, 48, 36], 2)
    assert (found.share, found.error) == (0.6, pytest.approx(sqrt(0.12 / 100)))
    assert found.superiority == pytest.approx(0.9981, abs=0.0001)


def test_wald_s_bounds_are_the_published_ones() -> None:
    assert [round(bound, 2) for bound in wald_bounds(0.05, 0.05)] == [-2.94, 2.94]
    assert wald_bounds(0.02, 0.03) == pytest.approx((log(0.03 / 0.98), log(0.97 / 0.02)))


def test_the_bounds_are_wald_s_for_four_fifths_of_alpha_and_beta() -> None:
    test = Hypotheses(0, 5, 2)
    assert (round(test.lower, 2), round(test.upper, 2)) == (-3.18, 3.18)
    test = Hypotheses(0, 5, 2, alpha=0.025, beta=0.0375)
    assert (test.lower, test.upper) == pytest.approx((log(0.03 / 0.98), log(0.97 / 0.02)))


@given(st.floats(0.001, 0.24), st.floats(0.001, 0.24))
def test_the_bounds_keep_ville_s_inequality_with_something_to_spare(alpha: float, beta: float) -> None:
    test = Hypotheses(0, 5, 2, alpha, beta)
    assert test.upper >= log(1 / alpha)
    assert test.lower <= log(beta)


def test_blocks_of_one_game_make_the_item_by_item_plan_of_the_nist_handbook() -> None:
    """Engineering Statistics Handbook, sequential sampling: shares of .01 and .10, alpha .05, beta .10.

    Its lines are -0.94 + 0.040 n and 1.20 + 0.040 n: no acceptance before the 24th item, rejection by 2 among 2.
    """
    plan = Hypotheses(elo_of(0.01, 2), elo_of(0.10, 2), 2, alpha=0.05 / AIM, beta=0.10 / AIM)
    assert [plan.decide(plan.log_likelihood_ratio([items, 0])) for items in (22, 23, 24)] == [None, None, "H0"]
    assert [plan.decide(plan.log_likelihood_ratio([0, wins])) for wins in (1, 2)] == [None, "H1"]
    step = plan.log_likelihood_ratio([1000, 1]) - plan.log_likelihood_ratio([1000, 0])
    slope = (plan.log_likelihood_ratio([1000, 1]) - plan.log_likelihood_ratio([1001, 1])) / (
        step + plan.log_likelihood_ratio([1000, 1]) - plan.log_likelihood_ratio([1001, 1])
    )
    assert round(slope, 3) == 0.040


def test_with_two_scores_it_is_wald_s_test_itself() -> None:
    exact = 37 * log(0.55 / 0.5) + 30 * log(0.45 / 0.5)
    assert log_likelihood_ratio([30, 37], 0.5, 0.55) == pytest.approx(exact)


@given(st.lists(st.integers(0, 400), min_size=3, max_size=5).filter(any), st.floats(0.2, 0.7), st.floats(0.01, 0.2))
def test_each_hypothesis_is_given_the_likeliest_distribution_of_its_mean(
    counts: list[int], share: float, gap: float
) -> None:
    """No other distribution of that mean, tried by moving weight between three scores, is likelier."""
    games = len(counts) - 1

    def best(mean: float) -> tuple[float, list[float]]:
        # Where the mean is the one observed nothing is tilted: the ratio against it gives the likelihood.
        seen = [count or 1e-3 for count in counts]
        observed = sum(wins * count for wins, count in enumerate(seen)) / games / sum(seen)
        return log_likelihood_ratio(counts, observed, mean), seen

    for mean in (share, share + gap):
        ratio, seen = best(mean)
        assert ratio <= 1e-9
        total = sum(seen)
        # A distribution of that mean on the lowest and the highest score and, for the rest, as observed.
        for part in (0.0, 0.5, 0.9):
            middle = [part * count / total for count in seen]
            left = 1 - part
            held = sum(wins / games * weight for wins, weight in enumerate(middle))
            top = mean - held
            if not 0 < top < left:
                continue
            tried = middle[:]
            tried[0] += left - top
            tried[-1] += top
            if min(tried) > 0:
                likelihood = sum(count * log(weight * total / count) for count, weight in zip(seen, tried, strict=True))
                assert likelihood <= ratio + 1e-6


@given(st.lists(st.integers(0, 400), min_size=3, max_size=5).filter(any))
def test_hypotheses_change_places_with_the_results(counts: list[int]) -> None:
    ratio = log_likelihood_ratio(counts, 0.5, 0.53)
    assert log_likelihood_ratio(counts[::-1], 0.5, 0.47) == pytest.approx(ratio, abs=1e-6)
    assert log_likelihood_ratio(counts, 0.53, 0.5) == pytest.approx(-ratio, abs=1e-6)


def test_for_many_blocks_it_is_the_well_known_approximation() -> None:
    """N (t1 - t0) (2 mean - t0 - t1) / (2 variance), for hypotheses near the mean."""
    counts = [300, 1400, 330]
    total = sum(counts)
    mean = (700 + 330) / total
    variance = sum(count * (wins / 2 - mean) ** 2 for wins, count in enumerate(counts)) / total
    approximation = total * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * variance)
    assert log_likelihood_ratio(counts, 0.5, 0.51) == pytest.approx(approximation, rel=0.02)


def test_a_series_of_splits_accepts_h0_and_divides_by_nothing() -> None:
    test = Hypotheses(0, 10, 2)
    ratios = [test.log_likelihood_ratio([0, blocks, 0]) for blocks in range(201)]
    assert ratios[0] == 0
    assert ratios == sorted(ratios, reverse=True)
    # Each split is as likely as 1 less the sweeps that H1 needs: twice its share above one half.
    assert ratios[100] == pytest.approx(100 * log(1 - 2 * (expected_share(10, 2) - 0.5)), rel=0.01)
    assert [test.decide(ratio) for ratio in (ratios[109], ratios[110], ratios[200])] == [None, "H0", "H0"]
    found = estimate([0, 200, 0], 2)
    assert (found.share, found.elo, found.superiority) == (0.5, 0.0, 0.5)
    assert 0 < found.error < 0.001


def test_extreme_series_have_finite_answers() -> None:
    for players in (2, 3, 4):
        test = Hypotheses(0, 10, players)
        for won in (0, players):
            counts = [0] * (players + 1)
            counts[won] = 3000
            assert abs(test.log_likelihood_ratio(counts)) < inf
            assert test.decide(test.log_likelihood_ratio(counts)) == ("H1" if won else "H0")
            found = estimate(counts, players)
            assert found.error > 0
            assert found.elo == (inf if won else -inf)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5, 2), "the test needs ELO0 below ELO1, found 5 and 5"),
        ((5, -5, 2), "the test needs ELO0 below ELO1"),
        ((float("nan"), 5, 2), "the test needs ELO0 below ELO1"),
        ((0, inf, 2), "the test needs ELO0 below ELO1"),
        ((0, 5, 2, 0.5), "alpha is a rate of errors between 0 and 0.5, found 0.5"),
        ((0, 5, 2, 0.05, 0), "beta is a rate of errors between 0 and 0.5, found 0"),
    ],
)
def test_what_is_no_test_is_refused(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hypotheses(*arguments)  # type: ignore[arg-type]


def test_no_block_says_nothing() -> None:
    assert log_likelihood_ratio([0, 0, 0], 0.5, 0.6) == 0
    with pytest.raises(ValueError, match="no block"):
        estimate([0, 0, 0], 2)


class Field:
    """A player of known strength among equals, on starts that decide most games whoever plays.

    A start gives each seat a strength of its own, by which those of the players are multiplied; the player's strength
    is such that over all starts and seats it wins exactly the share that is wanted.
    """

    def __init__(self, players: int, share: float) -> None:
        rng = random.Random(players)
        self.starts = [[10 ** rng.gauss(0, 0.6) for _ in range(players)] for _ in range(40)]
        low, high = 1e-3, 1e3
        for _ in range(60):
            strength = (low * high) ** 0.5
            low, high = (strength, high) if self.share(strength) < share else (low, strength)
        self.chances = [self.wins(seats, strength) for seats in self.starts]

    def wins(self, seats: list[float], strength: float) -> list[float]:
        return [strength * seat / (strength * seat + sum(seats) - seat) for seat in seats]

    def share(self, strength: float) -> float:
        return sum(sum(self.wins(seats, strength)) / len(seats) for seats in self.starts) / len(self.starts)

    def blocks(self, rng: random.Random) -> Iterator[int]:
        """Yield how many games of a block the player wins, one start in every seat."""
        while True:
            yield sum(rng.random() < chance for chance in rng.choice(self.chances))


@pytest.mark.parametrize(("players", "ahead"), [(2, 70), (3, 70), (4, 70), (2, 40)])
def test_of_1000_tests_on_known_strengths_no_more_err_than_alpha_and_beta_allow(players: int, ahead: float) -> None:
    """Seen, in this order: 49, 33, 30 and 38 where H0 is true, 47, 20, 16 and 37 where H1 is.

    With Wald's bounds for alpha and beta themselves 54 and 58 of the first would err, and of the last 52 and 44.
    """
    test = Hypotheses(0, ahead, players)
    ratio = cache(lambda *counts: test.log_likelihood_ratio(counts))
    rng = random.Random(players)
    for elo, truth, rate in ((0, "H0", test.alpha), (ahead, "H1", test.beta)):
        field = Field(players, expected_share(elo, players))
        errors = used = 0
        for _ in range(1000):
            counts = [0] * (players + 1)
            verdict = None
            for wins in islice(field.blocks(rng), 3000):
                counts[wins] += 1
                verdict = test.decide(ratio(*counts))
                if verdict:
                    break
            assert verdict
            errors += verdict != truth
            used += sum(counts)
        assert errors <= rate * 1000
        # Blocks go by the inverse square of what is to be told apart: 43,000 for 70 Elo, 121,000 for 40.
        assert used < 220e6 / ahead**2

"""Ratings: known answers, the condition that the most likely strengths fulfil, fields whose strengths are known."""

from collections.abc import Sequence
from itertools import permutations
from math import exp, log, log10
from random import Random
from statistics import mean, stdev

import pytest

from tools.ladder import rating
from tools.ladder.rating import ELO, INTERVAL, Ranking, rate

TOLERANCE = 0.05


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def elo_of(ratings: rating.Ratings) -> list[float]:
    return [each.elo for each in ratings.bots]


def draw_ranking(strengths: Sequence[float], table: Sequence[int], rng: Random) -> Ranking:
    """Draw places as the model does: whoever is next, in proportion to the powers of those who are left."""
    left, ranking = list(table), []
    while left:
        powers = [exp(strengths[bot] / ELO) for bot in left]
        ranking.append(rng.choices(left, powers)[0])
        left.remove(ranking[-1])
    return tuple(ranking)


def draw_blocks(strengths: Sequence[float], blocks: int, rng: Random) -> list[list[Ranking]]:
    """Draw blocks of two, three and four players in turn, a game a seat."""
    tables = [rng.sample(range(len(strengths)), 2 + block % min(3, len(strengths) - 1)) for block in range(blocks)]
    return [[draw_ranking(strengths, table, rng) for _ in table] for table in tables]


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (3, 1), (60, 40), (900, 100)])
def test_two_bots_have_the_elo_of_their_score(won: int, lost: int) -> None:
    """The most likely difference d solves an equation in d alone: the two stand d/2 to each side of the middle."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        d = (low + high) / 2
        if won - (won + lost) * logistic(d) + 1 - 2 * logistic(d / 2) > 0:
            low = d
        else:
            high = d
    found = elo_of(rate(2, [[(0, 1)] * won + [(1, 0)] * lost]))
    assert found == pytest.approx([ELO * low / 2, -ELO * low / 2], abs=TOLERANCE)
    if lost:
        # The one game won and lost against the middle pulls towards it, ever less as games add up.
        elo = ELO * log(won / lost)
        assert elo * (1 - 5 / (won + lost)) - 1 < found[0] - found[1] <= elo + TOLERANCE


def test_an_even_field_is_rated_even() -> None:
    everything = [list(permutations(range(4)))]
    assert elo_of(rate(4, everything)) == pytest.approx([0] * 4, abs=TOLERANCE)
    assert elo_of(rate(3, [])) == pytest.approx([0] * 3, abs=TOLERANCE)


def test_the_strengths_are_the_most_likely_ones() -> None:
    """At the maximum each bot is expected to be chosen as often as it was (Hunter, 2004); counted out here."""
    blocks = draw_blocks([150, 50, 0, -40, -160], 40, Random(3))
    found = elo_of(rate(5, blocks))
    # The bot of middle strength stands where it would be expected to win five of its ten games.
    low, high = -1_000.0, 1_000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(logistic((middle - elo) / ELO) for elo in found) < len(found) / 2:
            low = middle
        else:
            high = middle
    for bot in range(5):
        chosen, expected = 1.0, 2 * logistic((found[bot] - low) / ELO)
        for ranking in (ranking for block in blocks for ranking in block):
            for place in range(len(ranking) - 1):
                left = ranking[place:]
                if bot in left:
                    chosen += left[0] == bot
                    expected += exp(found[bot] / ELO) / sum(exp(found[other] / ELO) for other in left)
        assert expected == pytest.approx(chosen, abs=1e-3)


def test_the_order_of_games_and_blocks_means_nothing() -> None:
    blocks = draw_blocks([100, 0, -100, 30], 9, Random(1))
    before = elo_of(rate(4, blocks))
    rng = Random(2)
    for _ in range(5):
        shuffled = [rng.sample(block, len(block)) for block in rng.sample(blocks, len(blocks))]
        assert elo_of(rate(4, shuffled)) == before


def test_the_names_of_bots_mean_nothing() -> None:
    blocks = draw_blocks([100, 0, -100, 30], 9, Random(1))
    before = elo_of(rate(4, blocks))
    renamed = [[tuple((bot + 1) % 4 for bot in ranking) for ranking in block] for block in blocks]
    after = elo_of(rate(4, renamed))
    assert [after[(bot + 1) % 4] for bot in range(4)] == pytest.approx(before, abs=TOLERANCE)


@pytest.mark.parametrize("games", [1, 10, 300])
def test_who_won_everything_is_rated_above_and_not_without_bound(games: int) -> None:
    found = elo_of(rate(4, [[(0, 1, 2, 3)] * games]))
    assert found == sorted(found, reverse=True)
    # A row of certain results pulls neighbours apart by some 400 points for each factor of ten of games.
    assert found[0] - found[1] < 400 * log10(2 * games + 2) + 200
    more = elo_of(rate(4, [[(0, 1, 2, 3)] * (2 * games)]))
    assert more[0] > found[0] + 10


def test_a_bot_without_a_game_is_in_the_middle() -> None:
    found = elo_of(rate(3, [[(0, 2)] * 3]))
    assert found[0] > found[1] > found[2]
    assert found[1] == pytest.approx(0, abs=TOLERANCE)


def test_a_known_field_is_found_within_its_errors() -> None:
    strengths = [200, 60, 0, -40, -220]
    found = rate(5, draw_blocks(strengths, 120, Random(8)))
    assert found.order() == [0, 1, 2, 3, 4]
    misses = [
        abs(each.elo - strength) / (each.error or 0) for each, strength in zip(found.bots, strengths, strict=True)
    ]
    assert max(misses) < 1.5
    assert sum(miss > 1 for miss in misses) <= 1
    assert found.superiority(0, 4) == 1
    assert (found.superiority(1, 3) or 0) + (found.superiority(3, 1) or 0) == pytest.approx(1)


def test_the_errors_are_those_that_repeated_ladders_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "RESAMPLES", 50)
    fields = [rate(3, draw_blocks([80, 0, -80], 30, Random(seed))) for seed in range(25)]
    spread = mean(stdev(field.bots[bot].elo for field in fields) for bot in range(3))
    told = mean((each.error or 0) / INTERVAL for field in fields for each in field.bots)
    # The spread of 25 ladders of three bots is itself known to some 12 %.
    assert 0.75 < told / spread < 1.35
    covered = [
        abs(each.elo - strength) <= (each.error or 0)
        for field in fields
        for each, strength in zip(field.bots, [80, 0, -80], strict=True)
    ]
    assert sum(covered) >= 0.85 * len(covered)


def test_games_of_one_block_are_no_independent_witnesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were every game of a block a copy of the first, they would tell no more than that one."""
    monkeypatch.setattr(rating, "RESAMPLES", 100)
    rng = Random(4)
    once = [[draw_ranking([50, 0, -50], rng.sample(range(3), 2), rng)] for _ in range(100)]
    thrice = [block * 3 for block in once]
    errors = [mean(each.error or 0 for each in rate(3, blocks).bots) for blocks in (once, thrice)]
    assert errors[1] == pytest.approx(errors[0], rel=0.15)


def test_few_blocks_tell_no_error() -> None:
    blocks = [[(0, 1), (1, 0)]] * (rating.FEWEST_BLOCKS - 1)
    few = rate(2, blocks)
    assert [each.error for each in few.bots] == [None, None]
    assert few.superiority(0, 1) is None
    enough = rate(2, [*blocks, [(0, 1), (0, 1)]])
    assert None not in [each.error for each in enough.bots]


def test_an_anchored_bot_is_at_nought_and_the_others_keep_their_distance() -> None:
    blocks = draw_blocks([100, 0, -100], 12, Random(5))
    mean_at_0, anchored = rate(3, blocks), rate(3, blocks, anchor=1)
    assert sum(elo_of(mean_at_0)) == pytest.approx(0, abs=1e-6)
    assert (anchored.bots[1].elo, anchored.bots[1].error) == (0, 0)
    shift = mean_at_0.bots[1].elo
    assert elo_of(anchored) == pytest.approx([elo - shift for elo in elo_of(mean_at_0)])

"""Who meets whom in a ladder, and in which games."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.game import Outcome
from tools.ladder.pairing import Knowledge, Meetings
from tools.ladder.plan import Settings, block_sizes, rounds
from tools.ladder.standings import Standings
from tools.players import Player
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.schedule import Scheduled
from tools.starts import random_starts

BOTS = [Player(f"bot {bot}", (), Path(), f"bot {bot}") for bot in range(5)]


def settings_of(*, informative: bool = False, sizes: tuple[int, ...] = (2, 3, 4), seed: int = 7) -> Settings:
    return Settings(BOTS, sizes, informative, seed, random_starts, Limits(None, None))


def outcome_of(scheduled: Scheduled) -> Outcome:
    """Let the bots come in the order of the field, so that the first one always wins."""
    order = scheduled.order
    ranks = [sorted(order).index(bot) for bot in order]
    last_first = sorted(range(len(order)), key=lambda seat: -ranks[seat])[:-1]
    deaths = [Death(seat, Cause.EDGE, move) for move, seat in enumerate(last_first)]
    moves = [Move(seat, "UP", 1.0, None) for seat in last_first]
    seats = [Seat(f"bot {bot}", f"bot {bot}") for bot in order]
    record = Record(7, (30, 20), list(scheduled.game.starts), seats, Limits(None, None), moves, deaths, ranks)
    return Outcome(record, 0.0)


@given(st.integers(2, 9), st.integers(0, 1_000), st.integers(1, 3))
def test_a_round_robin_of_two_has_every_pair_once_before_any_twice(bots: int, seed: int, times: int) -> None:
    meetings, rng = Meetings(bots), Random(seed)
    pairs: Counter[tuple[int, ...]] = Counter()
    for _ in range(times * bots * (bots - 1) // 2):
        pairs[tuple(sorted(meetings.seat(2, rng)))] += 1
    assert pairs == dict.fromkeys(combinations(range(bots), 2), times)


@given(st.integers(3, 4), st.integers(4, 9), st.integers(0, 1_000))
@settings(max_examples=40)
def test_tables_of_more_seat_everybody_alike(players: int, bots: int, seed: int) -> None:
    meetings, rng = Meetings(bots), Random(seed)
    seated: Counter[int] = Counter()
    for _ in range(30):
        table = meetings.seat(players, rng)
        assert len(set(table)) == players
        seated.update(table)
    assert max(seated.values()) - min(seated[bot] for bot in range(bots)) <= 3
    met = [meetings.counts[pair] for pair in combinations(range(bots), 2)]
    assert max(met) - min(met) <= 4


def test_those_meet_whose_order_is_least_known() -> None:
    even = [[0 if bot == other else 10 for other in range(4)] for bot in range(4)]
    # Two of one strength teach more than two of whom one always wins.
    assert set(Knowledge([300, -300, -310, 600], even).seat(2, Random(1))) == {1, 2}
    # Of equals those teach most who have played least.
    rarely = [[0, 9, 9, 9], [9, 0, 9, 1], [9, 9, 0, 9], [9, 1, 9, 0]]
    assert set(Knowledge([0, 0, 0, 0], rarely).seat(2, Random(1))) == {1, 3}
    newcomer = [[0, 9, 9, 0], [9, 0, 9, 0], [9, 9, 0, 0], [0, 0, 0, 0]]
    for seed in range(5):
        assert 3 in Knowledge([0, 0, 0, 0], newcomer).seat(2, Random(seed))


def test_what_was_learnt_lets_others_play() -> None:
    knowledge, rng = Knowledge([20, 0, 0, -20], [[0] * 4] * 4), Random(1)
    seen = {tuple(sorted(knowledge.seat(2, rng))) for _ in range(12)}
    assert seen == set(combinations(range(4), 2))
    for players in (3, 4):
        assert len(set(knowledge.seat(players, rng))) == players


def test_a_game_narrows_what_is_known_of_its_pair_most() -> None:
    shared = [[0] * 4] * 4
    before, knowledge = Knowledge([0] * 4, shared).gains(), Knowledge([0] * 4, shared)
    one, other = knowledge.seat(2, Random(3))
    after = knowledge.gains()
    assert (after <= before + 1e-12).all()
    assert (before - after).max() == pytest.approx((before - after)[one, other])


@pytest.mark.parametrize(
    ("sizes", "games", "found"),
    [((2,), 5, [2, 2, 2]), ((2, 3, 4), 9, [2, 3, 4]), ((2, 3, 4), 10, [2, 3, 4, 2]), ((4,), 1, [4]), ((3,), 3, [3])],
)
def test_blocks_are_whole_and_numbers_of_players_take_turns(
    sizes: tuple[int, ...], games: int, found: list[int]
) -> None:
    assert block_sizes(sizes, games) == found


@pytest.mark.parametrize("informative", [False, True])
def test_a_block_is_one_start_with_everybody_in_every_seat(informative: bool) -> None:
    standings = Standings(5)
    blocks: dict[int, list[Scheduled]] = {}
    numbers = []
    for plan in rounds(settings_of(informative=informative), 60, standings):
        for scheduled in plan:
            numbers.append(scheduled.number)
            blocks.setdefault(scheduled.block, []).append(scheduled)
            standings.add(scheduled, outcome_of(scheduled))
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 60
    for number, games in blocks.items():
        size = 2 + number % 3
        assert len(games) == size
        starts = random_starts(size, Random(f"7/{number}"))
        assert all(list(game.game.starts) == starts for game in games)
        for seat in range(size):
            assert len({game.order[seat] for game in games}) == size
        for game in games:
            assert [player.name for player in game.game.players] == [f"bot {bot}" for bot in game.order]
    assert len(standings.blocks()) == len(blocks)


@pytest.mark.parametrize("informative", [False, True])
def test_a_longer_ladder_begins_with_the_shorter_one(informative: bool) -> None:
    def orders(games: int) -> list[tuple[int, ...]]:
        standings, found = Standings(5), []
        for plan in rounds(settings_of(informative=informative), games, standings):
            for scheduled in plan:
                found.append(scheduled.order)
                standings.add(scheduled, outcome_of(scheduled))
        return found

    short, long = orders(40), orders(90)
    assert long[: len(short)] == short
    assert len(set(long)) > 10


def test_an_informative_ladder_looks_at_results_after_each_round_only() -> None:
    standings = Standings(5)
    plans = rounds(settings_of(informative=True, sizes=(2,)), 40, standings)
    first = list(next(plans))
    assert len(first) == 2 * 5
    for scheduled in first:
        standings.add(scheduled, outcome_of(scheduled))
    again = rounds(settings_of(informative=True, sizes=(2,)), 40, Standings(5))
    assert [scheduled.order for scheduled in next(again)] == [scheduled.order for scheduled in first]
    assert next(next(plans)).number == 10


def test_standings_count_places_wins_and_whole_blocks() -> None:
    standings = Standings(5)
    games = [scheduled for plan in rounds(settings_of(sizes=(3,)), 6, standings) for scheduled in plan]
    for scheduled in games[:-1]:
        standings.add(scheduled, outcome_of(scheduled))
    assert standings.games == 5
    assert standings.sizes() == [3]
    first, second = ({*game.order} for game in (games[0], games[3]))
    assert standings.blocks() == [[tuple(sorted(first))] * 3]
    assert sum(map(sum, standings.ahead)) == 3 * 5
    assert standings.ahead[4] == [0] * 5
    best = min(first | second)
    assert standings.leader() == best
    assert standings.bots[best].wins[3] == standings.bots[best].games[3] > 0
    assert standings.causes() == [Cause.EDGE]
    assert not any(standing.failures for standing in standings.bots)
    shared = standings.shared()
    assert all(shared[bot][other] == shared[other][bot] for bot in range(5) for other in range(5))

from collections import Counter

import pytest

from tools.players import resolve
from tools.records import Limits
from tools.schedule import Scheduled, block_count, lineup, rotations, schedule
from tools.starts import random_starts


def plan(players: int, named: int, blocks: int, seed: int = 1, *, rotate: bool = True) -> list[Scheduled]:
    contestants = [resolve(name) for name in ("random", "wall", "flood", "greedy")[:named]]
    return list(
        schedule(
            contestants,
            lineup(named, players),
            blocks,
            draw=lambda rng: random_starts(players, rng),
            limits=Limits(1000, 100),
            seed=seed,
            rotate=rotate,
        )
    )


def test_the_last_one_named_is_repeated() -> None:
    assert lineup(2, 2) == (0, 1)
    assert lineup(1, 3) == (0, 0, 0)
    assert lineup(2, 4) == (0, 1, 1, 1)
    assert lineup(4, 4) == (0, 1, 2, 3)


@pytest.mark.parametrize(("named", "players"), [(3, 2), (0, 2), (1, 1), (2, 5), (5, 5)])
def test_games_that_cannot_be_are_refused(named: int, players: int) -> None:
    with pytest.raises(ValueError, match=r"players"):
        lineup(named, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_block_everybody_sits_in_every_seat_at_the_same_starts(players: int) -> None:
    games = plan(players, players, blocks=5)
    assert [game.number for game in games] == list(range(5 * players))
    for block in range(5):
        group = [game for game in games if game.block == block]
        assert len(group) == players
        assert len({tuple(game.game.starts) for game in group}) == 1
        for seat in range(players):
            assert {game.order[seat] for game in group} == set(range(players))
        for game in group:
            assert [player.name for player in game.game.players] == [
                ("random", "wall", "flood", "greedy")[contestant] for contestant in game.order
            ]
    assert len({tuple(game.game.starts) for game in games}) == 5


def test_rotation_keeps_who_follows_whom() -> None:
    assert rotations((0, 1, 2)) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert Counter(order.index(0) for order in rotations((0, 1, 1, 1))) == {0: 1, 1: 1, 2: 1, 3: 1}


def test_a_block_is_the_same_however_many_are_played() -> None:
    assert plan(2, 2, 10)[:4] == plan(2, 2, 2)
    assert plan(2, 2, 2, seed=1) != plan(2, 2, 2, seed=2)


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [block_count(games, 3) for games in (1, 3, 4, 6)] == [1, 1, 2, 2]


def test_without_rotation_a_block_is_one_game() -> None:
    games = plan(3, 3, 4, rotate=False)
    assert [game.order for game in games] == [(0, 1, 2)] * 4
    assert [game.block for game in games] == [0, 1, 2, 3]

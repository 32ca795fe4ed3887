from collections import Counter

import pytest

from tools.players import resolve
from tools.records import Limits
from tools.schedule import Scheduled, all_orders, balanced_orders, block_count, lineup, rotations, schedule
from tools.starts import random_starts


def plan(players: int, named: int, blocks: int, seed: int = 1, *, rotate: bool = True) -> list[Scheduled]:
    contestants = [resolve(name) for name in ("random", "wall", "flood", "greedy")[:named]]
    return list(
        schedule(
            contestants,
            rotations(lineup(named, players)) if rotate else [lineup(named, players)],
            range(blocks),
            draw=lambda rng: random_starts(players, rng),
            limits=Limits(1000, 100),
            seed=seed,
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


def pairs(orders: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """Count who follows whom round the table."""
    return Counter((order[seat - 1], follower) for order in orders for seat, follower in enumerate(order))


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 12)])
def test_in_balanced_orders_everybody_follows_everybody_and_sits_everywhere_equally_often(
    players: int, games: int
) -> None:
    orders = balanced_orders(tuple(range(players)))
    assert len(orders) == len(set(orders)) == games
    for seat in range(players):
        assert set(Counter(order[seat] for order in orders).values()) == {games // players}
    follows = pairs(orders)
    assert len(follows) == players * (players - 1)
    assert len(set(follows.values())) == 1
    if players > 2:
        assert len(set(pairs(rotations(orders[0])).values())) == 1
        assert len(pairs(rotations(orders[0]))) == players


def test_of_four_any_two_sit_once_in_any_two_seats() -> None:
    orders = balanced_orders((0, 1, 2, 3))
    for one in range(4):
        for other in range(4):
            if one != other:
                assert len({(order[one], order[other]) for order in orders}) == 12


def test_all_orders_are_the_permutations_that_differ() -> None:
    assert [len(all_orders(tuple(range(players)))) for players in (2, 3, 4)] == [2, 6, 24]
    assert all_orders((0, 1, 1)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert sorted(balanced_orders((0, 1, 1, 1))) == sorted(rotations((0, 1, 1, 1)))
    assert len(balanced_orders((0, 1, 2, 2))) == 12


def test_a_part_of_the_blocks_is_the_same_as_in_the_whole() -> None:
    contestants = [resolve("random"), resolve("wall")]
    whole, part = (
        list(
            schedule(
                contestants,
                [(0, 1), (1, 0)],
                blocks,
                draw=lambda rng: random_starts(2, rng),
                limits=Limits(1000, 100),
                seed=1,
            )
        )
        for blocks in (range(6), range(2, 4))
    )
    assert part == whole[4:8]
    assert [game.number for game in part] == [4, 5, 6, 7]


def test_a_block_is_the_same_however_many_are_played() -> None:
    assert plan(2, 2, 10)[:4] == plan(2, 2, 2)
    assert plan(2, 2, 2, seed=1) != plan(2, 2, 2, seed=2)


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [block_count(games, 3) for games in (1, 3, 4, 6)] == [1, 1, 2, 2]


def test_without_rotation_a_block_is_one_game() -> None:
    games = plan(3, 3, 4, rotate=False)
    assert [game.order for game in games] == [(0, 1, 2)] * 4
    assert [game.block for game in games] == [0, 1, 2, 3]

"""Which games a match consists of: blocks of one start, in which everybody sits in every seat equally often."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

from tools.game import Game
from tools.players import Player
from tools.records import Limits
from tools.referee import Cell

Order = tuple[int, ...]
"""Which contestant sits in each seat."""


@dataclass(frozen=True)
class Scheduled:
    """A game of a match: its number and its block, both from 0, and who of the contestants sits in each seat."""

    number: int
    block: int
    order: Order
    game: Game


def lineup(contestants: int, players: int) -> Order:
    """Return who plays, as indices of contestants: where fewer are named than play, the last one is repeated.

    ValueError if a game of so many players cannot be, or more are named than play.
    """
    if not 2 <= players <= 4:
        raise ValueError(f"a game has 2 to 4 players, found {players}")
    if not 1 <= contestants <= players:
        raise ValueError(f"{contestants} bots are named for a game of {players} players: name 1 to {players}")
    return tuple(min(place, contestants - 1) for place in range(players))


def rotations(order: Order) -> list[Order]:
    """Return the order as it stands, then with everybody a seat further, and so on round the table.

    Everybody follows the same neighbour in all of them.
    """
    return [order[-shift:] + order[:-shift] if shift else order for shift in range(len(order))]


def balanced_orders(order: Order) -> list[Order]:
    """Return orders in which everybody sits in every seat, and follows everybody else, equally often.

    The table is round: whoever sits first follows the last. Of four players it takes the 12 even permutations, in which
    any two sit once in any two seats; no 4 orders will do, since four cannot be led round a table three times without
    somebody following the same one twice (Tillson, 1980). Of three it takes all 6.
    """
    if len(order) != 4:
        return all_orders(order)
    even = (seats for seats in permutations(range(4)) if not _is_odd(seats))
    return list(dict.fromkeys(tuple(order[seat] for seat in seats) for seats in even))


def all_orders(order: Order) -> list[Order]:
    """Return all orders that differ."""
    return list(dict.fromkeys(permutations(order)))


def _is_odd(seats: Sequence[int]) -> bool:
    """Whether a permutation has an odd number of pairs in the wrong order."""
    return sum(first > second for first, second in combinations(seats, 2)) % 2 == 1


def block_count(games: int, size: int) -> int:
    """Return how many whole blocks of so many games have at least so many games together."""
    return -(-games // size)


def schedule(
    contestants: Sequence[Player],
    orders: Sequence[Order],
    blocks: range,
    *,
    draw: Callable[[Random], Sequence[Cell]],
    limits: Limits,
    seed: int,
    adjudicate: bool = False,
    memory_mb: int | None = None,
) -> Iterator[Scheduled]:
    """Yield the games of the blocks, one after the other; each has a game in each of the ``orders``.

    Each block draws its starts with a generator of its own, so that block 7 of a seed is the same whether 10 or 100 are
    played, and on whatever machine.
    """
    for block in blocks:
        starts = draw(Random(f"{seed}/{block}"))
        for place, order in enumerate(orders):
            players = [contestants[index] for index in order]
            game = Game(players, starts, limits, seed, adjudicate=adjudicate, memory_mb=memory_mb)
            yield Scheduled(block * len(orders) + place, block, order, game)

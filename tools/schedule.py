"""Which games a match consists of: blocks of one start, in which everybody sits in every seat once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tools.game import Game
from tools.players import Player
from tools.records import Limits
from tools.referee import Cell


@dataclass(frozen=True)
class Scheduled:
    """A game of a match: its number and its block, both from 0, and who of the contestants sits in each seat."""

    number: int
    block: int
    order: tuple[int, ...]
    game: Game


def lineup(contestants: int, players: int) -> tuple[int, ...]:
    """Return who plays, as indices of contestants: where fewer are named than play, the last one is repeated.

    ValueError if a game of so many players cannot be, or more are named than play.
    """
    if not 2 <= players <= 4:
        raise ValueError(f"a game has 2 to 4 players, found {players}")
    if not 1 <= contestants <= players:
        raise ValueError(f"{contestants} bots are named for a game of {players} players: name 1 to {players}")
    return tuple(min(place, contestants - 1) for place in range(players))


def rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the order as it stands, then with everybody a seat further, and so on round the table."""
    return [order[-shift:] + order[:-shift] if shift else order for shift in range(len(order))]


def block_count(games: int, players: int) -> int:
    """Return how many whole blocks have at least so many games; a block has a game a seat."""
    return -(-games // players)


def schedule(
    contestants: Sequence[Player],
    order: tuple[int, ...],
    blocks: int,
    *,
    draw: Callable[[Random], Sequence[Cell]],
    limits: Limits,
    seed: int,
    rotate: bool = True,
    adjudicate: bool = False,
) -> Iterator[Scheduled]:
    """Yield the games, block after block.

    Each block draws its starts with a generator of its own, so that block 7 of a seed is the same whether 10 or 100 are
    played. Without ``rotate`` a block is one game, everybody in the seat given.
    """
    number = 0
    for block in range(blocks):
        starts = draw(Random(f"{seed}/{block}"))
        for seating in rotations(order) if rotate else [order]:
            players = [contestants[index] for index in seating]
            yield Scheduled(number, block, seating, Game(players, starts, limits, seed, adjudicate=adjudicate))
            number += 1

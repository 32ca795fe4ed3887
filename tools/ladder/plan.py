"""Which games a ladder consists of: block after block, each with a table of its own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tools.game import Game
from tools.ladder.pairing import Knowledge, Meetings
from tools.ladder.rating import rate
from tools.ladder.standings import Standings
from tools.players import Player
from tools.records import Limits
from tools.referee import Cell
from tools.schedule import Scheduled, rotations


@dataclass(frozen=True)
class Settings:
    """What is played: the field, the numbers of players that take turns, and how starts are drawn for so many.

    ``informative``: each table is the one that teaches most; else a round robin. For the rest see `Game`.
    """

    contestants: Sequence[Player]
    sizes: Sequence[int]
    informative: bool
    seed: int
    draw: Callable[[int, Random], Sequence[Cell]]
    limits: Limits
    adjudicate: bool = False
    memory_mb: int | None = None


def block_sizes(sizes: Sequence[int], games: int) -> list[int]:
    """Return the number of players of each block, in turn, until there are so many games; a block has a game a seat."""
    found: list[int] = []
    total = 0
    while total < games:
        found.append(sizes[len(found) % len(sizes)])
        total += found[-1]
    return found


def rounds(settings: Settings, games: int, standings: Standings) -> Iterator[Iterator[Scheduled]]:
    """Yield the games, round after round; the next round is planned from the standings after the one before.

    A round robin is one round. To be informative, rounds have a block for each bot of the field: what is played then
    depends on finished rounds only, and not on how many games run at a time, nor on whether the ladder was interrupted.
    """
    bots = len(settings.contestants)
    sizes = block_sizes(settings.sizes, games)
    if not settings.informative:
        meetings = {size: Meetings(bots) for size in settings.sizes}
        yield _games(settings, sizes, range(len(sizes)), lambda size, rng: meetings[size].seat(size, rng))
        return
    for first in range(0, len(sizes), bots):
        knowledge = _knowledge(bots, standings)
        yield _games(settings, sizes, range(first, min(first + bots, len(sizes))), knowledge.seat)


def _games(
    settings: Settings, sizes: Sequence[int], blocks: range, seat: Callable[[int, Random], Sequence[int]]
) -> Iterator[Scheduled]:
    """Yield the games of some blocks. Starts and tables are drawn when they are needed: fair ones take their time."""
    number = sum(sizes[: blocks.start])
    for block in blocks:
        size = sizes[block]
        rng = Random(f"{settings.seed}/{block}/table")
        table = seat(size, rng)
        starts = settings.draw(size, Random(f"{settings.seed}/{block}"))
        for order in rotations(tuple(rng.sample(table, size))):
            game = Game(
                [settings.contestants[bot] for bot in order],
                starts,
                settings.limits,
                settings.seed,
                adjudicate=settings.adjudicate,
                memory_mb=settings.memory_mb,
            )
            yield Scheduled(number, block, order, game)
            number += 1


def _knowledge(bots: int, standings: Standings) -> Knowledge:
    """Return what the finished blocks tell of the field."""
    # As one block: errors are not asked for, and would take a second of resampling.
    games = [ranking for block in standings.blocks() for ranking in block]
    return Knowledge([rating.elo for rating in rate(bots, [games]).bots], standings.shared())

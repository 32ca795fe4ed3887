"""What a match is: who plays, where everybody sits, how starts are drawn, and under which limits."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tools.digests import digest
from tools.players import Player
from tools.records import Limits
from tools.referee import Cell
from tools.schedule import Order, Scheduled, schedule
from tools.starts import fair_starts, format_starts, random_starts


@dataclass(frozen=True)
class Settings:
    """A match, but for how long it is played. Two of equal settings play the same games, as far as their bots do.

    ``orders``: who sits where in each game of a block. ``starts``: the same for all blocks, or None to draw them;
    ``fair``: then the largest difference of the seats' shares of nearer cells, None for any starts. ``memory_mb``:
    megabytes for each bot, None for as much as there is.
    """

    contestants: Sequence[Player]
    orders: Sequence[Order]
    seed: int
    limits: Limits
    starts: Sequence[Cell] | None = None
    fair: float | None = None
    adjudicate: bool = False
    memory_mb: int | None = None

    @property
    def players(self) -> int:
        """How many play a game."""
        return len(self.orders[0])

    @property
    def block_size(self) -> int:
        """How many games a block has."""
        return len(self.orders)

    def draw(self, rng: Random) -> Sequence[Cell]:
        """Draw the starts of a block."""
        if self.starts is not None:
            return self.starts
        if self.fair is not None:
            return fair_starts(self.players, rng, self.fair)
        return random_starts(self.players, rng)

    def plan(self, blocks: range) -> Iterator[Scheduled]:
        """Yield the games of some blocks."""
        return schedule(
            self.contestants,
            self.orders,
            blocks,
            draw=self.draw,
            limits=self.limits,
            seed=self.seed,
            adjudicate=self.adjudicate,
            memory_mb=self.memory_mb,
        )

    def starts_shown(self) -> str:
        """Say how starts are chosen."""
        if self.starts is not None:
            return f"given starts {format_starts(self.starts)}"
        if self.fair is not None:
            return f"fair starts, within {100 * self.fair:g} % of the grid"
        return "random starts, fair or not"

    def description(self) -> dict[str, Any]:
        """Return what tells this match from others, as values of JSON: all of it, and the players' files."""
        return {
            "players": [{"command": player.command, "files": digest(player)} for player in self.contestants],
            "orders": [list(order) for order in self.orders],
            "seed": self.seed,
            "starts": None if self.starts is None else format_starts(self.starts),
            "fair": self.fair,
            "limits": asdict(self.limits),
            "adjudicate": self.adjudicate,
            "memory_mb": self.memory_mb,
        }

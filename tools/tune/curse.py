"""The winner's curse, shown on games of this bot: what a short tournament claims, and what is left of it.

Ideas are tried one after the other, each in a tournament against the bot as it is, and kept if they win more than half.
Those that are kept were good or lucky, and the score that got them kept counts the luck; a fresh series does not. The
ideas and their blocks are the measured ones of tools/EXPERIMENTS.md: each tournament draws blocks from what an idea
really did there, a swept, split or conceded block at a time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from random import Random

EXPERIMENTS = Path(__file__).resolve().parents[1] / "EXPERIMENTS.md"
TOURNAMENTS = (10, 50, 200)
HELD_OUT_GAMES = 2_000
_ROW = re.compile(r"\| (\d+) \| [\d.]+ % ± [\d.]+ \| (\d+) to (\d+) \|")


@dataclass(frozen=True)
class Idea:
    """What a measured idea did: in so many of its ``blocks`` of two games it won both, in so many none."""

    blocks: int
    swept: int
    conceded: int

    @property
    def score(self) -> float:
        """The part of all games that it won."""
        return 0.5 + (self.swept - self.conceded) / (2 * self.blocks)

    def play(self, games: int, rng: Random) -> float:
        """Return the score in so many games, an even number, blocks being drawn from those that were measured."""
        split = self.blocks - self.swept - self.conceded
        blocks = rng.choices((1.0, 0.5, 0.0), (self.swept, split, self.conceded), k=games // 2)
        return sum(blocks) / len(blocks)


@dataclass(frozen=True)
class Outcome:
    """What came of tournaments of so many ``games``: ideas tried and kept, and of those kept the mean scores.

    ``claimed``: in the tournaments that got them kept. ``held_out``: in games of their own. ``harmful``: how many of
    those kept really make the bot weaker, by all that was measured. The scores are not numbers where none was kept.
    """

    games: int
    tried: int
    kept: int
    claimed: float
    held_out: float
    harmful: int


def read_ideas(path: Path = EXPERIMENTS) -> list[Idea]:
    """Return the ideas of the record that name their blocks; ValueError if there is none."""
    ideas = [Idea(*map(int, found)) for found in _ROW.findall(path.read_text(encoding="utf-8"))]
    if not ideas:
        raise ValueError(f"{path}: expected rows with starts, score and sweeps, found none")
    return ideas


def demonstrate(ideas: Sequence[Idea], rounds: int = 20, seed: int = 1) -> list[Outcome]:
    """Try all ideas ``rounds`` times in tournaments of each length."""
    outcomes = []
    for games in TOURNAMENTS:
        rng = Random(f"curse/{seed}/{games}")
        kept: list[tuple[Idea, float, float]] = []
        for idea in [*ideas] * rounds:
            score = idea.play(games, rng)
            if score > 0.5:
                kept.append((idea, score, idea.play(HELD_OUT_GAMES, rng)))
        claimed, held_out = (_mean([scores[column] for _, *scores in kept]) for column in (0, 1))
        harmful = sum(idea.score < 0.5 for idea, *_ in kept)
        outcomes.append(Outcome(games, len(ideas) * rounds, len(kept), claimed, held_out, harmful))
    return outcomes


def passes(share: float, games: int) -> float:
    """Return how likely somebody who wins ``share`` of its games wins more than half of so many independent ones."""
    return sum(
        comb(games, wins) * share**wins * (1 - share) ** (games - wins) for wins in range(games // 2 + 1, games + 1)
    )


def _mean(values: Sequence[float]) -> float:
    """Return the mean, not a number of nothing."""
    return sum(values) / len(values) if values else float("nan")

"""Which starts a fit may learn from, and which are kept for proof.

Starts that are each other's mirror images, whoever sits where, are one class; the class alone decides, whatever the
seed. So no proof is ever played on a start that some fit has seen, however many games are made for either.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random

from tools.referee import HEIGHT, WIDTH, Cell
from tools.starts import fair_starts, format_starts

# One class in so many is for fits; proofs need far more starts than fits do.
CLASSES = 4


def representative(starts: Sequence[Cell]) -> str:
    """Return the same text for all starts of a class: the least of the mirror images, cells in order."""
    images = (
        sorted((WIDTH - 1 - x if across else x, HEIGHT - 1 - y if down else y) for x, y in starts)
        for across in (False, True)
        for down in (False, True)
    )
    return format_starts(min(images))


def is_for_fits(starts: Sequence[Cell]) -> bool:
    """Whether a fit may learn from games that begin so."""
    return blake2b(representative(starts).encode(), digest_size=8).digest()[0] % CLASSES == 0


def starts_for_fits(players: int, rng: Random, tolerance: float) -> list[Cell]:
    """Draw fair starts that a fit may learn from; ``tolerance`` and ValueError as in `tools.starts.fair_starts`."""
    return _draw(players, rng, tolerance, is_for_fits)


def starts_for_proof(players: int, rng: Random, tolerance: float) -> list[Cell]:
    """Draw fair starts that no fit learns from; ``tolerance`` and ValueError as in `tools.starts.fair_starts`."""
    return _draw(players, rng, tolerance, lambda starts: not is_for_fits(starts))


def _draw(players: int, rng: Random, tolerance: float, wanted: Callable[[Sequence[Cell]], bool]) -> list[Cell]:
    while True:
        starts = fair_starts(players, rng, tolerance)
        if wanted(starts):
            return starts

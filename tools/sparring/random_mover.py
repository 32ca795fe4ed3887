"""The level `random`: any legal move."""

import random

from bot.board import Board

from .features import legal_moves


class RandomMover:
    """Draws its moves with a generator seeded from ``seed`` and from the first board it is shown.

    The same game with the same seed is played the same way, and the seats of one game do not echo each other.
    """

    def __init__(self, seed: int) -> None:
        """Take the seed."""
        self._seed = seed
        self._generator: random.Random | None = None

    def __call__(self, board: Board) -> int:
        """Return a legal move, 0 if there is none."""
        if self._generator is None:
            self._generator = random.Random(f"{self._seed} {board.turn} {board.heads}")
        moves = legal_moves(board)
        return self._generator.choice(moves) if moves else 0

"""Elo among 2, 3 or 4 players.

A player of strength s among N - 1 players of strength 1 wins a game with the probability s / (s + N - 1), which is its
fair share 1/N if s is 1 (Luce's choice axiom, 1959; between two players the model of Bradley and Terry, 1952). Elo is a
scale of strengths: 400 points are a factor of 10. For two players this is Elo's own logistic curve.
"""

from math import inf, log10


def expected_share(elo: float, players: int) -> float:
    """Return the part of all games that a player wins who is ``elo`` above each of the ``players`` - 1 others."""
    strength: float = 10 ** (elo / 400)
    return strength / (strength + players - 1)


def elo_of(share: float, players: int) -> float:
    """Return how far above equal others a player is who wins this part of all games; infinite for none and for all."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return 400 * log10(share * (players - 1) / (1 - share))

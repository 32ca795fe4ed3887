"""How sure a share of won games is."""

from math import sqrt

# Half the width of a 95 % interval of the normal distribution, in standard deviations.
Z = 1.959964


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the ends of the 95 % interval of the true share of wins (E. B. Wilson, 1927).

    Unlike the plain interval around the share it stays between 0 and 1, and has a width when all games are won.
    ValueError unless there is a game, and the wins are some of them.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"expected 0 to {games} wins in at least one game, found {wins} in {games}")
    share = wins / games
    shrink = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / shrink
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / shrink
    return max(0.0, centre - half), min(1.0, centre + half)

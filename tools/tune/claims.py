"""What is said of new numbers where they come from. Whoever has chosen them by it is flattered: a proof tells."""

from dataclasses import dataclass

from tools.fields import Field

FITTED, OPTIMISED = "fit", "games"
LARGEST = 1e300


@dataclass(frozen=True)
class Fitted:
    """Of a fit; ``fit``: the model's name; ``games``, ``positions``: what it was fitted to.

    ``claimed``: by how many nats the log-loss fell below that of the weights before on the part that was fitted,
    ``held_out``: on games that no choice has seen. ``seed``: of the games.
    """

    fit: str
    seed: int
    games: int
    positions: int
    claimed: float
    held_out: float

    @property
    def source(self) -> str:
        """Where the numbers come from."""
        return self.fit

    def __str__(self) -> str:
        """Say it in short."""
        return f"claimed: {self.claimed:+.4f} nats; on held-out games {self.held_out:+.4f}"


@dataclass(frozen=True)
class Optimised:
    """Of numbers optimised by games: the middle of where the last generation left the search.

    ``share``, ``error``: the part of the last generation's games that its candidates won, all of them, ± one standard
    error. They were drawn around the middle before those games, so luck in them has chosen none; that the last step was
    one for the better is claimed by nothing, nor has the middle itself played. ``games``: of all ``generations``;
    ``seed``, ``players``, ``options``: of these games.
    """

    seed: int
    players: int
    options: str
    generations: int
    games: int
    share: float
    error: float

    @property
    def source(self) -> str:
        """Where the numbers come from."""
        return f"{self.generations} generations of games"

    def __str__(self) -> str:
        """Say it in short."""
        fair = f"{100 / self.players:.3g} % would be no gain"
        return f"claimed: {100 * self.share:.1f} ± {100 * self.error:.1f} % of the last generation's games, {fair}"


def read_fitted(field: Field) -> Fitted:
    """Read what a fit says; FieldError names what is wrong."""
    fields = field.fields("by", "fit", "seed", "games", "positions", "claimed", "held_out")
    return Fitted(
        fit=fields["fit"].text(),
        seed=fields["seed"].integer(),
        games=fields["games"].integer(),
        positions=fields["positions"].integer(),
        claimed=number(fields["claimed"]),
        held_out=number(fields["held_out"]),
    )


def read_optimised(field: Field) -> Optimised:
    """Read what games say; FieldError names what is wrong."""
    fields = field.fields("by", "seed", "players", "options", "generations", "games", "share", "error")
    return Optimised(
        seed=fields["seed"].integer(),
        players=fields["players"].integer(2, 4),
        options=fields["options"].text(),
        generations=fields["generations"].integer(),
        games=fields["games"].integer(),
        share=number(fields["share"]),
        error=number(fields["error"]),
    )


def number(field: Field) -> float:
    """Return a number of either kind; JSON has some that are too large for Python, which reads them as infinite."""
    value = field.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        field.wrong(f"a number of at most {LARGEST:g}")
    return float(value)

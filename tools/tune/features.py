"""Reads the features of a position out of bot/evaluation.py itself, so that what is fitted is what plays.

The worth of a position is a sum of features, each times its weight. So a feature is the worth under weights of which
all but its own are 0: every number in `Weights` is a feature, and one that is added there is read, fitted and timed
with no other file changed. Positions of several are read without the logarithm that counts there in play, which is no
sum.
"""

from collections.abc import Callable, Sequence
from time import process_time_ns

from bot.evaluation import Evaluation, Rider, Weights
from bot.grid import Grid

# The one weight that counts, so large that what terms lose where they are rounded is nothing.
UNIT = 1 << 20
# Wider than any worth: no term may be left out because a bound decides.
WIDE = 1 << 60
# Passes over the positions of which the fastest counts.
PASSES = 12

Position = tuple[int, tuple[Rider, ...]]
"""The free cells and the living riders in turn order, as the search sees them."""


def weights_of(weights: Weights) -> dict[str, int]:
    """Return the weights by name, in alphabetical order; what is no number, such as ``room``, is none of them."""
    values = {name: getattr(weights, name) for name in sorted(Weights.__slots__)}
    return {name: value for name, value in values.items() if not isinstance(value, bool)}


def names() -> list[str]:
    """Return the names of all features."""
    return list(weights_of(Weights()))


def with_weights(values: dict[str, int], *, room: bool = True, logarithm: bool = True) -> Weights:
    """Return weights of these values, 0 where none is given; ValueError for a name that is no weight."""
    known = names()
    for name in values:
        if name not in known:
            raise ValueError(f"bot/evaluation.py has the weights {', '.join(known)}, and no {name!r}")
    return Weights(**{name: values.get(name, 0) for name in known}, room=room, logarithm=logarithm)


class Reader:
    """Reads the features of positions on one grid; ``room`` as in `Weights`."""

    def __init__(self, grid: Grid, *, room: bool = True) -> None:
        """Prepare an evaluation a feature."""
        self._evaluations = [
            Evaluation(grid, with_weights({name: UNIT}, room=room, logarithm=False)) for name in names()
        ]

    def read(self, position: Position) -> list[float]:
        """Return the features in the order of `names`, for the side on move; their unit is what a weight of 1 adds."""
        free, riders = position
        return [evaluation.value(free, riders, -WIDE, WIDE) / UNIT for evaluation in self._evaluations]


def costs(grid: Grid, positions: Sequence[Position]) -> dict[str, float]:
    """Return the CPU time of an evaluation in microseconds: of all of it as `all`, and by name what each part takes.

    What a part takes is what is saved once its weight is 0, chambers (`room`) being a part. Evaluations are built anew
    for each pass, since they remember, and passes of all kinds take turns, since machines change their speed.
    """
    present = weights_of(Weights())
    # What is not used yet costs what it would if it were.
    used = {name: value or 1 for name, value in present.items()}
    makers: dict[str, Callable[[], Weights]] = {
        "all": lambda: with_weights(used),
        "room": lambda: with_weights(used, room=False),
    }
    for name in used:
        makers[name] = lambda name=name: with_weights({**used, name: 0})  # type: ignore[misc]  # binds the loop's name
    best = dict.fromkeys(makers, float("inf"))
    for _ in range(PASSES):
        for name, make in makers.items():
            value = Evaluation(grid, make()).value
            began = process_time_ns()
            for free, riders in positions:
                value(free, riders)
            best[name] = min(best[name], (process_time_ns() - began) / 1000 / len(positions))
    return {"all": best["all"], **{name: best["all"] - best[name] for name in makers if name != "all"}}

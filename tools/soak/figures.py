"""The figures of many games brought together, and shown as a table."""

from collections.abc import Iterable, Sequence
from math import inf

from .ledger import Entry

Figures = dict[str, dict[str, float]]


def together(entries: Iterable[Entry]) -> Figures:
    """Return the figures of each situation over all games: the turns added up, of everything else the largest."""
    found: Figures = {}
    for entry in entries:
        for name, figures in entry["situations"].items():
            seen = found.setdefault(name, dict.fromkeys(figures, -inf) | {"turns": 0})
            for column, value in figures.items():
                seen[column] = seen[column] + value if column == "turns" else max(seen[column], value)
    return found


def turns_of(entries: Iterable[Entry]) -> int:
    """Return how many turns the games had."""
    return sum(int(figures["turns"]) for entry in entries for figures in entry["situations"].values())


def table(figures: Figures, headings: Sequence[str]) -> str:
    """Return the figures as lines of text; ``headings``: of the columns, which stand in the order of the figures."""
    width = max([len("turns to answer"), *map(len, figures)])
    lines = [f"{'turns to answer':{width}}" + "".join(f"  {heading:>14}" for heading in headings)]
    for name in sorted(figures):
        values = [f"{value:.0f}" if column == "turns" else f"{value:.2f}" for column, value in figures[name].items()]
        lines.append(f"{name:{width}}" + "".join(f"  {value:>14}" for value in values))
    return "\n".join(lines)

"""The ratings as a picture, in SVG: a row a bot with its 95 % interval, the strongest on top."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from tools.ladder.rating import Ratings

NAMES, CHART, MARGIN = 220, 480, 20
ROW, TOP, BELOW = 24, 10, 40
LONGEST_NAME = 32
# Elo points are marked at so many places at most.
MOST_TICKS = 8


def to_svg(ratings: Ratings, names: Sequence[str]) -> str:
    """Draw the ratings; colours are those of the text around."""
    order = ratings.order()
    low = min(rating.elo - (rating.error or 0) for rating in ratings.bots)
    high = max(rating.elo + (rating.error or 0) for rating in ratings.bots)
    step = tick_step(high - low)
    low, high = floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step
    width, height = NAMES + CHART + MARGIN, TOP + ROW * len(order) + BELOW

    def x(elo: float) -> float:
        return NAMES + CHART * (elo - low) / (high - low)

    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="currentColor">',
        "<title>Ratings with 95 % intervals</title>",
        *_ticks(low, high, step, x, height - BELOW),
    ]
    for row, bot in enumerate(order):
        rating = ratings.bots[bot]
        y = TOP + ROW * row + ROW / 2
        name = names[bot] if len(names[bot]) <= LONGEST_NAME else names[bot][: LONGEST_NAME - 1] + "…"
        lines.append(f'<text x="{NAMES - 10}" y="{y + 4:g}" text-anchor="end">{escape(name)}</text>')
        if rating.error is not None:
            ends = f'x1="{x(rating.elo - rating.error):.1f}" x2="{x(rating.elo + rating.error):.1f}"'
            lines.append(f'<line {ends} y1="{y:g}" y2="{y:g}" stroke="#0072b2" stroke-width="3" stroke-opacity="0.5"/>')
        lines.append(f'<circle cx="{x(rating.elo):.1f}" cy="{y:g}" r="4" fill="#0072b2"/>')
    return "\n".join([*lines, "</svg>"])


def tick_step(span: float) -> float:
    """Return the distance of marks on a scale so long: 1, 2 or 5 with noughts, and not too many."""
    least = max(span, 1.0) / MOST_TICKS
    power = 10.0 ** floor(log10(least))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)


def _ticks(low: float, high: float, step: float, x: Callable[[float], float], bottom: float) -> Iterator[str]:
    """Yield the scale."""
    for mark in range(round((high - low) / step) + 1):
        elo = low + mark * step
        place = f"{x(elo):.1f}"
        yield f'<line x1="{place}" x2="{place}" y1="{TOP}" y2="{bottom}" stroke="currentColor" stroke-opacity="0.15"/>'
        yield f'<text x="{place}" y="{bottom + 16}" text-anchor="middle">{elo:g}</text>'
    yield f'<text x="{NAMES + CHART / 2:g}" y="{bottom + 34}" text-anchor="middle">Elo</text>'

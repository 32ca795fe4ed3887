"""The pictures of an optimisation, in SVG: where the mean went by generation, and what the candidates won."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log

from tools.tune.pictures import BELOW, COLOURS, KEY, LEFT, key, svg

WIDTH, HEIGHT, TOP = 480, 260, 10
# Factors that have a line of their own where they fit in.
FACTORS = (0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.7, 2.0, 3.0, 5.0, 10.0)
MOST_LINES = 9
MORE_COLOURS = (*COLOURS, "#e69f00", "#56b4e9")


def factors(path: Mapping[str, Sequence[float]]) -> str:
    """Draw each number's factors by generation, the start first, on a scale of logarithms."""
    logs = {name: [log(factor) for factor in course] for name, course in path.items()}
    low = min(-0.1, *(min(course) for course in logs.values()))
    high = max(0.1, *(max(course) for course in logs.values()))
    generations = max(len(course) for course in path.values()) - 1
    ticks = [(log(factor), f"{factor:g}") for factor in FACTORS if low <= log(factor) <= high]
    lines = [*_frame(low, high, ticks[:: ceil(len(ticks) / MOST_LINES)], generations)]
    for number, (name, course) in enumerate(logs.items()):
        colour = MORE_COLOURS[number % len(MORE_COLOURS)]
        points = " ".join(
            f"{_across(place, generations):.1f},{_down(value, low, high):.1f}" for place, value in enumerate(course)
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += key(number, f"{name}: {path[name][-1]:.3g} times", colour, LEFT + WIDTH)
    return svg(LEFT + WIDTH + KEY, HEIGHT + BELOW, "The mean by generation", lines)


def shares(path: Sequence[tuple[float, float]], fair: float) -> str:
    """Draw the share that each generation won, ± one standard error; ``fair``: what the bot as it is would win."""
    low = min(fair - 0.05, *(share - error for share, error in path))
    high = max(fair + 0.05, *(share + error for share, error in path))
    generations = len(path)
    step = 0.05 * ceil((high - low) / 0.05 / MOST_LINES)
    ticks = [(fair + step * place, f"{100 * (fair + step * place):.1f} %") for place in range(-20, 21)]
    lines = [*_frame(low, high, [tick for tick in ticks if low <= tick[0] <= high], generations)]
    for number, (share, error) in enumerate(path, start=1):
        x = _across(number, generations)
        ends = f'y1="{_down(share - error, low, high):.1f}" y2="{_down(share + error, low, high):.1f}"'
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" {ends} stroke="{COLOURS[0]}" stroke-width="2"/>')
        lines.append(f'<circle cx="{x:.1f}" cy="{_down(share, low, high):.1f}" r="4" fill="{COLOURS[0]}"/>')
    lines += key(0, "won by all candidates", COLOURS[0], LEFT + WIDTH)
    return svg(LEFT + WIDTH + KEY, HEIGHT + BELOW, "What each generation's candidates won", lines)


def _frame(low: float, high: float, ticks: Sequence[tuple[float, str]], generations: int) -> Iterator[str]:
    """Yield lines across at some values, and the numbers of some generations."""
    for value, text in ticks:
        y = _down(value, low, high)
        faint = 'stroke="currentColor" stroke-opacity="0.3"'
        yield f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" {faint}/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
    for number in range(0, generations + 1, ceil(generations / 10)):
        x = _across(number, generations)
        yield f'<text x="{x:.1f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{number}</text>'
    yield f'<text x="{LEFT + WIDTH / 2:g}" y="{TOP + HEIGHT + 32}" text-anchor="middle">generation</text>'


def _across(number: int, generations: int) -> float:
    return LEFT + WIDTH * number / generations


def _down(value: float, low: float, high: float) -> float:
    return TOP + HEIGHT * (high - value) / (high - low)

"""The pictures of the page, in SVG: log-losses as bars, calibration as curves, claims beside what is left of them."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from tools.tune.curse import Outcome
from tools.tune.study import Row

# Told apart by colour-blind readers, too (Okabe and Ito, 2002).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
NAMES, BARS, FIGURES = 210, 360, 70
ROW = 24
SIDE, LEFT, BELOW, KEY = 300, 50, 45, 260


def losses(rows: Sequence[Row], chosen: str) -> str:
    """Draw the held-out log-loss of each model as a bar that begins at the best of all, less a tenth of the spread."""
    values = [row.losses[-1] for row in rows]
    low = min(values) - 0.1 * (max(values) - min(values))
    span = max(values) - low or 1.0
    lines = []
    for number, row in enumerate(rows):
        y, length = ROW * number, BARS * (row.losses[-1] - low) / span
        colour = COLOURS[1] if row.name == chosen else COLOURS[0]
        lines += [
            f'<text x="{NAMES - 8}" y="{y + 16}" text-anchor="end">{escape(row.name)}</text>',
            f'<rect x="{NAMES}" y="{y + 4}" width="{length:.1f}" height="{ROW - 8}" fill="{colour}"/>',
            f'<text x="{NAMES + length + 6:.1f}" y="{y + 16}">{row.losses[-1]:.4f}</text>',
        ]
    return svg(NAMES + BARS + FIGURES, ROW * len(rows), "Log-loss on held-out games", lines)


def calibration(curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Draw the share of positions that were won over the chance that was told; a model that tells true is diagonal."""
    lines = [*_square("chance told", "share won")]
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = " ".join(f"{LEFT + SIDE * told:.1f},{SIDE * (1 - won) + 10:.1f}" for told, won in points)
        lines.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += key(number, name, colour)
    return svg(LEFT + SIDE + KEY, SIDE + BELOW, "Calibration on held-out games", lines)


def claims(outcomes: Sequence[Outcome]) -> str:
    """Draw, for each length of tournaments, the mean score claimed of what was kept, and that in held-out games."""
    lines = [*_square("games of a tournament", "score of what was kept", ticks=False)]
    step = SIDE / len(outcomes)
    for number, outcome in enumerate(outcomes):
        lines.append(
            f'<text x="{LEFT + step * (number + 0.5):g}" y="{SIDE + 26}" text-anchor="middle">{outcome.games}</text>'
        )
        if not outcome.kept:
            continue
        for place, score in enumerate((outcome.claimed, outcome.held_out)):
            x, height = LEFT + step * (number + 0.2 + 0.3 * place), SIDE * score
            lines.append(
                f'<rect x="{x:.1f}" y="{SIDE + 10 - height:.1f}" width="{0.28 * step:.1f}" height="{height:.1f}" '
                f'fill="{COLOURS[place]}"/>'
            )
            lines.append(
                f'<text x="{x + 0.14 * step:.1f}" y="{SIDE + 5 - height:.1f}" text-anchor="middle">'
                f"{100 * score:.1f}</text>"
            )
    for number, name in enumerate(("claimed by the tournament", "in held-out games")):
        lines += key(number, name, COLOURS[number])
    return svg(LEFT + SIDE + KEY, SIDE + BELOW, "What tournaments claim, and what is left of it", lines)


def _square(below: str, beside: str, *, ticks: bool = True) -> Iterator[str]:
    """Yield a square of shares from 0 to 1 with its axes, and its diagonal where both are shares."""
    faint = 'stroke="currentColor" stroke-opacity="0.3"'
    for tenth in range(0, 11, 2):
        y, x = SIDE * (1 - tenth / 10) + 10, LEFT + SIDE * tenth / 10
        yield f'<line x1="{LEFT}" x2="{LEFT + SIDE}" y1="{y:g}" y2="{y:g}" {faint}/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{10 * tenth} %</text>'
        if ticks:
            yield f'<text x="{x:g}" y="{SIDE + 26}" text-anchor="middle">{10 * tenth} %</text>'
    if ticks:
        yield f'<line x1="{LEFT}" x2="{LEFT + SIDE}" y1="{SIDE + 10}" y2="10" {faint}/>'
    yield f'<text x="{LEFT + SIDE / 2:g}" y="{SIDE + 42}" text-anchor="middle">{below}</text>'
    yield f'<text x="{LEFT + 6}" y="22">{beside}</text>'


def key(number: int, name: str, colour: str, right: int = LEFT + SIDE) -> Iterator[str]:
    """Yield what a colour stands for, beside a picture that ends at ``right``; ``number``: of the row, from 0."""
    x, y = right + 16, 20 + 20 * number
    yield f'<rect x="{x}" y="{y - 9}" width="12" height="12" fill="{colour}"/>'
    yield f'<text x="{x + 18}" y="{y + 2}">{escape(name)}</text>'


def svg(width: int, height: int, title: str, lines: Sequence[str]) -> str:
    """Return a picture of that size; ``lines``: what is in it."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="currentColor">'
    )
    return "\n".join([head, f"<title>{title}</title>", *lines, "</svg>"])

"""The picture, in SVG: shares of games won by depth, with intervals; a panel an opponent, a line an evaluation."""

from collections.abc import Iterator

from tools.depth.experiment import EVALUATIONS, OPPONENTS, WORDS, Score
from tools.depth.results import Results
from tools.depth.wilson import wilson_interval

PANEL_WIDTH, PANEL_HEIGHT = 320, 220
LEFT, TOP, GAP, BELOW = 50, 40, 60, 70
# Told apart by colour-blind readers, too (Okabe and Ito, 2002), and by their marks.
COLOURS = {"cells": "#0072b2", "full": "#d55e00"}
# Lines of the same depth stand beside each other, so many pixels from the middle.
OFFSETS = {"cells": -4, "full": 4}
TITLES = {
    "flood": "against a bot that ignores the opponent",
    "one ply": "against one ply of the same evaluation",
}


def to_svg(results: Results) -> str:
    """Draw the results."""
    width = LEFT + len(OPPONENTS) * (PANEL_WIDTH + GAP)
    height = TOP + PANEL_HEIGHT + BELOW
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" text-anchor="middle">',
        "<title>Share of games won, by depth of search, with 95 % intervals</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, opponent in enumerate(OPPONENTS):
        left = LEFT + number * (PANEL_WIDTH + GAP)
        lines += [f'<g transform="translate({left},{TOP})">', *_panel(results, opponent), "</g>"]
    lines += [*_legend(height - 15), "</svg>"]
    return "\n".join(lines) + "\n"


def height_of(share: float) -> float:
    """Return how far below the top of its panel a share between 0 and 1 is drawn, in pixels."""
    return PANEL_HEIGHT * (1 - share)


def _panel(results: Results, opponent: str) -> Iterator[str]:
    depths = results.depths()
    step = PANEL_WIDTH / len(depths)
    yield f'<text x="{PANEL_WIDTH / 2:g}" y="-12" font-size="14">{TITLES[opponent]}</text>'
    for percent in range(0, 101, 25):
        y = height_of(percent / 100)
        yield f'<line x1="0" x2="{PANEL_WIDTH}" y1="{y:g}" y2="{y:g}" stroke="#ddd"/>'
        yield f'<text x="-8" y="{y + 4:g}" text-anchor="end">{percent} %</text>'
    for place, depth in enumerate(depths):
        yield f'<text x="{(place + 0.5) * step:g}" y="{PANEL_HEIGHT + 18}">{depth}</text>'
    yield f'<text x="{PANEL_WIDTH / 2:g}" y="{PANEL_HEIGHT + 36}">depth in plies</text>'
    for evaluation in EVALUATIONS:
        scores = [s for s in results.scores if (s.pairing.evaluation, s.pairing.opponent) == (evaluation, opponent)]
        places = [(depths.index(score.pairing.depth) + 0.5) * step + OFFSETS[evaluation] for score in scores]
        yield from _series(list(zip(places, scores, strict=True)), evaluation)


def _series(points: list[tuple[float, Score]], evaluation: str) -> Iterator[str]:
    colour = COLOURS[evaluation]
    corners = " ".join(f"{x:g},{height_of(score.wins / score.games):.1f}" for x, score in points)
    yield f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-opacity="0.4"/>'
    for x, score in points:
        low, high = wilson_interval(score.wins, score.games)
        yield f'<line x1="{x:g}" x2="{x:g}" y1="{height_of(low):.1f}" y2="{height_of(high):.1f}" stroke="{colour}"/>'
        yield _mark(evaluation, x, height_of(score.wins / score.games))


def _mark(evaluation: str, x: float, y: float) -> str:
    """Return a disc for the one evaluation and a square for the other."""
    colour = COLOURS[evaluation]
    if evaluation == "cells":
        return f'<circle cx="{x:g}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    return f'<rect x="{x - 3.5:g}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"/>'


def _legend(y: int) -> Iterator[str]:
    for number, evaluation in enumerate(EVALUATIONS):
        x = LEFT + number * (PANEL_WIDTH + GAP)
        yield _mark(evaluation, x, y - 4)
        yield f'<text x="{x + 10}" y="{y}" text-anchor="start">evaluation: {WORDS[evaluation]}</text>'

"""A picture of one turn, with the colours of the page."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image, ImageColor, ImageDraw, ImageFont

from tools.records import Record
from tools.referee import STEPS, Cell, Referee
from tools.view.games import Shown
from tools.view.page import read_part
from tools.walk import walk

# Drawn so many times larger and made smaller at the end, which smooths edges.
OVERSAMPLING = 3
CELL = 32
MARGIN = 24
TITLE = 44
RIBBON, HEAD, START = 0.56, 0.43, 0.13

LONGEST_NAME = 20

Point = tuple[float, float]
Middle = Callable[[Cell], Point]


def draw_turn(shown: Shown, turn: int, *, dark: bool = False) -> Image.Image:
    """Draw the position before an answer, counted from 0, or after the last one, with the move that follows.

    ValueError if the game has no such turn.
    """
    colours = read_colours(dark=dark)
    referee, paths = _play(shown.record, turn)
    scale = CELL * OVERSAMPLING
    width, height = shown.record.grid
    size = (width * scale + 2 * MARGIN * OVERSAMPLING, height * scale + (2 * MARGIN + TITLE) * OVERSAMPLING)
    image = Image.new("RGB", size, colours["surface"])
    draw = ImageDraw.Draw(image)

    def middle(cell: Cell) -> Point:
        return MARGIN * OVERSAMPLING + (cell[0] + 0.5) * scale, (MARGIN + TITLE) * OVERSAMPLING + (
            cell[1] + 0.5
        ) * scale

    _draw_grid(draw, middle, width, height, colours)
    for seat, path in enumerate(paths):
        colour = colours[f"seat-{seat}"]
        if referee.heads[seat] is None:
            _draw_ghost(draw, [middle(cell) for cell in path], _mix(colour, colours["board"], 0.45))
    for seat, path in enumerate(paths):
        colour = colours[f"seat-{seat}"]
        if referee.heads[seat] is not None:
            points = [middle(cell) for cell in path]
            _draw_ribbon(draw, points, colour)
            _disc(draw, points[0], START * scale, colours["board"])
    if turn < len(shown.record.moves):
        _draw_move(draw, middle, referee, shown.record.moves[turn].answer, colours)
    font = ImageFont.load_default(0.56 * scale)
    for seat, head in enumerate(referee.heads):
        if head is not None:
            _disc(draw, middle(head), (HEAD + 0.06) * scale, colours["board"])
            _disc(draw, middle(head), HEAD * scale, colours[f"seat-{seat}"])
            draw.text(middle(head), str(seat), colours[f"on-seat-{seat}"], font, anchor="mm")
    _draw_title(draw, shown, turn, referee, colours)
    return image.reduce(OVERSAMPLING)


def read_colours(*, dark: bool) -> dict[str, str]:
    """Return the page's colours by name, as `#rrggbb`, from its style sheet."""
    found = re.findall(r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", read_part("style.css"))
    return {name: same or (night if dark else day) for name, day, night, same in found}


def _play(record: Record, turn: int) -> tuple[Referee, list[list[Cell]]]:
    """Return the referee at a turn, and where every seat went, those that are dead included."""
    paths = [[start] for start in record.starts]
    for index, referee in enumerate(walk(record)):
        paths = [ribbon[:] or path for ribbon, path in zip(referee.ribbons, paths, strict=True)]
        if index == turn:
            return referee, paths
    raise ValueError(f"expected a turn from 0 to {len(record.moves)}, the end of the game, found {turn}")


def _draw_grid(draw: ImageDraw.ImageDraw, middle: Middle, width: int, height: int, colours: dict[str, str]) -> None:
    """Draw the field, its lines, and the numbers of every fifth column and row."""
    half = CELL * OVERSAMPLING / 2
    left, top = (value - half for value in middle((0, 0)))
    right, bottom = (value + half for value in middle((width - 1, height - 1)))
    draw.rectangle((left, top, right, bottom), colours["board"])
    for x in range(1, width):
        across = left + 2 * half * x
        draw.line((across, top, across, bottom), colours["grid"], OVERSAMPLING)
    for y in range(1, height):
        down = top + 2 * half * y
        draw.line((left, down, right, down), colours["grid"], OVERSAMPLING)
    draw.rectangle((left, top, right, bottom), outline=colours["edge"], width=2 * OVERSAMPLING)
    font = ImageFont.load_default(12 * OVERSAMPLING)
    for x in range(0, width, 5):
        draw.text((middle((x, 0))[0], top - 11 * OVERSAMPLING), str(x), colours["muted"], font, anchor="mm")
    for y in range(0, height, 5):
        draw.text((left - 12 * OVERSAMPLING, middle((0, y))[1]), str(y), colours["muted"], font, anchor="mm")


def _draw_ribbon(draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: str) -> None:
    """Draw a thick line with round corners and ends."""
    half = RIBBON * CELL * OVERSAMPLING / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        across, down = (0, half) if y0 == y1 else (half, 0)
        box = (min(x0, x1) - across, min(y0, y1) - down, max(x0, x1) + across, max(y0, y1) + down)
        draw.rectangle(box, colour)
    for point in points:
        _disc(draw, point, half, colour)


def _draw_ghost(draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: str) -> None:
    """Draw where a dead ribbon was, as dots, and a cross where it ended."""
    for point in points[:-1]:
        _disc(draw, point, 0.09 * CELL * OVERSAMPLING, colour)
    reach = 0.2 * CELL * OVERSAMPLING
    x, y = points[-1]
    for down in (reach, -reach):
        draw.line((x - reach, y - down, x + reach, y + down), colour, round(0.12 * CELL * OVERSAMPLING))


def _draw_move(
    draw: ImageDraw.ImageDraw, middle: Middle, referee: Referee, answer: str | None, colours: dict[str, str]
) -> None:
    """Draw a ring around the head on turn, and an arrow where it goes next."""
    head = referee.heads[referee.turn]
    if head is None:
        return
    scale = CELL * OVERSAMPLING
    _disc(draw, middle(head), (HEAD + 0.15) * scale, colours["ink"])
    step = STEPS.get((answer or "").strip())
    if step is not None:
        (x, y), (across, down) = middle(head), step

        def place(along: float, aside: float) -> Point:
            return x + scale * (along * across - aside * down), y + scale * (along * down + aside * across)

        draw.polygon([place(1.2, 0), place(0.72, 0.32), place(0.72, -0.32)], colours[f"seat-{referee.turn}"])


def _draw_title(draw: ImageDraw.ImageDraw, shown: Shown, turn: int, referee: Referee, colours: dict[str, str]) -> None:
    """Write the turn and, behind a disc of its colour, who sits in each seat; the dead in grey."""
    font = ImageFont.load_default(15 * OVERSAMPLING)
    small = ImageFont.load_default(11 * OVERSAMPLING)
    x, y = MARGIN * OVERSAMPLING, (MARGIN + TITLE / 2 - 12) * OVERSAMPLING
    text = f"Turn {turn} of {len(shown.record.moves)}"
    draw.text((x, y), text, colours["ink"], font, anchor="lm")
    x += round(draw.textlength(text, font)) + 28 * OVERSAMPLING
    for seat, player in enumerate(shown.record.players):
        _disc(draw, (x, y), 9 * OVERSAMPLING, colours[f"seat-{seat}"])
        draw.text((x, y), str(seat), colours[f"on-seat-{seat}"], small, anchor="mm")
        x += 15 * OVERSAMPLING
        name = "".join(letter if letter.isprintable() else "?" for letter in player.name[:LONGEST_NAME])
        colour = colours["ink" if referee.heads[seat] is not None else "muted"]
        draw.text((x, y), name, colour, font, anchor="lm")
        x += round(draw.textlength(name, font)) + 28 * OVERSAMPLING


def _disc(draw: ImageDraw.ImageDraw, middle: Point, radius: float, colour: str) -> None:
    x, y = middle
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _mix(colour: str, ground: str, share: float) -> str:
    """Return so much of a colour on a ground."""
    pairs = zip(ImageColor.getrgb(colour)[:3], ImageColor.getrgb(ground)[:3], strict=True)
    return "#" + "".join(f"{round(share * over + (1 - share) * under):02x}" for over, under in pairs)

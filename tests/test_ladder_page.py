"""What a ladder looks like: figures that are right, a picture that is to scale, a page in which nothing runs."""

import io
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import numpy as np
import pytest
from rich.console import Console

from tools.game import Game, Outcome
from tools.ladder.cells import rating_headings, rating_rows
from tools.ladder.page import to_html
from tools.ladder.picture import tick_step, to_svg
from tools.ladder.rating import Rating, Ratings
from tools.ladder.standings import Standings
from tools.ladder.tables import print_failures, print_matrix, print_ratings
from tools.players import Player
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.schedule import Scheduled

HOSTILE = [
    "<script>alert(1)</script>",
    "</title></svg><img src=x onerror=alert(2)>",
    "\" onload='alert(3)' [bold red]&amp;",
]
SAMPLES = np.array([[10.0, 0.0, -10.0]] * 3 + [[0.0, 10.0, -10.0]])


def ratings_of(*elo: float, error: float | None = 30.0) -> Ratings:
    return Ratings([Rating(value, error) for value in elo], SAMPLES)


def standings_of(names: list[str], *games: tuple[tuple[int, ...], Cause]) -> Standings:
    """Play games in which the first named wins, the others dying of the cause, the last of them first."""
    standings = Standings(len(names))
    for number, (order, cause) in enumerate(games):
        players = [Player(names[bot], (), Path(), names[bot]) for bot in order]
        starts = [(seat, seat) for seat in range(len(order))]
        deaths = [Death(seat, cause, move) for move, seat in enumerate(range(len(order) - 1, 0, -1))]
        seats = [Seat(player.name, player.command) for player in players]
        limits = Limits(1000, 100)
        moves = [Move(death.seat, "UP", 1.0, None) for death in deaths]
        record = Record(1, (30, 20), starts, seats, limits, moves, deaths, list(range(len(order))))
        standings.add(Scheduled(number, number // 2, order, Game(players, starts, limits, 1)), Outcome(record, 0.0))
    return standings


class Tags(HTMLParser):
    """Collects what a browser would see: elements, their attributes, and the text of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_nothing_in_a_name_becomes_part_of_the_page() -> None:
    standings = standings_of(HOSTILE, ((0, 1), Cause.EDGE), ((1, 2), Cause.CRASHED), ((0, 2, 1), Cause.TIMEOUT))
    page = to_html(f"a ladder of {HOSTILE[0]}", standings, ratings_of(5, 0, -5), HOSTILE)
    seen = Tags()
    seen.feed(page)
    seen.close()
    assert not {"script", "img", "iframe", "object", "link", "a", "form"} & seen.tags
    assert not [name for name in seen.attributes if name.startswith(("on", "src", "href"))]
    text = "".join(seen.texts)
    assert all(name in text for name in HOSTILE[::2])
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)


def test_the_picture_is_xml_with_each_bot_where_its_rating_is() -> None:
    names = ["b", HOSTILE[1], "a"]
    root = ET.fromstring(to_svg(ratings_of(-100, 300, 100), names))  # noqa: S314 - our own picture
    of = "{http://www.w3.org/2000/svg}"
    dots = [float(dot.attrib["cx"]) for dot in root.iter(f"{of}circle")]
    # The strongest on top: at 300, 100 and -100.
    assert dots[0] - dots[1] == pytest.approx(dots[1] - dots[2], abs=0.2)
    assert dots[0] > dots[1] > dots[2]
    scale = {
        text.text: float(text.attrib["x"]) for text in root.iter(f"{of}text") if text.text and text.text[-1] == "0"
    }
    assert scale["100"] == pytest.approx(dots[1], abs=0.2)
    bars = [line for line in root.iter(f"{of}line") if line.get("stroke-width") == "3"]
    pixels = (scale["100"] - scale["0"]) / 100
    assert [float(bar.attrib["x2"]) - float(bar.attrib["x1"]) for bar in bars] == pytest.approx(
        [60 * pixels] * 3, abs=0.3
    )
    labels = [text.text for text in root.iter(f"{of}text") if text.get("text-anchor") == "end"]
    assert labels == [HOSTILE[1][:31] + "…", "a", "b"]


@pytest.mark.parametrize("elo", [(0.0, 0.0, 0.0), (1e-9, 0.0, 0.0), (4_000.0, 0.0, -4_000.0)])
@pytest.mark.parametrize("error", [None, 0.0, 25.0])
def test_any_field_can_be_drawn(elo: tuple[float, ...], error: float | None) -> None:
    root = ET.fromstring(to_svg(ratings_of(*elo, error=error), ["a", "b", "c"]))  # noqa: S314 - our own picture
    width = float(root.attrib["width"])
    places = [float(dot.attrib["cx"]) for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert all(0 <= place <= width for place in places)


@pytest.mark.parametrize(("span", "step"), [(0, 0.2), (1, 0.2), (8, 1), (9, 2), (100, 20), (799, 100), (801, 200)])
def test_marks_are_at_round_numbers(span: float, step: float) -> None:
    assert tick_step(span) == pytest.approx(step)


def test_the_rows_say_who_won_how_often_and_died_of_what() -> None:
    names = ["weak", "strong", "middle"]
    standings = standings_of(
        names, ((1, 0), Cause.EDGE), ((1, 0), Cause.EDGE), ((1, 2, 0), Cause.TIMEOUT), ((0, 1, 2), Cause.TIMEOUT)
    )
    ratings = Ratings([Rating(-50.4, None), Rating(50.6, 12.6), Rating(0, 10)], SAMPLES[:, [2, 0, 1]])
    assert rating_headings(standings)[4:] == ["won of 2", "won of 3", "edge", "timeout"]
    assert rating_rows(standings, ratings) == [
        ["51", "13", "75 %", "4", "100 %", "50 %", "", "1"],
        ["0", "10", "100 %", "2", "", "0 %", "", "2"],
        ["-50", "", "", "4", "0 %", "50 %", "2", "1"],
    ]


def test_the_terminal_shows_the_same_and_takes_no_markup_from_names() -> None:
    standings = standings_of(HOSTILE, ((0, 1), Cause.EDGE), ((1, 2), Cause.CRASHED), ((1, 2), Cause.CRASHED))
    console = Console(file=io.StringIO(), width=200)
    ratings = ratings_of(5, 0, -5)
    print_ratings(console, standings, ratings, HOSTILE)
    print_matrix(console, standings, ratings, HOSTILE)
    print_failures(console, standings, HOSTILE)
    shown = console.file.getvalue() if isinstance(console.file, io.StringIO) else ""
    assert "[bold red]" in shown
    matrix = shown.partition("came before whom")[2]
    assert [line.split()[-3:] for line in matrix.splitlines() if line.startswith(" 3 ")] == [
        ["[bold", "red]&amp;", "0"]
    ]
    assert f"{HOSTILE[2]}: crashed in 2 of 2 games, first in game 2 at move 0 in seat 1:" in shown
    assert "-m tools.match" in shown


def test_a_wide_matrix_is_left_to_the_page() -> None:
    names = [f"bot{bot}" for bot in range(17)]
    standings = standings_of(names, ((0, 1), Cause.EDGE))
    ratings = Ratings([Rating(Random(bot).random(), None) for bot in range(17)], np.empty((0, 17)))
    console = Console(file=io.StringIO(), width=200)
    print_matrix(console, standings, ratings, names)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == ""
    # A cell of the matrix for each of the two that have met.
    assert re.findall(r'title="(\d of \d) games"', to_html("x", standings, ratings, names)) == ["1 of 1", "0 of 1"]

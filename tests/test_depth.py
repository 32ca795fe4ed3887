"""What depth buys: the intervals, the games, and what is written about them."""

import xml.etree.ElementTree as ET
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from conftest import ROOT, run_tool

from bot.board import Board
from bot.evaluation import Evaluation
from bot.grid import Grid
from bot.territory import two_territories
from tools.depth.experiment import (
    EVALUATIONS,
    HEIGHT,
    OPPONENTS,
    WIDTH,
    Game,
    Pairing,
    Score,
    draw_starts,
    pairings,
    play,
    run,
)
from tools.depth.picture import PANEL_HEIGHT, height_of, to_svg
from tools.depth.results import HEADER, Results, from_json, in_percent, to_json, to_page
from tools.depth.wilson import Z, wilson_interval
from tools.starts import nearer_cells

KEPT = ROOT / "tools" / "depth" / "results"


def results_of(shares: dict[str, int], depths: int = 2) -> Results:
    """Return made-up results: each opponent lets the search win so many of 50 games."""
    scores = [Score(pairing, 50, shares[pairing.opponent], 10.0) for pairing in pairings(depths)]
    return Results(7, 99, scores)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3, to four digits.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_the_published_ones(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", [1, 2, 50])
def test_from_either_end_the_result_lies_z_standard_errors_away(games: int) -> None:
    for wins in range(games + 1):
        ends = wilson_interval(wins, games)
        for end in ends:
            error = sqrt(end * (1 - end) / games)
            # Where an end is 0 or 1, the root of a rounding error remains.
            assert abs(wins / games - end) == pytest.approx(Z * error, abs=1e-7)
        assert ends == pytest.approx([1 - end for end in reversed(wilson_interval(games - wins, games))])


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_an_impossible_result_has_no_interval(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match=f"found {wins} in {games}"):
        wilson_interval(wins, games)


def test_starts_are_fair_and_each_is_played_from_both_seats() -> None:
    starts = draw_starts(20, seed=3)
    assert len(starts) == 10
    for pair in starts:
        near, far = nearer_cells(pair, WIDTH, HEIGHT)
        assert abs(near - far) <= 3
    assert draw_starts(6, seed=3) == starts[:3]
    assert draw_starts(20, seed=4) != starts


def test_one_ply_against_itself_wins_one_seat_of_each_start() -> None:
    scores = [score for score in run(1, 8, 1, 1) if score.pairing.opponent == "one ply"]
    assert [(score.pairing.evaluation, score.games, score.wins) for score in scores] == [
        ("cells", 8, 4),
        ("full", 8, 4),
    ]


def test_who_ignores_the_opponent_loses_to_two_plies_from_either_seat() -> None:
    for seat in (0, 1):
        won = [play(Game(Pairing(2, "full", "flood"), starts, seat))[0] for starts in draw_starts(12, seed=1)]
        assert won.count(True) >= 5


def test_deeper_searches_take_more_nodes_a_move() -> None:
    nodes = []
    for depth in (1, 2, 4, 6):
        _, searched, moves = play(Game(Pairing(depth, "cells", "one ply"), [(2, 2), (12, 7)], 0))
        nodes.append(searched / moves)
    # One ply: the position itself and a node for each of up to three moves, more where moves are forced.
    assert 2 < nodes[0] < 8
    assert all(shallow * 1.5 < deep for shallow, deep in pairwise(nodes))


def test_the_evaluation_by_cells_counts_nothing_else() -> None:
    grid = Grid(WIDTH, HEIGHT)
    weights = EVALUATIONS["cells"]()
    for starts in draw_starts(20, seed=2):
        board = Board.from_starts(starts, grid)
        mine, theirs = two_territories(board.free, *board.heads, grid.even, grid.stride)
        lead = mine.bit_count() - theirs.bit_count()
        assert Evaluation(grid, weights).duel(board.free, *board.heads) == weights.cell * lead


def test_two_jobs_give_what_one_gives() -> None:
    assert list(run(2, 4, 5, 2)) == list(run(2, 4, 5, 1))


def test_results_survive_being_written_and_read() -> None:
    results = results_of({"flood": 48, "one ply": 25})
    assert from_json(to_json(results)) == results
    assert results.row(2) == ["2"] + ["96 % (87-99)", "50 % (37-63)"] * 2
    assert len(HEADER) == 5


def test_the_picture_shows_every_share_and_interval_at_its_height() -> None:
    namespace = "{http://www.w3.org/2000/svg}"
    svg = ET.fromstring(to_svg(results_of({"flood": 50, "one ply": 25}, depths=3)))  # noqa: S314  # our own text
    panels = svg.findall(f"{namespace}g")
    assert len(panels) == len(OPPONENTS)
    for panel, wins in zip(panels, (50, 25), strict=True):
        discs = panel.findall(f"{namespace}circle")
        assert [float(disc.attrib["cy"]) for disc in discs] == [PANEL_HEIGHT * (1 - wins / 50)] * 3
        bars = [line for line in panel.findall(f"{namespace}line") if line.attrib["stroke"] != "#ddd"]
        low, high = wilson_interval(wins, 50)
        for bar in bars:
            ends = float(bar.attrib["y1"]), float(bar.attrib["y2"])
            assert ends == pytest.approx((height_of(low), height_of(high)), abs=0.06)
        assert len(bars) == 6


def test_the_results_kept_are_whole_and_page_and_picture_are_made_of_them() -> None:
    results = from_json((KEPT / "depth.json").read_text(encoding="utf-8"))
    assert [score.pairing for score in results.scores] == pairings(8)
    assert {score.games for score in results.scores} == {50}
    assert (KEPT / "depth.svg").read_text(encoding="utf-8") == to_svg(results)
    assert (KEPT / "README.md").read_text(encoding="utf-8") == to_page(results, "depth.svg")
    # Against itself one ply must come out even.
    assert {s.wins for s in results.scores if (s.pairing.depth, s.pairing.opponent) == (1, "one ply")} == {25}


def test_the_command_prints_a_row_a_depth_and_writes_its_files(tmp_path: Path) -> None:
    result = run_tool("-m", "tools.depth", "--deepest", "2", "--games", "4", "--output", tmp_path / "out")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["depth", "1", "2", "written:"]
    assert len({len(line) for line in lines[:3]}) == 1
    results = from_json((tmp_path / "out" / "depth.json").read_text(encoding="utf-8"))
    assert [line.split("  ")[-1].strip() for line in lines[1:3]] == [in_percent(results.scores[n]) for n in (3, 7)]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"depth.json", "depth.svg", "README.md"}


@pytest.mark.parametrize("arguments", [["--games", "3"], ["--games", "0"], ["--deepest", "0"], ["--jobs", "x"]])
def test_options_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    result = run_tool("-m", "tools.depth", *arguments)
    assert result.returncode == 2
    assert arguments[0] in result.stderr


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run_tool("-m", "tools.depth", "--output", tmp_path / "file" / "out")
    assert result.returncode == 2
    assert result.stderr.startswith("depth: ")
    assert result.stderr.count("\n") == 1

"""The runner of solved positions: what it asks of a file, what it prints, and that it plays walls and lone heads."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, run_tool

from bot.grid import Grid
from tools.forms import PACKAGE, FormError, load_bundle
from tools.solved import Position, SuiteError, read_positions
from tools.suite import Player, judge

# To the right A makes five moves, to the left one.
CORRIDOR = {"rows": ["#######", ".A.....", "#######"], "optimal": ["RIGHT"], "longest": 5}
# B has two moves; to the right A has three, upwards one.
DUEL = {"rows": ["#.###", "#A...", "#####", "B..##"], "winning": ["RIGHT"]}
DATA = ROOT / "tests" / "data"


def write(path: Path, *records: Any) -> Path:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path


def player(nodes: int = 500) -> Player:
    return Player(PACKAGE, lambda: PACKAGE.node_clock(nodes))


def test_a_small_board_lies_in_the_top_left_corner_of_the_arena_s_grid_walled_in() -> None:
    rows = ["B..", "#.A"]
    board = Position("here", rows, None, None).board(PACKAGE)
    drawn = board.to_ascii().split("\n")
    assert (board.grid.width, board.grid.height) == (Grid().width, Grid().height)
    assert [row[:3] for row in drawn[:2]] == rows
    assert board.free.bit_count() == 3
    assert board.turn == 0


@pytest.mark.parametrize("kind", ["duel", "fill"])
def test_the_bot_solves_what_exhaustive_search_has_solved(kind: str) -> None:
    positions = read_positions(DATA / f"{kind}.jsonl", lengths=True)
    assert len(positions) == 150
    # A third of them here, the others with the strategy: `make suite` runs them all, on the clock.
    failures = {p.place: judge(p, player(4_000), play_out=True) for p in positions[2::3]}
    assert {place: wrong for place, wrong in failures.items() if wrong} == {}


def test_all_solved_is_status_0_and_a_count_a_file(tmp_path: Path) -> None:
    fill = write(tmp_path / "fill.jsonl", CORRIDOR, CORRIDOR)
    duel = write(tmp_path / "duel.jsonl", DUEL)
    result = run_tool("-m", "tools.suite", fill, duel, "--nodes", "200", "--play-out")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{fill}: 2 of 2\n{duel}: 1 of 1\nsolved 3 of 3\n"


def test_a_failure_shows_the_board_the_move_and_the_right_ones(tmp_path: Path) -> None:
    wrong = {"rows": CORRIDOR["rows"], "optimal": ["UP", "LEFT"]}
    path = write(tmp_path / "fill.jsonl", CORRIDOR, wrong)
    result = run_tool("-m", "tools.suite", path, "--nodes", "200")
    assert result.returncode == 1
    assert result.stdout == (
        f"{path} line 2: RIGHT was played, right: UP or LEFT\n"
        f"#######\n.A.....\n#######\n\n{path}: 1 of 2\nsolved 1 of 2\n"
    )


def test_a_region_that_could_be_filled_further_is_a_failure() -> None:
    position = Position("here", CORRIDOR["rows"], ["RIGHT"], 6)  # type: ignore[arg-type]
    assert judge(position, player(), play_out=True) == ["5 moves were made, the most: 6"]
    assert judge(position, player(), play_out=False) == []


def test_moves_alone_need_no_solutions_and_keep_the_order_of_the_files(tmp_path: Path) -> None:
    left = {"rows": ["#####", "...A.", "#####"]}
    trapped = {"rows": ["#A#", "###"]}
    first = write(tmp_path / "b.jsonl", left, CORRIDOR)
    second = write(tmp_path / "a.jsonl", trapped)
    result = run_tool("-m", "tools.suite", first, second, "--moves")
    assert (result.returncode, result.stdout, result.stderr) == (0, "LEFT\nRIGHT\nUP\n", "")


def test_a_wrong_move_is_status_1_with_moves_alone_too(tmp_path: Path) -> None:
    path = write(tmp_path / "fill.jsonl", {"rows": CORRIDOR["rows"], "optimal": ["LEFT"]})
    result = run_tool("-m", "tools.suite", path, "--moves")
    assert (result.returncode, result.stdout) == (1, "RIGHT\n")


def test_a_bot_that_fails_inside_is_told_and_its_move_still_judged(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(PACKAGE.strategy):  # type: ignore[name-defined, misc]
        def choose(self, *_: object) -> object:
            raise ZeroDivisionError("no room")

    form = PACKAGE.__class__(**{**vars(PACKAGE), "strategy": Broken})
    broken = Player(form, lambda: PACKAGE.node_clock(10))
    position = Position("file line 7", CORRIDOR["rows"], ["RIGHT"], 5)  # type: ignore[arg-type]
    # The first legal move in reading order is the one to the left.
    assert judge(position, broken, play_out=False) == ["LEFT was played, right: RIGHT"]
    assert capsys.readouterr().err.startswith("file line 7: error: ZeroDivisionError")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "expected a JSON object, found Expecting property name"),
        ("[1]", "expected a JSON object, found [1]"),
        ("[" * 100_000, "expected a JSON object that can be read"),
        ('{"winning": ["UP"]}', "expected `rows`, a list of the board's rows, found null"),
        ('{"rows": [], "winning": ["UP"]}', "expected `rows`, a list of the board's rows, found []"),
        ('{"rows": ["A.", "x."], "winning": ["UP"]}', 'expected rows of A, B, # and . alone, found "x."'),
        ('{"rows": ["A.", 3], "winning": ["UP"]}', "expected rows of A, B, # and . alone, found 3"),
        ('{"rows": ["A.", "..."], "winning": ["UP"]}', "row 1 has 3 cells where row 0 has 2"),
        ('{"rows": ["A.", ".A"], "winning": ["UP"]}', "row 1 column 1: a second head A"),
        ('{"rows": ["B.", ".."], "winning": ["UP"]}', "seat 0 is on turn but has no head"),
        ('{"rows": ["A."]}', "expected the right moves as `winning` or `optimal`, found neither"),
        ('{"rows": ["A."], "winning": ["UP"], "optimal": ["UP"]}', "expected `winning` or `optimal`, found both"),
        ('{"rows": ["A."], "winning": []}', "`winning`: expected a list of UP, RIGHT, DOWN, LEFT, found []"),
        ('{"rows": ["A."], "optimal": ["up"]}', '`optimal`: expected a list of UP, RIGHT, DOWN, LEFT, found ["up"]'),
        ('{"rows": ["A."], "optimal": "UP"}', '`optimal`: expected a list of UP, RIGHT, DOWN, LEFT, found "UP"'),
        ('{"rows": ["A."], "optimal": ["UP"], "longest": true}', "`longest`: expected a whole number"),
        ('{"rows": ["A."], "optimal": ["UP"]}', "expected `longest`"),
        (json.dumps({"rows": ["A" + 30 * "."], "optimal": ["UP"]}), "expected at most 30x20 cells, found 31x1"),
        (json.dumps({"rows": ["A", *20 * "."], "optimal": ["UP"]}), "expected at most 30x20 cells, found 1x21"),
    ],
)
def test_a_line_that_is_no_position_is_one_sentence_with_its_place(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "suite.jsonl"
    path.write_text(f"\n{json.dumps(CORRIDOR)}\n{line}\n", encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        read_positions(path, lengths=True)
    message = str(caught.value)
    assert message.startswith(f"{path} line 3: ")
    assert complaint in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"\n", "expected a position a line, found none"), (b"\xff", "other bytes at byte 0"), (None, "cannot be read")],
)
def test_a_file_without_positions_ends_with_status_2(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    path = tmp_path / "suite.jsonl"
    if content is not None:
        path.write_bytes(content)
    result = run_tool("-m", "tools.suite", path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"suite: {path}: ")
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--nodes", "-1"], ["--budget-ms", "x"], ["--nodes", "1", "--budget-ms", "2"]])
def test_options_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    result = run_tool("-m", "tools.suite", DATA / "duel.jsonl", *arguments)
    assert result.returncode == 2
    assert arguments[0] in result.stderr
    assert "Traceback" not in result.stderr


def test_the_bundle_is_measured_as_it_was_built(flat_bundle: Path) -> None:
    bundle = load_bundle(flat_bundle)
    assert bundle.strategy is not PACKAGE.strategy
    measured = Player(bundle, lambda: bundle.node_clock(500))
    positions = read_positions(DATA / "duel.jsonl")[:20]
    assert [measured.first_move(p) for p in positions] == [player().first_move(p) for p in positions]


def test_a_bundle_that_is_missing_or_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormError, match="missing: write it with `make bundle`"):
        load_bundle(tmp_path / "absent.py")
    (tmp_path / "other.py").write_text("Board = 1\n", encoding="utf-8")
    with pytest.raises(FormError, match="Clock"):
        load_bundle(tmp_path / "other.py")

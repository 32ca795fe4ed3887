"""The bench: its positions come from games by the rules, and its number of nodes is the one that is stored."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock
from bot.evaluation import Evaluation
from bot.grid import cells_of
from bot.strategy import Decision, Strategy
from bot.territory import two_territories
from tools.bench import __main__ as command
from tools.bench import fingerprint, measure
from tools.bench.positions import positions, read_lines
from tools.forms import PACKAGE, load_bundle
from tools.referee import STEPS, Referee
from tools.starts import parse_starts

WORDS = {word[0]: word for word in STEPS}


def heads_in_turn(board: Board) -> tuple[int, int]:
    mover, other = board.living()
    return board.heads[mover], board.heads[other]


def test_the_positions_are_those_that_the_referee_reaches() -> None:
    lines = read_lines()
    for board, (starts, answers) in zip(positions(PACKAGE), lines, strict=True):
        referee = Referee(parse_starts(starts))
        for answer in answers:
            referee.play(WORDS[answer])
        assert board.to_ascii() == referee.to_ascii()
        assert board.turn == referee.turn
        assert sorted(board.living()) == referee.living()
    assert len({board.to_ascii() for board in positions(PACKAGE)}) == 24
    assert [len(board.heads) for board in positions(PACKAGE)] == [2] * 12 + [3] * 6 + [4] * 6


def test_every_position_is_one_that_the_bot_searches() -> None:
    for board in positions(PACKAGE):
        clock = NodeClock(200)
        clock.begin()
        assert Strategy().choose(board, clock).stage == "search"


def test_package_and_bundle_search_the_number_of_nodes_that_is_stored(
    flat_bundle: Path,
) -> None:
    """Red after every change of the search: where it was meant, `python -m tools.bench --update` stores the new one."""
    for form in (PACKAGE, load_bundle(flat_bundle)):
        boards = positions(form)
        efforts = [measure.search_fixed(form, [board for board in boards if len(board.heads) == n]) for n in (2, 3, 4)]
        assert sum(effort.nodes for effort in efforts) == fingerprint.read_fingerprint(), form.name


def test_a_fixed_depth_searches_each_position_afresh() -> None:
    boards = positions(PACKAGE)[-3:]
    alone = [measure.search_fixed(PACKAGE, [board]).nodes for board in boards]
    assert measure.search_fixed(PACKAGE, boards).nodes == sum(alone)
    assert min(alone) > 100


def test_the_mean_depth_is_that_of_first_turns_with_the_budget_in_seconds() -> None:
    budgets = []

    class Scripted(Strategy):
        def choose(self, board: Board, clock: Clock) -> Decision:
            budgets.append(clock.budget)
            return Decision(board.moves(), len(board.living()), 0, "search")

    boards = positions(PACKAGE)
    chosen = [
        boards[0],
        boards[0],
        boards[0],
        next(board for board in boards if len(board.living()) == 4),
    ]
    assert measure.finished_depth(replace(PACKAGE, strategy=Scripted), chosen, 80.0) == 2.5
    assert budgets == [0.08] * 4


def test_cells_and_edges_alone_are_just_that() -> None:
    weights = measure.cells_and_edges(PACKAGE)
    for board in positions(PACKAGE)[:12]:
        stride = board.grid.stride
        mine, theirs = two_territories(board.free, *heads_in_turn(board), board.grid.even, stride)
        worth = 0
        for territory, sign in ((mine, 1), (theirs, -1)):
            edges = (territory & territory >> 1).bit_count() + (territory & territory >> stride).bit_count()
            worth += sign * (weights.cell * territory.bit_count() + weights.edge * edges)
        assert Evaluation(board.grid, weights).duel(board.free, *heads_in_turn(board)) == worth


def test_without_a_budget_nothing_is_finished() -> None:
    assert measure.finished_depth(PACKAGE, positions(PACKAGE), 0) == 0


def test_territories_are_counted_on_both_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "COUNTING_SECONDS", 0.01)
    seen = set()

    def count(free: int, first: int, second: int, even: int, stride: int) -> tuple[int, int]:
        seen.add((free, first, second, even, stride))
        return 0, 0

    boards = positions(PACKAGE)[:6]
    assert measure.count_territories(replace(PACKAGE, two_territories=count), boards) > 0
    wanted = set()
    for board in boards:
        grid = board.grid
        heads = [board.heads[seat] for seat in board.living()]
        if sum(sum(grid.position(head)) for head in heads) % 2 == 0:
            board.play(cells_of(board.moves())[0])
            heads = [board.heads[seat] for seat in board.living()]
        wanted.add((board.free, *heads, grid.even, grid.stride))
    assert seen == wanted


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the command quick, and let it store its number in a file of the test, which is returned."""
    monkeypatch.setattr(measure, "DEPTHS", {2: 2, 3: 2, 4: 2})
    monkeypatch.setattr(measure, "COUNTING_SECONDS", 0.01)
    monkeypatch.setattr(command, "DEFAULT_BUDGET_MS", 1.0)
    monkeypatch.setattr(fingerprint, "FILE", tmp_path / "fingerprint.txt")
    (tmp_path / "fingerprint.txt").write_text("7\n", encoding="ascii")
    return tmp_path / "fingerprint.txt"


def test_the_command_ends_with_the_number_and_says_that_it_changed(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    nodes = measure.search_fixed(PACKAGE, positions(PACKAGE)).nodes
    assert lines[-1] == f"Bench: {nodes}"
    assert lines[-2].startswith("not the 7 nodes that are stored")
    assert [line.split()[:3] for line in lines[2:5]] == [
        ["2", "12", "15"],
        ["3", "6", "8"],
        ["4", "6", "8"],
    ]
    assert quick.read_text(encoding="ascii") == "7\n"


def test_the_command_stores_the_number_where_it_was_told_to(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--update"]) == 0
    assert capsys.readouterr().out.endswith(f"Bench: {quick.read_text(encoding='ascii')}")
    assert command.main([]) == 0
    assert "not the" not in capsys.readouterr().out


def test_a_missing_bundle_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main(["--bundle"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("bench: ")
    assert "make bundle" in captured.err
    assert captured.err.count("\n") == 1

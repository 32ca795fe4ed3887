"""Perft: the bot's board counts exactly the positions that a slow twin counts, deaths and freed ribbons included."""

import json
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import Board
from bot.grid import Grid, cells_of
from tests.conftest import run_tool
from tests.oracles.slow_perft import Cell, lines_of_play, slow_perft
from tests.strategies import boards, state
from tools.perft import divide, perft
from tools.starts import parse_starts

# Rows of a grid, starts and the counts at depth 0, 1, 2 and so on, found by the slow twin.
NUMBERS = json.loads((Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8"))


def explain(board: Board, depth: int, wanted: int) -> str:
    """Say what a wrong count needs to be found: the board, and the count below each of its children."""
    counts = "\n".join(f"{name}: {count}" for name, count in divide(board, depth).items())
    return f"\n{board.to_ascii()}\nseat {board.turn} on turn, depth {depth}, wanted {wanted}, counted\n{counts}"


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: f"{row['grid'][0]}x{row['grid'][1]} {row['starts']}")
def test_counts_are_the_known_numbers(row: dict[str, list[int] | str]) -> None:
    width, height = row["grid"]
    board = Board.from_starts(parse_starts(row["starts"]), Grid(width, height))
    for depth, wanted in enumerate(row["counts"]):
        assert perft(board, depth) == wanted, explain(board, depth, wanted)


def test_the_known_numbers_are_those_of_the_slow_twin() -> None:
    for row in NUMBERS:
        counts = [count for count in row["counts"] if count <= 3_000]
        twin = [slow_perft(*row["grid"], parse_starts(row["starts"]), depth) for depth in range(len(counts))]
        assert counts == twin, row


def tiny_games(players: int) -> list[tuple[int, int, list[Cell]]]:
    """Return grids of a few cells with starts of that many players, spread over all ways to place them."""
    games = []
    for width, height in ((2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 1), (4, 3)):
        cells = [(x, y) for y in range(height) for x in range(width)]
        ways = list(permutations(cells, players))
        games += [(width, height, list(starts)) for starts in islice(ways, 0, None, max(1, len(ways) // 12))]
    return games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_slow_twin_agrees_on_tiny_boards(players: int) -> None:
    games = tiny_games(players)
    assert len(games) > 70
    for width, height, starts in games:
        board = Board.from_starts(starts, Grid(width, height))
        for depth in range(7):
            wanted = slow_perft(width, height, starts, depth)
            assert perft(board, depth) == wanted, explain(board, depth, wanted)


@given(boards(largest=(4, 4)), st.integers(0, 5))
def test_the_slow_twin_agrees_in_the_middle_of_a_game(board: Board, depth: int) -> None:
    before = state(board)
    grid = board.grid
    occupied = sum(board.ribbons)
    walls = frozenset(grid.position(cell) for cell in cells_of(grid.cells & ~board.free & ~occupied))
    ribbons = [
        [*(grid.position(cell) for cell in cells_of(ribbon & ~head)), *([grid.position(head)] if head else [])]
        for head, ribbon in zip(board.heads, board.ribbons, strict=True)
    ]
    wanted = len(lines_of_play(grid.width, grid.height, ribbons, board.turn, depth, walls=walls))
    assert perft(board, depth) == wanted, explain(board, depth, wanted)
    assert state(board) == before


@given(boards(largest=(4, 4)), st.integers(1, 5))
def test_the_counts_below_the_children_add_up(board: Board, depth: int) -> None:
    assert sum(divide(board, depth).values()) == perft(board, depth)


def test_a_seat_without_a_move_has_one_child_and_its_ribbon_vanishes() -> None:
    board = Board.from_ascii("aaC\nAB#")
    assert divide(board, 1) == {"death": 1}
    # A's death frees three cells; B can enter two of them.
    assert perft(board, 2) == 2


def test_a_finished_game_is_one_position_at_any_depth() -> None:
    board = Board.from_ascii("A.", players=2)
    assert [perft(board, depth) for depth in range(4)] == [1, 1, 1, 1]
    assert divide(board, 3) == {}


def test_the_command_prints_one_number() -> None:
    result = run_tool("-m", "tools.perft", "4", "3", "(0,0)(3,2)", "6")
    wanted = slow_perft(4, 3, [(0, 0), (3, 2)], 6)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{wanted}\n", "")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_command_explains_itself(option: str) -> None:
    result = run_tool("-m", "tools.perft", option)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith('usage: python -m tools.perft WIDTH HEIGHT "(x,y)(x,y)..." DEPTH\n\nThe chess')


def test_a_game_longer_than_the_default_recursion_is_counted() -> None:
    result = run_tool("-m", "tools.perft", "1200", "1", "(1,0)(1199,0)", "2500")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["4", "3", "(0,0)(3,2)"], "found 3"),
        (["four", "3", "(0,0)(3,2)", "6"], "'four'"),
        (["4", "0", "(0,0)(3,2)", "6"], "4 x 0"),
        (["4", "3", "(0,0)(3,2)", "-1"], "'-1'"),
        (["4", "3", "0,0 3,2", "6"], "'0,0 3,2'"),
        (["4", "3", "(0,0)", "6"], "found 1"),
        (["4", "3", "(0,0)(1,0)(2,0)(3,0)(0,1)", "6"], "found 5"),
        (["4", "3", "(0,0)(4,2)", "6"], "(4,2) is off the 4x3 grid"),
        (["4", "3", "(1,1)(1,1)", "6"], "share a start cell"),
    ],
)
def test_bad_arguments_are_one_sentence_and_status_2(arguments: list[str], found: str) -> None:
    result = run_tool("-m", "tools.perft", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert found in result.stderr

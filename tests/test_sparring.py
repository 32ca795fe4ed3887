"""The sparring levels: what they measure, how they choose, that they obey the protocol, and that the ladder rises."""

import math
import random
import time
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import Board
from bot.grid import Grid, cells_of
from tests.conftest import run_tool
from tests.oracles.light_cycles import WIN, published_positions
from tests.oracles.longest_path import steps
from tests.oracles.minimax import Counter, minimax
from tests.oracles.paranoid import paranoid_value
from tests.strategies import boards, state
from tools.sparring import LEVELS
from tools.sparring.alpha_beta import AlphaBeta
from tools.sparring.features import distance, exits, flood, links, margin, reached_first, straight_first
from tools.sparring.levels import NICKNAMES, Chooser, chooser
from tools.starts import fair_starts

TURN = "2 0\n5 5 5 5\n20 10 20 10\n"


def distances_from(board: Board, head: int) -> dict[tuple[int, int], int]:
    """Return the moves from a head to each free cell that it can reach, breadth first on plain coordinates."""
    free = {board.grid.position(cell) for cell in cells_of(board.free)}
    found = {board.grid.position(head): 0}
    queue = list(found)
    for cell in queue:
        for target in steps(cell):
            if target in free and target not in found:
                found[target] = found[cell] + 1
                queue.append(target)
    return {cell: moves for cell, moves in found.items() if moves}


@given(boards())
def test_cells_reached_first_are_those_of_plain_distances(board: Board) -> None:
    distances = [distances_from(board, head) if head else {} for head in board.heads]
    wanted = [0] * len(board.heads)
    for cell in {cell for reached in distances for cell in reached}:
        nearest = min(reached.get(cell, math.inf) for reached in distances)
        owners = [seat for seat, reached in enumerate(distances) if reached.get(cell) == nearest]
        if len(owners) == 1:
            wanted[owners[0]] |= board.grid.cell(*cell)
    assert reached_first(board) == wanted


@given(boards())
def test_floods_and_links_are_those_of_plain_coordinates(board: Board) -> None:
    head = board.heads[board.turn]
    reached = set(distances_from(board, head))
    mask = flood(board.grid, head, board.free)
    assert {board.grid.position(cell) for cell in cells_of(mask)} == reached
    pairs = sum(target in reached for cell in reached for target in steps(cell))
    assert links(board.grid, mask) == pairs // 2
    beside = sum(target in reached for target in steps(board.grid.position(head)))
    assert exits(board, head) == beside


def test_the_margin_is_taken_to_the_mean_of_the_living_opponents() -> None:
    board = Board.from_ascii("A..#B....#C.#D")
    assert [cells.bit_count() for cells in reached_first(board)] == [2, 4, 1, 0]
    assert margin(board, 0) == pytest.approx(2 - 5 / 3)
    board.turn = 3
    board.die()
    assert margin(board, 0) == pytest.approx(2 - 5 / 2)


def test_the_distance_is_that_to_the_nearest_opponent() -> None:
    board = Board.from_ascii("A...B\n.....\n.C...")
    assert [distance(board, seat) for seat in range(3)] == [3, 4, 3]


def test_every_level_has_a_player_and_the_nicknames_are_three_of_them() -> None:
    assert list(LEVELS) == [
        *("random", "wall", "flood", "greedy"),
        *(f"alphabeta{depth}" for depth in range(1, 9)),
        *("easy", "medium", "hard"),
    ]
    assert set(NICKNAMES) == {"easy", "medium", "hard"}
    for name, level in NICKNAMES.items():
        assert LEVELS[name] == f"the same as {level}"
    for name in LEVELS:
        board = Board.from_starts([(0, 0), (2, 2)], Grid(3, 3))
        assert chooser(name)(board) & board.moves()


def test_a_level_that_does_not_exist_is_refused() -> None:
    for name in ("alphabeta0", "alphabeta9", "grandmaster"):
        with pytest.raises(KeyError):
            chooser(name)


@pytest.mark.parametrize("name", ["random", "wall", "flood", "greedy", "alphabeta1", "alphabeta3"])
@given(board=boards())
def test_a_level_moves_legally_whenever_it_can_and_leaves_the_board_alone(name: str, board: Board) -> None:
    before, moves = state(board), board.moves()
    move = chooser(name, seconds=math.inf)(board)
    assert state(board) == before
    assert move.bit_count() == (1 if moves else 0)
    assert move & moves == move


def letters_of(grid: Grid, head: int, moves: list[int]) -> str:
    """Return the first letters of the directions of a line of moves, without the missing one at its end."""
    moves = [head, *filter(None, moves)]
    return "".join(grid.direction(*step)[0] for step in pairwise(moves))


def moves_of(choose: Chooser) -> list[int]:
    """Let a level play against a wall hugger on a small board; returns its moves."""
    board = Board.from_starts([(1, 1), (7, 5)], Grid(9, 7))
    wall = chooser("wall")
    moves = []
    while not board.is_over():
        move = (choose if board.turn == 0 else wall)(board)
        if board.turn == 0:
            moves.append(move)
        board.play(move) if move else board.die()
    return moves


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("random", "LURRRRRRDRDLLLLURR"),
        ("wall", "ULDDDDDDRUUUURUURRRRR"),
        ("flood", "URRRRRRRDDDDLUUUL"),
        ("greedy", "RRDDRDDLLLL"),
        ("alphabeta2", "RRDRDDDRUUUUURRRDDDDLU"),
        ("alphabeta5", "RRDRRDLLLLLDRRRRRR"),
    ],
)
def test_a_level_still_plays_the_game_that_it_always_played(name: str, letters: str) -> None:
    # Results are quoted against the levels, so their play is pinned: a better one gets a name of its own.
    grid = Grid(9, 7)
    assert letters_of(grid, grid.cell(1, 1), moves_of(chooser(name, 1, math.inf))) == letters


def test_random_plays_another_game_with_another_seed() -> None:
    assert len({tuple(moves_of(chooser("random", seed))) for seed in range(8)}) > 4


def word(name: str, drawing: str) -> str:
    board = Board.from_ascii(drawing)
    move = chooser(name)(board)
    return board.grid.direction(board.heads[0], move)


@pytest.mark.parametrize(
    ("name", "drawing", "direction"),
    [
        # Along the wall, not out into the open; among equals straight on.
        ("wall", ".....B\na.....\nA.....", "RIGHT"),
        ("wall", "......\n.aA..B\n......\n......", "UP"),
        ("wall", ".......\n.......\n.aA...B\n.......\n.......", "RIGHT"),
        # Never into a dead end if there is another way.
        ("wall", "#.####\n#A...B\n######", "RIGHT"),
        # The larger side, B beside it or not.
        ("flood", "..#B..\n..A...\n###...", "RIGHT"),
        ("flood", "...#....\n...A#...\n...##..B", "LEFT"),
        # B is nearer to the right side, so what can be reached there is not kept.
        ("greedy", "...#.....\n...AB....\n...#.....", "LEFT"),
        ("greedy", "....#.B..\n....A....\n....#....", "LEFT"),
        # Equal in everything: the first of up, right, down, left.
        ("greedy", "...#B\n.A.##\n...##", "UP"),
        ("flood", "...#B\n.A.##\n...##", "UP"),
    ],
)
def test_levels_choose_as_they_are_described(name: str, drawing: str, direction: str) -> None:
    assert word(name, drawing) == direction


def test_straight_on_comes_first() -> None:
    board = Board.from_ascii("...\naA.\n..B")
    assert straight_first(board) == [board.grid.cell(2, 1), board.grid.cell(1, 0), board.grid.cell(1, 2)]
    board = Board.from_ascii("a..\nA..\n..B")
    assert straight_first(board)[0] == board.grid.cell(0, 2)


def sixths(board: Board, seat: int) -> int:
    """Return the margin in sixths of a cell: with a mean of up to three opponents a whole number."""
    return round(6 * margin(board, seat))


@given(boards(largest=(5, 4), can_move=True), st.integers(1, 4))
def test_alpha_beta_finds_the_value_of_plain_paranoid_minimax(board: Board, depth: int) -> None:
    search = AlphaBeta(depth, math.inf, time.perf_counter)
    move = search(board)
    if board.moves() == move:
        return
    seat = board.turn
    wanted = paranoid_value(board, depth, sixths, win=6 * WIN, deaths_free=True)
    if abs(search.value) > WIN // 2:
        # A finished game is counted in plies, whatever a cell is worth.
        assert math.copysign(6 * WIN - (WIN - abs(search.value)), search.value) == wanted
    else:
        assert round(6 * search.value) == wanted
        assert search.depth_reached == depth
    board.play(move)
    assert wanted == paranoid_value(board, depth - 1, sixths, win=6 * WIN, deaths_free=True, seat=seat, ply=1)


def test_alpha_beta_finds_the_published_values_in_9724_leaves() -> None:
    leaves = 0
    for position in published_positions(150):
        board = position.to_board()
        search = AlphaBeta(6, math.inf, time.perf_counter)
        search(board)
        wanted = minimax(position, 6, Counter())
        if board.moves().bit_count() > 1:
            assert search.value == wanted
        leaves += search.leaves
    # The depths before the last one included: a fingerprint, since every change of pruning or order changes it.
    assert leaves == 9_724


@pytest.mark.parametrize("looks", [1, 2, 3, 5, 9, 20, 60])
def test_at_the_deadline_the_last_finished_depth_answers(looks: int) -> None:
    board = Board.from_starts([(2, 2), (10, 5)], Grid(15, 10))
    ticks = count()
    hurried = AlphaBeta(8, float(looks), lambda: float(next(ticks)))
    before = state(board)
    move = hurried(board)
    assert state(board) == before
    assert hurried.depth_reached < 8
    assert move & board.moves()
    if hurried.depth_reached:
        patient = AlphaBeta(hurried.depth_reached, math.inf, time.perf_counter)
        assert (patient(board), patient.value) == (move, hurried.value)


def winner_of(choosers: list[Chooser], starts: list[tuple[int, int]], grid: Grid) -> int:
    board = Board.from_starts(starts, grid)
    while not board.is_over():
        move = choosers[board.turn](board)
        board.play(move) if move else board.die()
    return board.living()[0]


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("wall", "random"), ("flood", "wall"), ("greedy", "flood"), ("alphabeta3", "greedy")]
)
def test_a_step_of_the_ladder_wins_most_games(stronger: str, weaker: str) -> None:
    grid = Grid()
    rng = random.Random(5)
    wins = 0
    for seed in range(12):
        starts = fair_starts(2, rng, 0.02)
        for seat in range(2):
            choosers = [chooser(weaker, seed, math.inf), chooser(weaker, seed, math.inf)]
            choosers[seat] = chooser(stronger, seed, math.inf)
            wins += winner_of(choosers, starts, grid) == seat
    assert wins >= 15, f"{stronger} won {wins} of 24 games against {weaker}"


@pytest.mark.parametrize("name", ["random", "wall", "flood", "greedy", "alphabeta2", "easy", "medium"])
def test_a_level_answers_over_the_protocol(name: str) -> None:
    result = run_tool("-m", "tools.sparring", name, stdin=TURN)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout in {"UP\n", "RIGHT\n", "DOWN\n", "LEFT\n"}


@pytest.mark.parametrize(("first_seat", "answers"), [("1 1 2 0", "DOWN DOWN"), ("-1 -1 -1 -1", "DOWN RIGHT")])
def test_a_level_remembers_ribbons_until_they_vanish(first_seat: str, answers: str) -> None:
    # We come down the left edge beside the ribbon of the first seat, which lives on or dies.
    turns = f"3 1\n1 1 1 0\n0 0 0 0\n9 9 9 9\n3 1\n{first_seat}\n0 0 0 1\n9 9 9 10\n"
    result = run_tool("-m", "tools.sparring", "flood", stdin=turns)
    assert (result.returncode, result.stdout.split(), result.stderr) == (0, answers.split(), "")


def test_a_seat_without_a_move_answers_all_the_same() -> None:
    turn = "4 0\n0 0 0 0\n1 0 1 0\n0 1 0 1\n5 5 5 5\n"
    result = run_tool("-m", "tools.sparring", "greedy", stdin=turn)
    assert (result.returncode, result.stdout, result.stderr) == (0, "UP\n", "")


def test_a_level_leaves_quietly_when_it_is_dead() -> None:
    result = run_tool("-m", "tools.sparring", "greedy", stdin=TURN + "2 0\n-1 -1 -1 -1\n20 10 20 11\n" + TURN)
    assert (result.returncode, result.stdout.count("\n"), result.stderr) == (0, 1, "")


def test_input_that_cannot_be_read_is_one_sentence_and_status_1() -> None:
    result = run_tool("-m", "tools.sparring", "greedy", stdin="2 0\n5 5 5 5\n20 10 20\n")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("error: input line 3")
    assert result.stderr.count("\n") == 1


def test_a_level_that_does_not_exist_is_status_2_and_names_those_that_do() -> None:
    result = run_tool("-m", "tools.sparring", "grandmaster")
    assert result.returncode == 2
    assert all(name in result.stderr for name in LEVELS)

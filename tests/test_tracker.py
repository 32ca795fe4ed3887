"""The tracker: its board is the true board in random games, and input that surprises is played and told once."""

import random
from collections import Counter

import pytest

from bot.board import Board
from bot.grid import Grid, cells_of
from bot.protocol import Position, SeatLine, Turn
from bot.tracker import Tracker


def turn_for(board: Board, starts: list[Position], me: int) -> Turn:
    """Say what a referee would send to a seat in the true position."""
    position = board.grid.position
    lines: list[SeatLine] = [
        (start, position(head)) if head else None for start, head in zip(starts, board.heads, strict=True)
    ]
    return Turn(len(starts), me, lines)


def state(board: Board) -> tuple[str, list[int], list[int], int, int]:
    """Everything that a board holds, drawn first, so that a difference shows."""
    return board.to_ascii(), board.heads, board.ribbons, board.free, board.turn


def play_a_game(players: int, seed: int) -> Counter[str]:
    """Play a random game with a tracker in every seat, each compared at its every turn; returns what happened."""
    rng = random.Random(seed)
    grid = Grid(*rng.choice([(30, 20), (15, 10), (8, 7), (7, 5)]))
    starts = rng.sample([(x, y) for x in range(grid.width) for y in range(grid.height)], players)
    board = Board.from_starts(starts, grid)
    warnings: list[str] = []
    trackers = [Tracker(grid, warnings.append) for _ in range(players)]
    death_rate = rng.choice([0.0, 0.02, 0.1, 0.3])
    asked = [0] * players
    happened: Counter[str] = Counter()
    freed = 0
    while not board.is_over():
        seat = board.turn
        tracked = trackers[seat].follow(turn_for(board, starts, seat))
        assert state(tracked) == state(board)
        asked[seat] += 1
        moves = cells_of(board.moves())
        if not moves or rng.random() < death_rate:
            trackers[seat].answered(0)
            freed |= board.ribbons[seat]
            board.die()
            happened["died before its first move" if asked[seat] == 1 else "died later"] += 1
            happened["died before another's first turn"] += 0 in asked
        else:
            target = rng.choice(moves)
            trackers[seat].answered(target)
            happened["entered freed cells"] += target & freed > 0
            board.play(target)
    assert not warnings
    return happened


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tracked_board_is_the_true_board_at_every_turn(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(200):
        happened += play_a_game(players, seed)
    wanted = ["died before its first move", "died later", "died before another's first turn"]
    if players > 2:
        wanted.append("entered freed cells")
    assert all(happened[what] >= 10 for what in wanted), happened


def test_tracked_boards_share_nothing_with_each_other() -> None:
    tracker = Tracker(Grid(), pytest.fail)
    first = tracker.follow(Turn(2, 0, [((5, 5), (5, 5)), ((9, 9), (9, 9))]))
    while first.moves():
        first.play(cells_of(first.moves())[0])
    tracker.answered(Grid().cell(5, 4))
    second = tracker.follow(Turn(2, 0, [((5, 5), (5, 4)), ((9, 9), (9, 8))]))
    truth = Board.from_starts([(5, 5), (9, 9)])
    truth.play(Grid().cell(5, 4))
    truth.play(Grid().cell(9, 8))
    assert state(second) == state(truth)


def drawn(turns: list[str], me: int, answers: list[Position | None]) -> tuple[str, list[str]]:
    """Track turns of a 7x5 game, `start>head` a seat (`-` if dead); returns the drawing and the warnings."""
    grid = Grid(7, 5)
    warnings: list[str] = []
    tracker = Tracker(grid, warnings.append)
    for text, answer in zip(turns, answers, strict=True):
        lines: list[SeatLine] = []
        for word in text.split():
            start, _, head = word.partition(">")
            lines.append(None if word == "-" else ((int(start[0]), int(start[1])), (int(head[0]), int(head[1]))))
        board = tracker.follow(Turn(len(lines), me, lines))
        tracker.answered(grid.cell(*answer) if answer else 0)
    return board.to_ascii(), warnings


EXPECTED_GAMES = {
    "my first turn, the first of all": (["11>11 53>53"], 0, [None], "....... .A..... ....... .....B. ......."),
    "my first turn, two have moved": (
        ["11>21 53>52 04>04 64>64"], 2, [None], "....... .aA.... .....B. .....b. C.....D",
    ),
    "dead before their first moves and my first turn": (["- - 04>04 64>64"], 2, [None], "....... " * 4 + "C.....D"),
    "only I am left": (["- 53>53"], 1, [None], "....... ....... ....... .....B. ......."),
    "dead before its first move, after my first turn": (
        ["11>11 53>53", "11>21 -"], 0, [(2, 1), None], "....... .aA.... ....... ....... .......",
    ),
    "a later seat moves where the dead one was": (
        ["11>11 21>21 22>22", "11>10 - 22>21"], 0, [(1, 0), None], ".A..... .aC.... ..c.... ....... .......",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED_GAMES)
def test_what_the_rules_foresee_is_tracked_without_a_word(name: str) -> None:
    turns, me, answers, board = EXPECTED_GAMES[name]
    assert drawn(turns, me, answers) == (board.replace(" ", "\n"), [])


FIRST = "11>11 53>53"
SURPRISES = {
    "my head went another way": (
        [FIRST, "11>12 53>52"], [(2, 1), None], "....... .a..... .A...B. .....b. .......",
        "turn 2: my head is on (1,2) where my answer led to (2,1)",
    ),
    "my head stood still": (
        [FIRST, "11>11 53>52"], [(2, 1), None], "....... .A..... .....B. .....b. .......",
        "turn 2: my head is on (1,1) where my answer led to (2,1)",
    ),
    "my head lives on after an answer into an obstacle": (
        [FIRST, "11>11 53>52"], [None, None], "....... .A..... .....B. .....b. .......",
        "turn 2: the head of seat 0 still stands on (1,1)",
    ),
    "another head stood still": (
        [FIRST, "11>21 53>53"], [(2, 1), None], "....... .aA.... ....... .....B. .......",
        "turn 2: the head of seat 1 still stands on (5,3)",
    ),
    "a head jumped": (
        [FIRST, "11>21 53>51"], [(2, 1), None], "....... .aA..B. ....... .....b. .......",
        "turn 2: the head of seat 1 jumped from (5,3) to (5,1)",
    ),
    "a head jumped to the diagonal": (
        [FIRST, "11>21 53>62"], [(2, 1), None], "....... .aA.... ......B .....b. .......",
        "turn 2: the head of seat 1 jumped from (5,3) to (6,2)",
    ),
    "a head wrapped around the edge": (
        ["11>11 62>62", "11>21 62>03"], [(2, 1), None], "....... .aA.... ......b B...... .......",
        "turn 2: the head of seat 1 jumped from (6,2) to (0,3)",
    ),
    "a start changed": (
        [FIRST, "11>21 63>52"], [(2, 1), None], "....... .aA.... .....B. .....bb .......",
        "turn 2: the start of seat 1 changed from (5,3) to (6,3)",
    ),
    "a start changed to a head": (
        [FIRST, "11>21 53>52", "21>31 52>51"], [(2, 1), (3, 1), None], "....... .aaA.B. .....b. .....b. .......",
        "turn 3: the start of seat 0 changed from (1,1) to (2,1)",
    ),
    "a dead seat came back": (
        ["11>11 53>53 04>04", "11>21 - 04>14", "11>31 53>52 04>24"], [(2, 1), (3, 1), None],
        "....... .aaA... .....B. .....b. ccC....",
        "turn 3: seat 1 was dead and is back, its head on (5,2)",
    ),
    "a seat dead at my first turn came back": (
        ["11>11 -", "11>21 53>43"], [(2, 1), None], "....... .aA.... ....... ....Bb. .......",
        "turn 2: seat 1 was dead and is back, its head on (4,3)",
    ),
    "a seat that came back goes on": (
        ["11>11 -", "11>21 53>43", "11>31 53>42"], [(2, 1), (3, 1), None], "....... .aaA... ....B.. ....bb. .......",
        "turn 2: seat 1 was dead and is back, its head on (4,3)",
    ),
    "a head entered my ribbon": (
        ["11>11 12>12", "11>21 12>11"], [(2, 1), None], "....... .#A.... .b..... ....... .......",
        "turn 2: the head of seat 1 entered (1,1), which is occupied",
    ),
    "a head entered its own ribbon": (
        [FIRST, "11>21 53>52", "11>31 53>53"], [(2, 1), (3, 1), None], "....... .aaA... .....b. .....B. .......",
        "turn 3: the head of seat 1 entered (5,3), which is occupied",
    ),
    "a head entered the ribbon of a seat that died after it moved": (
        ["11>11 53>53 52>52", "11>21 53>52 -"], [(2, 1), None], "....... .aA.... .....B. .....b. .......",
        "turn 2: the head of seat 1 entered (5,2), which is occupied",
    ),
    "two heads on one cell": (
        ["11>11 31>31", "11>21 31>21"], [(2, 1), None], "....... .a#b... ....... ....... .......",
        "turn 2: the head of seat 1 is on (2,1) with another head",
    ),
    "two starts on one cell": (
        ["11>11 11>11"], [None], "....... .#..... ....... ....... .......",
        "turn 1: seat 1 starts on (1,1) where another seat starts",
    ),
    "a later seat has moved before my first turn": (
        ["11>11 53>52"], [None], "....... .A..... .....B. .....b. .......",
        "turn 1: seat 1 has moved to (5,2) ahead of its first turn",
    ),
    "I have moved before my first turn": (
        ["11>21 53>53"], [None], "....... .aA.... ....... .....B. .......",
        "turn 1: seat 0 has moved to (2,1) ahead of its first turn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SURPRISES)
def test_a_surprise_is_played_as_sent_and_told(name: str) -> None:
    turns, answers, board, warning = SURPRISES[name]
    drawing, warnings = drawn(turns, 0, answers)
    assert drawing == board.replace(" ", "\n")
    assert warnings == [f"warning: {warning}; playing on with what was sent (told once a game)"]


LATE_SURPRISES = {
    "an earlier seat has not moved at my first turn": (
        "11>11 53>53", "....... .A..... ....... .....B. .......", "the head of seat 0 still stands on (1,1)",
    ),
    "an earlier seat has moved more than once": (
        "11>31 53>53", "....... .a.A... ....... .....B. .......", "the head of seat 0 jumped from (1,1) to (3,1)",
    ),
    "an earlier seat has entered my start": (
        "43>53 53>53", "....... ....... ....... ....a#. .......", "the head of seat 0 is on (5,3) with another head",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LATE_SURPRISES)
def test_a_surprise_before_my_first_turn_is_played_as_sent_and_told(name: str) -> None:
    turn, board, warning = LATE_SURPRISES[name]
    drawing, warnings = drawn([turn], 1, [None])
    assert drawing == board.replace(" ", "\n")
    assert warnings == [f"warning: turn 1: {warning}; playing on with what was sent (told once a game)"]


def test_each_kind_of_surprise_is_told_once_a_game() -> None:
    turns = [FIRST, "11>21 53>51", "11>31 53>53", "11>41 53>51", "11>40 64>52"]
    _, warnings = drawn(turns, 0, [(2, 1), (3, 1), (4, 1), (4, 0), None])
    assert [warning.partition(";")[0] for warning in warnings] == [
        "warning: turn 2: the head of seat 1 jumped from (5,3) to (5,1)",
        "warning: turn 5: the start of seat 1 changed from (5,3) to (6,4)",
    ]


def test_a_cell_of_two_ribbons_stays_taken_until_both_seats_are_dead() -> None:
    turns = ["11>11 12>12 53>53", "11>21 12>11 53>52", "11>31 - 53>51"]
    drawing, _ = drawn(turns, 0, [(2, 1), (3, 1), None])
    assert drawing == ".......\n.aaA.C.\n.....c.\n.....c.\n......."


def test_a_cell_of_two_ribbons_is_freed_by_neither_s_death_on_the_board() -> None:
    grid = Grid(7, 5)
    tracker = Tracker(grid, lambda _: None)
    tracker.follow(Turn(3, 0, [((1, 1), (1, 1)), ((1, 2), (1, 2)), ((5, 3), (5, 3))]))
    tracker.answered(grid.cell(2, 1))
    # Seat 1 has entered my start, seat 2 my head.
    board = tracker.follow(Turn(3, 0, [((1, 1), (2, 1)), ((1, 2), (1, 1)), ((5, 3), (2, 1))]))
    shared = grid.cell(1, 1) | grid.cell(2, 1)
    before = state(board)
    for _ in range(2):
        undo = board.die()
        assert not shared & board.free
        board.undo(undo)
        assert state(board) == before
        board.turn += 1
        before = state(board)

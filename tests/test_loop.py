"""The turn loop with a scripted strategy and an injected clock: what it prints, says and answers when things fail."""

import io
from collections.abc import Callable

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock, OutOfTime
from bot.grid import DIRECTIONS, cells_of
from bot.loop import decide, play, run
from bot.options import Options
from bot.protocol import ProtocolError
from bot.strategy import Decision, Strategy

FIRST_TURN = b"2 0\n5 5 5 5\n20 9 20 9\n"
SECOND_TURN = b"2 0\n5 5 5 4\n20 9 20 8\n"
# In the third turn the neighbours of my head on (0,0) are off the grid or held by seat 1.
TRAPPED = (
    b"2 0\n0 0 0 0\n1 1 1 1\n"
    b"2 0\n0 0 0 0\n1 1 1 0\n"
    b"2 0\n0 0 0 0\n1 1 0 1\n"
)  # fmt: skip


class Script(Strategy):
    """Answers each turn with the next function of a list; keeps the boards that it was shown."""

    def __init__(self, *answers: Callable[[Board, Clock], Decision]) -> None:
        self.answers = list(answers)
        self.boards: list[str] = []

    def choose(self, board: Board, clock: Clock) -> Decision:
        self.boards.append(board.to_ascii())
        return self.answers.pop(0)(board, clock)


def first_move(board: Board, _: Clock) -> Decision:
    moves = cells_of(board.moves())
    return Decision(moves[0] if moves else 0, 1, 2, "script")


def last_move(board: Board, _: Clock) -> Decision:
    moves = cells_of(board.moves())
    return Decision(moves[-1] if moves else 0, 1, 2, "script")


def failing(error: BaseException) -> Callable[[Board, Clock], Decision]:
    def fail(board: Board, _: Clock) -> Decision:
        board.play(board.moves() & -board.moves())
        raise error

    return fail


class Console:
    """The outside of a loop in memory."""

    def __init__(self, raw: bytes) -> None:
        self.lines = io.BytesIO(raw)
        self.written: list[bytes] = []
        self.said: list[str] = []

    def run(self, strategy: Strategy, *arguments: str) -> int:
        return run(list(arguments), self.lines.readline, self.written.append, self.said.append, strategy)

    def play(self, strategy: Strategy, options: Options) -> None:
        play(self.lines.readline, self.written.append, self.said.append, options, strategy)


def test_each_turn_is_answered_with_one_word_on_a_line() -> None:
    console = Console(FIRST_TURN + SECOND_TURN)
    assert console.run(Script(first_move, last_move)) == 0
    assert console.written == [b"UP\n", b"RIGHT\n"]
    assert console.said == []


@pytest.mark.parametrize(
    ("target", "word"), [((5, 4), b"UP\n"), ((6, 5), b"RIGHT\n"), ((5, 6), b"DOWN\n"), ((4, 5), b"LEFT\n")]
)
def test_the_answer_names_the_direction_of_the_move(target: tuple[int, int], word: bytes) -> None:
    console = Console(FIRST_TURN)
    console.run(Script(lambda board, _: Decision(board.grid.cell(*target), 0, 0, "script")))
    assert console.written == [word]


def test_the_strategy_is_shown_the_ribbons_that_grew_over_the_turns() -> None:
    script = Script(first_move, last_move)
    Console(FIRST_TURN + SECOND_TURN).run(script)
    rows = script.boards[1].split()
    assert rows[4] == "....." + "A" + "." * 24
    assert rows[5] == "....." + "a" + "." * 24
    assert rows[8] == "." * 20 + "B" + "." * 9
    assert rows[9] == "." * 20 + "b" + "." * 9


def test_no_input_at_all_ends_well() -> None:
    console = Console(b"")
    assert console.run(Script()) == 0
    assert (console.written, console.said) == ([], [])


def test_my_own_death_ends_the_game_quietly_and_reads_no_further() -> None:
    console = Console(FIRST_TURN + b"2 0\n-1 -1 -1 -1\n20 9 20 8\nnot read\n")
    assert console.run(Script(first_move)) == 0
    assert console.written == [b"UP\n"]
    assert console.said == []
    assert console.lines.read() == b"not read\n"


def test_a_last_turn_with_nobody_else_alive_is_answered() -> None:
    console = Console(b"3 1\n-1 -1 -1 -1\n5 5 5 5\n-1 -1 -1 -1\n")
    assert console.run(Script(first_move)) == 0
    assert console.written == [b"UP\n"]


def test_without_a_legal_move_a_direction_is_printed_all_the_same() -> None:
    console = Console(TRAPPED)
    assert console.run(Script(first_move, first_move, first_move)) == 0
    assert console.written[2] == b"UP\n"


def test_unreadable_input_is_one_sentence_and_status_1_after_the_answers_before() -> None:
    console = Console(FIRST_TURN + b"2 0\n5 5 5 x\n")
    assert console.run(Script(first_move)) == 1
    assert console.written == [b"UP\n"]
    assert console.said == [
        "error: input line 5, '5 5 5 x': expected 4 whole numbers, the start and the head of seat 0, found 'x'"
    ]


def test_play_raises_what_run_reports() -> None:
    clock = NodeClock(1)
    with pytest.raises(ProtocolError, match="input line 1"):
        Console(b"x\n").play(Script(), Options(clock, clock.now))


def test_a_surprise_is_told_once_and_played() -> None:
    jumps = FIRST_TURN + b"2 0\n5 5 5 4\n20 9 25 9\n" + b"2 0\n5 5 5 3\n20 9 29 9\n"
    console = Console(jumps)
    assert console.run(Script(first_move, first_move, first_move)) == 0
    assert console.written == [b"UP\n"] * 3
    assert len(console.said) == 1
    assert "seat 1 jumped from (20,9) to (25,9)" in console.said[0]


def test_an_answer_that_was_not_followed_is_told() -> None:
    console = Console(FIRST_TURN + b"2 0\n5 5 6 5\n20 9 20 8\n")
    assert console.run(Script(first_move, first_move)) == 0
    assert len(console.said) == 1
    assert "my head is on (6,5) where my answer led to (5,4)" in console.said[0]


def test_an_unknown_option_is_one_sentence_and_status_2_before_anything_is_read() -> None:
    console = Console(FIRST_TURN)
    assert console.run(Script(), "--fast") == 2
    assert console.said == ["error: unknown option '--fast'; --help shows those that there are"]
    assert console.written == []
    assert console.lines.tell() == 0


def test_help_tells_every_option_and_plays_nothing() -> None:
    console = Console(FIRST_TURN)
    assert console.run(Script(), "--help") == 0
    assert (console.lines.tell(), console.said) == (0, [])
    text = b"".join(console.written).decode("ascii")
    assert all(option in text for option in ("--budget-ms N", "--nodes N", "--cpu-clock", "--debug", "--help"))
    assert "80" in text


class Time:
    """A time that only passes when a test says so."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_the_turn_begins_when_its_first_line_is_read_and_not_before() -> None:
    time = Time()
    clock = Clock(0.010, time)
    lines = io.BytesIO(b"\n" + FIRST_TURN + b"\n\n" + SECOND_TURN)
    used: list[float] = []

    def read_line(limit: int) -> bytes:
        time.seconds += 0.001
        return lines.readline(limit)

    def note(board: Board, clock: Clock) -> Decision:
        used.append(clock.used())
        clock.nodes += 7
        return first_move(board, clock)

    said: list[str] = []
    play(read_line, lambda _: None, said.append, Options(clock, time, debug=True), Script(note, note))
    # Two lines were read after each turn's first one, 1 ms each of 10 ms; the nodes are counted anew each turn.
    assert used == [pytest.approx(0.2), pytest.approx(0.2)]
    assert said == ["UP depth 1 value 2 nodes 7 ms 2.0 script"] * 2


def test_the_start_of_the_process_is_a_part_of_the_first_turn_alone() -> None:
    used: list[float] = []

    def note(board: Board, clock: Clock) -> Decision:
        used.append(clock.used())
        return first_move(board, clock)

    lines = io.BytesIO(FIRST_TURN + SECOND_TURN)
    arguments = ["--budget-ms", "60000"]
    assert run(arguments, lines.readline, lambda _: None, pytest.fail, Script(note, note), start_up=45.0) == 0
    assert [round(share, 1) for share in used] == [0.8, 0.0]


def test_a_pause_that_has_eaten_the_budget_ends_in_an_answer_at_once() -> None:
    time = Time()
    clock = Clock(0.080, time)
    lines = io.BytesIO(FIRST_TURN)

    def read_line(limit: int) -> bytes:
        # The machine stands still after the first line of the turn.
        time.seconds += 0.2
        return lines.readline(limit)

    written: list[bytes] = []
    play(read_line, written.append, pytest.fail, Options(clock, time), Strategy())
    assert written[0].decode() in {f"{word}\n" for word in DIRECTIONS}
    assert clock.nodes <= 1


def test_the_debug_line_tells_move_depth_value_nodes_milliseconds_stage_and_principal_variation() -> None:
    time = Time()

    def think(board: Board, clock: Clock) -> Decision:
        clock.nodes = 3120
        time.seconds += 0.0789
        decision = Decision(board.grid.cell(5, 6), 11, -240, "search")
        decision.variation = [
            (board.heads[0], decision.move),
            (board.heads[1], board.heads[1] >> 1),
            (decision.move, decision.move << 1),
        ]
        return decision

    console = Console(FIRST_TURN)
    console.play(Script(think), Options(NodeClock(5000), time, debug=True))
    assert console.said == ["DOWN depth 11 value -240 nodes 3120 ms 78.9 search pv DOWN LEFT RIGHT"]


def test_without_debug_nothing_is_said() -> None:
    console = Console(FIRST_TURN)
    console.play(Script(first_move), Options(NodeClock(5000), Time()))
    assert console.said == []


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no such cell"),
        OutOfTime(),
        RecursionError("maximum recursion depth exceeded"),
        MemoryError(),
        ZeroDivisionError("many\nlines\n\ud800" * 500),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_strategy_that_fails_costs_a_line_on_stderr_and_not_the_game(error: Exception) -> None:
    console = Console(FIRST_TURN + SECOND_TURN)
    # The failing strategy has moved on the board that it was shown; the next turn's board must not know of it.
    script = Script(failing(error), last_move)
    assert console.run(script) == 0
    assert console.written == [b"UP\n", b"RIGHT\n"]
    assert len(console.said) == 1
    assert console.said[0].startswith(f"error: {type(error).__name__} in test_loop.py line ")
    assert console.said[0].endswith("; answering with the first legal move")
    assert console.said[0].isascii()
    assert console.said[0].isprintable()
    assert len(console.said[0]) < 400
    assert sum(row.count("A") + row.count("a") for row in script.boards[1].split()) == 2


def test_a_strategy_that_fails_without_a_legal_move_still_prints_a_direction() -> None:
    console = Console(TRAPPED)

    def fail(_: Board, __: Clock) -> Decision:
        raise ValueError("nowhere to go")

    assert console.run(Script(first_move, first_move, fail)) == 0
    assert console.written[2] == b"UP\n"


BOARD = """
.....
.Aa..
..a..
...B.
"""


@pytest.mark.parametrize(
    "cells",
    [[], [(2, 1)], [(3, 0)], [(1, 1)], [(1, 0), (0, 1)], [(1, 0), (4, 3)]],
    ids=["none", "own ribbon", "far away", "own head", "two at once", "one and another"],
)
def test_an_illegal_decision_is_told_and_replaced_by_a_legal_one(cells: list[tuple[int, int]]) -> None:
    board = Board.from_ascii(BOARD)
    move = sum(board.grid.cell(*cell) for cell in cells)
    said: list[str] = []
    decision = decide(Script(lambda *_: Decision(move, 3, 4, "search")), board, NodeClock(1), said.append)
    assert board.grid.position(decision.move) == (1, 0)
    assert len(said) == 1
    assert said[0].startswith(f"error: the search answered {move:#x}, no legal move")


@pytest.mark.parametrize("target", [(1, 0), (0, 1), (1, 2)])
def test_a_legal_decision_is_passed_on_as_it_is(target: tuple[int, int]) -> None:
    board = Board.from_ascii(BOARD)
    decision = Decision(board.grid.cell(*target), 3, 4, "search")
    assert decide(Script(lambda *_: decision), board, NodeClock(1), pytest.fail) is decision


def test_an_interrupt_ends_the_game_quietly() -> None:
    console = Console(FIRST_TURN)
    assert console.run(Script(failing(KeyboardInterrupt()))) == 130
    assert (console.written, console.said) == ([], [])


def test_a_reader_that_has_gone_ends_the_game_quietly() -> None:
    console = Console(FIRST_TURN + SECOND_TURN)

    def write(_: bytes) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    assert run([], console.lines.readline, write, console.said.append, Script(first_move)) == 0
    assert console.said == []


def test_a_stream_that_fails_is_one_sentence_and_status_1() -> None:
    said: list[str] = []

    def read_line(_: int) -> bytes:
        raise OSError(5, "Input/output error")

    assert run([], read_line, pytest.fail, said.append, Script()) == 1
    assert said == ["error: reading a turn or writing an answer failed: [Errno 5] Input/output error"]


def test_the_worst_turn_says_far_less_than_the_platform_reads() -> None:
    # My head went elsewhere; seat 1 stood still, its start changed; seat 2 jumped; seat 3 is back.
    first = b"4 0\n5 5 5 5\n9 9 9 9\n19 9 19 9\n-1 -1 -1 -1\n"
    worst = b"4 0\n5 5 6 5\n9 8 9 9\n19 9 29 19\n9 9 9 8\n"
    console = Console(first + worst)
    assert console.run(Script(first_move, failing(ValueError("x" * 9999))), "--debug") == 0
    # A line of debug for the first turn, then five warnings, the failure and a line of debug.
    assert len(console.said) == 8
    assert sum(len(sentence.encode()) + 1 for sentence in console.said[1:]) < 1500

"""Who is to blame for a late answer: the bot, or the machine that did not run it."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bad_bots import command
from tools import game as games
from tools import pauses, stopwatch
from tools.game import MOST_REPEATS, Game, conduct, play_game
from tools.players import resolve
from tools.process import Answer, BotProcess
from tools.records import Limits, Move, Record, Seat, from_json, to_json
from tools.referee import Cause, Referee
from tools.scheduler import Thread, Usage, descendants, is_runnable, threads, unavailable, usage
from tools.stopwatch import Stopwatch, Times, own_time

TURN = "2 0\n4 1 4 1\n4 5 4 5\n"
LIMIT = 100.0
QUIET = 0.0


@pytest.mark.parametrize(
    ("wall", "ran", "waited", "runner", "own"),
    [
        (80, [80], 0, QUIET, 80),
        # Late on the wall: by its own work, by its own sleep, by other processes, by the runner.
        (120, [120], 0, QUIET, 120),
        (120, [5], 0, QUIET, 120),
        (120, [80], 40, QUIET, 80),
        (120, [80], 0, 40, 80),
        # Some of each.
        (150, [60], 30, 5, 115),
        (150, [60], 50, 5, 95),
        # The runner waited while the bot ran: that excuses nobody.
        (120, [110], 10, 30, 110),
        # Two threads, of which one only sleeps; two that both had to wait for others.
        (120, [80, 0], 40, QUIET, 80),
        (120, [70, 70], 100, QUIET, 70),
        # Four threads on two processors that nobody else uses have waited for each other.
        (120, [60, 60, 60, 60], 240, QUIET, 120),
        # The same with one other on the processors, for a third of their time.
        (120, [40, 40, 40, 40], 320, QUIET, 40),
    ],
)
def test_the_own_time_of_a_bot(wall: float, ran: list[float], waited: float, runner: float, own: float) -> None:
    assert own_time(wall, Usage(max(ran), sum(ran), waited), runner, available=2) == own


TIME = st.floats(0, 1_000)


@given(TIME, st.lists(TIME, min_size=1), TIME, TIME, st.integers(1, 64))
def test_waits_excuse_and_work_does_not(
    wall: float, ran: list[float], waited: float, runner: float, available: int
) -> None:
    figures = Usage(max(ran), sum(ran), waited)
    own = own_time(wall, figures, runner, available)
    assert own >= max(ran)
    assert own >= wall - waited - runner
    assert own <= max(wall, *ran)
    assert own_time(wall, figures, runner + 1, available) <= own
    assert own_time(wall, Usage(max(ran), sum(ran), 0), 0, available) == max(wall, *ran)


@pytest.mark.parametrize(
    ("times", "late"),
    [
        (Times(120, 90, 90, settled=True), False),
        (Times(120, 110, 90, settled=True), True),
        # Whoever waits at this very moment may have waited for longer than is known.
        (Times(120, 110, 90, settled=False), False),
        (Times(120, 110, 101, settled=False), True),
    ],
)
def test_nobody_is_late_before_that_is_certain(times: Times, *, late: bool) -> None:
    assert times.is_late(LIMIT) is late


def test_usage_is_what_came_in_between() -> None:
    before = {1: Thread(5_000_000, 1_000_000), 2: Thread(7_000_000, 0)}
    # The second has ended, the third has begun.
    after = {1: Thread(8_000_000, 3_000_000), 3: Thread(1_000_000, 500_000)}
    assert usage(before, after) == Usage(busiest_ms=3.0, ran_ms=4.0, waited_ms=2.5)
    assert usage(before, {}) == Usage(0.0, 0.0, 0.0)


def test_the_scheduler_tells_of_threads_and_processes_and_forgets_those_that_are_gone() -> None:
    assert unavailable() is None
    own = os.getpid()
    release = threading.Event()
    waiter = threading.Thread(target=release.wait)
    waiter.start()
    try:
        assert {own, waiter.native_id} <= threads([own]).keys()
    finally:
        release.set()
        waiter.join()
    assert is_runnable([own])
    with subprocess.Popen(["sh", "-c", "sleep 60 & wait"], start_new_session=True) as shell:
        while not (children := descendants(shell.pid)):
            pass
        assert {*children, shell.pid} <= set(descendants(own))
        # No stranger is blamed for what its number did before.
        os.killpg(shell.pid, 9)
    assert threads([shell.pid]) == {}
    assert descendants(shell.pid) == []
    assert not is_runnable([shell.pid])


def test_the_time_of_a_process_is_told_in_nanoseconds() -> None:
    own = os.getpid()
    before, began = threads([own]), time.thread_time_ns()
    while time.thread_time_ns() - began < 20_000_000:
        pass
    busiest_ms = usage(before, threads([own])).busiest_ms
    # What runs just now is brought up to date at the next tick only, both times: every 10 ms at most.
    assert abs(busiest_ms - (time.thread_time_ns() - began) / 1e6) < 10.5


@contextmanager
def crowded_out(bot: BotProcess) -> Iterator[None]:
    """Let a bot have an eleventh of the one processor that it may use, for others work there."""
    processor = {min(os.sched_getaffinity(0))}
    os.sched_setaffinity(bot.pid, processor)
    with ExitStack() as workers:
        for _ in range(10):
            # Linux may share a processor out between sessions first (sched_autogroup), and the bot has one of its own.
            worker = subprocess.Popen(["sh", "-c", "while :; do :; done"], start_new_session=True)
            workers.callback(worker.wait)
            workers.callback(worker.kill)
            os.sched_setaffinity(worker.pid, processor)
        yield


def test_a_bot_that_the_machine_does_not_run_is_not_blamed() -> None:
    with BotProcess(resolve(command("works", "30"))) as bot:
        assert bot.ask(TURN, None).text == "RIGHT"
        with crowded_out(bot):
            answer = bot.ask(TURN, LIMIT)
    assert (answer.text, answer.cause) == ("RIGHT", None)
    assert answer.wall_ms > LIMIT
    assert answer.cpu_ms is not None
    assert 30 <= answer.cpu_ms < LIMIT
    assert answer.starved_ms is not None
    assert answer.wall_ms - LIMIT <= answer.starved_ms <= answer.wall_ms - 30


def test_a_bot_that_works_for_too_long_is_blamed_however_little_it_is_run() -> None:
    with BotProcess(resolve(command("works", "110"))) as bot:
        assert bot.ask(TURN, None).text == "RIGHT"
        with crowded_out(bot):
            answer = bot.ask(TURN, LIMIT)
    assert (answer.text, answer.cause, answer.starved_ms) == (None, Cause.TIMEOUT, None)
    assert "taken off" in (answer.note or "")


def test_a_bot_that_sleeps_for_too_long_is_blamed() -> None:
    with BotProcess(resolve(command("sleeps", "400"))) as bot:
        answer = bot.ask(TURN, LIMIT)
    assert (answer.text, answer.cause, answer.starved_ms) == (None, Cause.TIMEOUT, None)


def test_where_the_scheduler_cannot_be_asked_the_wall_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopwatch, "UNAVAILABLE", "for a test")
    with BotProcess(resolve(command("steady"))) as bot:
        watch = Stopwatch(bot._kept.keeper, bot.pid, limited=True)
        assert watch.times(123.0) == Times(123.0, 123.0, 0.0, settled=True)
        assert bot.ask(TURN, 0.001).cause is Cause.TIMEOUT


def test_a_system_without_the_figures_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.scheduler._read", lambda _: b"0 0 0\n")
    assert "this Linux kernel does not tell" in (unavailable() or "")
    monkeypatch.setattr("sys.platform", "darwin")
    assert "the scheduler of darwin does not tell" in (unavailable() or "")


class Late:
    """Goes to the right, over the limit through no fault of its own as often as it is told, all games together."""

    left = 0

    def __init__(self, *_: object) -> None:
        self.closed = False

    def ask(self, _referee: Referee, _limit_ms: float | None) -> Answer:
        if Late.left:
            Late.left -= 1
            return Answer("RIGHT", None, 130.0, 80.0, starved_ms=40.12345)
        return Answer("RIGHT", None, 80.0, 80.0)

    def take_debug(self) -> str:
        return ""

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("late", "repeats", "taken"), [(0, 0, 0), (1, 1, 0), (MOST_REPEATS, MOST_REPEATS, 0), (5, MOST_REPEATS, 2)]
)
def test_a_starved_game_is_played_again_but_not_for_ever(
    late: int, repeats: int, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "LiveBot", Late)
    monkeypatch.setattr(Late, "left", late)
    outcome = play_game(Game([resolve("bot")] * 2, [(0, 0), (3, 1)], Limits(100, 100)))
    assert outcome is not None
    record = outcome.record
    assert record.repeats == repeats
    assert [move.starved_ms for move in record.moves if move.starved_ms is not None] == [40.123] * taken
    assert [death.cause for death in record.deaths] == [Cause.EDGE]
    assert from_json(to_json(record)) == record
    assert ("repeats" in to_json(record)) == (repeats > 0)


def test_what_is_said_of_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pauses.remarks(0, 0) == []
    again, taken = pauses.remarks(7, 3)
    assert again.startswith("7 times a game was played again")
    assert taken.startswith("3 answers over the limit were taken")
    moves = [Move(0, "UP", 130.0, 80.0, starved_ms=40.0), Move(1, "UP", 80.0, 80.0)] * 2
    seats = [Seat("a", "a"), Seat("b", "b")]
    record = Record(None, (30, 20), [(0, 0), (3, 1)], seats, Limits(100, 100), moves, [], [0, 1])
    assert pauses.starved_answers(record) == 2
    assert pauses.warning(Limits(100, None)) is None
    monkeypatch.setattr(pauses, "UNAVAILABLE", "there is no scheduler")
    assert pauses.warning(Limits(None, 100)) == (
        "a bot that the machine does not run in time loses: there is no scheduler"
    )
    assert pauses.warning(Limits(None, None)) is None


def test_whoever_conducts_a_game_takes_such_answers_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Late, "left", 2)
    game = Game([resolve("bot")] * 2, [(0, 0), (3, 1)], Limits(100, 100))
    record = conduct(game, [Late(), Late()]).record
    assert [move.starved_ms is not None for move in record.moves[:3]] == [True, True, False]

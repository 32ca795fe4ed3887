"""Jobs that are run in threads of this process, or by an executor that plays elsewhere."""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from tools.runner import Halt, run


def nothing() -> None:
    pass


class Elsewhere(Executor):
    """Takes calls and leaves them to the test."""

    def __init__(self) -> None:
        self.taken: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.taken.append((future, call, arguments))
        return future

    def finish_first(self) -> None:
        future, call, arguments = self.taken[0]
        if not future.done():
            future.set_result(call(*arguments))


def test_jobs_come_back_as_they_finish_and_those_given_up_do_not() -> None:
    results = list(run(range(20), lambda job: None if job == 7 else job * job, 3, Halt(), nothing))
    assert sorted(results) == [(job, job * job) for job in range(20) if job != 7]


def test_an_executor_is_used_as_far_as_it_plays_at_a_time_and_is_left_open() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert sorted(run("abc", str.upper, 2, Halt(), nothing, pool)) == [("a", "A"), ("b", "B"), ("c", "C")]
        assert pool.submit(len, "open").result() == 4
    elsewhere = Elsewhere()
    games = run(iter("abcd"), str.upper, 2, Halt(), elsewhere.finish_first, elsewhere)
    assert next(games) == ("a", "A")
    assert [arguments for _, _, arguments in elsewhere.taken] == [("a",), ("b",)]


def test_who_ends_a_match_does_not_wait_for_games_elsewhere() -> None:
    elsewhere, halt = Elsewhere(), Halt()
    games = run(iter("abcd"), str.upper, 2, halt, halt.aborting.set, elsewhere)
    assert list(games) == []
    assert [future.cancelled() for future, _, _ in elsewhere.taken] == [True, True]


def test_what_a_job_raises_ends_the_others() -> None:
    halt = Halt()
    waiting = threading.Event()

    def play(job: int) -> int:
        if job == 0:
            waiting.set()
            halt.aborting.wait(10)
            return 0
        waiting.wait(10)
        raise ValueError("no such bot")

    with pytest.raises(ValueError, match="no such bot"):
        list(run(range(5), play, 2, halt, nothing))
    assert halt.aborting.is_set()

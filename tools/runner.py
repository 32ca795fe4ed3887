"""Plays a match's games, several at a time if wanted, until they are done or the user has had enough.

Games run in threads: a game waits for its bots nearly all the time, and the interpreter is told to pass its lock on
quickly, so that the display cannot delay the reading of an answer.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TypeVar

# Longest time, in seconds, that a thread keeps the interpreter from another that has an answer to read.
SWITCH_INTERVAL = 0.0002
# How often the display is brought up to date while games run, in seconds.
GLANCE = 0.25

J = TypeVar("J")
R = TypeVar("R")


class ClusterError(Exception):
    """Other machines on which games were to be played cannot be used; the text is a sentence for the user."""


class Halt:
    """What the user wants: ``finishing``: start no further game; ``aborting``: give up those that run, too.

    ``signal``: the number of the last signal that said so, 0 for none.
    """

    def __init__(self) -> None:
        """Begin with nobody wanting anything."""
        self.finishing = threading.Event()
        self.aborting = threading.Event()
        self.signal = 0

    def proceed(self) -> bool:
        """Whether running games should go on."""
        return not self.aborting.is_set()

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Take a signal: the first interrupt lets the games that run finish, anything else ends them at once."""
        if number != signal.SIGINT or self.finishing.is_set():
            self.aborting.set()
        self.finishing.set()
        self.signal = number


@contextmanager
def listening() -> Iterator[Halt]:
    """Let Ctrl-C and SIGTERM set a Halt instead of raising, until the block is left.

    Once one has come that stays so: whoever presses Ctrl-C again while the results are printed still gets them.
    """
    halt = Halt()
    before = {number: signal.signal(number, halt.handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield halt
    finally:
        if not halt.signal:
            for number, handler in before.items():
                signal.signal(number, handler)


def run(
    jobs: Iterable[J],
    play: Callable[[J], R | None],
    workers: int,
    halt: Halt,
    glance: Callable[[], None],
    executor: Executor | None = None,
) -> Iterator[tuple[J, R]]:
    """Play the jobs, ``workers`` at a time, and yield each with its result as it finishes; None was given up.

    ``glance`` is called a few times a second while games run. What ``play`` raises comes out here, once the other games
    have been given up. ``executor``: where ``play`` is called, None for threads of this process; it is not shut down.
    """
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    waiting = iter(jobs)
    running: dict[Future[R | None], J] = {}
    try:
        with nullcontext(executor) if executor else ThreadPoolExecutor(workers) as pool:
            try:
                while True:
                    while len(running) < workers and not halt.finishing.is_set():
                        job = next(waiting, None)
                        if job is None:
                            break
                        running[pool.submit(play, job)] = job
                    if not running:
                        return
                    done, _ = wait(running, timeout=GLANCE, return_when=FIRST_COMPLETED)
                    glance()
                    if executor and halt.aborting.is_set():
                        # Elsewhere nobody asks whether to proceed.
                        return
                    for future in done:
                        job, result = running.pop(future), future.result()
                        if result is not None:
                            yield job, result
            finally:
                if running:
                    halt.aborting.set()
                for future in running:
                    future.cancel()
    finally:
        sys.setswitchinterval(interval)

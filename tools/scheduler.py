"""What the system's scheduler says of processes: time on the processor, and time spent waiting for one.

Linux keeps both in nanoseconds for every thread (`/proc/PID/task/TID/schedstat`); elsewhere there is nothing to ask. A
thread's wait is added once it is over, so that the figures of one that waits just now are behind. In 240 loops of 80 ms
on the wall, on a machine so busy that 30 ms of each went in waiting, the two times together missed 0.02 ms at most.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

READ_SIZE = 65_536


@dataclass(frozen=True)
class Thread:
    """A thread's time on the processor and its time waiting for one, both in nanoseconds."""

    ran_ns: int
    waited_ns: int


@dataclass(frozen=True)
class Usage:
    """How much longer threads ran, and how long they waited, in milliseconds, between two looks.

    ``busiest_ms``: the most that one of them ran; ``ran_ms`` and ``waited_ms``: all of them together.
    """

    busiest_ms: float
    ran_ms: float
    waited_ms: float


def unavailable() -> str | None:
    """Return in a clause why the scheduler cannot be asked here, None where it can."""
    if sys.platform != "linux":
        return f"the scheduler of {sys.platform} does not tell how long a process waited for a processor"
    # A kernel without these figures shows noughts, or has no such file.
    if not any(thread.ran_ns for thread in threads([os.getpid()]).values()):
        return "this Linux kernel does not tell how long a process waited for a processor (/proc/PID/schedstat)"
    return None


def descendants(process: int) -> list[int]:
    """Return all processes below one, whatever their sessions; an orphan is below whoever has adopted it."""
    found = []
    waiting = [process]
    while waiting:
        parent = waiting.pop()
        for thread in _threads_of(parent):
            children = [int(number) for number in _read(f"/proc/{parent}/task/{thread}/children").split()]
            found += children
            waiting += children
    return found


def threads(processes: Iterable[int]) -> dict[int, Thread]:
    """Return the figures of all threads of the processes, by thread; those that are gone are left out."""
    figures = {}
    for process in processes:
        for thread in _threads_of(process):
            if words := _read(f"/proc/{process}/task/{thread}/schedstat").split():
                figures[thread] = Thread(int(words[0]), int(words[1]))
    return figures


def usage(before: dict[int, Thread], after: dict[int, Thread]) -> Usage:
    """Return what threads did between two looks; those that ended in between are left out."""
    nothing = Thread(0, 0)
    pairs = [(before.get(thread, nothing), now) for thread, now in after.items()]
    ran = [now.ran_ns - then.ran_ns for then, now in pairs]
    waited = sum(now.waited_ns - then.waited_ns for then, now in pairs)
    return Usage(max(ran, default=0) / 1e6, sum(ran) / 1e6, waited / 1e6)


def is_runnable(processes: Iterable[int]) -> bool:
    """Whether a thread of the processes runs or waits for a processor."""
    return any(
        _read(f"/proc/{process}/task/{thread}/stat").rpartition(b")")[2].split()[:1] == [b"R"]
        for process in processes
        for thread in _threads_of(process)
    )


def processors(process: int) -> int:
    """Return how many processors a process may use."""
    try:
        return len(os.sched_getaffinity(process)) if sys.platform == "linux" else 1
    except ProcessLookupError:
        return 1


def cpu_clocks(processes: Iterable[int]) -> dict[int, int]:
    """Return the CPU time of each process in nanoseconds, up to this moment: all its threads, without its children."""
    return dict(_cpu_clocks(processes))


def _cpu_clocks(processes: Iterable[int]) -> Iterator[tuple[int, int]]:
    for process in processes:
        try:
            # Linux numbers the CPU clock of a process so: the complement of its id, shifted, and 2 for "scheduler".
            # Unlike schedstat, which is up to a tick behind (4 ms), it is exact for what is running just now.
            yield process, time.clock_gettime_ns(~process << 3 | 2)
        except OSError:
            continue


def _threads_of(process: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{process}/task")]  # noqa: PTH208 - five times as fast
    except OSError:
        return []


def _read(path: str) -> bytes:
    """Read the beginning of a small file of the system; nothing if it is gone. Made for speed: five are read a move."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(descriptor, READ_SIZE)
    except ProcessLookupError:
        return b""
    finally:
        os.close(descriptor)

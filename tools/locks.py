"""Locks of files and directories, so that no two commands write to one place at the same time."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# How long to wait for what another process holds, in seconds.
PATIENCE = 2.0


def lock(descriptor: int) -> bool:
    """Lock what a descriptor has open, until it is closed; whether that could be done.

    The system gives back the lock of a process that was killed. A match killed while it was starting a bot leaves a
    child that holds the lock until it runs the bot's program: hence the patience.
    """
    given_up = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > given_up:
                return False
            time.sleep(0.01)  # a lock tells nobody that it is free without making him wait for ever
        else:
            return True


@contextmanager
def locked(directory: Path) -> Iterator[bool]:
    """Lock a directory; gives whether that could be done."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        yield lock(descriptor)
    finally:
        os.close(descriptor)

"""What tests ask of processes that they have not started themselves, or wait for."""

import time
from collections.abc import Callable

# Of a hang only; nothing here takes as long.
PATIENCE_SECONDS = 60


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for what another process does in its own time; fail after so many seconds."""
    patience = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < patience
        time.sleep(0.002)  # nobody can be waited for who is no child


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process so far."""
    return time.clock_gettime(~process << 3 | 2)

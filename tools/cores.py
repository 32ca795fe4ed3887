"""How many games this machine can play at a time without falsifying times."""

import os
from pathlib import Path

TOPOLOGY = Path("/sys/devices/system/cpu")


def physical_cores() -> int:
    """Return the number of cores that this process may use, two threads of one core counted once.

    A game needs one core, since its players move in turn. Where the system does not tell which threads share a core,
    each counts as one.
    """
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    return len({_siblings(cpu) for cpu in os.sched_getaffinity(0)})


def _siblings(cpu: int) -> str:
    """Return what all threads of a core have in common."""
    try:
        return (TOPOLOGY / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text(encoding="ascii")
    except OSError:
        return str(cpu)

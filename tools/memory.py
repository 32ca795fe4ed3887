"""A bot's limit of memory: how much its processes use together, and whether a crash came of it.

Each process is held to the limit by the system, see tools/keeper.py. Whether all of them together keep to it can only
be looked at from time to time.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.kept import MEGABYTE, End

# What programs say on stderr when they get no more memory: Python, C++ and Rust, Java, JavaScript, and the C library.
COMPLAINTS = ("MemoryError", "bad_alloc", "memory allocation", "OutOfMemory", "out of memory", "annot allocate memory")
# A bot that ended with so much of its limit in use has probably ended for want of more.
NEARLY_ALL = 0.9
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class MemoryLimit:
    """So many megabytes for a bot."""

    megabytes: int

    def excess(self, processes: Iterable[int]) -> str | None:
        """Return in a clause that the processes together are over the limit, None if they are not."""
        numbers = list(processes)
        most = self.megabytes * MEGABYTE
        # Quick to ask, but what processes share is in it several times; the slow figure has it once.
        if sum(map(_resident_bytes, numbers)) <= most or (used := sum(map(_own_bytes, numbers))) <= most:
            return None
        return f"its processes used {used // MEGABYTE} MB together, and {self.megabytes} MB are allowed"

    def explains(self, end: End, errors: str) -> bool:
        """Whether the limit seems to be why a bot ended so, which had last written ``errors`` on stderr."""
        return end.peak_bytes > NEARLY_ALL * self.megabytes * MEGABYTE or any(words in errors for words in COMPLAINTS)


def _resident_bytes(process: int) -> int:
    """Return the memory that a process has, shared or not; 0 once it is gone or where the system does not tell."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def _own_bytes(process: int) -> int:
    """Return the memory of a process, of what it shares only its share."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))

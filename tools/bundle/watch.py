"""Build again whenever a source changes."""

from collections.abc import Callable
from pathlib import Path

Fingerprint = tuple[tuple[str, int, int], ...]


def fingerprint(root: Path, package: str) -> Fingerprint:
    """Return name, size and time of change of each file that a bundle depends on."""
    found = []
    for path in sorted([*(root / package).glob("*.py"), root / "pyproject.toml"]):
        try:
            state = path.stat()
        except FileNotFoundError:
            # Editors replace a file by deleting it first; the next look sees the new one.
            continue
        found.append((path.name, state.st_size, state.st_mtime_ns))
    return tuple(found)


def watch(build: Callable[[], object], look: Callable[[], Fingerprint], wait: Callable[[], bool]) -> None:
    """Build once, then after every change that ``look`` shows, until ``wait`` returns False.

    The look is taken before the build, so that what is saved while it runs is built next. ``build`` reports its own
    errors: none of them ends the watch.
    """
    seen = look()
    build()
    while wait():
        now = look()
        if now != seen:
            seen = now
            build()

"""Keeps what a command writes from what it reads, or writes elsewhere: one file for both would be lost."""

import os
from pathlib import Path


def expect_apart(option: str, output: Path | None, *others: Path | None) -> None:
    """Refuse an output that is one of some other files, by whatever name; None is no file.

    ``option``: with which the user named the output. ValueError says which file it is. What is there and no file, such
    as /dev/null, holds nothing that could be lost.
    """
    if output is None:
        return
    for other in others:
        if other is not None and _same(output, other):
            raise ValueError(f"{option} would overwrite {other}, which this command needs: name another file")


def _same(one: Path, other: Path) -> bool:
    """Whether two names are of the same file, which need not be there yet."""
    if one.exists() and other.exists():
        return one.is_file() and one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)

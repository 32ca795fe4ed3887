"""What the scripted bots share: reading turns, and an answer that keeps a bot alive for as long as its row is free."""

import sys
from collections.abc import Iterator


def turns() -> Iterator[int]:
    """Yield 0, 1, 2, ... as turns arrive, until the end of input."""
    turn = 0
    while first := sys.stdin.readline():
        for _ in range(int(first.split()[0])):
            sys.stdin.readline()
        yield turn
        turn += 1


def answer(text: str = "RIGHT") -> None:
    """Print an answer with its newline, and flush it."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()

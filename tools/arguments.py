"""Numbers on command lines: readers for `argparse`, each with one sentence for what it does not take."""

import math
from argparse import ArgumentTypeError
from collections.abc import Callable

SHOWN = 60
MOST_DIGITS = 9
MOST = 10**MOST_DIGITS - 1


def integer(least: int, most: int = MOST) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``least``, 0 or more, to ``most``."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
        if not (digits and least <= int(text) <= most):
            raise ArgumentTypeError(f"expected a number from {least} to {most}, found {text[:SHOWN]!r}")
        return int(text)

    return read


def real(wanted: str, least: float, most: float = 1e9) -> Callable[[str], float]:
    """Return a reader of numbers from ``least`` to ``most``; ``wanted`` says in an error what was expected."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise ArgumentTypeError(f"expected {wanted}, found {text[:SHOWN]!r}")
        return number

    return read

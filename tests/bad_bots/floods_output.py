"""Writes letters on stdout for ever, without a newline."""

import sys

from turns import turns

for _ in turns():
    while True:
        sys.stdout.write("x" * 100_000)

"""Writes on stderr for ever instead of answering."""

import sys

from turns import turns

for _ in turns():
    while True:
        sys.stderr.write("x" * 100_000)

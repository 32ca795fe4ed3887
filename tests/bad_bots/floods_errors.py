"""Writes a megabyte on stderr before and after each answer, and plays on."""

import sys

from turns import answer, turns

for _ in turns():
    sys.stderr.write("x" * 1_000_000)
    sys.stderr.flush()
    answer()
    sys.stderr.write("y" * 1_000_000)
    sys.stderr.flush()

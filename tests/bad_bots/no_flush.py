"""Prints a direction and never flushes: on a pipe nothing of it arrives."""

import sys

from turns import turns

for _ in turns():
    sys.stdout.write("RIGHT\n")

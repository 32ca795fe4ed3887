"""Prints the first half of an answer at its second turn, and waits."""

import signal
import sys

from turns import answer, turns

for turn in turns():
    if turn == 1:
        sys.stdout.write("RIG")
        sys.stdout.flush()
        signal.pause()
    answer()

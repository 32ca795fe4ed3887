"""Crashes at the turn given, counted from 0, with a traceback."""

import sys

from turns import answer, turns

for turn in turns():
    if turn == int(sys.argv[1]):
        raise RuntimeError("out of luck")
    answer()

"""No bad bot at all: sleeps so many milliseconds before each answer as it is told."""

import sys
import time

from turns import answer, turns

for _ in turns():
    time.sleep(float(sys.argv[1]) / 1_000)  # its way to be late
    answer()

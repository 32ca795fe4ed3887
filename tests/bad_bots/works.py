"""No bad bot at all: uses so many milliseconds of CPU time for each answer as it is told."""

import sys
import time

from turns import answer, turns

for _ in turns():
    end = time.process_time() + float(sys.argv[1]) / 1_000
    while time.process_time() < end:
        pass
    answer()

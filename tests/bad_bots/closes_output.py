"""Closes its stdout at its second turn and lives on."""

import os
import signal

from turns import answer, turns

for turn in turns():
    if turn == 1:
        os.close(1)
        signal.pause()
    answer()

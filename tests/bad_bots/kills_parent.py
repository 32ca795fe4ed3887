"""Kills the process that started it, and plays on."""

import os
import signal

from turns import answer, turns

for turn in turns():
    if turn == 1:
        os.kill(os.getppid(), signal.SIGKILL)
    answer()

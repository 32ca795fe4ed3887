"""Stops itself at its second turn, as Ctrl-Z would."""

import os
import signal

from turns import answer, turns

for turn in turns():
    if turn == 1:
        os.kill(os.getpid(), signal.SIGSTOP)
    answer()

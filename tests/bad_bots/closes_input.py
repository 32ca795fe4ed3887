"""Closes its stdin before it answers for the first time, and lives on."""

import os
import signal

from turns import answer, turns

for _ in turns():
    os.close(0)
    answer()
    signal.pause()

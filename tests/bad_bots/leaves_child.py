"""Forks a child that outlives it if it can, writes the child's number to the file given, and plays on."""

import os
import signal
import sys
from pathlib import Path

from turns import answer, turns

child = os.fork()
if not child:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    while True:
        signal.pause()
Path(sys.argv[1]).write_text(str(child))
for _ in turns():
    answer()

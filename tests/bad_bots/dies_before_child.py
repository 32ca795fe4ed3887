"""Crashes while a child of it holds its stdout open, so that no end of file tells of the crash."""

import os
import signal
import sys

from turns import turns

if not os.fork():
    signal.pause()
for _ in turns():
    os._exit(3)
sys.exit(0)

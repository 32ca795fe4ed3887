"""Answers once and then thinks for ever, deaf to polite requests to end."""

import signal

from turns import answer, turns

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for turn in turns():
    if turn == 1:
        signal.pause()
    answer()

"""Answers in bytes that are no text."""

import sys

from turns import turns

for _ in turns():
    sys.stdout.buffer.write(b"\xff\xfe\x00UP\x80\n")
    sys.stdout.buffer.flush()

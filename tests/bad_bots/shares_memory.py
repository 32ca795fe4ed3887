"""No bad bot at all: has three children that use the same 60 MB as itself, and no more."""

import os
import signal

from turns import answer, turns

hoard = b"x" * 60_000_000
for _ in range(3):
    reader, writer = os.pipe()
    if not os.fork():
        os.write(writer, bytes([len(hoard) % 256]))
        signal.pause()
    os.read(reader, 1)
for _ in turns():
    answer()

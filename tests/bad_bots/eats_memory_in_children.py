"""Has five children that use 30 MB each, which none of them is forbidden."""

import os
import signal

from turns import answer, turns

for _ in range(5):
    reader, writer = os.pipe()
    if not os.fork():
        hoard = b"x" * 30_000_000
        os.write(writer, b"!")
        signal.pause()
    os.read(reader, 1)
for _ in turns():
    answer()

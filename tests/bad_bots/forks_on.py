"""Has a child in a session of its own that starts another and ends, and so on a thousand times; plays on."""

import os
import time

from turns import answer, turns

if not os.fork():
    for _ in range(1_000):
        time.sleep(0.001)  # enough to be hard to catch, too little for a load
        if os.fork():
            os._exit(0)
        os.setsid()
    os._exit(0)
for _ in turns():
    answer()

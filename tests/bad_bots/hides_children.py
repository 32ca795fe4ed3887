"""Leaves ten orphans in sessions of their own, without its environment and deaf to signals; plays on.

Their numbers go to the directory given, a file each.
"""

import os
import sys
from pathlib import Path

from turns import answer, turns

SLEEPER = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
while True:
    signal.pause()
"""

for _ in range(10):
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.closerange(0, 100)
            os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", SLEEPER, sys.argv[1]], {})  # noqa: S606 - no shell is wanted
        os._exit(0)
    os.wait()
for _ in turns():
    while len(list(Path(sys.argv[1]).iterdir())) < 10:
        pass
    answer()

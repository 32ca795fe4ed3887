"""Dies of a signal, as a bot does that the system kills for its memory."""

import os
import signal

from turns import turns

for _ in turns():
    os.kill(os.getpid(), signal.SIGKILL)

"""What makes a machine busy while the bot plays: a process that keeps a core, one that takes and frees memory."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

# They end by themselves when whoever has started them is gone, killed for instance. The second writes on every page of
# 400 MB, over and over, so that they have to be found anew.
PROGRAMS = {
    "busy": "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass",
    "memory": "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n"
    " for size in range(50, 401, 50):\n  eaten = bytearray(b'x') * (size << 20)\n  del eaten",
}


@contextmanager
def beside(names: Sequence[str]) -> Iterator[None]:
    """Run the named programs until the block is left."""
    with ExitStack() as ending:
        for name in names:
            process = ending.enter_context(subprocess.Popen([sys.executable, "-c", PROGRAMS[name]]))
            ending.callback(process.kill)
        yield

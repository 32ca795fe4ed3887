"""Leaves in its TMPDIR what is hard to remove, and a link to the directory given; changes directory and plays on."""

import os
import sys
from pathlib import Path

from turns import answer, turns

deep = Path(os.environ["TMPDIR"]) / "a" / "b"
deep.mkdir(parents=True)
(deep / "file").write_text("x" * 100_000)
(deep / "link").symlink_to(sys.argv[1], target_is_directory=True)
deep.chmod(0)
deep.parent.chmod(0)
os.chdir("/")
for _ in turns():
    answer()

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.bundle.build import build
from tools.bundle.problems import BundleError
from tools.forms import FormError, load_bundle
from tools.players import ROOT

PERFT = [sys.executable, "-m", "tools.perft", "5", "5", "(1,1)(3,3)", "3"]


def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(PERFT, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "error: the output cannot be written: No space left on device\n"


def test_a_pipe_that_nobody_reads_is_left_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(PERFT, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_interrupt_ends_without_a_traceback() -> None:
    endless = [sys.executable, "-m", "tools.perft", "30", "20", "(1,1)(3,3)", "30"]
    with subprocess.Popen(endless, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # An interrupt before Python has started would end it by the signal; it has, once it uses the processor.
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and _cpu_ticks(process.pid) < 50:
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
    assert (process.returncode, error) == (130, "")


def _cpu_ticks(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()[11])


def test_a_bundle_takes_the_place_of_a_plain_file_only(tmp_path: Path) -> None:
    link = tmp_path / "link.py"
    link.symlink_to(tmp_path / "elsewhere.py")
    for place, reason in [(link, "no plain file"), (tmp_path, "no plain file"), (ROOT / "bot" / "loop.py", "sources")]:
        with pytest.raises(BundleError, match=reason):
            build(ROOT, "flat", place)
    assert "def main" in (ROOT / "bot" / "loop.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["(", "raise 1", "Board = unknown", "Board = 1"])
def test_a_file_that_is_no_bundle_is_refused(tmp_path: Path, text: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(text, encoding="utf-8")
    with pytest.raises(FormError, match="make bundle"):
        load_bundle(broken)

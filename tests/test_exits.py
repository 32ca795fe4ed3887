import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copy

import pytest
from conftest import run_tool

from tools.bundle.build import build
from tools.bundle.problems import BundleError
from tools.forms import FormError, load_bundle
from tools.players import ROOT
from tools.records import read_record

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


@pytest.fixture
def plain() -> dict[str, str]:
    """Return an environment in which Python takes the terminal for one of ASCII."""
    return {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}


def test_symbols_that_the_terminal_does_not_have_keep_no_match_from_its_end(
    tmp_path: Path, plain: dict[str, str]
) -> None:
    bot, games = tmp_path / "sté.py", tmp_path / "ä.games"
    bot.write_text("while True:\n    print('UP', flush=True)\n    input()\n", encoding="utf-8")
    match = ["tools.match", str(bot), "wall", "--games", "2", "--starts", "(0,0)(9,9)", "--games-file", str(games)]

    def run(*words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, env=plain, capture_output=True, check=False)

    for _ in range(2):
        played = run(*match, "--first-ms", "0", "--limit-ms", "0", "--json", "-")
        assert played.returncode == 0, played.stderr
        summary = json.loads(played.stdout)
        assert summary["players"][0]["name"] == "sté.py"
        assert summary["match"]["players"][0]["command"] == str(bot)
        assert rb"st\xe9.py" in played.stderr
    record = tmp_path / "ö.json"
    record.write_bytes(run("tools.games", "record", str(games), "1").stdout)
    assert read_record(record).players[0].name == "sté.py"
    assert run("tools.ladder", str(bot), "wall", "--games", "2", "--limit-ms", "0").returncode == 0


def test_bytes_of_a_name_that_are_no_text_are_escapes(tmp_path: Path, plain: dict[str, str]) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.json"
    copy(ROOT / "replays" / "2-wall-random.json", name)
    for locale in ({}, {"PYTHONIOENCODING": "utf-8:strict"}):
        view = [sys.executable, "-m", "tools.view", name, "-o", name + b".html"]
        done = subprocess.run(view, cwd=ROOT, env={**plain, **locale}, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert rb"\udcff.json.html" in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        "tools.replay check NAME",
        "tools.replay show NAME",
        "tools.review NAME",
        "tools.view NAME",
        "tools.match wall --replay NAME",
        "tools.games record NAME 1",
        "tools.plugs.referee -r NAME",
    ],
)
def test_a_name_that_is_complained_of_does_nothing_to_the_terminal(command: str) -> None:
    done = run_tool("-m", *(word.replace("NAME", "no\n\x1b[2J.json") for word in command.split()))
    assert done.returncode
    assert r"no\n\x1b[2J.json: " in done.stderr
    assert done.stderr.count("\n") == 1


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

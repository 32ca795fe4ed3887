"""Ctrl-C while a recorded game is played again."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bad_bots import command
from tests.processes import wait_until
from tools.players import ROOT

GAME = "replays/2-wall-random.json"


@pytest.mark.parametrize(
    "arguments", [["again", GAME, "--seat", "0", "--limit-ms", "0"], ["moves", GAME, "--seat", "0"]]
)
def test_an_interrupt_does_not_wait_for_a_bot_that_hangs(arguments: list[str], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tools.replay", *arguments, "--with", command("hangs")]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        # Until the bot has its directory.
        wait_until(lambda: bool(list(tmp_path.iterdir())))
        process.send_signal(signal.SIGINT)
        # Without a limit a bot is given up after a minute.
        _, error = process.communicate(timeout=40)
    assert (process.returncode, error) == (130, "")
    assert list(tmp_path.iterdir()) == []

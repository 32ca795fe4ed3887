"""Bots that misbehave, in real games: each loses for the right reason, and nothing of it is left."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bad_bots import command, is_alive
from tests.processes import wait_until
from tools.game import Game, play_game
from tools.kept import MEGABYTE, End, Kept
from tools.memory import MemoryLimit
from tools.players import ROOT, PlayerError, resolve
from tools.process import BotProcess
from tools.records import Limits
from tools.referee import Cause

# Enough for a bot that answers at once, however busy the machine is; a bot that hangs costs the tests no more.
LENIENT = 1_000.0
# For a bot that never answers at all.
SHORT = 300.0
MEMORY_MB = 100

# Bot, its cause, the turn at which it dies, and the beginning of the note. Who does nothing that would stop a game dies
# of the wall at turn 25.
BAD = {
    "answers_early": (Cause.INVALID, None, "it was written before"),
    "answers_twice": (Cause.INVALID, None, "it was written before"),
    "binary": (Cause.INVALID, 0, None),
    "closes_errors": (Cause.EDGE, 25, None),
    "closes_input": (Cause.STOPPED, 1, None),
    "closes_output": (Cause.STOPPED, 1, None),
    "crashes 0": (Cause.CRASHED, 0, "exit status 1"),
    "eats_memory": (Cause.CRASHED, 0, "exit status 1, for want of memory it seems: 100 MB are allowed"),
    "eats_memory_in_children": (Cause.CRASHED, 0, "its processes used 1"),
    "exits": (Cause.STOPPED, 1, None),
    "floods_errors": (Cause.EDGE, 25, None),
    "floods_errors_for_ever": (Cause.TIMEOUT, 0, None),
    "floods_output": (Cause.INVALID, 0, None),
    "forks_on": (Cause.EDGE, 25, None),
    "half_a_line": (Cause.TIMEOUT, 1, None),
    "hangs": (Cause.TIMEOUT, 1, None),
    "hides_children NOTES": (Cause.EDGE, 25, None),
    "killed": (Cause.CRASHED, 0, "ended by SIGKILL"),
    "kills_parent": (Cause.CRASHED, None, "ended by SIGKILL"),
    "leaves_at_once": (Cause.STOPPED, 0, None),
    "leaves_files NOTES": (Cause.EDGE, 25, None),
    "shares_memory": (Cause.EDGE, 25, None),
    "stops_itself": (Cause.TIMEOUT, 1, None),
}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Give a directory in which bots leave what the test is to know of them."""
    directory = tmp_path / "notes"
    directory.mkdir()
    return directory


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give an empty directory for temporary files, and look afterwards that nothing is left of any bot."""
    directory = tmp_path / "temporary"
    directory.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(directory))
    children, descriptors = own_children(), open_descriptors()
    yield directory
    assert list(directory.iterdir()) == []
    assert own_children() == children
    assert open_descriptors() == descriptors
    # Bots have it in their environment, and so have their children unless they remove it.
    wait_until(lambda: processes_with(str(directory)) == [], 30)


@pytest.mark.parametrize("bad", BAD)
def test_each_loses_for_its_own_reason_and_leaves_nothing(bad: str, temporary: Path, notes: Path) -> None:
    cause, turn, note = BAD[bad]
    (notes / "kept").write_text("not the bot's")
    players = [resolve(command(*bad.replace("NOTES", str(notes)).split())), resolve(command("steady"))]
    limits = Limits(SHORT if cause is Cause.TIMEOUT and turn == 0 else 10_000.0, LENIENT)
    outcome = play_game(Game(players, [(4, 1), (4, 5)], limits, memory_mb=MEMORY_MB))
    assert outcome is not None
    record = outcome.record
    assert [(death.seat, death.cause) for death in record.deaths] == [(0, cause)]
    assert record.ranks == [1, 0]
    if turn is not None:
        assert [move.seat for move in record.moves] == [0, 1] * turn + [0]
    if cause is not Cause.TIMEOUT:
        assert (record.moves[-1].note or "").startswith(note or "")
        assert (record.moves[-1].note is None) == (note is None)
    orphans = [int(path.name) for path in notes.iterdir() if path.name.isdecimal()]
    assert bool(orphans) == bad.startswith("hides_children")
    assert not any(is_alive(orphan) for orphan in orphans)
    assert (notes / "kept").read_text() == "not the bot's"
    assert list(temporary.iterdir()) == []


def test_nothing_is_left_when_the_runner_is_killed(temporary: Path, notes: Path) -> None:
    script = (
        "import signal, sys, tempfile\n"
        "from tools.kept import Kept\n"
        "from tools.players import resolve\n"
        "tempfile.tempdir = sys.argv[2]\n"
        "kept = Kept(resolve(sys.argv[1]))\n"
        "print(kept.pid, flush=True)\n"
        "signal.pause()\n"
    )
    bot = command("hides_children", str(notes))
    with subprocess.Popen(
        [sys.executable, "-c", script, bot, str(temporary)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as runner:
        assert runner.stdout is not None
        processes = [int(runner.stdout.readline())]
        wait_until(lambda: len(list(notes.iterdir())) == 10, 30)
        processes += [int(path.name) for path in notes.iterdir()]
        assert all(is_alive(process) for process in processes)
        runner.kill()
    wait_until(lambda: not any(is_alive(process) for process in processes), 30)
    wait_until(lambda: list(temporary.iterdir()) == [], 30)


def test_who_cannot_be_started_leaves_nothing(temporary: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/nowhere/interpreter\n")
    broken.chmod(0o755)
    with pytest.raises(PlayerError, match=r"broken' cannot be started: .*No such file or directory"):
        Kept(resolve(str(broken)))
    assert list(temporary.iterdir()) == []


def test_a_full_table_of_descriptors_is_told_as_a_sentence(temporary: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(open_descriptors()) + 6, hard))
    try:
        with pytest.raises(PlayerError, match=r"cannot be started: .*Too many open files"):
            Kept(resolve(command("steady")))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert list(temporary.iterdir()) == []


def test_a_runner_that_is_killed_before_its_bot_has_a_keeper_leaves_no_directory(tmp_path: Path) -> None:
    program = (
        "import os, signal, subprocess\n"
        "from tools.kept import Kept\n"
        "from tools.players import resolve\n"
        "subprocess.Popen = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Kept(resolve('wall'))"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("temporary")
def test_each_bot_has_a_directory_of_its_own() -> None:
    show = resolve("sh -c 'while read line; do test -d $TMPDIR && echo $TMPDIR; done'")
    with BotProcess(show) as one, BotProcess(show) as other:
        places = [bot.ask("1\n", None).text or "" for bot in (one, other)]
        assert len({*places, tempfile.gettempdir(), ""}) == 4
        assert all(Path(place).parent == Path(tempfile.gettempdir()) for place in places)


@pytest.mark.usefixtures("temporary")
def test_the_limit_of_memory_holds_for_children_too_and_only_on_request() -> None:
    show = resolve("sh -c 'while read line; do (ulimit -d); done'")
    with BotProcess(show) as free, BotProcess(show, memory_mb=100) as limited:
        before = resource.getrlimit(resource.RLIMIT_DATA)[0]
        shown = "unlimited" if before == resource.RLIM_INFINITY else str(before // 1024)
        assert free.ask("1\n", None).text == shown
        assert limited.ask("1\n", None).text == str(100 * 1024)


@pytest.mark.usefixtures("temporary")
def test_a_bot_starts_with_the_usual_signals() -> None:
    # Python ignores SIGPIPE, and what is ignored stays so: a bot in C would never notice that nobody listens.
    with BotProcess(resolve("sh -c 'read line; grep SigIgn: /proc/self/status'")) as bot:
        ignored = int((bot.ask("1\n", None).text or "").split()[1], 16)
    assert ignored & (1 << (signal.SIGPIPE - 1) | 1 << (signal.SIGXFSZ - 1)) == 0


@pytest.mark.parametrize(
    ("peak_mb", "errors", "explained"),
    [
        (20, "", False),
        (95, "", True),
        (20, "Traceback\nMemoryError", True),
        (20, "terminate called after throwing an instance of 'std::bad_alloc'", True),
        (20, "java.lang.OutOfMemoryError: Java heap space", True),
        (20, "Segmentation fault", False),
    ],
)
def test_whether_memory_was_the_reason(peak_mb: int, errors: str, *, explained: bool) -> None:
    assert MemoryLimit(100).explains(End(1, 0, peak_mb * MEGABYTE), errors) is explained


def own_children() -> set[str]:
    return {
        child for thread in Path("/proc/self/task").iterdir() for child in (thread / "children").read_text().split()
    }


def open_descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def processes_with(text: str) -> list[str]:
    """Return the processes that live and have the text in their environment."""
    found = []
    for directory in Path("/proc").iterdir():
        if directory.name.isdecimal():
            with suppress(OSError):
                if text.encode() in (directory / "environ").read_bytes():
                    found.append(directory.name)
    return found

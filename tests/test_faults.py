"""What can go wrong around the bot, what must happen then, and which test brings it about."""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.loop import play
from bot.options import Options
from bot.strategy import Strategy
from tests.bad_bots import command, is_alive
from tests.processes import PATIENCE_SECONDS, cpu_seconds, wait_until
from tools.game import Game, play_game
from tools.interpreters import interpreters
from tools.players import ROOT, resolve
from tools.records import Limits
from tools.referee import Cause
from tools.scheduler import descendants

# The fault, what must happen, and the tests that bring it about.
FAULTS = {
    "bot killed while it thinks": (
        "it has crashed, its rivals play on, and nothing of it is left",
        ["test_faults.py::test_a_bot_that_is_killed_while_it_thinks_loses_and_the_game_goes_on"],
    ),
    "referee killed": (
        "its bots end without a word",
        [
            "test_faults.py::test_a_bot_ends_quietly_when_its_referee_is_killed",
            "test_isolation.py::test_nothing_is_left_when_the_runner_is_killed",
        ],
    ),
    "disk full": (
        "a bot says so in a sentence if its answers go there, and plays on if its complaints do; so does the workshop",
        [
            "test_loop_process.py::test_streams_that_are_closed_or_full_leave_no_traceback",
            "test_faults.py::test_a_workshop_that_can_write_no_more_says_so_in_a_sentence",
            "test_exits.py::test_a_full_disk_is_one_sentence",
        ],
    ),
    "directory read-only, temporary files included": (
        "the bundle plays the same moves; the workshop says in a sentence what it cannot write",
        [
            "test_faults.py::test_surroundings_change_no_move",
            "test_bundle_check.py::test_a_bot_that_must_not_be_pasted",
            "test_faults.py::test_a_workshop_that_may_not_write_there_says_so_in_a_sentence",
        ],
    ),
    "clock stepping backwards or forwards": (
        "a change of the system's time is not noticed; a pause ends the turn at once, and the next is whole again",
        [
            "test_faults.py::test_the_bot_s_clocks_cannot_be_set",
            "test_faults.py::test_a_step_forward_ends_the_turn_and_not_the_next",
        ],
    ),
    "closed pipes": (
        "a bot whose answers nobody reads ends without a word; one whose complaints nobody reads plays on",
        [
            "test_loop_process.py::test_a_closed_output_ends_the_game_quietly",
            "test_loop_process.py::test_streams_that_are_closed_or_full_leave_no_traceback",
        ],
    ),
    "SIGTERM": (
        "the bot ends at once, without a word or half an answer",
        ["test_faults.py::test_a_terminated_bot_ends_at_once_without_a_word"],
    ),
    "SIGINT": (
        "the bot ends with status 130 and without a word",
        ["test_loop_process.py::test_an_interrupt_ends_the_game_quietly"],
    ),
    "locale C, an unknown one, no environment at all": (
        "the bundle plays the same moves; a match shows and records names in any letters",
        [
            "test_faults.py::test_surroundings_change_no_move",
            "test_faults.py::test_a_match_in_locale_c_of_a_bot_in_any_letters",
        ],
    ),
    "no home directory": ("the bundle plays the same moves", ["test_faults.py::test_surroundings_change_no_move"]),
    "Python 3.11, 3.12, 3.13 and newer": (
        "the bundle plays the same moves, and so do package and stickytape bundle",
        [
            "test_faults.py::test_surroundings_change_no_move",
            "test_agreement.py::test_all_forms_agree_on_every_python_at_hand",
        ],
    ),
    "a path with blanks and letters beyond ASCII": (
        "the bundle plays the same moves; a match can be played with it",
        [
            "test_faults.py::test_surroundings_change_no_move",
            "test_faults.py::test_a_match_in_locale_c_of_a_bot_in_any_letters",
        ],
    ),
}

TURNS = b"2 0\n5 5 5 5\n20 9 20 9\n2 0\n5 5 5 4\n20 9 20 8\n"
SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "read-only directory": {"TMPDIR": "/proc", "HOME": "/proc"},
    "no home": {"HOME": None},
    "a home that is not there": {"HOME": "/nowhere"},
    "locale C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "an unknown locale": {"LC_ALL": "xx_YY.UTF-8"},
    "warnings and checks of every kind": {"PYTHONDEVMODE": "1", "PYTHONWARNINGS": "error"},
}


@pytest.fixture(scope="module")
def odd_bundle(tmp_path_factory: pytest.TempPathFactory, flat_bundle: Path) -> Path:
    """Give the bundle at a path with blanks and letters beyond ASCII."""
    path = tmp_path_factory.mktemp("my böts ☃") / "Answer ü 木.py"
    path.write_bytes(flat_bundle.read_bytes())
    return path


def test_every_fault_of_the_table_has_tests_that_there_are() -> None:
    for fault, (_, tests) in FAULTS.items():
        assert tests, fault
        for test in tests:
            file, _, name = test.partition("::")
            assert re.search(rf"^def {name}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.MULTILINE), test


@pytest.mark.parametrize("version", interpreters())
def test_surroundings_change_no_move(version: str, odd_bundle: Path, flat_bundle: Path) -> None:
    python = interpreters()[version]
    plain = played(python, flat_bundle, dict(os.environ))
    assert (plain[0], len(plain[1].split())) == (0, 2)
    for name, changes in SURROUNDINGS.items():
        changed = os.environ | changes
        environment = {variable: value for variable, value in changed.items() if value is not None}
        assert played(python, odd_bundle, environment) == plain, name
    assert played(python, odd_bundle, {}) == plain


def played(python: str, bundle: Path, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
    """Let a bundle play two turns in a directory where nobody can write; returns its status and what it wrote."""
    done = subprocess.run(
        [python, str(bundle), "--nodes=30"], input=TURNS, capture_output=True, env=environment, cwd="/proc", check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_bot_that_is_killed_while_it_thinks_loses_and_the_game_goes_on() -> None:
    killed: list[int] = []

    def kill_thinking() -> bool:
        for process in descendants(os.getpid()):
            # Another may be gone before it is looked at.
            with suppress(OSError):
                words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
                # It has been asked before it can use so much.
                if words[1:3] == [b"-m", b"bot"] and process not in killed and cpu_seconds(process) > 0.2:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
        return True

    players = [resolve(command("steady")), resolve("bot --budget-ms 60000"), resolve(command("steady"))]
    outcome = play_game(Game(players, [(4, 1), (4, 5), (4, 9)], Limits(None, None)), kill_thinking)
    assert outcome is not None
    record = outcome.record
    assert (record.deaths[0].seat, record.deaths[0].cause, record.deaths[0].move) == (1, Cause.CRASHED, 1)
    assert record.moves[1].note == "ended by SIGKILL"
    assert record.ranks[1] == 2
    assert len(record.moves) > 40
    assert [is_alive(process) for process in killed] == [False]


def test_a_bot_ends_quietly_when_its_referee_is_killed(tmp_path: Path) -> None:
    said = tmp_path / "said"
    runner = (
        "import signal, subprocess, sys\n"
        "bot = subprocess.Popen([sys.executable, '-m', 'bot', '--budget-ms', '100'], stdin=subprocess.PIPE,"
        " stdout=subprocess.PIPE, stderr=open(sys.argv[1], 'wb'))\n"
        "bot.stdin.write(sys.argv[2].encode())\n"
        "bot.stdin.flush()\n"
        "print(bot.pid, flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", runner, str(said), TURNS.decode()], cwd=ROOT, stdout=subprocess.PIPE
    ) as referee:
        assert referee.stdout is not None
        bot = int(referee.stdout.readline())
        assert is_alive(bot)
        referee.kill()
    wait_until(lambda: not is_alive(bot))
    assert said.read_bytes() == b""


def test_a_terminated_bot_ends_at_once_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "--budget-ms", "60000"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as bot:  # fmt: skip
        assert bot.stdin is not None
        bot.stdin.write(TURNS)
        bot.stdin.flush()
        # Its start takes a third of that.
        wait_until(lambda: cpu_seconds(bot.pid) > 0.2)
        bot.terminate()
        output, errors = bot.communicate(timeout=PATIENCE_SECONDS)
    assert (bot.returncode, output, errors) == (-signal.SIGTERM, b"", b"")


@pytest.mark.parametrize(
    ("blocks", "arguments"),
    [
        (1, ["tools.match", "wall", "wall", "--games", "2", "--output", "games"]),
        (0, ["tools.fuzz", "reader", "--inputs", "1", "--ledger", "ledger"]),
    ],
)
def test_a_workshop_that_can_write_no_more_says_so_in_a_sentence(
    blocks: int, arguments: list[str], tmp_path: Path
) -> None:
    # A limit on the length of files fails as a full disk does, and needs no disk.
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -f {blocks}; exec "$0" -B -m "$@"', sys.executable, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (1, 2)
    assert done.stderr.splitlines()[-1].endswith("File too large")
    assert "Traceback" not in done.stderr
    # What could not be finished does not look like a whole recording.
    assert not list(tmp_path.glob("games/*.json"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["tools.match", "wall", "wall", "--games", "2", "--output", "/proc/there"],
        ["tools.match", "wall", "wall", "--games", "2", "--no-records", "--games-file", "/proc/there"],
        ["tools.fuzz", "reader", "--inputs", "1", "--ledger", "/proc/there"],
        ["tools.soak", "turns", "--turns", "1", "--bot", "wall", "--ledger", "/proc/there"],
        ["tools.agreement", "--positions", "1", "--ledger", "/proc/there"],
    ],
    ids=["match", "games file", "fuzz", "soak", "agreement"],
)
def test_a_workshop_that_may_not_write_there_says_so_in_a_sentence(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    (sentence,) = done.stderr.splitlines()
    assert "/proc/there" in sentence


def test_a_match_in_locale_c_of_a_bot_in_any_letters(odd_bundle: Path, tmp_path: Path) -> None:
    bot = f"{shlex.quote(sys.executable)} {shlex.quote(str(odd_bundle))} --nodes 2"
    output = tmp_path / "gämes"
    done = subprocess.run(
        [sys.executable, "-m", "tools.match", bot, command("steady"), "--games", "1", "--output", str(output)],
        cwd=ROOT,
        env=os.environ | {"LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    records = list(output.glob("*.json"))
    assert records
    assert "böts ☃" in records[0].read_text(encoding="utf-8")


def test_the_bot_s_clocks_cannot_be_set() -> None:
    for name in ("perf_counter", "process_time"):
        found = time.get_clock_info(name)  # type: ignore[arg-type]  # the type lists the names one by one
        assert found.monotonic
        assert not found.adjustable


def test_a_step_forward_ends_the_turn_and_not_the_next() -> None:
    now = [0.0]
    looks = [0]

    def step() -> float:
        looks[0] += 1
        # Each look takes 1 ms, the twentieth an hour.
        now[0] += 3600.0 if looks[0] == 20 else 0.001
        return now[0]

    clock = Clock(0.050, step)
    nodes: list[int] = []
    written: list[bytes] = []

    def write(answer: bytes) -> None:
        written.append(answer)
        nodes.append(clock.nodes)

    play(io.BytesIO(TURNS).readline, write, lambda _: None, Options(clock, step), Strategy())
    assert len(written) == 2
    assert 0 < nodes[0] <= 20 * Clock.NODES_BETWEEN_CHECKS
    assert nodes[1] > 2 * nodes[0]

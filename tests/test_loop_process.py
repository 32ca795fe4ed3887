"""The bot as a process: exit statuses, what the locale and line ends change (nothing), flushing, broken streams."""

import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.loop import _is_waiting

ROOT = Path(__file__).parent.parent
NODES = ("--nodes", "20")
FIRST_TURN = b"2 0\n5 5 5 5\n20 9 20 9\n"
WORDS = (b"UP\n", b"RIGHT\n", b"DOWN\n", b"LEFT\n")
# Of a hang only; nothing here takes as long.
PATIENCE_SECONDS = 60


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without what would hide a missing flush."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | changes


def run_bot(raw: bytes, *arguments: str, **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=raw,
        capture_output=True,
        cwd=ROOT,
        env=environment(**changes),
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def start_bot(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    )


def answer_of(bot: subprocess.Popen[bytes]) -> bytes:
    """Read an answer while the bot's input stays open; b"" if none comes."""
    assert bot.stdout
    ready, _, _ = select.select([bot.stdout], [], [], PATIENCE_SECONDS)
    return bot.stdout.readline() if ready else b""


@pytest.mark.parametrize(
    ("raw", "status"),
    [(b"", 0), (FIRST_TURN, 0), (b"2 0\n-1 -1 -1 -1\n5 5 5 5\n", 0), (b"2 0\n", 1), (b"\xff\n", 1), (b"5 0\n", 1)],
)
def test_the_exit_status_tells_how_the_game_ended(raw: bytes, status: int) -> None:
    done = run_bot(raw, *NODES)
    assert done.returncode == status
    assert done.stderr.count(b"\n") == status
    assert b"Traceback" not in done.stderr


def test_an_unknown_option_is_status_2() -> None:
    done = run_bot(FIRST_TURN, "--fast")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: unknown option '--fast'; --help shows those that there are\n"


def test_help_is_status_0() -> None:
    done = run_bot(b"", "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--budget-ms" in done.stdout


def test_the_locale_and_the_line_ends_change_nothing() -> None:
    turns = FIRST_TURN + b"2 0\n5 5 5 5\n20 9 20 9\n"
    plain = run_bot(turns, *NODES)
    assert plain.stdout.splitlines(keepends=True)[0] in WORDS
    crlf = run_bot(turns.replace(b"\n", b"\r\n"), *NODES, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (crlf.returncode, crlf.stdout, crlf.stderr) == (plain.returncode, plain.stdout, plain.stderr)


@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_unreadable_input_is_one_sentence_in_any_locale(encoding: str) -> None:
    done = run_bot(
        "2 0\n\u0665 é 5 5\n".encode(), *NODES, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING=f"{encoding}:strict"
    )
    assert done.returncode == 1
    sentence = done.stderr.decode(encoding)
    assert sentence.startswith(r"error: input line 2, '\xd9\xa5 \xc3\xa9 5 5': expected 4 whole numbers")
    assert sentence.count("\n") == 1


def test_debug_says_a_line_a_turn() -> None:
    done = run_bot(FIRST_TURN, "--debug", "--nodes=20")
    answer = done.stdout.decode("ascii").strip()
    pattern = rf"{answer} depth \d+ value -?\d+ nodes \d+ ms \d+\.\d search pv {answer}( [A-Z]+)*\n"
    assert re.fullmatch(pattern, done.stderr.decode("ascii")), done.stderr


def test_an_answer_is_flushed_while_the_input_stays_open() -> None:
    with start_bot(*NODES) as bot:
        assert bot.stdin
        for turn in (FIRST_TURN, FIRST_TURN):
            bot.stdin.write(turn)
            bot.stdin.flush()
            answer = answer_of(bot)
            if not answer:
                bot.kill()
            assert answer in WORDS
        bot.stdin.close()
        assert bot.wait(PATIENCE_SECONDS) == 0


def test_a_closed_output_ends_the_game_quietly() -> None:
    with start_bot(*NODES) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        bot.stdout.close()
        bot.stdin.write(FIRST_TURN)
        bot.stdin.flush()
        assert bot.wait(PATIENCE_SECONDS) == 0
        assert bot.stderr.read() == b""


def test_an_interrupt_ends_the_game_quietly() -> None:
    with start_bot(*NODES) as bot:
        assert bot.stdin
        assert bot.stderr
        bot.stdin.write(FIRST_TURN)
        bot.stdin.flush()
        # Its answer shows that it is in the game.
        assert answer_of(bot) in WORDS
        bot.send_signal(signal.SIGINT)
        assert bot.wait(PATIENCE_SECONDS) == 130
        assert bot.stderr.read() == b""


@pytest.mark.parametrize(
    ("redirection", "status", "stderr"),
    [
        ("<&-", 1, "error: expected an open standard input and output, found one closed; connect both\n"),
        (">&-", 1, "error: expected an open standard input and output, found one closed; connect both\n"),
        ("0>/dev/null", 1, "error: reading a turn or writing an answer failed: [Errno 9] Bad file descriptor\n"),
        (">/dev/full", 1, "error: reading a turn or writing an answer failed: [Errno 28] No space left on device\n"),
        ("2>&-", 0, ""),
        ("2>/dev/full", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full_leave_no_traceback(redirection: str, status: int, stderr: str) -> None:
    # A bot whose standard error is broken is given something to say, twice.
    flags = ["--debug"] if redirection.startswith("2") else []
    turns = 2 if flags else 1
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m bot --nodes=20 "$@" {redirection}', sys.executable, *flags],
        input=FIRST_TURN * turns,
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == status
    assert done.stderr.decode() == stderr
    if status == 0:
        assert len(done.stdout.splitlines()) == turns


def test_the_garbage_collector_is_off_and_has_nothing_to_look_at_during_a_game() -> None:
    program = """
import gc
from bot import loop
from bot.strategy import Decision, Strategy
class Look(Strategy):
    def choose(self, board, clock):
        return Decision(board.moves() & -board.moves(), int(gc.isenabled()), gc.get_freeze_count(), "look")
loop.Strategy = Look
loop.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program, "--debug"],
        input=FIRST_TURN,
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    words = done.stderr.split()
    assert words[2] == b"0"
    assert int(words[4]) > 1000


@pytest.mark.parametrize("waiting", [True, False])
def test_the_start_counts_where_a_first_turn_is_waiting(*, waiting: bool) -> None:
    # In place of a game the loop tells what it was started with, and then reads all.
    program = """
import sys
from bot import loop
loop.run = lambda *arguments: print(arguments[-1], flush=True) or len(sys.stdin.read()) and 7
loop.main()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment()
    ) as bot:
        assert bot.stdin
        if waiting:
            bot.stdin.write(FIRST_TURN)
            bot.stdin.flush()
        seconds = float(answer_of(bot))
        if not waiting:
            bot.stdin.write(FIRST_TURN)
        bot.stdin.close()
        assert bot.wait(PATIENCE_SECONDS) == 7
    assert (seconds > 0) is waiting


def test_a_stream_of_which_the_system_cannot_tell_is_taken_to_have_a_turn_waiting() -> None:
    read, write = os.pipe()
    assert not _is_waiting(read)
    os.write(write, b"2")
    assert _is_waiting(read)
    os.read(read, 1)
    os.close(write)
    # The end of the input, and no stream at all.
    assert _is_waiting(read)
    os.close(read)
    assert _is_waiting(999)

"""Players: what a name on the command line stands for, and a bot as a process that is asked, timed and killed.

A bot runs in a process group of its own, which is killed as a whole at the end, children included. While a bot is asked
its stderr is drained, so that a flood of it cannot block the bot. Between its turns the pipes hold 64 kB of what it
writes and then make it wait, so that a flood cannot take the processor from the bot whose turn it is.
"""

import array
import fcntl
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tools.referee import Cause
from tools.sparring import LEVELS

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = ROOT / "dist" / "tron_battle.py"

# No direction is this long, whatever white space stands around it.
LONGEST_ANSWER = 1_024
# What is kept of an invalid answer for the record, in characters.
KEPT_OF_ANSWER = 100
# What is kept of stderr between two turns, in bytes: as much as the platform reads.
KEPT_OF_ERRORS = 4_096
READ_SIZE = 65_536
# Without a limit on thinking a bot that says nothing for so long is still given up.
HANG_MS = 60_000.0
# How often a silent bot is looked at: one whose child holds its stdout open can be gone without an end of file.
LOOK_MS = 250.0
# How long an exit status may take to appear after the end of file, in seconds.
EXIT_GRACE = 0.5


class PlayerError(Exception):
    """A player that cannot be started as named; the text is a sentence for the user."""


class GivenUp(Exception):
    """Nobody wants the game any more for which a bot is thinking."""


@dataclass(frozen=True)
class Player:
    """Somebody who can play: the ``command`` as typed, the ``name`` as its short form, how to start it and where."""

    name: str
    argv: tuple[str, ...]
    cwd: Path
    command: str


@dataclass(frozen=True)
class Answer:
    """What came back: ``text`` without its newline, None if no line came; ``cause`` if the bot is lost in any case.

    ``wall_ms`` runs from the handing over of the input to the reading of the newline. ``cpu_ms`` is what the bot's
    process used meanwhile, all threads, without its children; None where the system does not tell (only Linux does).
    """

    text: str | None
    cause: Cause | None
    wall_ms: float
    cpu_ms: float | None


def resolve(text: str) -> Player:
    """Turn `bot`, `bundle`, a sparring level, each with options if wanted, or any command line into a player.

    Names start under this very interpreter. A command line runs where the user stands; one that begins with a `.py`
    file that cannot be executed is handed to this interpreter too. PlayerError says what is missing.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerError(f"the player {text!r} cannot be split into words as a shell would: {error}") from None
    if not words:
        raise PlayerError("a player is a name or a command line, and found was an empty one")
    first, options = words[0], words[1:]
    if first == "bot":
        return Player(first, (sys.executable, "-m", "bot", *options), ROOT, text)
    if first == "bundle":
        if not BUNDLE.is_file():
            raise PlayerError(f"the bundle {BUNDLE.relative_to(ROOT)} is missing: write it with `make bundle`")
        return Player(first, (sys.executable, str(BUNDLE), *options), ROOT, text)
    if first in LEVELS:
        return Player(first, (sys.executable, "-m", "tools.sparring", *words), ROOT, text)
    here = Path.cwd()
    if shutil.which(first):
        return Player(Path(first).name, tuple(words), here, text)
    if first.endswith(".py") and Path(first).is_file():
        return Player(Path(first).name, (sys.executable, *words), here, text)
    raise PlayerError(
        f"{first!r} is neither a program that can be run nor one of the names bot, bundle, {', '.join(LEVELS)}"
    )


class BotProcess:
    """A running bot. Use it as a context manager, or call `close`."""

    def __init__(self, player: Player, proceed: Callable[[], bool] = lambda: True) -> None:
        """Start the bot; PlayerError if the system cannot. While it thinks ``proceed`` is asked four times a second."""
        self._proceed = proceed
        # With this variable Python flushes every line by itself, which would hide a bot's missing flush.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        try:
            self._process = subprocess.Popen(
                player.argv,
                cwd=player.cwd,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerError(f"the player {player.command!r} cannot be started: {error}") from None
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (stream.fileno() for stream in streams if stream is not None)
        self._poll = select.poll()
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._errors, select.POLLIN)
        self._errors_open = True
        self._unread = bytearray()
        self._debug = bytearray()

    def __enter__(self) -> Self:
        """Return the bot itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill it."""
        self.close()

    @property
    def pid(self) -> int:
        """The process, which leads the group of the same number."""
        return self._process.pid

    def ask(self, text: str, limit_ms: float | None) -> Answer:
        """Hand over a turn's input and wait for one line, at most ``limit_ms``; without a limit at most a minute.

        Output that stood there before the bot was asked is an invalid answer, and so is a line from a bot that has read
        nothing of its input since: it answered twice, or too early. (A bot that does both in the moment before it is
        looked at gets away with it for that turn.) GivenUp if ``proceed`` says no.
        """
        self._read_errors()
        ended = not self._read_output()
        if self._unread:
            return Answer(_printable(self._unread), Cause.INVALID, 0.0, 0.0)
        limit = HANG_MS if limit_ms is None else limit_ms
        pending = text.encode()
        backlog = self._unread_input()
        cpu_before = self._cpu_ns()
        began = time.perf_counter_ns()
        while True:
            pending = self._write(pending)
            end = self._unread.find(b"\n")
            wall_ms = (time.perf_counter_ns() - began) / 1e6
            if wall_ms > limit:
                return self._lost(Cause.TIMEOUT, wall_ms, cpu_before)
            if end >= 0:
                cpu_ms = self._cpu_since(cpu_before)
                blind = text and backlog is not None and self._unread_input() == backlog + len(text)
                line = self._unread[:end]
                del self._unread[: end + 1]
                return Answer(_printable(line), Cause.INVALID if blind else None, wall_ms, cpu_ms)
            if len(self._unread) > LONGEST_ANSWER:
                answer = Answer(_printable(self._unread), Cause.INVALID, wall_ms, self._cpu_since(cpu_before))
                self._unread.clear()
                return answer
            if ended:
                return self._lost(self._cause_of_end(), wall_ms, cpu_before)
            events = dict(self._poll.poll(min(limit - wall_ms, LOOK_MS)))
            if self._errors in events:
                self._read_errors()
            if self._output in events:
                ended = not self._read_output()
            elif not events:
                ended = self._exit() is not None
                if not self._proceed():
                    raise GivenUp

    def take_debug(self) -> str:
        """Return what the bot wrote on stderr since the last call, at most the last 4,096 bytes of it."""
        self._read_errors()
        text = self._debug.decode("utf-8", "backslashreplace").strip()
        self._debug.clear()
        return text

    def close(self) -> None:
        """Kill the bot's process group and collect it; harmless when repeated."""
        if self._process.returncode is not None:
            return
        self._read_errors()
        try:
            # The leader has not been waited for, so the number of its group cannot have passed to somebody else.
            os.killpg(self._process.pid, signal.SIGKILL)
        except PermissionError:
            # What macOS says of a group in which everybody has already exited.
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        self._errors_open = False

    def _write(self, pending: bytes) -> bytes:
        """Hand over what the pipe takes, return the rest; a bot that closed its stdin is found out by its silence."""
        if pending:
            try:
                return pending[os.write(self._input, pending) :]
            except BlockingIOError:
                return pending
            except BrokenPipeError:
                return b""
        return pending

    def _unread_input(self) -> int | None:
        """Return how many bytes stand in the pipe to the bot's stdin."""
        if sys.platform != "linux":
            return None
        count = array.array("i", [0])
        fcntl.ioctl(self._input, termios.FIONREAD, count)
        return count[0]

    def _read_output(self) -> bool:
        """Take what stands on stdout, up to a bound; whether more can come."""
        try:
            data = os.read(self._output, READ_SIZE)
        except BlockingIOError:
            return True
        self._unread += data
        return bool(data)

    def _read_errors(self) -> None:
        """Take what stands on stderr and keep the end of it."""
        if not self._errors_open:
            return
        try:
            data = os.read(self._errors, READ_SIZE)
        except BlockingIOError:
            return
        if not data:
            self._poll.unregister(self._errors)
            self._errors_open = False
        self._debug += data
        del self._debug[:-KEPT_OF_ERRORS]

    def _lost(self, cause: Cause, wall_ms: float, cpu_before: int | None) -> Answer:
        """Make the answer of a bot that gave none."""
        if cause is Cause.TIMEOUT and self._exit() is not None:
            cause = self._cause_of_end()
        return Answer(None, cause, wall_ms, self._cpu_since(cpu_before))

    def _cause_of_end(self) -> Cause:
        """Tell a crash from a bot that left quietly or only closed its stdout, after the end of its output."""
        patience = time.monotonic() + EXIT_GRACE
        while (status := self._exit()) is None and time.monotonic() < patience:
            time.sleep(0.001)
        # The traceback of a crash may still be in the pipe.
        self._read_errors()
        return Cause.STOPPED if status in (None, 0) else Cause.CRASHED

    def _exit(self) -> int | None:
        """Return the exit status or signal if the bot has exited, without collecting it; None while it runs."""
        result = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return None if result is None else result.si_status

    def _cpu_ns(self) -> int | None:
        """Return the CPU time of the bot's process so far, in nanoseconds."""
        if sys.platform != "linux":
            return None
        # Linux numbers the CPU clock of a whole process so: the complement of its id, shifted, and 2 for "scheduler".
        return time.clock_gettime_ns(~self._process.pid << 3 | 2)

    def _cpu_since(self, before: int | None) -> float | None:
        """Return the milliseconds of CPU time since an earlier reading."""
        now = self._cpu_ns()
        return None if now is None or before is None else (now - before) / 1e6


def _printable(data: bytes | bytearray) -> str:
    """Return the beginning of an answer as text, whatever bytes it consists of."""
    return data[:KEPT_OF_ANSWER].decode("utf-8", "backslashreplace")

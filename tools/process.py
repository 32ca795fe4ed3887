"""A bot that is asked, timed and ended.

While a bot is asked its stderr is drained, so that a flood of it cannot block the bot. Between its turns the pipes hold
64 kB of what it writes and then make it wait, so that a flood cannot take the processor from the bot whose turn it is.
"""

import array
import fcntl
import os
import select
import signal
import sys
import termios
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from tools.kept import End, Kept
from tools.memory import MemoryLimit
from tools.players import Player
from tools.referee import Cause
from tools.scheduler import descendants
from tools.stopwatch import Stopwatch, Times

# No direction is this long, whatever white space stands around it.
LONGEST_ANSWER = 1_024
# What is kept of an invalid answer for the record, in characters.
KEPT_OF_ANSWER = 100
# What is kept of stderr between two turns, in bytes: as much as the platform reads.
KEPT_OF_ERRORS = 4_096
READ_SIZE = 65_536
# Without a limit on thinking a bot that says nothing for so long is still given up.
HANG_MS = 60_000.0
# How often a silent bot is looked at: whether it is still wanted, and how much memory it uses.
LOOK_MS = 250.0
# How soon a bot is looked at again that is over the limit but seems to wait for a processor.
LATE_LOOK_MS = 5.0
# A late answer's note says how long the machine was to blame, if it was so long.
WORTH_TELLING_MS = 0.1
# How long an exit status may take to appear after the end of file.
EXIT_GRACE_MS = 1_000.0


class GivenUp(Exception):
    """Nobody wants the game any more for which a bot is thinking."""


@dataclass(frozen=True)
class Answer:
    """What came back: ``text`` without its newline, None if no line came; ``cause`` if the bot is lost in any case.

    ``wall_ms`` runs from the handing over of the input to the reading of the newline. ``cpu_ms`` is what all processes
    of the bot used meanwhile; None where the system does not tell (only Linux does). ``note``: what else is worth
    knowing, such as how a bot crashed. ``starved_ms``, of an answer over the limit that is no fault of the bot's: for
    how long the machine was to blame.
    """

    text: str | None
    cause: Cause | None
    wall_ms: float
    cpu_ms: float | None
    note: str | None = None
    starved_ms: float | None = None


class BotProcess:
    """A running bot. Use it as a context manager, or call `close`."""

    def __init__(
        self, player: Player, proceed: Callable[[], bool] = lambda: True, memory_mb: int | None = None
    ) -> None:
        """Start the bot; PlayerError if the system cannot. While it thinks ``proceed`` is asked four times a second.

        ``memory_mb``: a limit on the memory of its processes, each and together, in megabytes.
        """
        self._proceed = proceed
        self._memory = MemoryLimit(memory_mb) if memory_mb else None
        self._kept = Kept(player, memory_mb)
        self._poll = select.poll()
        for descriptor in (self._kept.output, self._kept.errors, self._kept.news):
            self._poll.register(descriptor, select.POLLIN)
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
        """The bot's first process, which leads the group of the same number."""
        return self._kept.pid

    def ask(self, text: str, limit_ms: float | None) -> Answer:
        """Hand over a turn's input and wait for one line; without a limit at most a minute.

        A bot is late that takes more than ``limit_ms`` by its own fault, see tools/stopwatch.py.

        Output that stood there before the bot was asked is an invalid answer, and so is a line from a bot that has read
        nothing of its input since: it answered twice, or too early. (A bot that does both in the moment before it is
        looked at gets away with it for that turn.) Nobody has said what the site does then; an arena that lets it pass
        would hide a bot whose answers are a turn behind. GivenUp if ``proceed`` says no.
        """
        self._read_errors()
        ended = not self._read_output() or self._kept.end() is not None
        if self._unread:
            return Answer(_printable(self._unread), Cause.INVALID, 0.0, 0.0, "it was written before it was asked for")
        limit = HANG_MS if limit_ms is None else limit_ms
        look_ms = limit
        pending = text.encode()
        backlog = self._unread_input()
        watch = Stopwatch(self._kept.keeper, self._kept.pid, limited=limit_ms is not None)
        while True:
            try:
                pending = self._write(pending)
            except BrokenPipeError:
                ended = True
            length = self._unread.find(b"\n")
            wall_ms = watch.wall_ms()
            if length >= 0:
                blind = text and backlog is not None and self._unread_input() == backlog + len(text)
                return self._answer(length, limit, wall_ms, watch, blind=bool(blind))
            if len(self._unread) > LONGEST_ANSWER:
                answer = Answer(_printable(self._unread), Cause.INVALID, wall_ms, watch.cpu_ms())
                self._unread.clear()
                return answer
            if ended:
                return self._lost(wall_ms, watch)
            if wall_ms > look_ms:
                times = watch.times(wall_ms)
                if times.is_late(limit):
                    return self._late(times, watch)
                look_ms = wall_ms + max(LATE_LOOK_MS, limit - times.own_ms)
            events = dict(self._poll.poll(min(look_ms - wall_ms, LOOK_MS)))
            if self._kept.errors in events:
                self._read_errors()
            if self._kept.output in events:
                ended = not self._read_output()
            if self._kept.news in events:
                self._read_output()
                ended = True
            if not events:
                if not self._proceed():
                    raise GivenUp
                if excess := self._excess():
                    return Answer(None, Cause.CRASHED, watch.wall_ms(), watch.cpu_ms(), excess)

    def take_debug(self) -> str:
        """Return what the bot wrote on stderr since the last call, at most the last 4,096 bytes of it."""
        self._read_errors()
        text = self._debug.decode("utf-8", "backslashreplace").strip()
        self._debug.clear()
        return text

    def close(self) -> None:
        """End all of the bot's processes and collect them; harmless when repeated."""
        self._read_errors()
        self._errors_open = False
        self._kept.close()

    def _answer(self, length: int, limit: float, wall_ms: float, watch: Stopwatch, *, blind: bool) -> Answer:
        """Make the answer from the first line that has come, which ends after ``length`` bytes."""
        text = _printable(self._unread[:length])
        del self._unread[: length + 1]
        starved_ms = None
        if wall_ms > limit:
            times = watch.times(wall_ms)
            if times.own_ms > limit:
                return self._late(times, watch)
            starved_ms = times.starved_ms
        cpu_ms = watch.cpu_ms()
        if blind:
            return Answer(text, Cause.INVALID, wall_ms, cpu_ms, "it was written before the input was read")
        if excess := self._excess():
            return Answer(text, Cause.CRASHED, wall_ms, cpu_ms, excess)
        return Answer(text, None, wall_ms, cpu_ms, starved_ms=starved_ms)

    def _late(self, times: Times, watch: Stopwatch) -> Answer:
        """Make the answer of a bot that is late by its own fault, if it still runs."""
        if self._kept.end():
            return self._lost(times.wall_ms, watch)
        note = f"{times.starved_ms:.1f} ms of that taken off" if times.starved_ms >= WORTH_TELLING_MS else None
        return Answer(None, Cause.TIMEOUT, times.wall_ms, watch.cpu_ms(), note)

    def _lost(self, wall_ms: float, watch: Stopwatch) -> Answer:
        """Make the answer of a bot that ended, quietly or by a crash, or only closed its stdout or its stdin."""
        end = self._kept.end() or self._await_end()
        # The traceback of a crash may still be in the pipe.
        self._read_errors()
        if end is None or end.status == 0:
            return Answer(None, Cause.STOPPED, wall_ms, watch.cpu_ms(end.cpu_ns if end else None))
        note = f"exit status {end.status}" if end.status > 0 else f"ended by {_signal_name(-end.status)}"
        if self._memory and self._memory.explains(end, self._debug.decode("utf-8", "replace")):
            note += f", for want of memory it seems: {self._memory.megabytes} MB are allowed"
        return Answer(None, Cause.CRASHED, wall_ms, watch.cpu_ms(end.cpu_ns), note)

    def _await_end(self) -> End | None:
        """Return how the bot ended, None if it does not seem to."""
        poll = select.poll()
        poll.register(self._kept.news, select.POLLIN)
        return self._kept.end() if poll.poll(EXIT_GRACE_MS) else None

    def _excess(self) -> str | None:
        """Return in a clause that the bot uses more memory than it may, if it does."""
        return self._memory.excess(descendants(self._kept.keeper)) if self._memory else None

    def _write(self, pending: bytes) -> bytes:
        """Hand over what the pipe takes, return the rest; BrokenPipeError if the bot has closed its stdin."""
        if not pending:
            return b""
        try:
            return pending[os.write(self._kept.input, pending) :]
        except BlockingIOError:
            return pending

    def _unread_input(self) -> int | None:
        """Return how many bytes stand in the pipe to the bot's stdin."""
        if sys.platform != "linux":
            return None
        count = array.array("i", [0])
        fcntl.ioctl(self._kept.input, termios.FIONREAD, count)
        return count[0]

    def _read_output(self) -> bool:
        """Take what stands on stdout, up to a bound; whether more can come."""
        try:
            data = os.read(self._kept.output, READ_SIZE)
        except BlockingIOError:
            return True
        self._unread += data
        return bool(data)

    def _read_errors(self) -> None:
        """Take what stands on stderr and keep the end of it."""
        if not self._errors_open:
            return
        try:
            data = os.read(self._kept.errors, READ_SIZE)
        except BlockingIOError:
            return
        if not data:
            self._poll.unregister(self._kept.errors)
            self._errors_open = False
        self._debug += data
        del self._debug[:-KEPT_OF_ERRORS]


def _printable(data: bytes | bytearray) -> str:
    """Return the beginning of an answer as text, whatever bytes it consists of."""
    return data[:KEPT_OF_ANSWER].decode("utf-8", "backslashreplace")


def _signal_name(number: int) -> str:
    """Return what a signal is called."""
    try:
        return signal.Signals(number).name
    except ValueError:
        # Real-time signals have numbers only.
        return f"signal {number}"

"""A bot as processes that are started under a keeper, with pipes and a directory of their own, and end without a trace.

What the keeper does, and why there is one, is told in tools/keeper.py.
"""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tools import keeper
from tools.players import Player, PlayerError

MEGABYTE = 1 << 20
READ_SIZE = 4_096


@dataclass(frozen=True)
class End:
    """How a bot ended: its exit ``status``, or the negative number of a signal, and what it had used until then.

    CPU time in nanoseconds and the most memory in bytes are those of its first process and the children that this has
    waited for.
    """

    status: int
    cpu_ns: int
    peak_bytes: int


class Kept:
    """A running bot: ``input``, ``output``, ``errors`` and ``news`` are descriptors that never block.

    ``news`` can be read once the bot has ended; `end` says how. ``keeper`` is the parent of the bot's first process,
    ``pid``, and of all of its processes that have lost their parents.
    """

    def __init__(self, player: Player, memory_mb: int | None = None) -> None:
        """Start the bot; PlayerError if the system cannot. ``memory_mb``: megabytes that each process may use."""
        self._resources = ExitStack()
        self._control = ExitStack()
        self._unread = b""
        self._end: End | None = None
        try:
            self._start(player, memory_mb)
        except OSError as error:
            self._release()
            raise PlayerError(f"the player {player.command!r} cannot be started: {error}") from None

    def end(self) -> End | None:
        """Return how the bot ended, None while it runs."""
        if self._end is None:
            try:
                news = self._read_news()
            except BlockingIOError:
                return None
            # There is none when the keeper itself was killed, by its bot perhaps.
            status, cpu, peak = map(int, news.split()[1:]) if news else (-signal.SIGKILL, 0, 0)
            self._end = End(status, cpu * 1_000, peak)
        return self._end

    def close(self) -> None:
        """End all of the bot's processes and remove its directory; harmless when repeated."""
        if self._process.returncode is not None:
            return
        self._control.close()
        if self._process.wait():
            # Who has no keeper any more can still be looked for in the bot's first process group.
            keeper.kill_group(self.pid)
        self._release()

    def _start(self, player: Player, memory_mb: int | None) -> None:
        """Start the keeper, and wait until it has started the bot."""
        directory = str(Path(tempfile.gettempdir()) / f"tron-bot-{secrets.token_hex(8)}")
        # The keeper does so too, unless it is killed.
        self._resources.callback(keeper.remove, directory)
        # With this variable Python flushes every line by itself, which would hide a bot's missing flush.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        environment["TMPDIR"] = directory
        control, control_end = os.pipe()
        self._control.callback(os.close, control_end)
        self.news, news_end = os.pipe()
        self._resources.callback(os.close, self.news)
        limit = (memory_mb or 0) * MEGABYTE
        try:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-I", "-S", keeper.__file__),
                    *map(str, (control, news_end, limit, directory)),
                    *player.argv,
                ],
                cwd=player.cwd,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=(control, news_end),
            )
        finally:
            os.close(control)
            os.close(news_end)
        self.keeper = self._process.pid
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self.input, self.output, self.errors = (
            self._resources.enter_context(stream).fileno() for stream in streams if stream is not None
        )
        self._resources.callback(self._process.wait)
        self.pid = self._await_start(player)
        for descriptor in (self.input, self.output, self.errors, self.news):
            os.set_blocking(descriptor, False)

    def _await_start(self, player: Player) -> int:
        """Return the number of the bot's process once it exists."""
        word, _, number = self._read_news().partition(" ")
        if word == "failed":
            raise OSError(int(number), os.strerror(int(number)), player.argv[0])
        if word != "started":
            raise ChildProcessError(f"its keeper ended early, with status {self._process.wait()}")
        return int(number)

    def _read_news(self) -> str:
        """Return the next line from the keeper, nothing if it is gone; BlockingIOError if none has come yet."""
        if not self._unread:
            # A line arrives as a whole.
            self._unread = os.read(self.news, READ_SIZE)
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()

    def _release(self) -> None:
        """Give back all that was taken, which lets the keeper end the bot first."""
        self._control.close()
        self._resources.close()

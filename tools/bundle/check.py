"""Whether a finished text plays: in an empty directory, with no disk to write on and only the standard library."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.referee import Referee

from .problems import BundleError

# Permissions do not bind the super-user, so the read-only disk is an audit hook that fails whatever would write.
_SEALED_START = """
import os, runpy, sys
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
FOREIGN = ("subprocess.", "socket.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "tempfile.", "shutil.")
def seal(event, arguments):
    if event in CHANGING or event.startswith(FOREIGN) or event == "open" and arguments[2] & WRITING:
        raise OSError(30, "Read-only file system (%s)" % event)
sys.argv = sys.argv[1:]
sys.addaudithook(seal)
runpy.run_path(sys.argv[0], run_name="__main__")
"""
_ISOLATED = [sys.executable, "-I", "-S", "-B"]
_STARTS = [(4, 5), (25, 14)]
# Enough for a game with some search in it, and little enough for a game of hundreds of moves in a second or two.
_NODES_A_TURN = 20
_PATIENCE_SECONDS = 30.0


class Proof:
    """What the check has seen: ``turns`` of a whole game, ``sealed`` or not, the time from start to first answer."""

    def __init__(self, turns: int, first_answer_ms: float, *, sealed: bool) -> None:
        """Record it."""
        self.sealed = sealed
        self.turns = turns
        self.first_answer_ms = first_answer_ms


def check_play(text: str, *, sealed: bool = True, starts: Sequence[tuple[int, int]] = _STARTS) -> Proof:
    """Let the text play a game against itself, one process a seat; return what was seen.

    ``sealed``: nothing can be written anywhere, temp directories included. BundleError if a seat crashes, writes to
    stderr, falls silent, answers what is no direction, or dies where it need not.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "Answer.py"
        path.write_text(text, encoding="utf-8")
        place = Path(directory) / "empty"
        place.mkdir()
        scratch = place if sealed else Path(directory)
        place.chmod(0o555)
        began = time.perf_counter()
        with _Seat(0, [*_ISOLATED, str(path), "--nodes", "1"], place, scratch) as seat:
            seat.ask(Referee(starts).turn_input())
            first_answer_ms = (time.perf_counter() - began) * 1000
            seat.leave()
        start = [*_ISOLATED, "-c", _SEALED_START] if sealed else _ISOLATED
        turns = _play(Referee(starts), [*start, str(path), "--nodes", str(_NODES_A_TURN)], place, scratch)
        left = sorted(entry.name for entry in place.iterdir())
        if left:
            raise BundleError(f"the bundle left {', '.join(left)} in its directory: it must not write files")
        return Proof(turns, first_answer_ms, sealed=sealed)


def _play(referee: Referee, command: list[str], place: Path, scratch: Path) -> int:
    seats = [_Seat(number, command, place, scratch) for number in range(len(referee.starts))]
    try:
        while not referee.is_over():
            seat = seats[referee.turn]
            safe = referee.safe_answers()
            answer = seat.ask(referee.turn_input())
            if safe and answer not in safe:
                board = referee.to_ascii()
                raise BundleError(
                    f"the bundle answered {answer!r} in turn {referee.answers} as seat {seat.number}, expected one of "
                    f"{', '.join(safe)}: mend the bot; the board was\n{board}"
                )
            referee.play(answer)
        for seat in seats:
            seat.leave()
    finally:
        for seat in seats:
            seat.close()
    return referee.answers


class _Seat:
    """A process that plays one seat; it is killed when it takes longer than anybody would wait."""

    def __init__(self, number: int, command: list[str], place: Path, scratch: Path) -> None:
        self.number = number
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP", "HOME"), str(scratch)))
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # closed in close()
        self.process = subprocess.Popen(
            command,
            cwd=place,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.overdue = False
        self.alarm = threading.Timer(_PATIENCE_SECONDS, self._give_up)
        self.alarm.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, turn: str) -> str:
        """Hand over a turn and return the answer without its newline."""
        assert self.process.stdin is not None  # noqa: S101  # both are pipes, which the types cannot tell
        assert self.process.stdout is not None  # noqa: S101
        try:
            self.process.stdin.write(turn)
            self.process.stdin.flush()
        except BrokenPipeError:
            answer = ""
        else:
            answer = self.process.stdout.readline()
        if self.overdue:
            self._fail(f"did not finish within {_PATIENCE_SECONDS:g} seconds (is a flush missing?)")
        if not answer.endswith("\n"):
            self._fail(f"printed {answer!r} instead of an answer")
        return answer.removesuffix("\n")

    def leave(self) -> None:
        """End the input; the bundle must go quietly."""
        output, _ = self.process.communicate()
        if output or self.process.returncode or self._told():
            self._fail(f"did not end quietly (exit status {self.process.returncode}, printed {output!r})")

    def close(self) -> None:
        """Kill the process if it lives, and let go of everything."""
        self.alarm.cancel()
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def _give_up(self) -> None:
        self.overdue = True
        self.process.kill()

    def _told(self) -> str:
        self.errors.seek(0)
        return self.errors.read().strip()

    def _fail(self, what: str) -> None:
        self.process.kill()
        self.process.wait()
        told = self._told() or "nothing"
        raise BundleError(f"the bundle {what} as seat {self.number}: mend the bot; on stderr it wrote:\n{told}")

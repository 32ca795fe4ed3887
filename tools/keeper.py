"""Stands between the runner and one bot: starts it, says how it ended, and ends whatever is left of it.

A script of its own, which tools/kept.py starts for each bot. On Linux it adopts every orphan below it (a "child
subreaper"), so that no process of the bot escapes, whatever session it has moved to. It watches a pipe from the runner,
whose end tells it to clear up: that comes as well when the runner is killed.
"""

import errno
import os
import select
import signal
import sys

# prctl(2): PR_SET_CHILD_SUBREAPER.
ADOPT_ORPHANS = 36
# How long processes that are being killed are given between two looks, in seconds.
PAUSE = 0.001


def main(arguments: list[str]) -> int:
    """Keep one bot: CONTROL STATUS MEMORY DIRECTORY COMMAND...

    CONTROL: the pipe whose end means the bot's. STATUS: the pipe to report to, in lines: `started PID` or
    `failed ERRNO`, then `ended STATUS CPU PEAK` (exit status or the negative number of a signal, microseconds of CPU
    time, bytes of memory at most). MEMORY: bytes that each process may have, 0 for any number. DIRECTORY: of the bot,
    made at the beginning and removed at the end.
    """
    control, status, memory = map(int, arguments[:3])
    directory, command = arguments[3], arguments[4:]
    for descriptor in (control, status):
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - it has no name to be called by
    if sys.platform == "linux":
        adopt_orphans()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    try:
        # Here, and not by the runner: if that is killed before there is a keeper, nobody would remove it.
        os.mkdir(directory, 0o700)
        bot = start(command, memory)
    except OSError as error:
        os.write(status, b"failed %d\n" % (error.errno or errno.EINVAL))
        remove(directory)
        return 1
    tell(status, f"started {bot}")
    # Whoever reads the bot's output waits for its end, which would not come while it is open here.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    ended = False
    while control not in select.select([control, woken], [], [])[0]:
        os.read(woken, 4_096)
        ended = collect(bot, status) or ended
    if not ended:
        kill_group(bot)
    kill_children()
    remove(directory)
    return 0


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent is gone."""
    # Only Linux needs it, and its import takes a third of the time of this program's start.
    import ctypes

    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)


def start(command: list[str], memory: int) -> int:
    """Start the bot in a session of its own and return its process; OSError if that cannot be."""
    if memory:
        import resource

        # The bot inherits the limit from the moment that it exists, and this program gives it back. Addresses are not
        # counted on Linux, where Java and Go reserve gigabytes of them that they never use, but memory to write to.
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        soft, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))
    try:
        return os.posix_spawnp(
            command[0],
            command,
            os.environ,
            setsid=True,
            # Python ignores these two, and what is ignored stays so in a new program.
            setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
        )
    finally:
        if memory:
            resource.setrlimit(kind, (soft, hard))


def collect(bot: int, status: int) -> bool:
    """Collect the children that have ended; whether the bot was one, which is reported and takes its group with it."""
    ended = False
    while (child := _next_ended()) is not None:
        if child == bot:
            # Before it is collected: until then nobody else can have got its number.
            kill_group(bot)
        _, result, usage = os.wait4(child, 0)
        if child == bot:
            ended = True
            cpu = round((usage.ru_utime + usage.ru_stime) * 1e6)
            # In kilobytes, but for macOS.
            peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
            tell(status, f"ended {os.waitstatus_to_exitcode(result)} {cpu} {peak}")
    return ended


def _next_ended() -> int | None:
    """Return a child that has ended, without collecting it."""
    try:
        result = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return None if result is None else result.si_pid


def kill_group(bot: int) -> None:
    """Kill the bot and whoever has stayed in its process group."""
    try:
        os.killpg(bot, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # The latter is what macOS says of a group in which everybody has already exited.
        return


def kill_children() -> None:
    """Kill all children, and theirs as they are adopted, until there are none."""
    while True:
        for child in children():
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        while True:
            try:
                collected, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not collected:
                break
        if not children():
            return
        select.select([], [], [], PAUSE)


def children() -> list[int]:
    """Return this program's children; none where the system does not tell, which is to say anywhere but on Linux."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(number) for number in file.read().split()]
    except FileNotFoundError:
        return []


def tell(status: int, line: str) -> None:
    """Report to the runner, unless it is gone."""
    try:
        os.write(status, line.encode() + b"\n")
    except BrokenPipeError:
        return


def remove(directory: str) -> None:
    """Remove a directory with all that a bot has left there, whatever it has forbidden."""
    try:
        os.rmdir(directory)
    except FileNotFoundError:
        return
    except OSError:
        # Only for a bot that leaves something.
        import shutil

        os.chmod(directory, 0o700)
        for place, names, _ in os.walk(directory):
            for name in names:
                path = os.path.join(place, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

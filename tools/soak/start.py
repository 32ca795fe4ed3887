"""How soon after the start of its process the bot answers a first turn that is waiting."""

import os
import subprocess
import time

from tools.players import Player, PlayerError
from tools.referee import STEPS, Referee
from tools.scheduler import threads, usage

from .ledger import Entry

FIRST_TURN = Referee([(4, 5), (25, 14)]).turn_input()


def first_answer(player: Player) -> Entry:
    """Start the bot and wait for its answer; returns the milliseconds on the wall, and those not spent in waiting.

    ``own_ms``: what is left of the time on the wall when waits for a processor, the bot's and ours, are taken off.
    PlayerError if no direction comes.
    """
    runner = threads([os.getpid()])
    began = time.perf_counter()
    with subprocess.Popen(player.argv, cwd=player.cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None  # noqa: S101  # both are pipes, which the types cannot tell
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(FIRST_TURN.encode())
        process.stdin.flush()
        answer = process.stdout.readline().decode("ascii", "backslashreplace").strip()
        wall_ms = (time.perf_counter() - began) * 1000
        waited_ms = usage({}, threads([process.pid])).waited_ms
    if answer not in STEPS:
        raise PlayerError(f"{player.command!r}: expected a direction for its first turn, found {answer!r}")
    waited_ms += usage(runner, threads([os.getpid()])).waited_ms
    return {"wall_ms": round(wall_ms, 1), "own_ms": round(wall_ms - waited_ms, 1)}

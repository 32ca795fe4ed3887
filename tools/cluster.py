"""Games on other machines: a running Dask scheduler and its workers, through the executor that its client offers.

Workers run in a checkout of this project at the same place, with the same bots in it: each game begins with a look at
the bots' files. What is kept, counted and printed is the same as for games at home.
"""

import logging
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from dataclasses import dataclass

from tools.digests import digest
from tools.game import Outcome, play_game
from tools.packages import missing_package
from tools.runner import SWITCH_INTERVAL, ClusterError
from tools.schedule import Scheduled

try:
    from distributed import Client, KilledWorker
    from distributed.comm.addressing import get_address_host_port
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.match --cluster") from None

# How long a scheduler may take to answer at first, in seconds.
PATIENCE = 10


@dataclass(frozen=True)
class Cluster:
    """Something to submit calls to, and how many games it plays at a time: one in each thread of its workers."""

    executor: Executor
    games: int


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a scheduler; within, lost workers and a lost scheduler are told as ClusterError.

    A worker that is lost has its games played again by others.
    """
    # Of lost connections it would tell on stderr whatever is made of them here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        # Given an address that makes no sense a client stays half made, and closes itself when Python ends: it waits
        # for twice its patience then, since its thread no longer runs, and fails with a traceback.
        get_address_host_port(address)
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        games = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
        if not games:
            raise ClusterError(f"the Dask scheduler at {address} has no workers: start some, and try again")
        try:
            yield Cluster(client.get_executor(pure=False), games)
        except KilledWorker as error:
            raise ClusterError(f"a game was lost with each worker that tried to play it: {error}") from None
        except CancelledError:
            raise ClusterError(f"the connection to the Dask scheduler at {address} is lost") from None


def play_remotely(digests: Sequence[str], scheduled: Scheduled) -> Outcome | None:
    """Play a game in a worker; ``digests``: of each contestant's files. ClusterError if they are others here."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    for contestant, player in zip(scheduled.order, scheduled.game.players, strict=True):
        if digest(player) != digests[contestant]:
            raise ClusterError(f"the files of {player.command!r} on a worker are not those here: bring them up to date")
    return play_game(scheduled.game)

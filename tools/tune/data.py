"""Makes games for fits, several at a time, into a games file that is never rewritten: a run that was stopped goes on.

The file is that of a match (tools/games_file.py), so whatever reads games reads these.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from bot.evaluation import Weights
from tools.bench.fingerprint import read_fingerprint
from tools.game import Outcome
from tools.games_file import Entry, GamesFile
from tools.records import Record
from tools.tune.classes import CLASSES
from tools.tune.features import weights_of
from tools.tune.self_play import Settings, play


def description(settings: Settings) -> dict[str, Any]:
    """Return what tells these games from others, the bot that plays them by its weights and by what it searches.

    Weights of 0 are left out: a feature that is not used yet changes no game.
    """
    weights = {name: value for name, value in weights_of(Weights()).items() if value}
    return {
        "self_play": asdict(settings),
        "classes_of_starts": CLASSES,
        "weights": weights,
        "bench": read_fingerprint(),
    }


def make(path: Path, settings: Settings, games: int, jobs: int, tell: Callable[[int | None], None]) -> int:
    """Play those of the first ``games`` games that are not in the file yet, and return how many that were.

    ``tell`` is called once for each game: with None if it was there already, else, as soon as it is on the disk, with
    its number of moves. GamesFileError if the file belongs to other settings, OSError if it cannot be written.
    """
    with GamesFile(path, description(settings)) as store:
        missing = [number for number in range(games) if number not in store]
        for _ in range(games - len(missing)):
            tell(None)
        for number, record in _played(settings, missing, jobs):
            store.append(Entry(number, number, tuple(range(len(record.starts))), Outcome(record, 0.0)))
            tell(len(record.moves))
    return len(missing)


def _played(settings: Settings, numbers: Iterable[int], jobs: int) -> Iterator[tuple[int, Record]]:
    """Yield games as they end."""
    if jobs == 1:
        for number in numbers:
            yield number, play(settings, number)
        return
    # Ctrl-C is for the process that the user started; the others end with the games that they are at.
    pool = ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        waiting = {pool.submit(play, settings, number): number for number in numbers}
        for done in as_completed(waiting):
            yield waiting.pop(done), done.result()
    finally:
        pool.shutdown(cancel_futures=True)

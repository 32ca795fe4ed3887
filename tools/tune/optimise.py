"""Numbers optimised by games against the bot as it is: what no regression on positions sees counts here as well.

Each candidate of a generation plays the same new starts from every seat, so that starts favour none of them; starts are
of those that fits may see, which no proof is played on. A candidate loses what it does not win: 1 less its share.
"""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from tools.digests import digest
from tools.display import Display
from tools.game import Outcome, play_game
from tools.games_file import GamesFile, GamesFileError
from tools.match_settings import Settings
from tools.players import ROOT, Player
from tools.records import Limits
from tools.referee import Cell
from tools.runner import Halt
from tools.schedule import Scheduled, rotations
from tools.series import play_series
from tools.tally import standard_error
from tools.tune.candidate import Candidate, build_unchecked, copy_sources, from_numbers
from tools.tune.claims import Optimised
from tools.tune.classes import CLASSES, starts_for_fits
from tools.tune.evolution import Evolution
from tools.tune.numbers import Value, shown

SOURCES = "sources"


class SeenStarts(Settings):
    """A match whose starts are fair ones of those that fits may see."""

    def draw(self, rng: Random) -> Sequence[Cell]:
        """Draw the starts of a block."""
        return starts_for_fits(self.players, rng, self.fair or 0.0)


@dataclass(frozen=True)
class Task:
    """What is optimised, and by which games. The same task gives the same result where ``options`` fix the nodes.

    ``start``: the numbers by their full names, and what they are now. ``sigma``: the spread of the first candidates.
    ``blocks``: starts a generation; each candidate plays each from every seat. ``options``: of all bots.
    """

    start: dict[str, Value]
    sigma: float
    population: int
    blocks: int
    players: int
    options: str
    fair: float
    seed: int

    @property
    def games(self) -> int:
        """Games of a generation."""
        return self.population * self.blocks * self.players

    def player(self, name: str, file: Path) -> Player:
        """Return the bot in a file under a name, which records tell instead of the file's."""
        options = shlex.split(self.options)
        return Player(name, (sys.executable, str(file), *options), file.parent, shlex.join([name, *options]))

    def description(self, present: Player) -> dict[str, Any]:
        """Return what tells these games from others."""
        return {"optimise": asdict(self), "classes_of_starts": CLASSES, "bot": digest(present)}


@dataclass(frozen=True)
class Generation:
    """What its candidates won, and where the search stands after it.

    ``share``, ``error``: the part of the games that they won, all together, ± one standard error over starts.
    ``mean``: as the bot would have it; ``factors``: in units of the start; ``spread``: of the next candidates.
    """

    share: float
    error: float
    mean: dict[str, Value]
    factors: dict[str, float]
    spread: float


class Optimiser:
    """Plays generations, those that a file has already among them."""

    def __init__(self, task: Task, file: Path, jobs: int, halt: Halt, display: Display) -> None:
        """Take what to do, where games are kept, how many are played at a time, and who is told of them."""
        self._task = task
        self._file = file
        self._jobs = jobs
        self._halt = halt
        self._display = display
        self._state = ""

    def run(self, generations: int) -> list[Generation]:
        """Return the generations; fewer than so many if the user wants no more.

        GamesFileError if the file has games of another task or bot, NumberError if the bot's sources do not set a
        number, OSError if the file cannot be written.
        """
        task = self._task
        path: list[Generation] = []
        evolution = Evolution(task.start, task.sigma, task.population, task.seed)
        with TemporaryDirectory(prefix="tron-optimise-") as name:
            place = Path(name)
            # A run takes hours: who works on the bot meanwhile must not change its candidates.
            copy_sources(ROOT, place / SOURCES)
            present = task.player("present", place / "present.py")
            build_unchecked(place / SOURCES, task.start, place / "present.py")
            with GamesFile(self._file, task.description(present)) as store:
                earlier = frozenset(store.numbers())
                for number in range(generations):
                    self._state = f"generation {number + 1} of {generations}"
                    if path:
                        self._state += f", {100 * path[-1].share:.1f} % won in the last"
                    wins = self._wins(number, evolution.ask(), present, place, store, earlier)
                    if wins is None:
                        break
                    evolution.tell([1 - sum(won) / (task.blocks * task.players) for won in zip(*wins, strict=True)])
                    by_start = [sum(won) / (task.population * task.players) for won in wins]
                    path.append(
                        Generation(
                            share=mean(by_start),
                            error=standard_error(by_start),
                            mean=evolution.mean,
                            factors=evolution.factors,
                            spread=evolution.spread,
                        )
                    )
        return path

    def _wins(
        self,
        number: int,
        candidates: Sequence[Mapping[str, Value]],
        present: Player,
        place: Path,
        store: GamesFile,
        earlier: frozenset[int],
    ) -> list[list[int]] | None:
        """Return by start, and by candidate, how many of its games a candidate won; None if not all were played.

        ``earlier``: the games that were in the store already.
        """
        task = self._task
        files = [place / f"candidate-{index}.py" for index in range(task.population)]
        settings = SeenStarts(
            contestants=[*map(task.player, map(shown, candidates), files), present],
            orders=[
                order
                for index in range(task.population)
                for order in rotations((index,) + (task.population,) * (task.players - 1))
            ],
            seed=task.seed,
            limits=Limits(None, None),
            fair=task.fair,
            adjudicate=True,
        )
        first = number * task.blocks
        plan = list(settings.plan(range(first, first + task.blocks)))
        if any(scheduled.number not in store for scheduled in plan):
            for values, file in zip(candidates, files, strict=True):
                build_unchecked(place / SOURCES, values, file)
        wins = [[0] * task.population for _ in range(task.blocks)]
        ended = 0
        games = play_series(
            plan, self._play, workers=self._jobs, halt=self._halt, glance=self._display.refresh, store=store
        )
        for scheduled, outcome in games:
            _compare(scheduled, outcome, store)
            # The bot as it is comes after all candidates.
            candidate = min(scheduled.order)
            wins[scheduled.block - first][candidate] += outcome.record.ranks[scheduled.order.index(candidate)] == 0
            ended += 1
            self._display.finish_game(self._state, played=scheduled.number not in earlier)
        return wins if ended == len(plan) else None

    def _play(self, scheduled: Scheduled) -> Outcome | None:
        return play_game(scheduled.game, self._halt.proceed, self._display.count_move)


def candidate_of(task: Task, path: Sequence[Generation]) -> Candidate:
    """Return where the search has ended, the mean and not the luckiest candidate, and what its last games say."""
    last = path[-1]
    claim = Optimised(
        seed=task.seed,
        players=task.players,
        options=task.options,
        generations=len(path),
        games=len(path) * task.games,
        share=last.share,
        error=last.error,
    )
    return from_numbers(last.mean, claim)


def _compare(scheduled: Scheduled, outcome: Outcome, store: GamesFile) -> None:
    """Make sure that a game of the store was played by the candidates that are planned."""
    planned = [player.command for player in scheduled.game.players]
    found = [seat.command for seat in outcome.record.players]
    if planned != found:
        raise GamesFileError(
            f"{store.path}: game {scheduled.number + 1} was played by {found}, expected were {planned}: the file comes "
            "from another machine or another pycma, so begin anew with another --seed"
        )

"""New numbers against the bot as it is, in a match that stops when it knows, on starts that nothing was fitted to."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from tools.fields import FieldError, parse, read_text
from tools.match_play import Run, play_match
from tools.match_settings import Settings
from tools.players import resolve
from tools.records import Limits
from tools.referee import Cell
from tools.runner import Halt
from tools.schedule import block_count, rotations
from tools.statistics.gsprt import Hypotheses
from tools.tune.candidate import Candidate, CandidateError
from tools.tune.classes import starts_for_proof
from tools.tune.numbers import present

LARGEST_FILE = 10_000_000


class UnseenStarts(Settings):
    """A match whose starts are fair ones that no fit learns from."""

    def draw(self, rng: Random) -> Sequence[Cell]:
        """Draw the starts of a block."""
        return starts_for_proof(self.players, rng, self.fair or 0.0)

    def starts_shown(self) -> str:
        """Say how starts are chosen."""
        return f"{super().starts_shown()}, that no fit has seen"

    def description(self) -> dict[str, Any]:
        """Return what tells this match from others."""
        return {**super().description(), "unseen_starts": True}


@dataclass(frozen=True)
class Proof:
    """How numbers are proven. ``options``: of both bots, such as `--nodes 300`; ``games``: at most so many.

    ``elo``: the two hypotheses. ``file``: keeps the games, and a proof that was stopped goes on with them.
    """

    candidate: Path
    options: str
    players: int
    fair: float
    seed: int
    games: int
    elo: tuple[float, float]
    limit_ms: float | None
    jobs: int
    file: Path


def prove(proof: Proof, halt: Halt, console: Console) -> dict[str, Any]:
    """Play the match and return its results, as `tools.match --json` writes them.

    PlayerError if there is no bundle, GamesFileError or OSError if the file cannot be used.
    """
    options = shlex.split(proof.options)
    commands = (shlex.join([str(proof.candidate.resolve()), *options]), shlex.join(["bundle", *options]))
    settings = UnseenStarts(
        contestants=[resolve(command) for command in commands],
        orders=rotations((0,) + (1,) * (proof.players - 1)),
        seed=proof.seed,
        limits=Limits(None if proof.limit_ms is None else 1_000, proof.limit_ms),
        fair=proof.fair,
        adjudicate=True,
    )
    results: list[str] = []
    run = Run(
        blocks=range(block_count(proof.games, settings.block_size)),
        wanted=proof.games,
        jobs=proof.jobs,
        test=Hypotheses(*proof.elo, players=proof.players),
        games_file=proof.file,
        summary=results.append,
        board=False,
    )
    play_match(settings, run, halt, console)
    found: dict[str, Any] = json.loads(results[0])
    return found


def attempt(candidate: Candidate, results: dict[str, Any]) -> dict[str, Any]:
    """Return what is kept of a proof: what was claimed of the numbers, and what the match says of them.

    ``before``: what they are in the bot that they were played against.
    """
    strength, test = results["strength"] or {}, results["sprt"]
    return {
        **candidate.to_json(),
        "before": present(candidate.numbers),
        "match": results["match"],
        "match_games": results["games"],
        "blocks": results["blocks"],
        "share": strength.get("share"),
        "standard_error": strength.get("standard_error"),
        "elo": strength.get("elo"),
        "elo_95": strength.get("elo_95"),
        "sprt": test,
    }


def accepted(attempts: Path, candidate: Candidate) -> bool:
    """Whether the last attempt with these numbers, against the bot as it is now, was accepted.

    CandidateError if the file is none of attempts.
    """
    try:
        lines = [parse(line) for line in read_text(attempts, LARGEST_FILE).split("\n") if line]
        before = present(candidate.numbers)
        # Older attempts name no constants, nor what was before: whether they were against this bot is not known.
        found = [
            line
            for line in lines
            if isinstance(line, dict)
            and line["weights"] == candidate.weights
            and line.get("constants", {}) == candidate.constants
            and line.get("before") == before
        ]
        return bool(found) and found[-1]["sprt"]["accepted"] == "H1"
    except (FieldError, KeyError, TypeError) as error:
        raise CandidateError(f"{attempts}: expected a line an attempt, as `make prove` writes them ({error})") from None

"""New numbers on their way into the bot: a file that says where they come from, and a bundle that plays with them."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bot.evaluation import Weights
from tools.bundle.build import build
from tools.bundle.flatten import flatten
from tools.fields import Field, FieldError, parse, read_text, write_whole
from tools.tune.claims import FITTED, OPTIMISED, Fitted, Optimised, number, read_fitted, read_optimised
from tools.tune.features import weights_of
from tools.tune.numbers import WEIGHTS, NumberError, Value, present, rewrite

FORMAT = "tron-battle-weights"
VERSION = 2
LARGEST_FILE = 1_000_000


class CandidateError(Exception):
    """Numbers that cannot be used; the text is a sentence that names the file."""


@dataclass(frozen=True)
class Candidate:
    """Numbers to be proven. ``weights``: all of them; ``constants``: of others, by full names, those to be changed.

    ``claim``: where they come from, and what is said of them there.
    """

    weights: dict[str, int]
    constants: dict[str, Value]
    claim: Fitted | Optimised

    @property
    def numbers(self) -> dict[str, Value]:
        """All of them by their full names."""
        return {**{WEIGHTS + name: value for name, value in self.weights.items()}, **self.constants}

    def to_json(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        by = FITTED if isinstance(self.claim, Fitted) else OPTIMISED
        return {"weights": self.weights, "constants": self.constants, "claim": {"by": by, **asdict(self.claim)}}


def from_numbers(numbers: Mapping[str, Value], claim: Fitted | Optimised) -> Candidate:
    """Return a candidate with numbers by their full names; weights that are not among them stay as they are."""
    weights = weights_of(Weights())
    weights.update((name, round(numbers[WEIGHTS + name])) for name in weights if WEIGHTS + name in numbers)
    return Candidate(weights, {name: value for name, value in numbers.items() if not name.startswith(WEIGHTS)}, claim)


def rounded(weights: Mapping[str, float]) -> dict[str, int]:
    """Return whole weights as the evaluation takes them; one of 0, untold by the fit, stays as it is."""
    now = weights_of(Weights())
    return {name: round(weights[name]) if weights.get(name) else before for name, before in now.items()}


def write_candidate(candidate: Candidate, path: Path) -> None:
    """Write the file in one step."""
    write_whole(json.dumps({"format": FORMAT, "version": VERSION, **candidate.to_json()}, indent=1) + "\n", path)


def read_candidate(path: Path) -> Candidate:
    """Read a file; CandidateError says what is wrong with it. Weights that it does not name stay as they are."""
    try:
        data = parse(read_text(path, LARGEST_FILE))
        if isinstance(data, dict):
            # Before all else: older versions have other fields.
            Field("version", data.get("version")).integer(VERSION, VERSION)
        fields = Field("", data).fields("format", "version", "weights", "constants", "claim")
        fields["format"].word(FORMAT)
        known = weights_of(Weights())
        weights = {name: field.integer() for name, field in fields["weights"].fields(optional=tuple(known)).items()}
        return Candidate({**known, **weights}, _constants(fields["constants"]), _claim(fields["claim"]))
    except FieldError as error:
        raise CandidateError(f"{path}: {error}; write it with `make fit` or `make optimise`") from None


def build_candidate(root: Path, numbers: Mapping[str, Value], output: Path) -> None:
    """Bundle the bot of ``root`` with other numbers, checked as `make bundle` does.

    NumberError or BundleError, ``output`` as it was, if that cannot be.
    """
    with _sources(root, numbers) as directory:
        build(directory, "flat", output)


def build_unchecked(root: Path, numbers: Mapping[str, Value], output: Path) -> None:
    """Bundle the bot with numbers of which nobody knows whether it can play with them; its games will tell.

    A bundle without the game that checks it takes 0.2 s, and 2 s with it. Errors as in `build_candidate`.
    """
    with _sources(root, numbers) as directory:
        write_whole(flatten(directory, "bot", ["# Tron Battle bot, to be optimised"]).text, output)


def copy_sources(root: Path, directory: Path) -> None:
    """Copy what a bundle is made of into a new directory; OSError names what cannot be written."""
    (directory / "bot").mkdir(parents=True)
    for file in sorted((root / "bot").glob("*.py")):
        write_whole(file.read_text(encoding="utf-8"), directory / "bot" / file.name)
    # The bundler takes the version from there.
    write_whole((root / "pyproject.toml").read_text(encoding="utf-8"), directory / "pyproject.toml")


@contextmanager
def _sources(root: Path, numbers: Mapping[str, Value]) -> Iterator[Path]:
    """Give a directory with sources of the bot that have other numbers."""
    with tempfile.TemporaryDirectory(prefix="tron-weights-") as name:
        directory = Path(name)
        copy_sources(root, directory)
        rewrite(directory, numbers)
        yield directory


def _constants(field: Field) -> dict[str, Value]:
    """Read constants, each a whole number where the bot has one."""
    if not isinstance(field.value, dict):
        field.wrong("an object")
    try:
        now = present(field.value)
    except NumberError as error:
        raise FieldError(f"{field.place}: {error}") from None
    return {
        name: found.integer() if isinstance(now[name], int) else number(found)
        for name, found in field.fields(*now).items()
    }


def _claim(field: Field) -> Fitted | Optimised:
    if not isinstance(field.value, dict):
        field.wrong("an object")
    by = Field(f"{field.place}.by", field.value.get("by")).word(FITTED, OPTIMISED)
    return read_fitted(field) if by == FITTED else read_optimised(field)

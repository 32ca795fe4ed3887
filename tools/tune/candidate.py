"""New weights on their way into the bot: a file that says where they come from, and a bundle that plays with them."""

import ast
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.evaluation import Weights
from tools.bundle.build import build
from tools.fields import Field, FieldError, parse, read_text, write_whole
from tools.tune.features import weights_of

FORMAT = "tron-battle-weights"
VERSION = 1
LARGEST_FILE = 1_000_000
EVALUATION = Path("bot") / "evaluation.py"


class CandidateError(Exception):
    """Weights that cannot be used; the text is a sentence that names the file."""


@dataclass(frozen=True)
class Candidate:
    """Weights to be proven. ``fit``: the model's name; ``games``, ``positions``: what it was fitted to.

    ``claimed``: by how many nats the log-loss fell below that of the weights before on the part that was fitted,
    ``held_out``: on games that no choice has seen. ``seed``: of the games.
    """

    weights: dict[str, int]
    fit: str
    seed: int
    games: int
    positions: int
    claimed: float
    held_out: float


def rounded(weights: Mapping[str, float]) -> dict[str, int]:
    """Return whole weights as the evaluation takes them; one of 0, untold by the fit, stays as it is."""
    present = weights_of(Weights())
    return {name: round(weights[name]) if weights.get(name) else before for name, before in present.items()}


def write_candidate(candidate: Candidate, path: Path) -> None:
    """Write the file in one step."""
    write_whole(json.dumps({"format": FORMAT, "version": VERSION, **asdict(candidate)}, indent=1) + "\n", path)


def read_candidate(path: Path) -> Candidate:
    """Read a file; CandidateError says what is wrong with it. Weights that it does not name stay as they are."""
    try:
        data = parse(read_text(path, LARGEST_FILE))
        fields = Field("", data).fields(
            *("format", "version", "weights", "fit", "seed", "games", "positions", "claimed", "held_out")
        )
        known = tuple(weights_of(Weights()))
        fields["format"].word(FORMAT)
        fields["version"].integer(VERSION, VERSION)
        found = {name: field.integer() for name, field in fields["weights"].fields(optional=known).items()}
        return Candidate(
            weights={**weights_of(Weights()), **found},
            fit=fields["fit"].text(),
            seed=fields["seed"].integer(),
            games=fields["games"].integer(),
            positions=fields["positions"].integer(),
            claimed=_number(fields["claimed"]),
            held_out=_number(fields["held_out"]),
        )
    except FieldError as error:
        raise CandidateError(f"{path}: {error}; write it with `make fit`") from None


def with_defaults(source: str, weights: Mapping[str, int]) -> str:
    """Return the text of bot/evaluation.py with these as the defaults of `Weights`; all else stays as it is.

    CandidateError if the text has no such defaults, each a number.
    """
    defaults = _defaults(source)
    lines = source.split("\n")
    missing = [name for name in weights if name not in defaults]
    if missing:
        raise CandidateError(f"{EVALUATION}: expected Weights to take {missing[0]} with a number as its default")
    # From the last to the first, so that places before a change stay right. Columns are of bytes, and code is ASCII.
    for name, value in sorted(weights.items(), key=lambda item: defaults[item[0]].col_offset, reverse=True):
        default = defaults[name]
        line = lines[default.lineno - 1]
        lines[default.lineno - 1] = f"{line[: default.col_offset]}{value}{line[default.end_col_offset :]}"
    return "\n".join(lines)


def build_candidate(root: Path, weights: Mapping[str, int], output: Path) -> None:
    """Bundle the bot of ``root`` with other weights; CandidateError or BundleError, ``output`` as it was, if not."""
    with tempfile.TemporaryDirectory(prefix="tron-weights-") as directory:
        shutil.copytree(root / "bot", Path(directory) / "bot", ignore=shutil.ignore_patterns("__pycache__"))
        # The bundler takes the version from there.
        shutil.copy(root / "pyproject.toml", directory)
        rewrite(Path(directory), weights)
        build(Path(directory), "flat", output)


def rewrite(root: Path, weights: Mapping[str, int]) -> None:
    """Put the weights into the sources of ``root``; CandidateError if they have no place there."""
    file = root / EVALUATION
    write_whole(with_defaults(file.read_text(encoding="utf-8"), weights), file)


def _number(field: Field) -> float:
    """Return a number of either kind."""
    if isinstance(field.value, bool) or not isinstance(field.value, int | float):
        field.wrong("a number")
    return float(field.value)


def _defaults(source: str) -> dict[str, ast.expr]:
    """Return where the default of each weight stands that is a number, by name."""
    found: dict[str, ast.expr] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == "Weights":
            for function in node.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                    taken = function.args.args[len(function.args.args) - len(function.args.defaults) :]
                    pairs = [*zip(taken, function.args.defaults, strict=True)]
                    pairs += [
                        (argument, default)
                        for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
                        if default is not None
                    ]
                    found.update({argument.arg: default for argument, default in pairs if _is_number(default)})
    return found


def _is_number(default: ast.expr) -> bool:
    """Whether a default is a whole number, perhaps a negative one."""
    value = default.operand if isinstance(default, ast.UnaryOp) and isinstance(default.op, ast.USub) else default
    return isinstance(value, ast.Constant) and type(value.value) is int

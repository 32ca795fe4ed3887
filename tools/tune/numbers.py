"""The numbers of the bot by name: what they are now, and its sources with others in their places.

A number is a weight of the evaluation, `evaluation.Weights.edge`, or a constant of a class or a module of bot/, such as
`search.Search.LAST_START` and `search.RANK`.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from bot.evaluation import Weights
from tools.fields import write_whole
from tools.players import ROOT
from tools.tune.features import weights_of

Value = int | float
WEIGHTS = "evaluation.Weights."
# Of a constant with a point; more would say more than games can tell.
DIGITS = 4


class NumberError(Exception):
    """A name that is no number of the bot; the text is a sentence that says which there are."""


def full_name(text: str) -> str:
    """Return the name of a number; a weight's own name is short for it."""
    return text if "." in text else WEIGHTS + text


def short_name(name: str) -> str:
    """Return a name as `full_name` takes it, as short as can be."""
    return name.removeprefix(WEIGHTS)


def present(names: Iterable[str]) -> dict[str, Value]:
    """Return what the numbers of these full names are; NumberError if the bot has no such number."""
    return {name: _present(name) for name in names}


def like(before: Value, wanted: float) -> Value:
    """Return a number in the form of the one before, a whole one or one of four digits."""
    return round(wanted) if isinstance(before, int) else float(f"{wanted:.{DIGITS}g}")


def shown(values: Mapping[str, Value]) -> str:
    """Return numbers in one line."""
    return ", ".join(f"{short_name(name)} {value}" for name, value in values.items())


def rewrite(root: Path, values: Mapping[str, Value]) -> list[Path]:
    """Put numbers into bot/ of ``root`` and return the files; NumberError, all files as they were, if one has no place.

    Weights stand there as the defaults of `Weights`.
    """
    texts = {}
    for module in sorted({name.partition(".")[0] for name in values}):
        file = root / "bot" / f"{module}.py"
        inside = {name.partition(".")[2]: value for name, value in values.items() if name.startswith(f"{module}.")}
        try:
            texts[file] = with_numbers(file.read_text(encoding="utf-8"), inside)
        except NumberError as error:
            raise NumberError(f"bot/{module}.py: {error}") from None
    for file, text in texts.items():
        write_whole(text, file)
    return [*texts]


def with_numbers(source: str, values: Mapping[str, Value]) -> str:
    """Return the text of a module with other numbers, named without the module; all else stays as it is.

    NumberError if the text sets no such number.
    """
    places = dict(_places(ast.parse(source)))
    missing = [name for name in values if name not in places]
    if missing:
        raise NumberError(f"expected a number that is set there as {missing[0]}, found none")
    # Columns are of bytes.
    lines = source.encode().split(b"\n")
    # From the last to the first, so that places before a change stay right.
    for name in sorted(values, key=lambda name: (places[name].lineno, places[name].col_offset), reverse=True):
        place = places[name]
        first, last = place.lineno - 1, (place.end_lineno or place.lineno) - 1
        text = lines[first][: place.col_offset] + str(values[name]).encode() + lines[last][place.end_col_offset :]
        lines[first : last + 1] = [text]
    return b"\n".join(lines).decode()


def _present(name: str) -> Value:
    module, _, rest = name.partition(".")
    value: object = None
    if name.startswith(WEIGHTS):
        value = weights_of(Weights()).get(short_name(name))
    elif module.isidentifier() and (ROOT / "bot" / f"{module}.py").is_file():
        value = import_module(f"bot.{module}")
        for part in rest.split("."):
            value = getattr(value, part, None)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NumberError(
            f"the bot has no number {name!r}: name weights ({', '.join(weights_of(Weights()))}) or constants such as "
            "search.Search.LAST_START"
        )
    return value


def _places(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield what is set to a value in a module and in its classes, and the defaults of `Weights` that are numbers."""
    yield from _constants(module.body, "")
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield from _constants(node.body, f"{node.name}.")
            if node.name == "Weights":
                yield from _defaults(node)


def _constants(body: Iterable[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                yield prefix + name, value


def _defaults(weights: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for function in weights.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            taken = function.args.args[len(function.args.args) - len(function.args.defaults) :]
            pairs = [*zip(taken, function.args.defaults, strict=True)]
            pairs += [
                (argument, default)
                for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
                if default is not None
            ]
            for argument, default in pairs:
                if _is_number(default):
                    yield f"{weights.name}.{argument.arg}", default


def _is_number(default: ast.expr) -> bool:
    """Whether a default is a whole number, perhaps a negative one."""
    value = default.operand if isinstance(default, ast.UnaryOp) and isinstance(default.op, ast.USub) else default
    return isinstance(value, ast.Constant) and type(value.value) is int

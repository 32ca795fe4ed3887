"""The bot in one of its two forms, the package bot/ or the bundle made of it, for tools that look inside."""

import gc
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.board import Board
from bot.clock import Clock, NodeClock
from bot.evaluation import Evaluation, Weights
from bot.grid import Grid
from bot.loop import decide
from bot.search import Search
from bot.strategy import Decision, Strategy
from bot.territory import two_territories

BUNDLE = Path("dist") / "tron_battle.py"


class FormError(Exception):
    """A bundle that cannot be used; the text is a sentence that says what to do."""


@dataclass(frozen=True)
class Form:
    """What the tools use of the bot: its own classes and functions, which must not be mixed with another form's."""

    name: str
    board: type[Board]
    clock: type[Clock]
    node_clock: type[NodeClock]
    evaluation: type[Evaluation]
    weights: type[Weights]
    grid: type[Grid]
    decide: Callable[[Strategy, Board, Clock, Callable[[str], None]], Decision]
    search: type[Search]
    strategy: type[Strategy]
    two_territories: Callable[[int, int, int, int, int], tuple[int, int]]


PACKAGE = Form("package", Board, Clock, NodeClock, Evaluation, Weights, Grid, decide, Search, Strategy, two_territories)


def load_bundle(path: Path = BUNDLE) -> Form:
    """Return the bot in a bundle, read as a module; FormError if it is missing or is no bundle of this bot."""
    if not path.is_file():
        raise FormError(f"{path} is missing: write it with `make bundle`")
    specification = importlib.util.spec_from_file_location(path.stem, path)
    if specification is None or specification.loader is None:
        raise FormError(f"{path}: expected a Python file, as `make bundle` writes it")
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except (SyntaxError, NameError, TypeError, ValueError, ImportError) as error:
        raise FormError(
            f"{path} does not run ({type(error).__name__}: {error}): write it anew with `make bundle`"
        ) from None
    try:
        return Form(
            "bundle",
            module.Board,
            module.Clock,
            module.NodeClock,
            module.Evaluation,
            module.Weights,
            module.Grid,
            module.decide,
            module.Search,
            module.Strategy,
            module.two_territories,
        )
    except AttributeError as error:
        raise FormError(f"{path}: {error}: write a bundle of the present sources with `make bundle`") from None


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector still, as the bot does while it plays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def say(sentence: str) -> None:
    """Put a line on standard error."""
    print(sentence, file=sys.stderr)

"""What an optimisation by games found, as a page with its pictures in it, and as a table on the terminal."""

from collections.abc import Sequence
from html import escape

from rich.console import Console

from tools.tune.document import document, table
from tools.tune.numbers import short_name, shown
from tools.tune.optimise import Generation, Task
from tools.tune.path_pictures import factors, shares
from tools.tune.tables import figures

TEXT = """Each generation's candidates play the bot as it is, all of them on the same starts. Their mean then moves
toward those that won more, and the next are drawn around it. What is to be proven is the last mean, not the candidate
that won most: that was the luckiest, too. A row has the share of all games that a generation's candidates won, ± one
standard error over starts, the mean after it, and how far the next candidates stand from that, as a logarithm of the
factor: 0.3 is a third more or a quarter less."""


def to_page(task: Task, path: Sequence[Generation]) -> str:
    """Lay out the page."""
    start = {short_name(name): [1.0, *(found.factors[name] for found in path)] for name in task.start}
    games = (
        f"{len(path)} generations of {task.population} candidates, {len(path) * task.games} games of {task.players} "
        f"players with {task.options}, {task.blocks} starts a generation, seed {task.seed}."
    )
    return document(
        "Numbers optimised by games",
        [
            f"<p>{escape(games)}</p>",
            f"<p>The bot as it is: {escape(shown(task.start))}.</p>",
            f"<p>To be proven: {escape(shown(path[-1].mean))}.</p>",
            f"<p>{TEXT}</p>",
            "<h2>Where the mean went, in units of the start</h2>",
            f"<div>{factors(start)}</div>",
            "<h2>What the candidates won</h2>",
            f"<div>{shares([(found.share, found.error) for found in path], 1 / task.players)}</div>",
            *table(_headings(task), _rows(task, path)),
        ],
    )


def print_path(console: Console, task: Task, path: Sequence[Generation]) -> None:
    """Print a row a generation, the start first."""
    printed = figures("the mean after each generation", _headings(task))
    for row in _rows(task, path):
        printed.add_row(*row)
    console.print(printed)


def _headings(task: Task) -> list[str]:
    return ["generation", "won, %", "±", *map(short_name, task.start), "spread"]


def _rows(task: Task, path: Sequence[Generation]) -> list[list[str]]:
    rows = [["start", "", "", *map(str, task.start.values()), f"{task.sigma:.2f}"]]
    for number, found in enumerate(path, start=1):
        won = [f"{100 * found.share:.1f}", f"{100 * found.error:.1f}"]
        rows.append([str(number), *won, *map(str, found.mean.values()), f"{found.spread:.2f}"])
    return rows

"""What a fit found out, on the terminal, and how tables look there."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools.tune.positions import PARTS
from tools.tune.study import Study


def print_study(console: Console, study: Study) -> None:
    """Print the log-losses of all models, the chosen one in bold, and what each feature costs and gains."""
    counts = ", ".join(
        f"{part} {positions} of {games} games"
        for part, games, positions in zip(PARTS, study.games, study.positions, strict=True)
    )
    console.print(f"{study.title}: positions {counts}", markup=False, highlight=False, soft_wrap=True)
    table = figures("log-loss", ["model", *PARTS, "behind the bot's"])
    for row in study.rows:
        style = "bold" if row.name == study.chosen else ""
        losses = [f"{loss:.4f}" for loss in row.losses]
        table.add_row(Text(row.name), *losses, f"{row.behind:+.4f} ± {row.error:.4f}", style=style)
    console.print(table)
    table = figures("features", ["feature", "weight", "fitted", "cost, µs", "gain, held-out"])
    for feature in study.features:
        fitted = f"{feature.fitted:.0f}" if feature.fitted else ""
        gain = f"{feature.gain:+.4f} ± {feature.error:.4f}" if feature.tells else ""
        weight = "" if feature.weight is None else str(feature.weight)
        table.add_row(Text(feature.name), weight, fitted, f"{feature.microseconds:.1f}", gain)
    console.print(table)


def figures(title: str, headings: Sequence[str]) -> Table:
    """Return an empty table; all but its first column are figures."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table

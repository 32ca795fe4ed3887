"""A ladder on the terminal: the ratings with how everybody ended, and who came before whom."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tools.ladder.cells import ahead_share, failure_text, labels, percent, rating_headings, rating_rows, remarks
from tools.ladder.lost import introduction, lost_games, rest_command
from tools.ladder.rating import Ratings
from tools.ladder.standings import Standings
from tools.report import again, empty_table

# A wider matrix would not fit on a terminal; the page has it whole.
WIDEST_MATRIX = 16
# So many lost games, of all bots together, can still be looked through on a terminal.
MOST_SHOWN = 24
MOST_OF_ONE = 3


def print_ratings(console: Console, standings: Standings, ratings: Ratings, names: Sequence[str]) -> None:
    """Print a row a bot, the strongest first."""
    title = "ratings; ±: half of the 95 % interval; ahead: how surely stronger than the next"
    _print(console, title, rating_headings(standings), labels(ratings, names), rating_rows(standings, ratings))


def print_matrix(console: Console, standings: Standings, ratings: Ratings, names: Sequence[str]) -> None:
    """Print in which part of their common games the bot of the row came before that of the column."""
    order = ratings.order()
    if len(order) > WIDEST_MATRIX:
        return
    rows = [[percent(ahead_share(standings, bot, other), "") for other in order] for bot in order]
    headings = [str(place) for place in range(1, len(order) + 1)]
    _print(console, "came before whom, in % of the games with both", headings, labels(ratings, names), rows)


def print_failures(console: Console, standings: Standings, names: Sequence[str]) -> None:
    """Print for each way in which a bot failed how often, and the command that plays the first such game again.

    Then what is to be known of the games as a whole.
    """
    for standing in standings.bots:
        for failure in standing.failures.values():
            text = f"{failure_text(failure, standings, names)}:\n    {again(failure.scheduled)}"
            console.print(text, markup=False, highlight=False, soft_wrap=True)
    for remark in remarks(standings):
        console.print(remark, markup=False, highlight=False, soft_wrap=True)


def print_losses(
    console: Console, standings: Standings, ratings: Ratings, names: Sequence[str], games_file: Path | None = None
) -> None:
    """Print the first games that each bot lost, each with the command that shows it, and how all are listed.

    ``games_file``: where the games are kept; without one the commands play them again. Of a large field it is only told
    where they are found.
    """
    most = min(MOST_OF_ONE, MOST_SHOWN // len(names))
    lines = [f"{introduction(games_file)}:"] if most else []
    for bot in ratings.order() if most else ():
        lost = lost_games(standings.bots[bot], names[bot], most, games_file)
        if lost.games:
            lines.append(f"{lost.heading}:")
        lines += [f"  {sentence}\n    {command}" for sentence, command in lost.games]
        if lost.rest:
            lines.append(f"  {lost.rest}")
    if not most:
        lines.append(f"--html FILE shows the first games that each of {len(names)} bots lost{rest_command(games_file)}")
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _print(
    console: Console, title: str, headings: Sequence[str], bots: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Print a table of bots and figures."""
    table = empty_table(title, headings)
    for bot, row in zip(bots, rows, strict=True):
        table.add_row(Text(bot), *row)
    console.print(table)

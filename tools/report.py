"""What a match looks like on the terminal: tables of results and times, the lost games, a board."""

import shlex
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools.game import DEFAULT_LIMITS
from tools.pauses import remarks
from tools.records import Adjudication, Limits, Record
from tools.referee import Cause, Referee
from tools.schedule import Scheduled
from tools.starts import format_starts
from tools.tally import Tally, percentile, standard_error

COLOURS = ("red", "blue", "yellow", "magenta")
# Half the width of a 95 % interval in standard errors.
INTERVAL = 1.96
# From fewer blocks no error can be told that would be worth printing.
FEWEST_BLOCKS = 10


def print_results(console: Console, tally: Tally, names: Sequence[str]) -> None:
    """Print who won how often and how everybody died."""
    causes = [cause for cause in Cause if any(standing.causes[cause] for standing in tally.standings)]
    table = empty_table(
        f"{tally.games} games, {tally.distinct()} of them different",
        ["seats", "wins", "share", "±", "mean rank", *(cause.value for cause in causes)],
    )
    for index, (name, standing) in enumerate(zip(names, tally.standings, strict=True)):
        if not standing.seats:
            continue
        shares = tally.block_shares(index)
        error = f"{100 * INTERVAL * standard_error(shares):.1f} %" if len(shares) >= FEWEST_BLOCKS else ""
        table.add_row(
            Text(name),
            str(standing.seats),
            str(standing.wins),
            f"{100 * standing.wins / standing.seats:.1f} %",
            error,
            f"{1 + standing.ranks / standing.seats:.2f}",
            *(str(standing.causes[cause] or "") for cause in causes),
        )
    console.print(table)
    if tally.adjudicated:
        console.print(
            f"{tally.adjudicated} of the games were ended once their result was proven", markup=False, highlight=False
        )
    for remark in remarks(tally.repeats, tally.starved):
        console.print(remark, markup=False, highlight=False)


def print_times(console: Console, tally: Tally, names: Sequence[str]) -> None:
    """Print how long the answers took, on the wall and on the processor; the first answer of a game stands apart."""
    table = empty_table(
        "answer times in ms; first: the worst of the games' first answers, which the others leave out",
        ["answers", "mean", "99 %", "worst", "CPU mean", "CPU 99 %", "CPU worst", "first"],
    )
    for name, standing in zip(names, tally.standings, strict=True):
        times = standing.times
        if not times.first:
            continue
        figures = []
        for values in (times.wall, times.cpu):
            if values:
                shown = (sum(values) / len(values), percentile(values, 99), max(values))
                figures += [f"{value:.1f}" for value in shown]
            else:
                figures += ["", "", ""]
        table.add_row(Text(name), str(len(times.wall) + len(times.first)), *figures, f"{max(times.first):.1f}")
    console.print(table)
    if tally.moves:
        console.print(
            f"the runner itself took {tally.overhead_ms / tally.moves:.3f} ms an answer", markup=False, highlight=False
        )


def empty_table(title: str, headings: Sequence[str]) -> Table:
    """Return an empty table of players and figures, narrow enough for most terminals."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("player")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def print_losses(console: Console, losses: Sequence[tuple[Scheduled, Record, Path | None]], name: str) -> None:
    """Print of each game that the first contestant lost how it died, and commands that replay, show and review it."""
    if not losses:
        return
    heading = f"lost by {name}, each with the commands that play it again, show and review it:"
    console.print(heading, markup=False, highlight=False)
    for scheduled, record, path in losses:
        ends = how_lost(record, [seat for seat, contestant in enumerate(scheduled.order) if contestant == 0])
        place = f" ({path})" if path else ""
        lines = [f"  game {scheduled.number + 1}{place}: {ends}", again(scheduled)]
        if path:
            lines += [view_command(path), shlex.join([interpreter(), "-m", "tools.review", str(path)])]
        console.print("\n    ".join(lines), markup=False, highlight=False, soft_wrap=True)


def how_lost(record: Record, seats: Collection[int]) -> str:
    """Return what the players of some seats died of, when and where, or why they lost a game that was adjudicated."""
    ends = [
        f"{death.cause.value} at move {death.move} in seat {death.seat}"
        for death in record.deaths
        if death.seat in seats
    ]
    if record.adjudicated and (loser := record.ranks.index(1)) in seats:
        ends.append(f"{_proof(record.adjudicated)} in seat {loser}")
    return ", ".join(ends)


def view_command(game: Path) -> str:
    """Return the command line that shows a recorded game in the browser."""
    return shlex.join([interpreter(), "-m", "tools.view", str(game), "--open"])


def again(scheduled: Scheduled) -> str:
    """Return the command line that plays a game again: the same starts and limits, everybody in the same seat."""
    game = scheduled.game
    words = [interpreter(), "-m", "tools.match", *(player.command for player in game.players)]
    words += ["--starts", format_starts(game.starts), "--fixed-seats", *limit_options(game.limits)]
    if game.adjudicate:
        words.append("--adjudicate")
    if game.memory_mb is not None:
        words += ["--memory-mb", str(game.memory_mb)]
    return shlex.join(words)


def _proof(adjudication: Adjudication) -> str:
    """Return why the one who lost an adjudicated game did."""
    return f"at most {adjudication.possible} moves left against {adjudication.certain}"


def interpreter() -> str:
    """Return this Python as one would type it here: below the current directory without the way to it."""
    path = Path(sys.executable)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def limit_options(limits: Limits) -> list[str]:
    """Return the limits as options of the command line, where they are not the default ones."""
    options = []
    if limits.first_ms != DEFAULT_LIMITS.first_ms:
        options += ["--first-ms", f"{limits.first_ms or 0:g}"]
    if limits.move_ms != DEFAULT_LIMITS.move_ms:
        options += ["--limit-ms", f"{limits.move_ms or 0:g}"]
    return options


def print_board(console: Console, record: Record, names: Sequence[str]) -> None:
    """Draw the grid as it stood before the last death, or at the end if that was proven, and who was who and died how.

    ``names``: what to call each seat.
    """
    referee = Referee(record.starts, *record.grid)
    causes = {death.move: death.cause for death in record.deaths}
    shown = len(record.moves) if record.adjudicated else record.deaths[-1].move
    for index, move in enumerate(record.moves[:shown]):
        if index in causes:
            referee.kill(causes[index])
        else:
            referee.play(move.answer or "")
    console.print(draw_grid(referee), soft_wrap=True)
    ends = {death.seat: death for death in record.deaths}
    for seat, name in enumerate(names):
        end = f"died at move {ends[seat].move}: {ends[seat].cause.value}" if seat in ends else "won"
        if record.adjudicated and seat not in ends and record.ranks[seat]:
            end = f"lost: {_proof(record.adjudicated)}"
        console.print(f"{'ABCD'[seat]} {name}: {end}", markup=False, highlight=False, soft_wrap=True)
    moment = "when the game was decided" if record.adjudicated else "before the last death"
    console.print(f"the grid {moment}, after {shown} moves of everybody together", markup=False, highlight=False)


def seat_shown(seat: int, name: str) -> str:
    """Return a seat by its number, as options take it, with its letter on the drawn grid and who sits there."""
    return f"seat {seat} ({'ABCD'[seat]}, {name})"


def draw_grid(referee: Referee) -> Text:
    """Draw a position in colours: `A` to `D` heads, `a` to `d` the rest of their ribbons."""
    edge = "+" + "-" * referee.width + "+"
    drawing = Text(edge + "\n")
    for row in referee.to_ascii().splitlines():
        drawing.append("|")
        for symbol in row:
            seat = "abcd".find(symbol.lower())
            drawing.append(
                symbol, style=COLOURS[seat] + (" reverse" if symbol.isupper() else "") if seat >= 0 else "dim"
            )
        drawing.append("|\n")
    drawing.append(edge)
    return drawing

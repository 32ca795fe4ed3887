"""What a match says of the first player's strength: sweeps and splits, Elo, the verdict of the test, shares by seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from rich.console import Console
from rich.text import Text

from tools.report import FEWEST_BLOCKS, empty_table
from tools.statistics.estimate import Estimate, estimate
from tools.statistics.gsprt import Hypotheses
from tools.tally import Tally


@dataclass(frozen=True)
class Verdict:
    """Where a sequential test stands: after so many ``blocks``, the ``ratio`` of likelihoods as a logarithm."""

    test: Hypotheses
    blocks: int
    ratio: float

    @property
    def accepted(self) -> str | None:
        """`H0`, `H1`, or None where more blocks are needed."""
        return self.test.decide(self.ratio)

    def __str__(self) -> str:
        """Say it in short: the ratio and the bounds."""
        return f"LLR {self.ratio:.2f} ({self.test.lower:.2f}, {self.test.upper:.2f})"


def verdict(test: Hypotheses, tally: Tally) -> Verdict:
    """Return where the test of the first player stands."""
    counts = tally.block_wins(0)
    return Verdict(test, sum(counts), test.log_likelihood_ratio(counts))


def strength(tally: Tally, players: int) -> Estimate | None:
    """Return the first player's strength; None where too few blocks tell, or where it sits in several seats of a game.

    ``players``: how many play a game.
    """
    counts = tally.block_wins(0)
    if sum(counts) < FEWEST_BLOCKS or tally.standings[0].seats > tally.games:
        return None
    return estimate(counts, players)


def print_strength(
    console: Console, tally: Tally, names: Sequence[str], players: int, final: Verdict | None = None
) -> None:
    """Print whole blocks, Elo with its error, the likelihood of superiority, and the verdict."""
    counts = tally.block_wins(0)
    blocks = sum(counts)
    if len(names) > 1 and len(counts) > 2 and blocks:
        other = f"by {names[1]}" if len(names) == 2 else "conceded"
        _print(
            console,
            f"{blocks} whole block{'s' * (blocks != 1)}: {counts[-1]} swept by {names[0]}, {counts[0]} {other}, "
            f"{blocks - counts[-1] - counts[0]} split",
        )
    found = strength(tally, players)
    if found:
        low, high = found.elo_interval
        field = "" if players == 2 else f" against {players - 1} equal ones"
        _print(
            console,
            f"{names[0]}: Elo {_elo(found.elo)}{field}, 95 % between {_elo(low)} and {_elo(high)}; "
            f"likelihood of superiority {100 * found.superiority:.1f} %",
        )
    if final:
        test = final.test
        end = {
            "H0": f"H0 accepted, {names[0]} is no more than {test.elo0:g} Elo ahead rather than {test.elo1:g}",
            "H1": f"H1 accepted, {names[0]} is {test.elo1:g} Elo ahead rather than {test.elo0:g}",
            None: "undecided",
        }[final.accepted]
        _print(console, f"SPRT {test.elo0:g} {test.elo1:g}: {final} after {final.blocks} blocks: {end}")


def print_seats(console: Console, tally: Tally, names: Sequence[str]) -> None:
    """Print which part of its games each player won in each seat."""
    seats = sorted({seat for standing in tally.standings for seat in standing.sat})
    table = empty_table("share of games won by seat", [f"seat {seat}" for seat in seats])
    for name, standing in zip(names, tally.standings, strict=True):
        if standing.seats:
            shares = (
                f"{100 * standing.won[seat] / standing.sat[seat]:.1f} %" if standing.sat[seat] else "" for seat in seats
            )
            table.add_row(Text(name), *shares)
    console.print(table)


def _elo(elo: float) -> str:
    return f"{elo:+.1f}" if isfinite(elo) else ("+∞" if elo > 0 else "-∞")


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)

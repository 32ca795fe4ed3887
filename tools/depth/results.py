"""The results of the experiment: as a file, as the rows of a table, as a page."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tools.depth.experiment import EVALUATIONS, HEIGHT, OPPONENTS, TOLERANCE, WIDTH, WORDS, Pairing, Score
from tools.depth.wilson import wilson_interval

HEADER = ["depth"] + [f"{evaluation}, {opponent}" for evaluation in EVALUATIONS for opponent in OPPONENTS]


@dataclass(frozen=True)
class Results:
    """The seed of a run, the fingerprint (`Bench: N`) of the search that played, and its scores, depth by depth."""

    seed: int
    bench: int
    scores: list[Score]

    def row(self, depth: int) -> list[str]:
        """Return the cells of a depth's row under `HEADER`: `70 % (56-81)`, share of wins and interval."""
        return [str(depth)] + [in_percent(score) for score in self.scores if score.pairing.depth == depth]

    def depths(self) -> list[int]:
        """Return the depths played."""
        return sorted({score.pairing.depth for score in self.scores})


def in_percent(score: Score) -> str:
    """Return a score as its share of wins and the 95 % interval, in whole per cent."""
    low, high = wilson_interval(score.wins, score.games)
    return f"{100 * score.wins / score.games:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def aligned(cells: Sequence[str]) -> str:
    """Return a row of the table for a terminal."""
    return "  ".join(
        cell.rjust(max(len(title), len("100 % (93-100)"))) for cell, title in zip(cells, HEADER, strict=True)
    )


def to_json(results: Results) -> str:
    """Lay the results out as text, a line a score."""
    entries = [
        {**asdict(score.pairing), "games": score.games, "wins": score.wins, "nodes": round(score.nodes, 1)}
        for score in results.scores
    ]
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    return f'{{\n "seed": {results.seed},\n "bench": {results.bench},\n "scores": [\n{lines}\n ]\n}}\n'


def from_json(text: str) -> Results:
    """Read what `to_json` wrote."""
    record: dict[str, Any] = json.loads(text)
    scores = [
        Score(
            Pairing(entry["depth"], entry["evaluation"], entry["opponent"]),
            entry["games"],
            entry["wins"],
            entry["nodes"],
        )
        for entry in record["scores"]
    ]
    return Results(record["seed"], record["bench"], scores)


def to_page(results: Results, picture: str) -> str:
    """Return a page in Markdown that shows the picture, a file beside it, and the tables of wins and of nodes."""
    depths = results.depths()
    games = results.scores[0].games
    nodes = [
        [str(depth), *(f"{score.nodes:,.0f}" for score in results.scores if score.pairing.depth == depth)]
        for depth in depths
    ]
    meanings = "\n".join(f"- *{name}*: {words}" for name, words in WORDS.items())
    return f"""# What depth of search buys

Games won by the bot's search at a fixed depth in plies, in per cent, with the 95 % interval (Wilson) in brackets.
The board is {WIDTH}x{HEIGHT}, and players move in turn. A number stands for {games} games: {games // 2} starts, fair to
{100 * TOLERANCE:.0f} % of the board, each from both seats.

![The shares of games won, by depth]({picture})

{_markdown([results.row(depth) for depth in depths])}

Each column names the evaluation and the opponent:

{meanings}

What it cost, in nodes a move on the average:

{_markdown(nodes)}

The search of `Bench: {results.bench}` played, on starts of seed {results.seed}. Nothing is left to a clock or to
chance; `make depth` plays it again and writes this page.
"""


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = [HEADER, ["---:"] * len(HEADER), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)

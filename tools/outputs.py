"""The results of a match for other programs: a summary as JSON, and a row a game as CSV."""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, TextIO

from tools.game import Outcome
from tools.match_settings import Settings
from tools.schedule import Scheduled
from tools.starts import format_starts
from tools.strength import Verdict, strength
from tools.tally import Standing, Tally, percentile

COLUMNS = ("game", "block", "starts", "moves", "proven", "repeats")
SEAT_COLUMNS = ("player", "rank", "end")


class GameRows:
    """A CSV file with a row a game, in the order of the games; seats and ranks count from 0."""

    def __init__(self, file: TextIO, names: Sequence[str], players: int) -> None:
        """Write the headings. ``names``: of the contestants; ``players``: how many play a game."""
        self._file = file
        self._names = names
        self._writer = csv.writer(file, lineterminator="\n")
        seats = [f"{column}{seat}" for seat in range(players) for column in SEAT_COLUMNS]
        self._writer.writerow([*COLUMNS, *seats])

    def add(self, scheduled: Scheduled, outcome: Outcome) -> None:
        """Write the row of a game; a seat's end is the cause of its death, empty if it lived."""
        record = outcome.record
        ends = {death.seat: death.cause.value for death in record.deaths}
        row: list[object] = [scheduled.number + 1, scheduled.block, format_starts(record.starts), len(record.moves)]
        row += [int(record.adjudicated is not None), record.repeats]
        for seat, contestant in enumerate(scheduled.order):
            row += [self._names[contestant], record.ranks[seat], ends.get(seat, "")]
        self._writer.writerow(row)
        self._file.flush()


@contextmanager
def game_rows(path: Path | None, names: Sequence[str], players: int) -> Iterator[GameRows | None]:
    """Open a CSV file anew and close it at the end; None if none is wanted."""
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        yield GameRows(file, names, players)


def summary(settings: Settings, tally: Tally, names: Sequence[str], final: Verdict | None, *, whole: bool) -> str:
    """Return the results of a match as JSON; ``whole``: whether it was not interrupted. Infinite figures are null."""
    counts = tally.block_wins(0)
    data: dict[str, Any] = {
        "match": settings.description(),
        "whole": whole,
        "games": tally.games,
        "distinct_games": tally.distinct(),
        "proven_games": tally.adjudicated,
        "repeats": tally.repeats,
        "starved_answers": tally.starved,
        "moves": tally.moves,
        "overhead_ms": round(tally.overhead_ms / tally.moves, 4) if tally.moves else None,
        "players": [_player(name, standing) for name, standing in zip(names, tally.standings, strict=True)],
        "blocks": {"whole": sum(counts), "by_wins": counts, "swept": counts[-1], "conceded": counts[0]},
        "strength": None,
        "sprt": None,
    }
    if found := strength(tally, settings.players):
        low, high = found.elo_interval
        data["strength"] = {
            "share": found.share,
            "standard_error": found.error,
            "elo": _finite(found.elo),
            "elo_95": [_finite(low), _finite(high)],
            "likelihood_of_superiority": found.superiority,
        }
    if final:
        test = final.test
        data["sprt"] = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "blocks": final.blocks,
            "llr": final.ratio,
            "bounds": [test.lower, test.upper],
            "accepted": final.accepted,
        }
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _player(name: str, standing: Standing) -> dict[str, Any]:
    times = standing.times
    return {
        "name": name,
        "seats": standing.seats,
        "wins": standing.wins,
        "share": standing.wins / standing.seats if standing.seats else None,
        "mean_rank": 1 + standing.ranks / standing.seats if standing.seats else None,
        "by_seat": [
            {"seat": seat, "games": standing.sat[seat], "wins": standing.won[seat]} for seat in sorted(standing.sat)
        ],
        "deaths": {
            cause.value: count for cause, count in sorted(standing.causes.items(), key=lambda item: item[0].value)
        },
        "wall_ms": _times(times.wall),
        "cpu_ms": _times(times.cpu),
        "first_wall_ms": _times(times.first),
    }


def _times(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {
        "mean": round(sum(values) / len(values), 3),
        "99_percent": round(percentile(values, 99), 3),
        "worst": round(max(values), 3),
    }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None

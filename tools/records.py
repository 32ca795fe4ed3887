"""One finished game as a JSON file, read with every field checked; replays/README.md documents the format."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tools.fields import Field, FieldError, parse, read_text, shown, write_whole
from tools.referee import Cause, Cell, Death

FORMAT = "tron-battle-record"
VERSION = 1
# A game of 600 moves with the longest debug lines that are kept stays under this.
LARGEST_FILE = 16_000_000
# Columns and rows; the arena has 30 and 20. A picture of 1,000 by 1,000 cells takes 27 GB, and a search of them days.
LARGEST_GRID = 100


class RecordError(Exception):
    """A file that is no record of this version; the text names the file, the field and what was found there."""


@dataclass(frozen=True)
class Seat:
    """Who played a seat: a short name, and the command line with which the bot was named."""

    name: str
    command: str


@dataclass(frozen=True)
class Limits:
    """The hard limits on an answer in milliseconds: a seat's first, and the others; None for none."""

    first_ms: float | None
    move_ms: float | None


@dataclass(frozen=True)
class Move:
    """One answer asked: its seat, what came (None: no line), times in milliseconds, what the bot wrote on stderr.

    ``starved_ms``, of an answer over the limit that was taken: how long the machine, and not the bot, was to blame.
    ``note``: what else is worth knowing, such as how a bot crashed.
    """

    seat: int
    answer: str | None
    wall_ms: float
    cpu_ms: float | None
    debug: str | None = None
    starved_ms: float | None = None
    note: str | None = None


@dataclass(frozen=True)
class Adjudication:
    """Why a game of two who are walled apart was ended: ``winner`` is sure of more moves than the other can make.

    ``certain``: moves of ``path``, which are the initials of directions from the winner's head. ``possible``: an upper
    bound on the moves of the other.
    """

    winner: int
    certain: int
    possible: int
    path: str


@dataclass(frozen=True)
class Record:
    """One finished game; lists are one entry a seat, except ``moves`` (one an answer) and ``deaths`` (in order).

    An adjudicated game ended with two alive, so that it has a death less. ``repeats``: how often the game was
    broken off and begun again, because the machine did not run a bot in time.
    """

    seed: int | None
    grid: tuple[int, int]
    starts: list[Cell]
    players: list[Seat]
    limits: Limits
    moves: list[Move]
    deaths: list[Death]
    ranks: list[int]
    adjudicated: Adjudication | None = None
    repeats: int = 0


def write_record(record: Record, path: Path) -> None:
    """Write a record in one step: a file beside it first, then a rename."""
    write_whole(to_json(record), path)


def read_record(path: Path) -> Record:
    """Read and check a record; RecordError names the file, the field and what is wrong with it."""
    try:
        return from_json(read_text(path, LARGEST_FILE))
    except (FieldError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None


def to_json(record: Record) -> str:
    """Lay a record out as text: a line a field, and a line an entry in the lists of players, moves and deaths."""
    moves = []
    for move in record.moves:
        entry: dict[str, Any] = {
            "seat": move.seat,
            "answer": move.answer,
            "wall_ms": move.wall_ms,
            "cpu_ms": move.cpu_ms,
        }
        if move.debug is not None:
            entry["debug"] = move.debug
        if move.starved_ms is not None:
            entry["starved_ms"] = move.starved_ms
        if move.note is not None:
            entry["note"] = move.note
        moves.append(entry)
    fields = {
        "format": _line(FORMAT),
        "version": _line(VERSION),
        "seed": _line(record.seed),
        "grid": _line(list(record.grid)),
        "starts": _line([list(start) for start in record.starts]),
        "players": _lines([{"name": seat.name, "command": seat.command} for seat in record.players]),
        "limits": _line({"first_ms": record.limits.first_ms, "move_ms": record.limits.move_ms}),
        "moves": _lines(moves),
        "deaths": _lines(
            [{"seat": death.seat, "cause": death.cause.value, "move": death.move} for death in record.deaths]
        ),
        "ranks": _line(record.ranks),
    }
    if record.adjudicated is not None:
        fields["adjudicated"] = _line(asdict(record.adjudicated))
    if record.repeats:
        fields["repeats"] = _line(record.repeats)
    return "{\n" + ",\n".join(f'"{name}": {value}' for name, value in fields.items()) + "\n}\n"


def from_json(text: str) -> Record:
    """Read a record from text; RecordError names the field and what is wrong with it.

    Fields, types, ranges and their agreement with each other are checked, not the game itself: see tools/verify.py.
    """
    try:
        return from_data(parse(text))
    except FieldError as error:
        raise RecordError(str(error)) from None


def from_data(data: object) -> Record:
    """Check the value that a text held; FieldError names the field and what is wrong with it."""
    # Before the names of the fields are looked at: another version may have others.
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else data
        raise FieldError(f'format: expected "{FORMAT}", found {shown(found)}')
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        raise FieldError(f"version: expected {VERSION}, found {shown(data.get('version'))}")
    fields = Field("", data).fields(
        *("format", "version", "seed", "grid", "starts", "players", "limits", "moves", "deaths", "ranks"),
        optional=("adjudicated", "repeats"),
    )
    starts = fields["starts"].entries(2, 4)
    count = len(starts)
    grid = fields["grid"].pair(1, LARGEST_GRID)
    adjudicated = _adjudication(fields["adjudicated"], count) if "adjudicated" in fields else None
    died = count - 1 if adjudicated is None else count - 2
    # Who starts walled in can be judged before anybody has moved.
    moves = [_move(entry, count) for entry in fields["moves"].entries(1 if adjudicated is None else 0)]
    record = Record(
        seed=fields["seed"].optional(Field.integer),
        grid=grid,
        starts=[start.pair(0, LARGEST_GRID - 1) for start in starts],
        players=[_seat(entry) for entry in fields["players"].entries(count, count)],
        limits=_limits(fields["limits"]),
        moves=moves,
        deaths=[_death(entry, count, moves) for entry in fields["deaths"].entries(died, died)],
        ranks=[entry.integer(0, count - 1) for entry in fields["ranks"].entries(count, count)],
        adjudicated=adjudicated,
        repeats=fields["repeats"].integer(1, 999) if "repeats" in fields else 0,
    )
    for seat, (x, y) in enumerate(record.starts):
        if x >= grid[0] or y >= grid[1]:
            starts[seat].wrong(f"a cell of the {grid[0]}x{grid[1]} grid")
        if (x, y) in record.starts[:seat]:
            starts[seat].wrong("a start that no earlier seat has")
    if sorted(record.ranks) != list(range(count)):
        fields["ranks"].wrong(f"each of 0 to {count - 1} once")
    dead = [death.seat for death in record.deaths]
    if len(set(dead)) != len(dead):
        fields["deaths"].wrong("no seat twice")
    return record


def _seat(entry: Field) -> Seat:
    fields = entry.fields("name", "command")
    return Seat(fields["name"].text(), fields["command"].text())


def _limits(entry: Field) -> Limits:
    fields = entry.fields("first_ms", "move_ms")
    return Limits(fields["first_ms"].optional(Field.milliseconds), fields["move_ms"].optional(Field.milliseconds))


def _move(entry: Field, count: int) -> Move:
    fields = entry.fields("seat", "answer", "wall_ms", "cpu_ms", optional=("debug", "starved_ms", "note"))
    return Move(
        seat=fields["seat"].integer(0, count - 1),
        answer=fields["answer"].optional(Field.text),
        wall_ms=fields["wall_ms"].milliseconds(),
        cpu_ms=fields["cpu_ms"].optional(Field.milliseconds),
        debug=fields["debug"].text() if "debug" in fields else None,
        starved_ms=fields["starved_ms"].milliseconds() if "starved_ms" in fields else None,
        note=fields["note"].text() if "note" in fields else None,
    )


def _death(entry: Field, count: int, moves: list[Move]) -> Death:
    fields = entry.fields("seat", "cause", "move")
    seat = fields["seat"].integer(0, count - 1)
    move = fields["move"].integer(0, len(moves) - 1)
    if moves[move].seat != seat:
        fields["move"].wrong(f"the index of a move of seat {seat}")
    causes = [cause.value for cause in Cause]
    if fields["cause"].value not in causes:
        fields["cause"].wrong(f"one of {', '.join(causes)}")
    return Death(seat, Cause(fields["cause"].value), move)


def _adjudication(entry: Field, count: int) -> Adjudication:
    fields = entry.fields("winner", "certain", "possible", "path")
    path = fields["path"].text()
    if set(path) - set("UDLR"):
        fields["path"].wrong("initials of directions")
    return Adjudication(
        winner=fields["winner"].integer(0, count - 1),
        certain=fields["certain"].integer(len(path), len(path)),
        possible=fields["possible"].integer(0),
        path=path,
    )


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _lines(values: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(_line(value) for value in values) + "\n]"

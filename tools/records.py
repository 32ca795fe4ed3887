"""One finished game as a JSON file, read with every field checked; replays/README.md documents the format."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from tools.referee import Cause, Cell, Death

FORMAT = "tron-battle-record"
VERSION = 1
# A game of 600 moves with the longest debug lines that are kept stays under this.
LARGEST_FILE = 16_000_000

T = TypeVar("T")


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
    """One answer asked: its seat, what came (None: no line), times in milliseconds, what the bot wrote on stderr."""

    seat: int
    answer: str | None
    wall_ms: float
    cpu_ms: float | None
    debug: str | None = None


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

    An adjudicated game ended with two alive, so that it has a death less.
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


def write_record(record: Record, path: Path) -> None:
    """Write a record in one step: a file beside it first, then a rename."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(to_json(record), encoding="utf-8")
    beside.replace(path)


def read_record(path: Path) -> Record:
    """Read and check a record; RecordError names the file, the field and what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(f"{path}: expected a record of at most {LARGEST_FILE:,} bytes, found a larger file")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: expected UTF-8 text, found other bytes at byte {error.start}") from None
    try:
        return from_json(text)
    except RecordError as error:
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
    return "{\n" + ",\n".join(f'"{name}": {value}' for name, value in fields.items()) + "\n}\n"


def from_json(text: str) -> Record:
    """Read a record from text; RecordError names the field and what is wrong with it.

    Fields, types, ranges and their agreement with each other are checked, not the game itself: see tools/verify.py.
    """
    try:
        data = json.loads(text, parse_constant=_no_constant)
        return _from_data(data)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno} column {error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise RecordError("not a record: its brackets are nested too deeply") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None


def _from_data(data: object) -> Record:
    """Check what the text held."""
    whole = _Field("the record", data)
    # Before the names of the fields are looked at: another version may have others.
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else data
        raise RecordError(f'format: expected "{FORMAT}", found {_shown(found)}')
    if data.get("version") != VERSION:
        raise RecordError(f"version: expected {VERSION}, found {_shown(data.get('version'))}")
    fields = whole.fields(
        *("format", "version", "seed", "grid", "starts", "players", "limits", "moves", "deaths", "ranks"),
        optional=("adjudicated",),
    )
    starts = fields["starts"].entries(2, 4)
    count = len(starts)
    grid = fields["grid"].pair(1, 1_000)
    adjudicated = _adjudication(fields["adjudicated"], count) if "adjudicated" in fields else None
    died = count - 1 if adjudicated is None else count - 2
    # Who starts walled in can be judged before anybody has moved.
    moves = [_move(entry, count) for entry in fields["moves"].entries(1 if adjudicated is None else 0)]
    record = Record(
        seed=fields["seed"].optional(_Field.integer),
        grid=grid,
        starts=[start.pair(0, 999) for start in starts],
        players=[_seat(entry) for entry in fields["players"].entries(count, count)],
        limits=_limits(fields["limits"]),
        moves=moves,
        deaths=[_death(entry, count, moves) for entry in fields["deaths"].entries(died, died)],
        ranks=[entry.integer(0, count - 1) for entry in fields["ranks"].entries(count, count)],
        adjudicated=adjudicated,
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


class _Field:
    """A value and its place in the record, such as `moves[3].seat`; each method returns the value or refuses it."""

    def __init__(self, place: str, value: object) -> None:
        self.place = place
        self.value = value

    def wrong(self, expected: str) -> NoReturn:
        raise RecordError(f"{self.place}: expected {expected}, found {_shown(self.value)}")

    def fields(self, *names: str, optional: tuple[str, ...] = ()) -> "dict[str, _Field]":
        if not isinstance(self.value, dict):
            self.wrong("an object")
        prefix = "" if self.place == "the record" else f"{self.place}."
        for name in self.value:
            if name not in names and name not in optional:
                raise RecordError(f"{prefix}{name}: expected no such field, found {_shown(self.value[name])}")
        for name in names:
            if name not in self.value:
                raise RecordError(f"{prefix}{name}: expected this field, found none")
        return {name: _Field(f"{prefix}{name}", value) for name, value in self.value.items()}

    def entries(self, least: int, most: int | None = None) -> "list[_Field]":
        bounds = f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"
        if not isinstance(self.value, list):
            self.wrong(f"a list of {bounds} entries")
        if len(self.value) < least or (most is not None and len(self.value) > most):
            raise RecordError(f"{self.place}: expected {bounds} entries, found {len(self.value)}")
        return [_Field(f"{self.place}[{index}]", value) for index, value in enumerate(self.value)]

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        # True is an int to Python, and no number to JSON.
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.wrong("an integer")
        if (least is not None and self.value < least) or (most is not None and self.value > most):
            self.wrong(f"an integer from {least} to {most}")
        return self.value

    def milliseconds(self) -> float:
        if not isinstance(self.value, int | float) or isinstance(self.value, bool) or not 0 <= self.value < 1e9:
            self.wrong("milliseconds, from 0 to below 1000000000")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.wrong("a string")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            raise RecordError(f"{self.place}: expected a string, found half of a surrogate pair in it") from None
        return self.value

    def pair(self, least: int, most: int) -> Cell:
        x, y = self.entries(2, 2)
        return x.integer(least, most), y.integer(least, most)

    def optional(self, read: Callable[["_Field"], T]) -> T | None:
        return None if self.value is None else read(self)


def _seat(entry: _Field) -> Seat:
    fields = entry.fields("name", "command")
    return Seat(fields["name"].text(), fields["command"].text())


def _limits(entry: _Field) -> Limits:
    fields = entry.fields("first_ms", "move_ms")
    return Limits(fields["first_ms"].optional(_Field.milliseconds), fields["move_ms"].optional(_Field.milliseconds))


def _move(entry: _Field, count: int) -> Move:
    fields = entry.fields("seat", "answer", "wall_ms", "cpu_ms", optional=("debug",))
    return Move(
        seat=fields["seat"].integer(0, count - 1),
        answer=fields["answer"].optional(_Field.text),
        wall_ms=fields["wall_ms"].milliseconds(),
        cpu_ms=fields["cpu_ms"].optional(_Field.milliseconds),
        debug=fields["debug"].text() if "debug" in fields else None,
    )


def _death(entry: _Field, count: int, moves: list[Move]) -> Death:
    fields = entry.fields("seat", "cause", "move")
    seat = fields["seat"].integer(0, count - 1)
    move = fields["move"].integer(0, len(moves) - 1)
    if moves[move].seat != seat:
        fields["move"].wrong(f"the index of a move of seat {seat}")
    causes = [cause.value for cause in Cause]
    if fields["cause"].value not in causes:
        fields["cause"].wrong(f"one of {', '.join(causes)}")
    return Death(seat, Cause(fields["cause"].value), move)


def _adjudication(entry: _Field, count: int) -> Adjudication:
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


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _lines(values: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(_line(value) for value in values) + "\n]"


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."

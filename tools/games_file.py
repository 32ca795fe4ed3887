"""Finished games in one append-only file, so that a match that was stopped, or killed, goes on where it was.

A header line says what is being played; each line after it is one finished game with its place in the schedule:

    {"format":"tron-battle-games","version":1,"match":{...}}
    {"game":12,"block":6,"order":[1,0],"overhead_ms":0.21,"record":{...}}

``match`` is whatever the caller needs to tell one match from another. ``record`` is a record (replays/README.md) in one
line. Lines stand in the order in which the games ended. A line is written by one call and flushed to the disk before
the next game counts as finished: a kill or a power cut can tear the last line only, and that game is played again.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any, Self

from tools.fields import Field, FieldError, parse
from tools.game import Outcome
from tools.locks import lock
from tools.records import RecordError, from_json, to_json

FORMAT = "tron-battle-games"
VERSION = 1
# In bytes. The commands of a field of bots are in it; what has no such line need not be a file at all.
LONGEST_HEADER = 10_000_000
_BEGINNING = f'{{"format":"{FORMAT}"'.encode()
# The last game of the last block that may be asked for has eleven digits.
_PLACE = re.compile(rb'\{"game":(\d{1,11}),')


class GamesFileError(Exception):
    """A file that cannot be used for this match; the text is a sentence that names it."""


@dataclass(frozen=True)
class Entry:
    """A finished game and its place: number and block, both from 0, and which contestant sat in each seat."""

    number: int
    block: int
    order: tuple[int, ...]
    outcome: Outcome


class GamesFile:
    """A match's file, opened to add games. It is locked until it is closed; use it as a context manager."""

    def __init__(self, path: Path, match: Mapping[str, Any]) -> None:
        """Create the file, or go on with it: a torn last line is cut off.

        GamesFileError if it belongs to another match, is no such file, is damaged, or is in use; OSError if it cannot
        be opened, or the header not written.
        """
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            header = header_line(match)
            self._end = os.fstat(self._descriptor).st_size
            if header.startswith(os.pread(self._descriptor, len(header), 0)) and self._end < len(header):
                # New, or killed while its first line was being written.
                os.ftruncate(self._descriptor, 0)
                self._end = 0
                self._write(header)
            self._places = index_games(path, match)
            self._repair()
        except BaseException:
            os.close(self._descriptor)
            raise

    def __enter__(self) -> Self:
        """Return the file itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __contains__(self, number: int) -> bool:
        """Whether a game of this number is in the file."""
        return number in self._places

    def __len__(self) -> int:
        """Return how many games are in the file."""
        return len(self._places)

    def numbers(self) -> Iterable[int]:
        """Return the numbers of the games in the file."""
        return self._places.keys()

    def read(self, number: int) -> Entry:
        """Return a game of the file; GamesFileError if its line is damaged."""
        return read_entry(self.path, self._descriptor, *self._places[number])

    def append(self, entry: Entry) -> None:
        """Add a game that is not in the file yet; OSError, with the file as it was, if it cannot be written."""
        if entry.number in self._places:
            raise ValueError(f"game {entry.number} is in {self.path} already")
        line = entry_line(entry)
        place = self._end, len(line)
        self._write(line)
        self._places[entry.number] = place

    def close(self) -> None:
        """Close the file, which unlocks it; harmless when repeated."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _lock(self) -> None:
        """Keep others from writing."""
        if not lock(self._descriptor):
            raise GamesFileError(
                f"{self.path} is being written by another match: wait for its end, or name another file"
            )

    def _repair(self) -> None:
        """Cut off what stands behind the last whole line."""
        last = max(self._places.values(), default=None)
        end = sum(last) if last else len(_first_line(self._descriptor))
        if end < self._end:
            os.ftruncate(self._descriptor, end)
            self._end = end

    def _write(self, line: bytes) -> None:
        """Write a line and see it to the disk, or leave no trace of it."""
        try:
            rest = line
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)
        except OSError as error:
            os.ftruncate(self._descriptor, self._end)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._end += len(line)


def read_match(path: Path) -> dict[str, Any]:
    """Return what the header says is being played; GamesFileError if the file is no games file."""
    with path.open("rb") as file:
        return _match_of(path, file.readline(LONGEST_HEADER))


def read_games(path: Path) -> Iterator[Entry]:
    """Yield the games of a file by their numbers, a torn last line left out; GamesFileError if a line is damaged."""
    places = index_games(path, None)
    with path.open("rb") as file:
        for number in sorted(places):
            yield read_entry(path, file.fileno(), *places[number])


def read_game(path: Path, number: int) -> Entry:
    """Return one game, its ``number`` from 1; GamesFileError if the file is none, has no such game or is damaged."""
    places = index_games(path, None)
    if number - 1 not in places:
        raise GamesFileError(f"{path} has no game {number}")
    with path.open("rb") as file:
        return read_entry(path, file.fileno(), *places[number - 1])


def is_games_file(path: Path) -> bool:
    """Whether a file begins as a games file does; a pipe or a device is not looked into."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def entry_line(entry: Entry) -> bytes:
    """Return the line of a game, its newline included."""
    # No string of a record can hold a line break: JSON writes it as an escape.
    record = to_json(entry.outcome.record).replace("\n", "")
    place = f'{{"game":{entry.number},"block":{entry.block},"order":{json.dumps(entry.order, separators=(",", ":"))},'
    return f'{place}"overhead_ms":{entry.outcome.overhead_ms:.4f},"record":{record}}}\n'.encode()


def header_line(match: Mapping[str, Any]) -> bytes:
    """Return the first line of a file, its newline included."""
    header = {"format": FORMAT, "version": VERSION, "match": match}
    return json.dumps(header, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _first_line(descriptor: int) -> bytes:
    """Return the header line of a file."""
    with os.fdopen(os.dup(descriptor), "rb") as file:
        file.seek(0)
        return file.readline()


def _match_of(path: Path, line: bytes) -> dict[str, Any]:
    """Read the header line."""
    try:
        header = parse(line.decode())
    except (FieldError, UnicodeDecodeError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT or not isinstance(header.get("match"), dict):
        raise GamesFileError(f"{path} is no file of a match's games: its first line should say {FORMAT}")
    if header.get("version") != VERSION:
        raise GamesFileError(f"{path}: expected version {VERSION} of {FORMAT}, found {header.get('version')}")
    match: dict[str, Any] = header["match"]
    return match


def index_games(path: Path, match: Mapping[str, Any] | None) -> dict[int, tuple[int, int]]:
    """Return the offset and the length of each game's line, a torn last one left out.

    GamesFileError if the file is of another match than ``match``, or has a line that is no game.
    """
    places: dict[int, tuple[int, int]] = {}
    with path.open("rb") as file:
        line = file.readline(LONGEST_HEADER)
        found = _match_of(path, line)
        if match is not None and found != (expected := json.loads(json.dumps(match))):
            raise GamesFileError(f"{path} has the games of another match: {difference(expected, found)}")
        offset = len(line)
        for number, line in enumerate(file, start=2):
            if not line.endswith(b"\n"):
                break
            place = _PLACE.match(line)
            if place is None:
                raise GamesFileError(f"{path} line {number}: expected a game, found {line[:40]!r}")
            if int(place[1]) in places:
                raise GamesFileError(f"{path} line {number}: game {int(place[1]) + 1} stands in the file twice")
            places[int(place[1])] = offset, len(line)
            offset += len(line)
    return places


def difference(expected: object, found: object, where: str = "") -> str:
    """Say in which field two headers differ first, and how."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *found]:
            if expected.get(key) != found.get(key):
                return difference(expected.get(key), found.get(key), f"{where}.{key}" if where else str(key))
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            if one != other:
                return difference(one, other, f"{where}[{index}]")
    return f"{where} is {json.dumps(found)} there and {json.dumps(expected)} here"


def read_entry(path: Path, descriptor: int, offset: int, length: int) -> Entry:
    """Read the game that stands in a line; GamesFileError if it is damaged."""
    line = os.pread(descriptor, length, offset)
    try:
        place, _, record = line.decode().removesuffix("}\n").partition(',"record":')
        fields = Field("", parse(place + "}")).fields("game", "block", "order", "overhead_ms")
        number, block = fields["game"].integer(), fields["block"].integer()
        order = tuple(contestant.integer() for contestant in fields["order"].entries(2, 4))
        return Entry(number, block, order, Outcome(from_json(record), fields["overhead_ms"].milliseconds()))
    except (FieldError, RecordError, UnicodeDecodeError) as error:
        raise GamesFileError(f"{path}: the game at byte {offset} cannot be read: {error}") from None


def seed_for(given: int | None, games_file: Path | None) -> int:
    """Return the seed to play with: the one given, else that of the games file that is gone on with, else a new one."""
    if given is not None:
        return given
    if games_file and games_file.exists() and games_file.stat().st_size:
        seed = read_match(games_file).get("seed")
        if isinstance(seed, int):
            return seed
    return SystemRandom().randrange(1_000_000)

"""What bots tell league daemons on stderr, in the form that psyleague and cgarena have agreed on.

`[TDATA] k = v` tells of the game, `[PDATA] k = v` of the player, and `[PDATA+] k = v` is added up over the game. A turn
may follow in brackets of its own: `[PDATA][17] k = v`. What comes later replaces what came before.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite

from tools.records import Record

Value = int | float | str

LINE = re.compile(r"\[(TDATA|PDATA\+?)\](?:\[(\d{1,9})\])?([^=\[]+)=(.*)")
INTEGER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Remark:
    """One such line: its ``kind`` (TDATA, PDATA, PDATA+), the seat that wrote it, the turn if it named one."""

    kind: str
    seat: int
    turn: int | None
    name: str
    value: Value


def read_remarks(record: Record) -> Iterator[Remark]:
    """Yield what the bots of a game told, in its order; other lines of their stderr are their own affair."""
    for move in record.moves:
        for line in (move.debug or "").splitlines():
            found = LINE.fullmatch(line.strip())
            if found and (name := found[3].strip()):
                turn = int(found[2]) if found[2] else None
                yield Remark(found[1], move.seat, turn, name, read_value(found[4].strip()))


def read_value(text: str) -> Value:
    """Return a number where the text is one that JSON has too, else the text."""
    if INTEGER.fullmatch(text):
        return int(text)
    if FLOAT.fullmatch(text) and isfinite(float(text)):
        return float(text)
    return text


def game_data(remarks: Iterable[Remark]) -> dict[str, Value]:
    """Return what was told of the game."""
    return {remark.name: remark.value for remark in remarks if remark.kind == "TDATA"}


def player_data(remarks: Iterable[Remark], seat: int) -> dict[str, float]:
    """Return what a seat told of itself, numbers alone: psyleague averages them and stops at anything else."""
    data: dict[str, float] = {}
    for remark in remarks:
        if remark.seat != seat or remark.kind == "TDATA" or isinstance(remark.value, str):
            continue
        data[remark.name] = remark.value + (data.get(remark.name, 0) if remark.kind == "PDATA+" else 0)
    return {name: value for name, value in data.items() if isfinite(value)}

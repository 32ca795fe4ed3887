"""The positions: 12 with two players, 6 with three and 6 with four, a dead one among them here and there.

They come from games that the bot played against itself at 400 nodes a move from starts fair to 2 %, and show several
stages before the seat on turn was walled off.

A line of positions.jsonl holds the start cells and the first letters of all answers since; an answer that leads into an
obstacle is a death. So no position can be one that a game never reaches.
"""

import json
from pathlib import Path

from bot.board import Board
from tools.forms import Form
from tools.starts import parse_starts

FILE = Path(__file__).with_name("positions.jsonl")


def read_lines() -> list[tuple[str, str]]:
    """Return of each position the starts, as `parse_starts` reads them, and the answers, a letter each."""
    records = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [(record["starts"], record["answers"]) for record in records]


def positions(form: Form) -> list[Board]:
    """Return the positions as boards of a form of the bot, in the order of the file."""
    return [_replay(form, starts, answers) for starts, answers in read_lines()]


def _replay(form: Form, starts: str, answers: str) -> Board:
    """Play a game up to the position."""
    board = form.board.from_starts(parse_starts(starts), form.grid())
    stride = board.grid.stride
    for answer in answers:
        head = board.heads[board.turn]
        target = {"U": head >> stride, "R": head << 1, "D": head << stride, "L": head >> 1}[answer]
        if target & board.free:
            board.play(target)
        else:
            board.die()
    return board

"""The page in one text: the files of page/ and the games, put together so that nothing in a game can run.

The games stand in a block of JSON in which no character can end the block; the page makes text of them, never markup. A
Content-Security-Policy allows the page's own script and style sheet by their hashes, and no connection to anywhere.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tools.records import to_json
from tools.review.file import Line, Review, chance
from tools.starts import format_starts
from tools.view.games import Shown

PARTS = Path(__file__).with_name("page")
# What is expected after so many plies is of no interest, and would fill the page in walled-off regions.
LONGEST_VARIATION = 40
# In this order, since some need at once what those before them define.
SCRIPTS = (
    "rules.js",
    "record.js",
    "game.js",
    "elements.js",
    "board.js",
    "curves.js",
    "panel.js",
    "viewer.js",
    "keys.js",
    "main.js",
)


def to_page(games: Sequence[Shown]) -> str:
    """Return the page that shows these games, the first one opened."""
    style = read_part("style.css")
    script = '"use strict";\n(() => {\n' + "\n".join(read_part(name) for name in SCRIPTS) + "})();\n"
    fill = {
        "policy": "; ".join(
            (
                "default-src 'none'",
                f"script-src '{_hash(script)}'",
                f"style-src '{_hash(style)}'",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            )
        ),
        "icon": "data:image/svg+xml," + quote(read_part("icon.svg").strip()),
        "style": style,
        "data": to_block({"games": [_entry(game) for game in games]}),
        "script": script,
    }
    # In one pass: what has been filled in is not looked at again.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: fill[match[1]], read_part("page.html"))


def to_block(data: object) -> str:
    """Return JSON in ASCII without `<`, `>` and `&`, for a script element of type application/json."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def _entry(game: Shown) -> dict[str, Any]:
    return {
        "path": game.path,
        "record": json.loads(to_json(game.record)),
        "review": None if game.review is None else _review(game.review),
        "starts": None if game.starts is None else format_starts(game.starts),
    }


def _review(review: Review) -> dict[str, Any]:
    """Return a review in few bytes: of moves that were best only one line, and directions as initials, `-` for none."""
    turns = []
    for turn in sorted(review.turns):
        entry = review.turns[turn]
        best = None if entry.best == entry.played else _line(entry.best)
        turns.append({"turn": turn, "seat": entry.seat, "played": _line(entry.played), "best": best})
    return {"turns": turns, "mistakes": [mistake.turn for mistake in review.mistakes()]}


def _line(line: Line) -> dict[str, Any]:
    return {
        "value": line.value,
        "chance": round(100 * chance(line), 1),
        "depth": line.depth,
        "proven": line.proven,
        "line": "".join(move[0] if move else "-" for move in line.moves[:LONGEST_VARIATION]),
    }


def read_part(name: str) -> str:
    """Return a file of page/."""
    return (PARTS / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")

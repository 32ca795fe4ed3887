"""The figures that a bot writes about itself: what `--debug` of this bot prints, and any bot that names them alike."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """Of one answer: the depth searched in plies, the value in the bot's own units, the nodes; None where not told."""

    depth: int | None
    value: int | None
    nodes: int | None


def figures(debug: str | None) -> Figures:
    """Find `depth 3 value -12 nodes 500`, in any order and with `=` or `:` if wanted; the last of each kind counts."""
    return Figures(*(_last(word, debug or "") for word in ("depth", "value", "nodes")))


def _last(word: str, text: str) -> int | None:
    # More than fifteen digits are none of these figures; a point after them would make another number.
    numbers = re.findall(rf"\b{word}\b[ \t]{{0,3}}[=:]?[ \t]{{0,3}}(-?[0-9]{{1,15}})(?![0-9.])", text)
    return int(numbers[-1]) if numbers else None

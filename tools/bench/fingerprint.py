"""The number of nodes that the bot is known to search on the positions: it changes whenever the search does."""

from pathlib import Path

FILE = Path(__file__).with_name("fingerprint.txt")


def read_fingerprint() -> int:
    """Return the stored number."""
    return int(FILE.read_text(encoding="ascii"))


def write_fingerprint(nodes: int) -> None:
    """Store another number."""
    FILE.write_text(f"{nodes}\n", encoding="ascii")

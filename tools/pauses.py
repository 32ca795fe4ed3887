"""What is said of a machine that did not always run the bots when they were asked."""

from tools.records import Limits, Record
from tools.stopwatch import UNAVAILABLE


def starved_answers(record: Record) -> int:
    """Return how many answers over the limit were taken in a game, since the machine was to blame."""
    return sum(move.starved_ms is not None for move in record.moves)


def remarks(repeats: int, starved: int) -> list[str]:
    """Return sentences on so many repeated games and so many answers over the limit that were taken in the end."""
    found = []
    if repeats:
        found.append(f"{repeats} times a game was played again, since the machine did not run a bot in time")
    if starved:
        found.append(f"{starved} answers over the limit were taken in the end, as the fault of the machine")
    return found


def warning(limits: Limits) -> str | None:
    """Return in a sentence that bots can be blamed for the machine here, None if they cannot be."""
    if UNAVAILABLE is None or (limits.first_ms is None and limits.move_ms is None):
        return None
    return f"a bot that the machine does not run in time loses: {UNAVAILABLE}"

"""The figures of a ladder as text, for the terminal and for the page."""

from collections.abc import Sequence

from tools import pauses
from tools.ladder.rating import Ratings
from tools.ladder.standings import Failure, Standings, share


def labels(ratings: Ratings, names: Sequence[str]) -> list[str]:
    """Return the bots' names with their places, the strongest first."""
    return [f"{place} {names[bot]}" for place, bot in enumerate(ratings.order(), start=1)]


def rating_headings(standings: Standings) -> list[str]:
    """Return what stands in the columns of `rating_rows`."""
    shares = [f"won of {size}" for size in standings.sizes()]
    return ["Elo", "±", "ahead", "games", *shares, *(cause.value for cause in standings.causes())]


def rating_rows(standings: Standings, ratings: Ratings) -> list[list[str]]:
    """Return a row a bot, the strongest first.

    Rating, half of its 95 % interval, how surely it is stronger than the next, games, part won by the number of
    players, and what it died of.
    """
    order = ratings.order()
    rows = []
    for bot, following in zip(order, [*order[1:], None], strict=True):
        rating, standing = ratings.bots[bot], standings.bots[bot]
        rows.append(
            [
                f"{rating.elo:.0f}",
                "" if rating.error is None else f"{rating.error:.0f}",
                percent(None if following is None else ratings.superiority(bot, following)),
                str(sum(standing.games.values())),
                *(percent(share(standing.wins, standing.games, size)) for size in standings.sizes()),
                *(str(standing.causes[cause] or "") for cause in standings.causes()),
            ]
        )
    return rows


def ahead_share(standings: Standings, bot: int, other: int) -> float | None:
    """Return the part of two bots' common games in which the first came before the second; None without any."""
    won, lost = standings.ahead[bot][other], standings.ahead[other][bot]
    return won / (won + lost) if won + lost else None


def remarks(standings: Standings) -> list[str]:
    """Return in sentences what is to be known of the games as a whole."""
    found = []
    if left_out := standings.games - sum(map(len, standings.blocks())):
        found.append(f"{left_out} of the games are of blocks that are not whole, and not rated")
    return found + pauses.remarks(standings.repeats, standings.starved)


def failure_text(failure: Failure, standings: Standings, names: Sequence[str]) -> str:
    """Return who failed, of what, how often, and where first."""
    bot = failure.scheduled.order[failure.seat]
    standing = standings.bots[bot]
    (move,) = (death.move for death in failure.record.deaths if death.seat == failure.seat)
    times = f"{standing.causes[failure.cause]} of {sum(standing.games.values())} games"
    return (
        f"{names[bot]}: {failure.cause.value} in {times}, "
        f"first in game {failure.scheduled.number + 1} at move {move} in seat {failure.seat}"
    )


def percent(part: float | None, unit: str = " %") -> str:
    """Return a part of 1 in per cent; nothing for None."""
    return "" if part is None else f"{100 * part:.0f}{unit}"

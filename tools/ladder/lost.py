"""The games that a bot lost first, and the commands that show them."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from tools.ladder.standings import Loss, Standing
from tools.report import again, how_lost, interpreter, view_command


@dataclass(frozen=True)
class LostGames:
    """What one bot lost.

    ``heading``: how many games; ``games``: a sentence and a command for each of the first; ``rest``: how many more
    there are and how they are listed, None if that was all.
    """

    heading: str
    games: list[tuple[str, str]]
    rest: str | None


def introduction(games_file: Path | None) -> str:
    """Return what the lists of lost games are."""
    return f"the first games that each bot lost, with commands that {'show them' if games_file else 'play them again'}"


def lost_games(standing: Standing, name: str, most: int, games_file: Path | None) -> LostGames:
    """Return the first lost games of a bot, at most so many, MOST_LOSSES at the most.

    ``games_file``: where the games are kept; without one a game is not shown but played again.
    """
    shown = standing.losses[:most]
    rest = None
    if more := standing.lost() - len(shown):
        loser = shown[0].scheduled.game.players[shown[0].seat].command
        rest = f"and {more} more{rest_command(games_file, loser)}"
    return LostGames(
        heading=f"lost by {name}: {standing.lost()} of {sum(standing.games.values())} games",
        games=[(_sentence(loss), _command(loss, games_file)) for loss in shown],
        rest=rest,
    )


def rest_command(games_file: Path | None, loser: str = "BOT") -> str:
    """Return the half of a sentence that says how all lost games of a bot are listed."""
    if games_file is None:
        return "; with --games-file FILE all are kept, to be listed and shown"
    words = [interpreter(), "-m", "tools.games", "list", str(games_file), "--lost-by", loser]
    return f"; all are listed by: {shlex.join(words)}"


def _sentence(loss: Loss) -> str:
    return f"game {loss.scheduled.number + 1}: {how_lost(loss.record, [loss.seat])}"


def _command(loss: Loss, games_file: Path | None) -> str:
    if games_file is None:
        return again(loss.scheduled)
    return view_command(Path(f"{games_file}:{loss.scheduled.number + 1}"))

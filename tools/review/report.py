"""A review in words."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from tools.records import Record
from tools.referee import Cell
from tools.report import interpreter, seat_shown
from tools.review.file import Line, Review, TurnReview
from tools.starts import format_starts

# Of what the search expects so many moves are printed.
SHOWN_OF_LINE = 12


def report(review: Review, record: Record, game: Path, most: int, starts: Sequence[Cell] | None = None) -> list[str]:
    """Return lines that say from where on each seat was lost, and the greatest mistakes, ``most`` of them in full.

    Of a seat of which no turn was reviewed nothing is said. ``starts``: what the user told of a file that does not.
    """
    file = _words(game, starts)
    lines = []
    reviewed = {turn.seat for turn in review.turns.values()}
    for seat, player in enumerate(record.players):
        if not record.ranks[seat] or seat not in reviewed:
            continue
        lost, behind = review.lost_from(seat), review.behind_from(seat)
        proof = "its loss is not proven anywhere" if lost is None else f"proven lost from turn {lost} on"
        if behind is not None:
            proof = f"behind from turn {behind} on, {proof}"
        rank = f"rank {record.ranks[seat] + 1} of {len(record.players)}"
        lines.append(f"{seat_shown(seat, player.name)} has {rank}: {proof}")
    mistakes = review.mistakes()
    for mistake in mistakes[:most]:
        lines += _mistake(mistake, record, file)
    if not mistakes:
        lines.append("no move cost 5 % of the chance to win or more")
    elif len(mistakes) > most:
        rest = ", ".join(str(mistake.turn) for mistake in mistakes[most : most + 10])
        more = len(mistakes) - most
        plural = "s" * (more > 1)
        lines.append(f"{more} lesser mistake{plural}, at turn{plural} {rest}{', ...' * (more > 10)}")
    return lines


def view_command(game: Path, starts: Sequence[Cell] | None) -> str:
    """Return the command that shows the game and its review as a page."""
    return shlex.join([interpreter(), "-m", "tools.view", *_words(game, starts), "--open"])


def _words(game: Path, starts: Sequence[Cell] | None) -> list[str]:
    """Return the words that name a game on any command line."""
    return [str(game), *([] if starts is None else ["--starts", format_starts(starts)])]


def _mistake(mistake: TurnReview, record: Record, file: Sequence[str]) -> list[str]:
    """Return what was played, what was better, by how much, and how to see and to try it."""
    played, best = mistake.played, mistake.best
    name = record.players[mistake.seat].name
    said = played.move or "no direction in time"
    verdict = f"{said} was played ({_worth(played)}), {best.move} was better ({_worth(best)})"
    replay = [interpreter(), "-m", "tools.replay"]
    where = [*file, "--turn", str(mistake.turn)]
    return [
        f"turn {mistake.turn}, {seat_shown(mistake.seat, name)}: {verdict}: {mistake.cost:g} % of the chance to win",
        f"    after {said}: {_moves(played)}",
        f"    better:{' ' * len(said)} {_moves(best)}",
        f"    {shlex.join([*replay, 'show', *where])}",
        f"    {shlex.join([*replay, 'again', *where, '--seat', str(mistake.seat), '--with', 'bundle'])}",
    ]


def _worth(line: Line) -> str:
    """Return a value in words."""
    return f"proven {line.proven}" if line.proven else f"value {line.value:+}, depth {line.depth}"


def _moves(line: Line) -> str:
    """Return the beginning of what the search expects; `-` is a seat that has no move."""
    shown = " ".join(move or "-" for move in line.moves[:SHOWN_OF_LINE])
    return shown + (" ..." if len(line.moves) > SHOWN_OF_LINE else "")

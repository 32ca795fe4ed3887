"""The referee as a command, for arenas that start one a game (brutaltester, cg-selfarena, cgarena).

`python -m tools.plugs.referee -p1 CMD -p2 CMD [-p3 CMD] [-p4 CMD]` plays one game. Its stdout begins with a score a
seat, a line each, more being better; `seed=` and `starts=` follow, which `-d` takes to play the same game again. Its
stderr stays empty, since arenas take anything there for an error of the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from tools.fields import write_whole
from tools.game import DEFAULT_LIMITS, Game, play_game
from tools.players import PlayerError, labels, resolve
from tools.plugs.arguments import Arguments, read_arguments
from tools.plugs.command import PlugError, draw_seed, draw_starts, failures, run_command
from tools.plugs.gamelog import read_saved, to_log
from tools.records import Limits, Record, Seat
from tools.starts import format_starts
from tools.view.games import OUTPUT, Shown
from tools.view.page import to_page

PAGE = OUTPUT / "view.html"

HELP = f"""usage: python -m tools.plugs.referee -p1 CMD -p2 CMD [-p3 CMD] [-p4 CMD] [OPTION...]

Plays one game of Tron Battle and prints a score a player, more is better; then the data that -d takes.
A score below 0 marks a bot that failed (crashed, late, no direction) and that no sound bot came behind.

  -p1 CMD        the bot that moves first: a command line as one word, or its words
  -d seed=N      draws the start cells; or -d "starts=(9,5)(10,7)": these very cells
  -seed N        the same as -d seed=N
  -timeout MS    a later answer loses, default {DEFAULT_LIMITS.move_ms}; for the first {DEFAULT_LIMITS.first_ms} or more
  -l FILE        write the game as JSON
  -s             write the game as a page, {PAGE}
  -r FILE        write such a page of a game that -l wrote, or any recorded one, and play none
  -league N      taken, and of no effect: the rules are the same in all leagues
"""


def main(words: Sequence[str]) -> int:
    """Play a game and print it; returns the exit status, or raises PlugError."""
    arguments = read_arguments(words)
    if arguments.help:
        print(HELP, end="")
    elif arguments.saved:
        _show(read_saved(arguments.saved), arguments.saved.name)
    else:
        _play(arguments)
    return 0


def _play(arguments: Arguments) -> None:
    """Play the game asked for and print its result."""
    seed = draw_seed() if arguments.seed is None else arguments.seed
    starts = arguments.starts or draw_starts(len(arguments.bots), seed)
    limits = DEFAULT_LIMITS
    if arguments.limit_ms is not None:
        limits = Limits(max(DEFAULT_LIMITS.first_ms or 0, arguments.limit_ms), arguments.limit_ms)
    try:
        players = [resolve(bot) for bot in arguments.bots]
        outcome = play_game(Game(players, starts, limits, seed))
    except PlayerError as error:
        raise PlugError(str(error)) from None
    if outcome is None:
        raise PlugError("the game was given up")
    seats = [Seat(label, player.command) for label, player in zip(labels(players), players, strict=True)]
    record = replace(outcome.record, players=seats)
    scores = scores_of(record)
    data = [f"seed={seed}", f"starts={format_starts(starts)}"]
    print("\n".join([*map(str, scores), *data]), flush=True)
    if arguments.show:
        _show(record, f"seed {seed}")
    if arguments.log:
        arguments.log.write_text(to_log(record, scores, data), encoding="utf-8")


def _show(record: Record, name: str) -> None:
    """Write the page on which a game can be watched, and say where it is."""
    PAGE.parent.mkdir(exist_ok=True)
    write_whole(to_page([Shown(name, record)]), PAGE)
    print(f"page: {PAGE}")


def scores_of(record: Record) -> list[int]:
    """Return a score a seat: how many it outlived; below 0 for a bot that failed, where that changes no place.

    The places are what counts, and they are the order of death. So a bot that failed keeps its score if a sound one
    died before it: the log alone tells then.
    """
    failed = failures(record)
    last_first = sorted(range(len(record.ranks)), key=lambda seat: -record.ranks[seat])
    scores = [0] * len(record.ranks)
    nobody_sound_behind = True
    for outlived, seat in enumerate(last_first):
        nobody_sound_behind = nobody_sound_behind and seat in failed
        scores[seat] = -record.ranks[seat] if nobody_sound_behind else outlived
    return scores


if __name__ == "__main__":
    run_command("referee", main)

"""Recorded games: `python -m tools.replay check|show|again|moves|position FILE`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tools.packages import missing_package

try:
    from rich.console import Console
except ModuleNotFoundError as error:
    raise missing_package(error, "tools.replay") from None

from tools.apart import expect_apart
from tools.exits import complain, leave_with
from tools.fields import printable
from tools.players import Player, PlayerError, resolve
from tools.process import GivenUp
from tools.recordings import game_place, read_recording
from tools.records import Limits, Record, RecordError, write_record
from tools.replay.again import Again, Played, first_difference, play_again
from tools.replay.choices import Choice, choices
from tools.replay.show import print_turn, step_through
from tools.replay.successors import naming_remark, successor_of
from tools.report import print_board, seat_shown
from tools.review.analysis import Analyst
from tools.review.budget import add_budget_options, budget_of, budget_shown, clock_of
from tools.runner import listening
from tools.starts import parse_starts
from tools.walk import inputs_until, position_at

# Three times what the bot has in a turn, and ten seconds for a game of 300 moves where two bots differ in a tenth.
DEEPER_NODES = 6_000
DESCRIPTION = """Look at recorded games, and play them again.

FILE is a record as matches write them (games/game-0001.json), a game of a file of many (games/ladder.games:17), or one
that was downloaded from the site. A turn is the index of a move, counted from 0 over all seats.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 1 for a file that fails the check, 2 for what makes no sense."""
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        status: int = options.run(options, console)
    except (RecordError, PlayerError, ValueError) as error:
        complain("replay", error)
        return 2
    except GivenUp:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.replay", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="play games through the referee and say where they part from the rules")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(run=_check)

    show = commands.add_parser("show", help="draw the grid at a turn, or step through the game")
    _add_file(show)
    show.add_argument("--turn", type=int, metavar="T", help="default: the last death, or turn 0 with --step")
    show.add_argument("--step", action="store_true", help="wait for a line after each turn: forward, back, a number")
    show.set_defaults(run=_show)

    again = commands.add_parser("again", help="let a bot take over a seat from some turn on")
    _add_file(again)
    again.add_argument("--seat", type=int, required=True, metavar="S", help="the seat to take over")
    again.add_argument("--turn", type=int, default=0, metavar="T", help="from here on; default 0, the start")
    again.add_argument("--with", dest="bot", required=True, metavar="PLAYER", help="who takes it over: bundle, ...")
    again.add_argument(
        "--rival",
        nargs=2,
        action="append",
        default=[],
        metavar=("S", "PLAYER"),
        help="who takes over another seat; a seat that nobody does follows the recording as long as it fits",
    )
    again.add_argument(
        "--then",
        metavar="PLAYER",
        help="who plays on where a recording no longer fits; default: the recorded player if it is bot, bundle or a "
        "sparring level, else greedy",
    )
    again.add_argument(
        "--limit-ms", type=float, metavar="MS", help="a later answer loses, 0: none; default: as recorded"
    )
    again.add_argument("--output", type=Path, metavar="FILE", help="keep the record of the new game")
    again.set_defaults(run=_again)

    moves = commands.add_parser("moves", help="ask a bot at every turn of a seat, and compare with what was played")
    _add_file(moves)
    moves.add_argument("--seat", type=int, required=True, metavar="S")
    moves.add_argument("--with", dest="bot", default="bot", metavar="PLAYER", help="who is asked; default bot")
    add_budget_options(moves, DEEPER_NODES)
    moves.set_defaults(run=_moves)

    position = commands.add_parser("position", help="print a turn as a drawing, and as the input that reproduces it")
    _add_file(position)
    position.add_argument("--turn", type=int, required=True, metavar="T")
    only = position.add_mutually_exclusive_group()
    only.add_argument("--ascii", action="store_true", help="the drawing alone")
    only.add_argument("--input", action="store_true", help="the input alone, to be piped into a bot")
    position.set_defaults(run=_position)

    for command in (check, show, again, moves, position):
        command.add_argument(
            "--starts", metavar="CELLS", help='for a game of the site that does not tell them: "(26,10)(0,12)"'
        )
    return parser


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def _read(path: Path, options: argparse.Namespace) -> Record:
    """Read a game and tell what in it is not known."""
    recording = read_recording(path, None if options.starts is None else parse_starts(options.starts))
    for remark in recording.remarks:
        complain("replay", f"{path}: {remark}")
    return recording.record


def _check(options: argparse.Namespace, console: Console) -> int:
    """Check files, all of them even if one fails."""
    status = 0
    for path in options.files:
        try:
            record = _read(path, options)
        except RecordError as error:
            complain("replay", error)
            status = 1
            continue
        winner = record.ranks.index(0)
        _say(
            console,
            f"{path}: the referee agrees: {len(record.starts)} players, {len(record.moves)} moves, "
            f"{seat_shown(winner, record.players[winner].name)} wins",
        )
    return status


def _show(options: argparse.Namespace, console: Console) -> int:
    record = _read(options.file, options)
    turn = options.turn
    if turn is None and not options.step:
        turn = record.deaths[-1].move if record.deaths and not record.adjudicated else len(record.moves)
    position_at(record, turn or 0)
    if options.step:
        step_through(console, record, turn or 0)
    else:
        print_turn(console, record, turn)
    return 0


def _again(options: argparse.Namespace, console: Console) -> int:
    expect_apart("--output", options.output, game_place(options.file)[0])
    record = _read(options.file, options)
    players: dict[int, Player] = {options.seat: resolve(options.bot)}
    for seat, player in options.rival:
        if not seat.isdecimal() or len(seat) > 1:
            raise ValueError(f"--rival expected a seat and a player, found {seat!r} as the seat")
        if int(seat) in players:
            raise ValueError(f"seat {seat} is taken over twice")
        players[int(seat)] = resolve(player)
    limits = record.limits
    if options.limit_ms is not None:
        if not 0 <= options.limit_ms < 1e9:
            raise ValueError(f"--limit-ms must be milliseconds, or 0 for no limit; found {options.limit_ms:g}")
        limits = Limits(limits.first_ms if options.limit_ms else None, options.limit_ms or None)
    successors = {
        seat: resolve(options.then) if options.then is not None else successor_of(recorded)
        for seat, recorded in enumerate(record.players)
        if seat not in players
    }
    again = Again(record, players, options.turn, successors, limits)
    with listening() as halt:
        # Of a single game there is nothing to be kept by waiting for its end.
        played = play_again(again, lambda: not halt.signal)
    _print_again(console, again, played, named=options.then is not None)
    if options.output:
        write_record(played.record, options.output)
        _say(console, f"the new game is kept in {options.output}")
    return 0


def _print_again(console: Console, again: Again, played: Played, *, named: bool) -> None:
    """Print the new game's end, who played whom from where, what came of it, and where it leaves the recorded one."""
    print_board(console, played.record, [printable(player.name) for player in played.record.players])
    for seat in sorted(again.players):
        rank, before = (record.ranks[seat] + 1 for record in (played.record, again.record))
        name, count = played.record.players[seat].name, len(played.record.ranks)
        was = f"where rank {before} was recorded"
        _say(console, f"{seat_shown(seat, name)} comes out with rank {rank} of {count}, {was}")
    for seat, handover in sorted(played.handovers.items()):
        recorded = again.record.players[seat]
        remark = "" if named else naming_remark(recorded)
        handed = f"handed to {again.successors[seat].command} at move {handover.move}: {handover.reason}{remark}"
        _say(console, f"{seat_shown(seat, recorded.name)} was {handed}")
    index = first_difference(again.record, played.record)
    if index is None:
        _say(console, "the same game as recorded, move for move")
        return
    old, new = ([*record.moves, None][min(index, len(record.moves))] for record in (again.record, played.record))
    was = "the recording ends" if old is None else f"{old.answer} was recorded"
    found = (
        "the new game ends"
        if new is None
        else f"{new.answer} in {seat_shown(new.seat, played.record.players[new.seat].name)}"
    )
    _say(console, f"the games part at move {index}: {found}, where {was}")


def _moves(options: argparse.Namespace, console: Console) -> int:
    record = _read(options.file, options)
    if not 0 <= options.seat < len(record.starts):
        raise ValueError(f"expected a seat from 0 to {len(record.starts) - 1}, found {options.seat}")
    budget = budget_of(options)
    bot = resolve(options.bot)
    found: list[Choice] = []
    with listening() as halt:
        for choice in choices(record, options.seat, bot, Analyst(clock_of(budget)), lambda: not halt.signal):
            found.append(choice)
            _say(console, _choice_shown(choice))
            if halt.signal:
                raise GivenUp
    asked = seat_shown(options.seat, record.players[options.seat].name)
    gains = [choice.gain for choice in found if choice.gain is not None]
    _say(
        console,
        f"{bot.command} at {len(found)} turns of {asked}: {len(found) - len(gains)} as recorded, of the "
        f"{len(gains)} others {sum(gain > 0 for gain in gains)} better, {sum(gain < 0 for gain in gains)} worse, "
        f"{sum(gain == 0 for gain in gains)} equal by a search of {budget_shown(budget)} a move",
    )
    return 0


def _choice_shown(choice: Choice) -> str:
    """Return a turn's line: both answers, and which is better where they differ."""
    text = f"turn {choice.turn:4}  recorded {choice.recorded or 'nothing':6}  chosen {choice.chosen or 'nothing':6}"
    gain = choice.gain
    if gain is None:
        return text
    verdict = "equal" if not gain else f"{'better' if gain > 0 else 'worse'} by {abs(gain)}"
    return f"{text}  {verdict}"


def _position(options: argparse.Namespace, console: Console) -> int:
    del console
    record = _read(options.file, options)
    referee = position_at(record, options.turn)
    if referee.is_over():
        raise ValueError(f"expected a turn from 0 to {len(record.moves) - 1}, found {options.turn}: the game is over")
    if not options.input:
        print(referee.to_ascii())
    if not options.ascii:
        if not options.input:
            print()
        print("".join(inputs_until(record, options.turn)), end="")
    return 0


def _say(console: Console, sentence: str) -> None:
    console.print(printable(sentence), markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    leave_with(main)

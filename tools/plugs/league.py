"""A game for a league daemon, such as psyleague or cgarena: `python -m tools.plugs.league BOT BOT [BOT [BOT]]`.

On stdout comes one JSON object a game: `ranks` (0 won) and `errors` (1: the bot failed) by the order in which the bots
were named, `test_data` and `player_data` for psyleague, `attributes` for cgarena. A daemon stops when the command
fails, so that a bot that cannot even be started only loses.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tools.game import DEFAULT_LIMITS, Game, LiveBot, Participant, conduct
from tools.players import Player, PlayerError, resolve
from tools.plugs.command import PlugError, draw_seed, draw_starts, failures, read_integer, run_command
from tools.plugs.remarks import game_data, player_data, read_remarks
from tools.process import Answer
from tools.records import Limits, Record
from tools.referee import Cause, Cell, Referee
from tools.schedule import rotations
from tools.starts import format_starts

DESCRIPTION = """Play one game for a league daemon and print its result as JSON.

psyleague:  cmd_play_game = "python -m tools.plugs.league %DIR%/%ALL_PLAYERS%.py"
cgarena:    cmd_play_match = "python -m tools.plugs.league --seed {SEED} {PLAYERS}"

A bot is one word: a file, a name that tools.match knows, or a quoted command line. What bots write on stderr as
"[TDATA] k = v" (of the game), "[PDATA] k = v" (of the player) or "[PDATA+] k = v" (added up) is passed on.
"""


class AbsentBot:
    """The seat of a bot that could not be started: it fails as soon as it is asked."""

    def ask(self, _referee: Referee, _limit_ms: float | None) -> Answer:
        """Return what a bot that has crashed answers."""
        return Answer(None, Cause.CRASHED, 0.0, 0.0)

    def take_debug(self) -> str:
        """Return nothing, since nobody wrote."""
        return ""

    def close(self) -> None:
        """Do nothing: there is no process."""


def main(arguments: Sequence[str]) -> int:
    """Play and print; returns the exit status, which is 0 however the bots behave."""
    options = _parser().parse_args(arguments)
    bots: list[str] = options.bots
    if not 2 <= len(bots) <= 4:
        raise PlugError(f"a game has 2 to 4 bots, found {len(bots)}")
    seed = draw_seed() if options.seed is None else read_integer(options.seed, "the seed")
    starts = draw_starts(len(bots), seed)
    limits = Limits(max(DEFAULT_LIMITS.first_ms or 0.0, options.limit_ms), options.limit_ms)
    orders = rotations(tuple(range(len(bots)))) if options.block else [tuple(range(len(bots)))]
    results = [describe(*play([bots[index] for index in order], starts, limits, seed), order) for order in orders]
    print(json.dumps(results if options.block else results[0], allow_nan=False))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.plugs.league",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="2 to 4 of them")
    parser.add_argument("--seed", metavar="N", help="draws the start cells; default: drawn, and told in test_data")
    parser.add_argument("--block", action="store_true", help="play the start from every seat and print a list of games")
    parser.add_argument(
        "--limit-ms",
        type=_limit,
        default=DEFAULT_LIMITS.move_ms,
        metavar="MS",
        help=f"a later answer loses, default {DEFAULT_LIMITS.move_ms}; for the first {DEFAULT_LIMITS.first_ms} or more",
    )
    return parser


def _limit(text: str) -> float:
    """Read milliseconds above 0."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < 1e9:
        raise argparse.ArgumentTypeError(f"expected milliseconds above 0, found {text[:60]!r}")
    return limit


def play(bots: Sequence[str], starts: Sequence[Cell], limits: Limits, seed: int) -> tuple[Record, set[int]]:
    """Play a game, the bots in seat order, and return it with the seats that failed.

    One that cannot be started has crashed, even if nobody is left to find out; why is said on stderr.
    """
    with ExitStack() as running:
        absent: set[int] = set()
        players: list[Player] = []
        participants: list[Participant] = []
        for seat, text in enumerate(bots):
            player = Player(text, (), Path.cwd(), text)
            participant: Participant = AbsentBot()
            try:
                player = resolve(text)
                participant = LiveBot(player, lambda: True)
            except PlayerError as error:
                print(f"league: {error}", file=sys.stderr)
                absent.add(seat)
            running.callback(participant.close)
            players.append(player)
            participants.append(participant)
        record = conduct(Game(players, starts, limits, seed), participants).record
    return record, absent | failures(record)


def describe(record: Record, failed: set[int], order: Sequence[int]) -> dict[str, Any]:
    """Return a game as league daemons read it; ``failed``: seats, ``order``: which bot sat in each seat."""
    seats = [order.index(bot) for bot in range(len(order))]
    remarks = list(read_remarks(record))
    told = [
        {
            "name": remark.name,
            "player": None if remark.kind == "TDATA" else order[remark.seat],
            "turn": remark.turn,
            "value": remark.value,
        }
        for remark in remarks
    ]
    deaths = [
        {"name": "death", "player": order[death.seat], "turn": death.move, "value": death.cause.value}
        for death in record.deaths
    ]
    ours = {"seed": record.seed, "starts": format_starts(record.starts), "moves": len(record.moves)}
    return {
        "ranks": [record.ranks[seat] for seat in seats],
        "errors": [int(seat in failed) for seat in seats],
        "test_data": {**game_data(remarks), **ours},
        "player_data": [player_data(remarks, seat) for seat in seats],
        "attributes": told + deaths,
    }


if __name__ == "__main__":
    run_command("league", main)

"""Runs solved positions: `python -m tools.suite FILE... [--budget-ms N | --nodes N] [--moves | --play-out] [--bundle]`.

It prints each failure as a board, and how many are solved. What a file holds is told in tools/solved.py.
"""

import argparse
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.board import Board
from bot.clock import Clock
from bot.grid import DIRECTIONS
from bot.options import DEFAULT_BUDGET_MS
from bot.strategy import Strategy
from tools.exits import leave_with
from tools.forms import BUNDLE, PACKAGE, Form, FormError, load_bundle, say, without_collector
from tools.solved import Position, SuiteError, read_positions


@dataclass(frozen=True)
class Player:
    """Who is measured: the bot's form, and the function that makes a clock for one game."""

    form: Form
    clock: Callable[[], Clock]

    def first_move(self, position: Position) -> str:
        """Return the bot's answer, `UP` when it has no move, as in a game."""
        return _answer(self.form, self.form.strategy(), position.board(self.form), self.clock(), position.place)[0]

    def play_out(self, position: Position) -> tuple[str, int]:
        """Return the first answer and how many moves the bot makes until it has none; A must be alone."""
        strategy, clock, board = self.form.strategy(), self.clock(), position.board(self.form)
        first, move = _answer(self.form, strategy, board, clock, position.place)
        made = 0
        while move:
            board.play(move)
            made += 1
            _, move = _answer(self.form, strategy, board, clock, position.place)
        return first, made


def _answer(form: Form, strategy: Strategy, board: Board, clock: Clock, place: str) -> tuple[str, int]:
    """Return the bot's answer as a word and as a cell (0: no move); a failure inside it is told, with its place."""
    clock.begin()
    head = board.heads[board.turn]
    move = form.decide(strategy, board.copy(), clock, lambda sentence: say(f"{place}: {sentence}")).move
    return (board.grid.direction(head, move) if move else DIRECTIONS[0]), move


def judge(position: Position, player: Player, *, play_out: bool) -> list[str]:
    """Let the player answer and return what is wrong with it in sentences, none if it is solved."""
    if play_out and not position.is_duel():
        move, made = player.play_out(position)
    else:
        move, made = player.first_move(position), None
    wrong = []
    if position.right is not None and move not in position.right:
        wrong.append(f"{move} was played, right: {' or '.join(position.right)}")
    if made is not None and position.longest is not None and made < position.longest:
        wrong.append(f"{made} moves were made, the most: {position.longest}")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 1 unless all is solved, 2 for bad input, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        form = load_bundle() if options.bundle else PACKAGE
        files = [
            (path, read_positions(path, solutions=not options.moves, lengths=options.play_out))
            for path in options.files
        ]
    except (SuiteError, FormError) as error:
        say(f"suite: {error}")
        return 2

    def clock() -> Clock:
        if options.nodes is not None:
            return form.node_clock(options.nodes)
        return form.clock(options.budget_ms / 1000, time.process_time)

    player = Player(form, clock)
    try:
        with without_collector():
            if options.moves:
                return _print_moves([position for _, positions in files for position in positions], player)
            return _print_results(files, player, play_out=options.play_out)
    except KeyboardInterrupt:
        return 130


def _print_moves(positions: Sequence[Position], player: Player) -> int:
    wrong = 0
    for position in positions:
        move = player.first_move(position)
        print(move, flush=True)
        wrong += position.right is not None and move not in position.right
    return 1 if wrong else 0


def _print_results(files: Sequence[tuple[Path, list[Position]]], player: Player, *, play_out: bool) -> int:
    """Print each failure, and how many were solved of each file and in all."""
    total_solved = 0
    for path, positions in files:
        solved = 0
        for position in positions:
            wrong = judge(position, player, play_out=play_out)
            if wrong:
                print(f"{position.place}: {'; '.join(wrong)}", *position.rows, "", sep="\n", flush=True)
            else:
                solved += 1
        print(f"{path}: {solved} of {len(positions)}", flush=True)
        total_solved += solved
    total = sum(len(positions) for _, positions in files)
    print(f"solved {total_solved} of {total}")
    return 0 if total_solved == total else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.suite", description="Run solved positions.")
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="FILE", help="a JSON object a line: rows, and winning or optimal")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--budget-ms",
        type=_budget,
        default=DEFAULT_BUDGET_MS,
        metavar="N",
        help=f"milliseconds of CPU time a move, default {DEFAULT_BUDGET_MS:g}",
    )
    budget.add_argument("--nodes", type=_nodes, metavar="N", help="nodes a move instead: the same on any machine")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--moves", action="store_true", help="print the chosen moves alone, one a line in file order")
    output.add_argument(
        "--play-out", action="store_true", help="where A is alone play to the end, and compare with `longest`"
    )
    add("--bundle", action="store_true", help=f"measure {BUNDLE}, not the package bot/")
    return parser


def _budget(text: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{0,9})?", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"expected milliseconds, found {text!r}")
    return float(text)


def _nodes(text: str) -> int:
    if not re.fullmatch(r"\d{1,15}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"expected a number of nodes, found {text!r}")
    return int(text)


if __name__ == "__main__":
    leave_with(main)

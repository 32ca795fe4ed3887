"""`python -m tools.bench [--bundle] [--update]`: nodes, speed and depths on fixed positions; last, `Bench: N`."""

import argparse
from collections.abc import Sequence

from bot.options import DEFAULT_BUDGET_MS
from tools.bench.fingerprint import read_fingerprint, write_fingerprint
from tools.bench.measure import DEPTHS, Effort, cells_and_edges, count_territories, finished_depth, search_fixed
from tools.bench.positions import positions
from tools.exits import leave_with
from tools.forms import BUNDLE, PACKAGE, Form, FormError, load_bundle, say, without_collector


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 if there is no bundle, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        form = load_bundle() if options.bundle else PACKAGE
        with without_collector():
            nodes = _report(form)
    except FormError as error:
        say(f"bench: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    stored = read_fingerprint()
    if options.update:
        write_fingerprint(nodes)
    elif nodes != stored:
        print(f"not the {stored} nodes that are stored: if the search was meant to change, store them with --update")
    print(f"Bench: {nodes}")
    return 0


def _report(form: Form) -> int:
    """Measure, print a line a group of positions, and return the sum of their nodes."""
    print(f"{form.name}; speed and depth in CPU time; depths in plies, in {DEFAULT_BUDGET_MS:g} ms from an empty table")
    print("players  positions  fixed depth    nodes  nodes a second  mean depth  cells and edges alone")
    groups = {players: [board for board in positions(form) if len(board.heads) == players] for players in DEPTHS}
    efforts: list[Effort] = []
    for players, boards in groups.items():
        effort = search_fixed(form, boards)
        efforts.append(effort)
        depth = finished_depth(form, boards, DEFAULT_BUDGET_MS)
        plain = finished_depth(form, boards, DEFAULT_BUDGET_MS, cells_and_edges(form))
        print(
            f"{players:7}  {len(boards):9}  {DEPTHS[players]:11}  {effort.nodes:7}  "
            f"{effort.nodes / effort.seconds:14,.0f}  {depth:10.1f}  {plain:21.1f}",
            flush=True,
        )
    nodes = sum(effort.nodes for effort in efforts)
    print(f"nodes a second over all: {nodes / sum(effort.seconds for effort in efforts):,.0f}")
    print(f"territory counts of two players a second: {count_territories(form, groups[2]):,.0f}")
    return nodes


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Measure the bot on fixed positions.")
    parser.add_argument("--bundle", action="store_true", help=f"measure {BUNDLE}, not the package bot/")
    parser.add_argument("--update", action="store_true", help="store the sum of nodes that the tests ask for")
    return parser


if __name__ == "__main__":
    leave_with(main)

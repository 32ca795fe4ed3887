"""Budgets of searches on the command line: nodes, or milliseconds of CPU time."""

import argparse
import re
import time
from collections.abc import Callable

from bot.clock import Clock, NodeClock
from tools.review.file import Budget

# A search remembers each position, in some 700 bytes.
MOST_NODES = 1_000_000
MOST_MS = 30_000


def add_budget_options(parser: argparse.ArgumentParser, default_nodes: int) -> None:
    """Add `--nodes` and `--budget-ms`, which exclude each other."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--nodes",
        type=_nodes,
        metavar="N",
        help=f"nodes to search each move with, default {default_nodes}: the same answer on any machine",
    )
    group.add_argument("--budget-ms", type=_milliseconds, metavar="N", help="milliseconds of CPU time instead")
    parser.set_defaults(default_nodes=default_nodes)


def budget_of(options: argparse.Namespace) -> Budget:
    """Return the budget that was asked for."""
    if options.budget_ms is not None:
        return Budget(None, options.budget_ms)
    return Budget(options.default_nodes if options.nodes is None else options.nodes, None)


def clock_of(budget: Budget) -> Callable[[], Clock]:
    """Return what makes a clock of this budget."""
    if budget.nodes is not None:
        nodes = budget.nodes
        return lambda: NodeClock(nodes)
    return lambda: Clock((budget.ms or 0.0) / 1000, time.process_time)


def budget_shown(budget: Budget) -> str:
    """Return a budget in words."""
    return f"{budget.nodes:,} nodes" if budget.nodes is not None else f"{budget.ms:g} ms"


def _nodes(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) > MOST_NODES:
        raise argparse.ArgumentTypeError(f"expected a number of nodes up to {MOST_NODES}, found {text!r}")
    return int(text)


def _milliseconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{0,6})?", text) or float(text) > MOST_MS:
        raise argparse.ArgumentTypeError(f"expected milliseconds up to {MOST_MS}, found {text!r}")
    return float(text)

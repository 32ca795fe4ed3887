"""`python -m tools.depth`: play the experiment, print its table, and write it with a picture and a page."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.arguments import integer
from tools.bench.fingerprint import read_fingerprint
from tools.depth.experiment import EVALUATIONS, OPPONENTS, Score, run
from tools.depth.picture import to_svg
from tools.depth.results import HEADER, Results, aligned, to_json, to_page

OUTPUT = Path(__file__).with_name("results")
DEEPEST = 8
GAMES = 50
PICTURE = "depth.svg"


_count = integer(1, 9999)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 2 if nothing can be written, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    scores: list[Score] = []
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        results = Results(options.seed, read_fingerprint(), scores)
        print(aligned(HEADER))
        for score in run(options.deepest, options.games, options.seed, options.jobs):
            scores.append(score)
            if len(scores) % (len(EVALUATIONS) * len(OPPONENTS)) == 0:
                print(aligned(results.row(score.pairing.depth)), flush=True)
        for name, text in (
            ("depth.json", to_json(results)),
            (PICTURE, to_svg(results)),
            ("README.md", to_page(results, PICTURE)),
        ):
            (options.output / name).write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"depth: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    print(f"written: depth.json, {PICTURE} and README.md in {options.output}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.depth", description="Show what depth of search buys.")
    add = parser.add_argument
    add("--deepest", type=_count, default=DEEPEST, metavar="N", help=f"depths from 1 to N plies, default {DEEPEST}")
    add("--games", type=_even, default=GAMES, metavar="N", help=f"games a number, an even one, default {GAMES}")
    add("--seed", type=int, default=1, metavar="N", help="draws the starts, default 1")
    add("--jobs", type=_count, default=1, metavar="N", help="games at a time, default 1")
    add("--output", type=Path, default=OUTPUT, metavar="DIR", help="where results go, default tools/depth/results")
    return parser


def _even(text: str) -> int:
    if _count(text) % 2:
        raise argparse.ArgumentTypeError(f"expected an even number, a start being played from both seats, found {text}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())

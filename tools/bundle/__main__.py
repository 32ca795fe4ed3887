"""`python -m tools.bundle`: write the bot as one file, or find the source of one of its lines."""

import argparse
import sys
import time
from pathlib import Path

from tools.exits import leave_with

from .build import PACKAGE, build, report
from .lines import LineMap
from .problems import BundleError
from .strip import may_come_from
from .watch import fingerprint, watch

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"flat": "tron_battle.py", "stickytape": "tron_battle_stickytape.py"}
SECONDS_BETWEEN_LOOKS = 0.5


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Do what the command line says with the package bot/ in ``root``; return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.format != "flat" and (options.line is not None or options.traceback):
        parser.error("lines can be found again in the flat bundle only: leave --format out")
    output = options.output or root / "dist" / NAMES[options.format]
    try:
        if options.line is not None:
            print(describe_line(output, options.line, root))
        elif options.traceback:
            sys.stdout.write(LineMap(_read(output)).translate(sys.stdin.read()))
        elif options.watch:
            _watch(root, options.format, output, quiet=options.quiet)
        else:
            _build(root, options.format, output, quiet=options.quiet)
    except BundleError as error:
        _tell(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def describe_line(output: Path, line: int, root: Path) -> str:
    """Return `bot/file.py:line` for a line of a bundle and what stands there, and whether that has changed since."""
    text = _read(output)
    file, number = LineMap(text).find(line)
    bundled = text.split("\n")[line - 1].strip()
    source = _read(root / file).split("\n")
    now = source[number - 1].strip() if number <= len(source) else ""
    changed = "" if may_come_from(bundled, now) else f"\nnotice: {file} has changed since this bundle was built"
    return f"{file}:{number}: {bundled}{changed}"


def _build(root: Path, form: str, output: Path, *, quiet: bool) -> None:
    bundle, proof = build(root, form, output)
    if not quiet:
        print(report(bundle, proof))
    print(f"written: {output} ({bundle.size:,} characters)", flush=True)


def _watch(root: Path, form: str, output: Path, *, quiet: bool) -> None:
    def rebuild() -> None:
        try:
            _build(root, form, output, quiet=quiet)
        except BundleError as error:
            _tell(error)
        print("watching for changes, Ctrl-C ends", flush=True)

    def wait() -> bool:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        return True

    watch(rebuild, lambda: fingerprint(root, PACKAGE), wait)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BundleError(f"{path} cannot be read ({error.strerror}): build it with `make bundle`") from error
    except UnicodeDecodeError as error:
        raise BundleError(
            f"{path} is no bundle (byte {error.start} is no UTF-8): build one with `make bundle`"
        ) from None


def _tell(error: BundleError) -> None:
    for problem in error.problems:
        print(f"bundle: {problem}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.bundle",
        description="Write the bot as one file that can be pasted, checked; or find the source of one of its lines.",
    )
    parser.add_argument("--format", choices=sorted(NAMES), default="flat", help="how to make one file (default flat)")
    parser.add_argument("--output", type=Path, help="the file to write, or to look up lines in (default dist/...)")
    parser.add_argument("--quiet", action="store_true", help="say only where the file is")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--watch", action="store_true", help="build again whenever a source changes")
    action.add_argument("--line", type=int, metavar="N", help="show which source line N of the bundle (Answer.py) is")
    action.add_argument(
        "--traceback", action="store_true", help="read a traceback on stdin, print it with source lines"
    )
    return parser


if __name__ == "__main__":
    leave_with(main)

"""From the sources to a checked file in its place."""

import os
from pathlib import Path

from .check import Proof, check_play
from .flatten import LIMIT, Bundle, flatten
from .grammar import check_grammar
from .problems import BundleError
from .stamp import header
from .tape import tape

PACKAGE = "bot"


def build(root: Path, form: str, output: Path) -> tuple[Bundle, Proof]:
    """Bundle the package in ``root``, check the text, and only then put it in place in one step.

    ``form``: "flat" or "stickytape". BundleError if it cannot be bundled or a check fails; ``output`` stays as it was.
    """
    _refuse(output, root)
    command = "python3 -m tools.bundle" + ("" if form == "flat" else f" --format {form}")
    first_lines = header(root, PACKAGE, command)
    if form == "flat":
        first_lines.append(f"# To find the source of a line of this file: {command} --line N")
    bundle = flatten(root, PACKAGE, first_lines) if form == "flat" else tape(root, PACKAGE, first_lines)
    check_grammar(bundle.text, output.name)
    proof = check_play(bundle.text, sealed=form == "flat")
    write_at_once(output, bundle.text)
    return bundle, proof


def _refuse(output: Path, root: Path) -> None:
    """Raise BundleError for a place where the bundle would take the place of something else than a bundle."""
    if output.resolve().is_relative_to((root / PACKAGE).resolve()):
        raise BundleError(f"{output} is among the sources: give another place with --output")
    if output.is_symlink() or (output.exists() and not output.is_file()):
        raise BundleError(f"{output} is no plain file, and would be replaced by one: give another place with --output")


def report(bundle: Bundle, proof: Proof) -> str:
    """Tell the size, each module's share, what was checked, and the notices, in lines."""
    width = max(len(label) for label, _ in bundle.shares)
    disk = " without a disk to write on" if proof.sealed else ""
    return "\n".join(
        [
            f"{bundle.size:,} characters of {LIMIT:,} (UTF-16 code units):",
            *(f"  {label:<{width}} {size:>7,} {100 * size / bundle.size:>3.0f} %" for label, size in bundle.shares),
            f"checked: grammar of Python 3.11, a game of {proof.turns} turns against itself{disk}",
            f"first answer {proof.first_answer_ms:.0f} ms after the start of Python",
            *(f"notice: {notice}" for notice in bundle.notices),
        ]
    )


def write_at_once(path: Path, text: str) -> None:
    """Replace a file by a new one in one step: whoever reads it finds the old text or the new one, never a part."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise BundleError(f"{path} cannot be written ({error.strerror}): give another place with --output") from error

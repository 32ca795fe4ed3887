"""Modules to one text: in dependency order, package imports gone, standard imports once at the top.

Before each module stands a line such as `# bot/board.py 1-5 9-150`: the lines of that file which follow, in order. That
is all that is needed to find the way back, see lines.py.
"""

import ast
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .problems import BundleError
from .rules import problems_of, standard_names
from .source import ENTRY, Module, read_package, unreached
from .strip import Lines, shorten, strip, whole

# The platform counts a pasted text in UTF-16 code units. Whether exactly 100,000 of them pass is unknown.
LIMIT = 100_000
WARN_FROM = 95_000

_SHORTENED = "docstrings were cut to their first paragraph: with all of them"
_STRIPPED = "comments and docstrings were removed: with them"

GUARD = 'if __name__ == "__main__":'
GAP = ["", ""]


class Bundle:
    """A finished text, where its characters went, and what the user should know about it.

    ``shares``: what it holds, a module's label or "header and imports", with its size in UTF-16 code units.
    """

    def __init__(self, text: str, shares: list[tuple[str, int]], notices: list[str]) -> None:
        """Record a text."""
        self.text = text
        self.shares = shares
        self.notices = notices
        self.size = code_units(text)


def code_units(text: str) -> int:
    """Return the length of a text in UTF-16 code units: what lies beyond the first plane of Unicode counts two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def flatten(root: Path, package: str, header: Sequence[str]) -> Bundle:
    """Make one text of the package in the directory ``root``; ``header``: its first lines, comments.

    Comments and docstrings stay as `fitted` has it. BundleError names everything that cannot be flattened, or the size
    if it is above 100,000.
    """
    modules = read_package(root, package)
    problems = problems_of(root, package, modules)
    if problems:
        raise BundleError(*problems)
    bundle = fitted(modules, lambda texts: _assemble(modules, header, texts))
    bundle.notices += [
        f"{label} is left out: no module on the way from {package}/{ENTRY}.py imports it"
        for label in unreached(root, package, modules)
    ]
    return checked_size(bundle)


def fitted(modules: Sequence[Module], assemble: Callable[[list[Lines]], Bundle]) -> Bundle:
    """Return the bundle that ``assemble`` makes of the modules' lines, with as much to read as 95,000 code units allow.

    That is all lines; or, if they are more, docstrings cut to their first paragraph; or, if that is still more, neither
    comments nor docstrings. A notice tells of the last two.
    """
    full = bundle = assemble([whole(module) for module in modules])
    for reduce, told in ((shorten, _SHORTENED), (strip, _STRIPPED)):
        if bundle.size > WARN_FROM:
            bundle = assemble([reduce(module) for module in modules])
            bundle.notices.append(f"{told} the bundle has {full.size:,} characters, more than {WARN_FROM:,}")
    return bundle


def checked_size(bundle: Bundle) -> Bundle:
    """Return the bundle, with a notice if it is big; BundleError if it is too big to be pasted."""
    if bundle.size > LIMIT:
        largest = ", ".join(f"{label} {size:,}" for label, size in sorted(bundle.shares, key=lambda it: -it[1])[:3])
        raise BundleError(
            f"the bundle has {bundle.size:,} characters (UTF-16 code units), more than can be pasted, {LIMIT:,}: "
            f"shorten it, the largest parts are {largest}"
        )
    if bundle.size >= WARN_FROM:
        bundle.notices.append(f"the bundle has {bundle.size:,} characters, close to the {LIMIT:,} that can be pasted")
    return bundle


def _assemble(modules: list[Module], header: Sequence[str], texts: Iterable[Lines]) -> Bundle:
    parts = [("header and imports", [*header, "", *_standard_imports(modules)])]
    for module, lines in zip(modules, texts, strict=True):
        ranges = _kept_ranges(module, lines)
        if not ranges:
            continue
        banner = f"# {module.label} " + " ".join(f"{first}-{last}" for first, last in ranges)
        kept = [line for first, last in ranges for line in lines[first - 1 : last] if line is not None]
        if module.name == ENTRY and GUARD not in kept:
            # An entry that starts at once would do so in a tool that imports the bundle, too.
            kept = [f"    {line}" if line else line for line in kept]
            parts.append((module.label, [*GAP, GUARD, f"    {banner}", *kept]))
        else:
            parts.append((module.label, [*GAP, banner, *kept]))
    text = "".join(f"{line}\n" for _, lines in parts for line in lines)
    shares = [(label, code_units("".join(f"{line}\n" for line in lines))) for label, lines in parts]
    return Bundle(text, shares, [])


def _standard_imports(modules: list[Module]) -> list[str]:
    plain: set[str] = set()
    named: dict[str, set[str]] = {}
    for module in modules:
        for node in module.imports():
            if isinstance(node, ast.Import):
                plain.update(alias.name for alias in node.names)
            elif standard_names(node):
                named.setdefault(node.module or "", set()).update(alias.name for alias in node.names)
    return [f"import {name}" for name in sorted(plain)] + [
        f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(named.items())
    ]


def _kept_ranges(module: Module, lines: Lines) -> list[tuple[int, int]]:
    """Return the first and last line of each piece that stays, 1-based.

    Imports go, blank lines before them, and what is None in ``lines``.
    """
    dropped = {number for number, line in enumerate(lines, start=1) if line is None}
    for node in module.imports():
        first = node.lineno
        while first > 1 and (first - 1 in dropped or not module.lines[first - 2].strip()):
            first -= 1
        dropped.update(range(first, (node.end_lineno or node.lineno) + 1))
    kept = [number for number in range(1, len(module.lines) + 1) if number not in dropped]
    while kept and not module.lines[kept[-1] - 1].strip():
        kept.pop()
    while kept and not module.lines[kept[0] - 1].strip():
        kept.pop(0)
    ranges: list[tuple[int, int]] = []
    for number in kept:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges

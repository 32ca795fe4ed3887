"""A module with fewer of its comments and docstrings: three degrees, and every statement still what it was.

Each degree takes a module and returns as many lines as it has, each in its place; None stands for a line that is left
out.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .source import Module

Lines = Sequence[str | None]

_OPENING = re.compile(r"[rRuU]?(\"{3}|'{3})")
_BLANK_LINE = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class _Docstring:
    """A docstring from line ``first`` to line ``last``, 1-based, and what stands ``before`` and ``after`` it there.

    ``sole``: it is all that the body of its class or function has.
    """

    first: int
    last: int
    before: str
    after: str
    sole: bool


def whole(module: Module) -> Lines:
    """Return the module's lines as they are."""
    return module.lines


def shorten(module: Module) -> Lines:
    """Return the module's lines with each docstring cut to its first paragraph; comments stay.

    The quotes that close it move to the end of its last line that stays. A docstring is kept whole if anything follows
    it on its own last line, or if the paragraph's end cannot be closed by quotes since it is a backslash.
    """
    lines: list[str | None] = [*module.lines]
    for docstring in _docstrings(module, module.lines):
        if docstring.after.strip():
            continue
        there = slice(docstring.first - 1, docstring.last)
        text = "\n".join(module.lines[there])
        short = _first_paragraph(text[len(docstring.before) : len(text) - len(docstring.after)])
        if short:
            kept = (docstring.before + short).split("\n")
            lines[there] = [*kept, *[None] * (docstring.last - docstring.first + 1 - len(kept))]
    return lines


def strip(module: Module) -> list[str]:
    """Return the module's lines with comments and docstrings blanked out.

    A body that is nothing but its docstring becomes `pass`. Two statements on the docstring's lines keep it.
    """
    lines = module.lines[:]
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for docstring in _docstrings(module, lines):
        if docstring.before.strip() or docstring.after.strip():
            continue
        lines[docstring.first - 1 : docstring.last] = [""] * (docstring.last - docstring.first + 1)
        if docstring.sole:
            lines[docstring.first - 1] = f"{docstring.before}pass"
    return lines


def may_come_from(bundled: str, source: str) -> bool:
    """Whether a line of a bundle can be what one of these degrees made of a module's line, both without indentation."""
    if source.startswith(bundled):
        return True
    if bundled == "pass":
        return source.lstrip("rRuU").startswith(('"', "'"))
    return bundled.endswith(('"""', "'''")) and source == bundled[:-3].rstrip()


def _docstrings(module: Module, lines: list[str]) -> Iterator[_Docstring]:
    """Find the docstrings of the module, its classes and functions; ``lines``: the module's, comments gone or not."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        text = node.body[0]
        first, last = text.lineno, text.end_lineno or text.lineno
        before = lines[first - 1].encode()[: text.col_offset].decode()
        after = lines[last - 1].encode()[text.end_col_offset :].decode()
        yield _Docstring(first, last, before, after, len(node.body) == 1 and not isinstance(node, ast.Module))


def _first_paragraph(literal: str) -> str | None:
    """Return a string literal cut before the first blank line that follows text; None if there is nothing to cut."""
    opening = _OPENING.match(literal)
    if opening is None:
        return None
    quotes = opening[1]
    end = _BLANK_LINE.search(literal, len(literal) - len(literal[opening.end() :].lstrip()))
    if end is None:
        return None
    # A quote right before the closing ones would be taken for one of them.
    blank = " " if literal[end.start() - 1] == quotes[0] else ""
    short = literal[: end.start()] + blank + quotes
    try:
        ast.literal_eval(short)
    except SyntaxError:
        return None
    return short

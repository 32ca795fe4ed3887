"""A module without comments and docstrings, each line still in its place."""

import ast
import io
import tokenize

from .source import Module


def strip(module: Module) -> list[str]:
    """Return the module's lines with comments and docstrings blanked out; there are as many of them as before.

    A body that is nothing but its docstring becomes `pass`. Two statements on the docstring's lines keep it.
    """
    lines = module.lines[:]
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        text = node.body[0]
        first, last = text.lineno, text.end_lineno or text.lineno
        before = lines[first - 1].encode()[: text.col_offset].decode()
        after = lines[last - 1].encode()[text.end_col_offset :].decode()
        if before.strip() or after.strip():
            continue
        lines[first - 1 : last] = [""] * (last - first + 1)
        if len(node.body) == 1 and not isinstance(node, ast.Module):
            lines[first - 1] = f"{before}pass"
    return lines

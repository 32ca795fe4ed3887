"""Whether a text is Python 3.11, the arena's, when the Python that asks may be newer."""

import ast
import io
import tokenize

from .problems import BundleError

ARENA = (3, 11)


def check_grammar(text: str, name: str) -> None:
    """Raise BundleError unless the text compiles under the grammar of the arena's Python."""
    try:
        compile(ast.parse(text, filename=name, feature_version=ARENA), name, "exec")
        _check_f_strings(text)
    except SyntaxError as error:
        raise BundleError(
            f"{name}:{error.lineno}: not Python {ARENA[0]}.{ARENA[1]}, which the arena runs ({error.msg}): "
            "write it in the older way; --line shows where it came from"
        ) from error


def _check_f_strings(text: str) -> None:
    """Raise SyntaxError for what an f-string may hold since Python 3.12 only; its parser does not ask for the version.

    Up to 3.11 a whole f-string is one token and cannot hold its own quotes, a backslash or a comment in its braces.
    """
    opening = getattr(tokenize, "FSTRING_START", None)
    closing = getattr(tokenize, "FSTRING_END", None)
    around: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        inside = bool(around)
        if token.type in {opening, tokenize.STRING}:
            quotes = _quotes(token.string)
            if any(outer in {quotes, quotes[0]} for outer in around):
                raise _newer("its own quotes", token)
            if token.type == opening:
                around.append(quotes)
        elif token.type == closing:
            around.pop()
        if inside and token.type == tokenize.STRING and "\\" in token.string:
            raise _newer("a backslash", token)
        if inside and token.type == tokenize.COMMENT:
            raise _newer("a comment", token)


def _quotes(string: str) -> str:
    """Return the quotes that a string token begins with, one or three."""
    body = string.lstrip("bBfFrRuU")
    return body[:3] if body[:3] in {'"""', "'''"} else body[0]


def _newer(what: str, token: tokenize.TokenInfo) -> SyntaxError:
    return SyntaxError(f"{what} in the braces of an f-string", ("", token.start[0], token.start[1] + 1, token.line))

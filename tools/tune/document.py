"""A page: one HTML file with its pictures in it, and nothing in it that runs."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.6em; text-align: right; border-bottom: 1px solid rgb(128 128 128 / 0.3); }
th:first-child, td:first-child { text-align: left; }
tr.chosen { font-weight: bold; }
div { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def document(title: str, body: Iterable[str]) -> str:
    """Return a page of a title and what comes below it, pieces of HTML."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(title)}</h1>",
        *body,
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], chosen: Sequence[bool] = ()) -> Iterator[str]:
    """Yield a table of texts; rows that are ``chosen`` stand out."""
    yield "<div>\n<table>"
    yield f"<tr>{''.join(f'<th>{escape(heading)}</th>' for heading in headings)}</tr>"
    for number, row in enumerate(rows):
        mark = ' class="chosen"' if number < len(chosen) and chosen[number] else ""
        yield f"<tr{mark}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>\n</div>"

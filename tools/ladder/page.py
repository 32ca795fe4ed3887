"""A ladder as a page: one HTML file with everything in it, and nothing in it that runs."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from tools.ladder.cells import ahead_share, failure_text, labels, percent, rating_headings, rating_rows, remarks
from tools.ladder.lost import introduction, lost_games
from tools.ladder.picture import to_svg
from tools.ladder.rating import Ratings
from tools.ladder.standings import MOST_LOSSES, Standings
from tools.report import again

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.6em; text-align: right; border-bottom: 1px solid rgb(128 128 128 / 0.3); }
th:first-child, td:first-child { text-align: left; max-width: 22em; overflow-wrap: anywhere; }
div { overflow-x: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.3em 0 1em 2em; }
svg { max-width: 100%; height: auto; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
HOW_TO_READ = """A difference of 400 points is odds of ten to one between two bots. The model (Plackett and Luce) takes
the places of all games at once, whatever their order and their number of players; each bot also has one game won and
one lost against a bot of middle strength, so that who won everything has a rating, too. ±: half of the interval that
holds 95 % of the ratings that come out when blocks, a start with everybody in every seat, are drawn anew; ahead: the
part of them in which the bot is stronger than the next."""
ROW_BEFORE_COLUMN = "In % of the games with both, the bot of the row before that of the column."


def to_html(
    title: str, standings: Standings, ratings: Ratings, names: Sequence[str], games_file: Path | None = None
) -> str:
    """Lay out the page; ``title`` says what was played. No script is in it, and the page would run none.

    ``games_file``: where the games are kept, if they are.
    """
    bots = labels(ratings, names)
    places = [str(place) for place in range(1, len(bots) + 1)]
    rows = [[f"<td>{escape(cell)}</td>" for cell in row] for row in rating_rows(standings, ratings)]
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>Ladder</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>Ladder</h1>\n<p>{escape(title)}</p>\n<div>{to_svg(ratings, names)}</div>\n<p>{HOW_TO_READ}</p>",
        *_table(rating_headings(standings), bots, rows),
        f"<h2>Who came before whom</h2>\n<p>{ROW_BEFORE_COLUMN}</p>",
        *_table(places, bots, _matrix(standings, ratings.order())),
        *_failures(standings, names),
        *_losses(standings, ratings, names, games_file),
        *(f"<p>{escape(remark)}</p>" for remark in remarks(standings)),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _matrix(standings: Standings, order: Sequence[int]) -> list[list[str]]:
    """Return the cells of who came before whom, blue where the row mostly did, orange where the column did."""
    return [[_cell(standings, bot, other) for other in order] for bot in order]


def _cell(standings: Standings, bot: int, other: int) -> str:
    part = ahead_share(standings, bot, other)
    if part is None:
        return "<td></td>"
    won, lost = standings.ahead[bot][other], standings.ahead[other][bot]
    # Told apart by colour-blind readers, too (Okabe and Ito, 2002).
    colour = "0 114 178" if part > 0.5 else "213 94 0"
    style = f"background: rgb({colour} / {abs(part - 0.5):.2f})"
    return f'<td style="{style}" title="{won} of {won + lost} games">{percent(part, "")}</td>'


def _failures(standings: Standings, names: Sequence[str]) -> Iterator[str]:
    """Yield how bots failed, each with the command that plays such a game again."""
    failures = [failure for standing in standings.bots for failure in standing.failures.values()]
    if failures:
        yield "<h2>Bots that failed</h2>"
    for failure in failures:
        text = failure_text(failure, standings, names)
        yield f"<p>{escape(text)}:</p>\n<pre>{escape(again(failure.scheduled))}</pre>"


def _losses(standings: Standings, ratings: Ratings, names: Sequence[str], games_file: Path | None) -> Iterator[str]:
    """Yield for each bot, to be unfolded, its first lost games with the commands that show them."""
    text = introduction(games_file)
    yield f"<h2>Lost games</h2>\n<p>{text[0].upper()}{text[1:]}.</p>"
    for bot in ratings.order():
        lost = lost_games(standings.bots[bot], names[bot], MOST_LOSSES, games_file)
        yield f"<details>\n<summary>{escape(lost.heading)}</summary>"
        for sentence, command in lost.games:
            yield f"<p>{escape(sentence)}:</p>\n<pre>{escape(command)}</pre>"
        if lost.rest:
            yield f"<p>{escape(lost.rest)}</p>"
        yield "</details>"


def _table(headings: Sequence[str], bots: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table; ``rows`` are cells in HTML, headings and bots are text."""
    yield "<div>\n<table>"
    yield "<tr><th>bot</th>" + "".join(f"<th>{escape(heading)}</th>" for heading in headings) + "</tr>"
    for bot, row in zip(bots, rows, strict=True):
        yield f"<tr><td>{escape(bot)}</td>{''.join(row)}</tr>"
    yield "</table>\n</div>"

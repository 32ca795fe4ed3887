"""The way back: from a line of the bundle to the line of the source, with nothing but the bundle itself."""

import re

from .problems import BundleError

_BANNER = re.compile(r" *# ([\w/]+\.py)((?: \d+-\d+)+)")
# Python's `File "/tmp/Answer.py", line 12`, the site's `at Answer.py. in <module> on line 12`, the bot's own
# `Answer.py line 12`, and `Answer.py:12`.
_PLACE = re.compile(
    r'(?P<file>(?:(?<=")[^"\n]*?|[^\s"]*?)\b(?:Answer|tron_battle)\.py)(?P<between>[^\n]*?\bline |:)(?P<line>\d{1,9})\b'
)


class LineMap:
    """Which source line each line of a flat bundle came from; a docstring's may read otherwise there, see strip.py."""

    def __init__(self, text: str) -> None:
        """Read the lines before each module of a bundle."""
        self.places: list[tuple[str, int] | None] = []
        coming: list[tuple[str, int]] = []
        for line in text.split("\n"):
            banner = _BANNER.fullmatch(line)
            if banner:
                coming = [
                    (banner[1], number)
                    for first, last in (part.split("-") for part in banner[2].split())
                    for number in range(int(first), int(last) + 1)
                ]
                coming.reverse()
                self.places.append(None)
            else:
                self.places.append(coming.pop() if coming else None)

    def find(self, line: int) -> tuple[str, int]:
        """Return the file and line of the source for a 1-based line of the bundle.

        BundleError if the bundle has no such line, or it belongs to no module: header, imports, a module's first line.
        """
        if not 1 <= line <= len(self.places):
            raise BundleError(
                f"the bundle has lines 1 to {len(self.places)}, found {line}: is it another bundle's line?"
            )
        place = self.places[line - 1]
        if place is None:
            raise BundleError(f"line {line} of the bundle came from no module: it is part of the header or between two")
        return place

    def translate(self, text: str) -> str:
        """Return a text, such as a traceback, with lines of `Answer.py` or `tron_battle.py` put back to the source."""

        def put_back(match: re.Match[str]) -> str:
            number = int(match["line"])
            place = self.places[number - 1] if 1 <= number <= len(self.places) else None
            return f"{place[0]}{match['between']}{place[1]}" if place else match[0]

        return _PLACE.sub(put_back, text)

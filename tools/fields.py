"""Values of a JSON file and their places, for readers that name both in everything that they refuse."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeGuard, TypeVar

T = TypeVar("T")

# Far above what any game has. An empty list takes three bytes of a file and 64 of the memory: 16 MB of them took more
# than 400 MB.
MOST_BRACKETS = 100_000
# Nothing is tried twice (`++`), which took two gigabytes of memory for a string of 16 MB. A string without an end goes
# on to the end of the text: looking for that from each of its quotation marks would take hours.
STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
# What can be left of a number, a word or an escape behind the place where Python gave up on a text that is cut there.
BEGUN = re.compile(r"[\w.+-]{0,5}\s*")


class FieldError(Exception):
    """A value that is not what its place asks for; the text names the place, what was expected and what was found."""


class Field:
    """A value and its place in the file, such as `moves[3].seat`; each method returns the value or raises FieldError.

    The place of the whole is empty.
    """

    def __init__(self, place: str, value: object) -> None:
        """Take a value as JSON gives it."""
        self.place = place
        self.value = value

    def wrong(self, expected: str) -> NoReturn:
        """Refuse the value."""
        raise FieldError(f"{self.place or 'the file'}: expected {expected}, found {shown(self.value)}")

    def fields(self, *names: str, optional: tuple[str, ...] = ()) -> "dict[str, Field]":
        """Return the fields of an object that has all of ``names``, perhaps some of ``optional``, and no others."""
        if not isinstance(self.value, dict):
            self.wrong("an object")
        prefix = f"{self.place}." if self.place else ""
        for name in self.value:
            if name not in names and name not in optional:
                raise FieldError(
                    f"{prefix}{printable(name[:60])[:60]}: expected no such field, found {shown(self.value[name])}"
                )
        for name in names:
            if name not in self.value:
                raise FieldError(f"{prefix}{name}: expected this field, found none")
        return {name: Field(f"{prefix}{name}", value) for name, value in self.value.items()}

    def entries(self, least: int, most: int | None = None) -> "list[Field]":
        """Return the entries of a list that has so many."""
        bounds = f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"
        if not isinstance(self.value, list):
            self.wrong(f"a list of {bounds} entries")
        if len(self.value) < least or (most is not None and len(self.value) > most):
            raise FieldError(f"{self.place}: expected {bounds} entries, found {len(self.value)}")
        return [Field(f"{self.place}[{index}]", value) for index, value in enumerate(self.value)]

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        """Return a whole number within bounds, both of them or neither."""
        # True is an int to Python, and no number to JSON.
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.wrong("an integer")
        if (least is not None and self.value < least) or (most is not None and self.value > most):
            self.wrong(f"an integer from {least} to {most}")
        return self.value

    def milliseconds(self) -> float:
        """Return a time."""
        if not _is_number(self.value) or not 0 <= self.value < 1e9:
            self.wrong("milliseconds, from 0 to below 1000000000")
        return self.value

    def percent(self) -> float:
        """Return a share."""
        if not _is_number(self.value) or not 0 <= self.value <= 100:
            self.wrong("per cent, from 0 to 100")
        return self.value

    def text(self) -> str:
        """Return a string that can be written as UTF-8."""
        if not isinstance(self.value, str):
            self.wrong("a string")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            raise FieldError(f"{self.place}: expected a string, found half of a surrogate pair in it") from None
        return self.value

    def word(self, *words: str) -> str:
        """Return one of some words."""
        if not isinstance(self.value, str) or self.value not in words:
            self.wrong(f"one of {', '.join(words)}")
        return self.value

    def pair(self, least: int, most: int) -> tuple[int, int]:
        """Return two whole numbers within bounds."""
        x, y = self.entries(2, 2)
        return x.integer(least, most), y.integer(least, most)

    def optional(self, read: "Callable[[Field], T]") -> T | None:
        """Return None for null, else what ``read`` makes of the value."""
        return None if self.value is None else read(self)


def read_text(path: Path, largest: int) -> str:
    """Return the text of a file of at most so many bytes; FieldError if it cannot be read, is larger or no UTF-8."""
    try:
        with path.open("rb") as file:
            # Whatever is at the other end: a device or a pipe has no size to be asked for.
            data = file.read(largest + 1)
    except OSError as error:
        raise FieldError(f"cannot be read: {error.strerror}") from None
    if len(data) > largest:
        raise FieldError(f"expected a file of at most {largest:,} bytes, found a larger one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FieldError(f"expected UTF-8 text, found other bytes at byte {error.start}") from None


def write_whole(text: str, path: Path) -> None:
    """Write a file in one step: one beside it first, then a rename. OSError names ``path``, and nothing is left then.

    What is no file, such as a pipe or /dev/null, is written to: a rename would put a file in its place.
    """
    # Of a link the file that it leads to is written. Another command may be writing the same file.
    target = Path(os.path.realpath(path))
    beside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def parse(text: str) -> object:
    """Return the value that a JSON text holds; FieldError if there is none or it is too large, whatever the text."""
    if _brackets(text) > MOST_BRACKETS and _brackets(STRING.sub("", text)) > MOST_BRACKETS:
        raise FieldError(f"expected at most {MOST_BRACKETS:,} lists and objects, found more")
    try:
        value: object = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        cut = ": the file seems to be cut off, save it anew" if _is_cut(text, error) else ""
        raise FieldError(f"line {error.lineno} column {error.colno}: not JSON: {error.msg}{cut}") from None
    except RecursionError:
        raise FieldError("not JSON that can be read: its brackets are nested too deeply") from None
    except ValueError:
        # All else that Python refuses: it takes time that grows with the square to read such a number.
        raise FieldError("not JSON that can be read: it has a number of more than 4,300 digits") from None
    return value


def shown(value: object) -> str:
    """Return a value as JSON, shortened."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "brackets that are nested too deeply"
    return text if len(text) <= 60 else text[:57] + "..."


def printable(text: str) -> str:
    """Return text for a line on a terminal: what could move the cursor, or worse, stands as an escape of Python's."""
    return "".join(
        symbol if symbol.isprintable() else symbol.encode("unicode_escape").decode("ascii") for symbol in text
    )


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Whether a text begins as JSON does and is refused since it ends too early."""
    unended = error.msg.startswith("Unterminated string") or BEGUN.fullmatch(text, error.pos) is not None
    return unended and text.lstrip().startswith(("{", "["))


def _is_number(value: object) -> TypeGuard[float]:
    # True is an int to Python, and no number to JSON.
    return isinstance(value, int | float) and not isinstance(value, bool)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object, none of whose fields may stand twice: JSON does not say which of them would count."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise FieldError(f"{printable(twice[:60])[:60]}: expected this field once in an object, found it twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise FieldError(f"not JSON: {name} is no JSON number")

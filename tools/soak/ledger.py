"""What a long run has done so far, kept in a file, so that a run that is stopped goes on where it was.

The file holds JSON lines: the task first, then an entry for each part of it that is done, in their order.
"""

import json
import os
from pathlib import Path
from typing import Any

from tools.fields import FieldError, parse

Entry = dict[str, Any]


class LedgerError(Exception):
    """A file that cannot be gone on with; the text is a sentence that says what to do."""


class Ledger:
    """``entries``: of the parts that are done, part 0 first."""

    def __init__(self, path: Path | None, task: Entry) -> None:
        """Go on with the run in a file, or begin it; without a file nothing is kept.

        ``task``: what is run, as JSON has it, such as the seed. LedgerError if the file holds another task or is no
        such file, OSError if it cannot be read or written.
        """
        self.entries: list[Entry] = []
        self._path = path
        if path is None:
            return
        begun = json.dumps(task) + "\n"
        # A full disk may have left less than the first line.
        if path.exists() and not begun.startswith(path.read_text(encoding="utf-8", errors="replace")):
            self._read(path, task)
        else:
            path.write_text(begun, encoding="utf-8")

    def add(self, entry: Entry) -> None:
        """Keep the entry of the next part."""
        self.entries.append(entry)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")

    def _read(self, path: Path, task: Entry) -> None:
        data = path.read_bytes()
        end = data.rfind(b"\n") + 1
        try:
            found, *entries = [parse(line) for line in data[: end - 1].decode().split("\n")]
        except (FieldError, UnicodeDecodeError):
            found, entries = None, []
        self.entries = [entry for entry in entries if isinstance(entry, dict)]
        if not isinstance(found, dict) or len(self.entries) < len(entries):
            raise LedgerError(f"{path}: expected the JSON lines of a long run, found others: name a new file")
        if found != task:
            raise LedgerError(f"{path} holds another run, {json.dumps(found)}: name a new file or run that one")
        if end < len(data):
            # The run was stopped while it wrote an entry: that part is done again, and those before it are not touched.
            os.truncate(path, end)

"""The one line of live progress while a match is played."""

import time
from collections.abc import Callable
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

# Where there is no terminal a line is printed every so many seconds.
PRINT_EVERY = 60.0


class Display:
    """Progress: one live line on a terminal, elsewhere a line a minute.

    It is refreshed by hand, so that no thread draws while a bot answers.
    """

    def __init__(self, console: Console, games: int | None, now: Callable[[], float] = time.monotonic) -> None:
        """Prepare the line for so many games, None if nobody knows; it is a context manager that shows and removes it.

        ``now`` tells the time in seconds.
        """
        self._console = console
        self._games = games
        self._now = now
        self._began = self._printed = now()
        self._done = self._played = self._moves = 0
        self._progress = Progress(
            TextColumn("game"),
            MofNCompleteColumn(),
            BarColumn(),
            TextColumn("{task.fields[state]}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
            disable=not console.is_terminal,
        )
        self._score = ""
        self._task = self._progress.add_task("", total=games, state="")

    def __enter__(self) -> Self:
        """Show the line."""
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the line."""
        self._progress.stop()

    def count_move(self) -> None:
        """Count an answer of any game; shown at the next refresh."""
        self._moves += 1

    def refresh(self) -> None:
        """Draw the line as things stand."""
        self._progress.update(self._task, completed=self._done, state=self.state())
        self._progress.refresh()
        if not self._console.is_terminal and self._now() - self._printed >= PRINT_EVERY:
            self._printed = self._now()
            of = "" if self._games is None else f" of {self._games}"
            line = f"game {self._done}{of}  {self.state()}"
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def finish_game(self, score: str, *, played: bool = True) -> None:
        """Count a game and show the score; one that was ``played`` at another time counts for no rate."""
        self._done += 1
        self._played += played
        self._score = score
        self.refresh()

    def state(self) -> str:
        """Return moves, rate, time left and score."""
        parts = [f"{self._moves} moves"]
        seconds = self._now() - self._began
        if self._played and seconds > 0:
            rate = self._played / seconds
            parts.append(f"{3600 * rate:.0f} games/h")
            if self._games is not None:
                parts.append(f"{_duration((self._games - self._done) / rate)} left")
        return "  ".join([*parts, self._score])


def _duration(seconds: float) -> str:
    """Return a time as hours, minutes and seconds."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"

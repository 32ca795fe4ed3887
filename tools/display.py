"""The one line of live progress while a match is played."""

from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Display:
    """One line of live progress, on a terminal only; refreshed by hand, so that no thread draws while a bot answers."""

    def __init__(self, console: Console, games: int) -> None:
        """Prepare the line for so many games; it is a context manager that shows and removes it."""
        self._moves = 0
        self._progress = Progress(
            TextColumn("game"),
            MofNCompleteColumn(),
            BarColumn(),
            TextColumn("{task.fields[moves]} moves  {task.fields[score]}", markup=False),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            auto_refresh=False,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("", total=games, moves=0, score="")

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
        self._progress.update(self._task, moves=self._moves)
        self._progress.refresh()

    def finish_game(self, score: str) -> None:
        """Count a game and show the score."""
        self._progress.update(self._task, advance=1, score=score)
        self.refresh()

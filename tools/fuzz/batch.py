"""A batch of mutated inputs, the same for the same seed and release of Hypothesis."""

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st


class Failure(Exception):
    """An input that a target does not stand: ``raw``, made simple; the text is what went wrong."""

    def __init__(self, raw: bytes, what: str) -> None:
        """Take both."""
        super().__init__(what)
        self.raw = raw


def run_batch(target: Callable[[bytes], None], inputs: st.SearchStrategy[list[bytes]], draws: int, number: int) -> None:
    """Feed a target so many draws of inputs; Failure holds one that makes it raise anything, made simple.

    ``number`` decides what is drawn.
    """
    failing: list[tuple[bytes, str]] = []

    @seed(number)
    @settings(
        max_examples=draws,
        database=None,
        deadline=None,
        # What is drawn is simplified as the game that has been made of it.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def feed(drawn: list[bytes]) -> None:
        for raw in drawn:
            if (what := _failure(target, raw)) is not None:
                failing.append((raw, what))
                raise AssertionError(what)

    try:
        feed()
    except Exception as error:
        if not failing:
            raise
        # Hypothesis draws what has failed again, and the first counts.
        raise Failure(*_simplified(target, *failing[0])) from error


def _simplified(target: Callable[[bytes], None], raw: bytes, what: str) -> tuple[bytes, str]:
    """Leave out lines of an input that fails, then bytes, as long as it still does; returns the rest, and its failure.

    The greedy form of delta debugging (Zeller and Hildebrandt, 2002).
    """
    for by_lines in (True, False):
        kept = raw.splitlines(keepends=True) if by_lines else [bytes([byte]) for byte in raw]
        for place in reversed(range(len(kept))):
            fewer = b"".join(kept[:place] + kept[place + 1 :])
            if (still := _failure(target, fewer)) is not None:
                del kept[place]
                raw, what = fewer, still
    return raw, what


def _failure(target: Callable[[bytes], None], raw: bytes) -> str | None:
    """Return what an input makes a target raise, None if it raises nothing."""
    try:
        target(raw)
    except Exception as error:  # noqa: BLE001  # to look for anything is what a fuzzer is for
        return f"{type(error).__name__}: {error}"
    return None

"""A batch of mutated inputs, the same for the same seed and release of Hypothesis."""

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st


class Failure(Exception):
    """An input that a target does not stand: ``raw``, made as simple as it could be; the text is what went wrong."""

    def __init__(self, raw: bytes, what: str) -> None:
        """Take both."""
        super().__init__(what)
        self.raw = raw


def run_batch(target: Callable[[bytes], None], inputs: st.SearchStrategy[bytes], count: int, number: int) -> None:
    """Feed a target so many inputs; ``number`` draws them. Failure holds the simplest that makes it raise anything."""
    latest = b""

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs)
    def feed(raw: bytes) -> None:
        nonlocal latest
        latest = raw
        target(raw)

    try:
        feed()
    except Exception as error:
        # Hypothesis tries the simplest input last.
        raise Failure(latest, f"{type(error).__name__}: {error}") from error

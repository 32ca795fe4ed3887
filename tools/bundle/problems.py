"""Why a bundle was refused."""


class BundleError(Exception):
    """A bundle cannot be made or is not fit to be pasted; ``problems`` holds one sentence each."""

    def __init__(self, *problems: str) -> None:
        """Take at least one sentence: what was found, where, and what to do."""
        super().__init__("\n".join(problems))
        self.problems = problems

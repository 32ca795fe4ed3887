"""What to say when a tool needs a package that this Python does not have."""

import sys


def missing_package(error: ModuleNotFoundError, tool: str) -> SystemExit:
    """Return the exit to raise for a package that is missing; ``tool`` is the module that was run, as `tools.match`.

    try:
        from rich.table import Table
    except ModuleNotFoundError as error:
        raise missing_package(error, "tools.match") from None
    """
    return SystemExit(
        f"{tool} needs the package {error.name}, which {sys.executable} does not have: "
        f"run `make setup` and start it as `.venv/bin/python -m {tool}`"
    )

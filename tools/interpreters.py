"""The Pythons at hand that the bot is made for: this one, those on the path, and those that pyenv has installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = 11
# Python 3.30 is some years away.
NEWEST = 30
TELL = "import sys; print(*sys.version_info[:3], sys.implementation.name)"


def interpreters() -> dict[str, str]:
    """Return the path of an interpreter for each version found, such as `3.12.1`; from 3.11 on, CPython only."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    candidates = [sys.executable]
    candidates += [str(path) for path in sorted(pyenv.glob("versions/3.*/bin/python3"))]
    candidates += [path for minor in range(OLDEST, NEWEST) if (path := shutil.which(f"python3.{minor}"))]
    found: dict[str, str] = {}
    for path in candidates:
        if (version := _version(path)) is not None:
            found.setdefault(version, path)
    return found


def _version(path: str) -> str | None:
    """Return the version of an interpreter, None if it cannot be started or is none that the bot is made for."""
    try:
        done = subprocess.run([path, "-I", "-S", "-c", TELL], capture_output=True, text=True, check=False)
    except OSError:
        return None
    # What pyenv puts on the path ends with an error where that version is not switched on.
    match done.stdout.split():
        case [major, minor, micro, "cpython"] if done.returncode == 0 and (int(major), int(minor)) >= (3, OLDEST):
            return f"{major}.{minor}.{micro}"
    return None

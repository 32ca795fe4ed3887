"""Where a bundle came from: version, commit and command, as the comment at its top."""

import shutil
import subprocess
import tomllib
from pathlib import Path

from .problems import BundleError


def header(root: Path, package: str, command: str) -> list[str]:
    """Return the first lines of a bundle; they hold no time, so that the same sources give the same bytes."""
    return [
        f"# Tron Battle bot {version(root)}, {commit(root, package)}",
        f"# Built from {package}/ by: {command}",
    ]


def version(root: Path) -> str:
    """Return the project's version out of pyproject.toml."""
    path = root / "pyproject.toml"
    try:
        return str(tomllib.loads(path.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise BundleError(f"{path}: expected `version` under [project], found none ({error}): put it there") from error


def commit(root: Path, package: str) -> str:
    """Return the commit that is checked out, marked if the package differs from it, or that none is known."""
    if shutil.which("git") is None:
        return "commit unknown (no git)"
    revision = _git(root, "rev-parse", "--verify", "HEAD")
    if revision is None:
        return "commit unknown (no git repository)"
    changed = _git(root, "status", "--porcelain", "--", package)
    return f"commit {revision[:12]}" + (", sources modified" if changed else "")


def _git(root: Path, *arguments: str) -> str | None:
    result = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else None

"""The command: what it writes and when, its header, its errors, the watch, and `make bundle` on a bare machine."""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SMALL_BOT, MakePackage, environment_without_make, run_tool

from tools.bundle.__main__ import main
from tools.bundle.build import build, write_at_once
from tools.bundle.problems import BundleError
from tools.bundle.stamp import commit, version
from tools.bundle.watch import Fingerprint, fingerprint, watch


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", "-C", root, *identity, *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(make_package: MakePackage) -> Path:
    root = make_package()
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "all")
    return root


def test_the_header_names_version_commit_and_command(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = repository / "dist" / "tron_battle.py"
    assert main([], repository) == 0
    told = capsys.readouterr().out
    lines = output.read_text(encoding="utf-8").split("\n")
    assert lines[:3] == [
        f"# Tron Battle bot 1.2.3, commit {git(repository, 'rev-parse', 'HEAD')[:12]}",
        "# Built from bot/ by: python3 -m tools.bundle",
        "# To find the source of a line of this file: python3 -m tools.bundle --line N",
    ]
    size = len("\n".join(lines))
    assert told.startswith(f"{size:,} characters of 100,000 (UTF-16 code units):\n  header and imports ")
    assert "  bot/grid.py " in told
    assert "without a disk to write on" in told
    assert told.endswith(f"written: {output} ({size:,} characters)\n")
    assert main(["--quiet"], repository) == 0
    assert capsys.readouterr().out == f"written: {output} ({size:,} characters)\n"


def test_changed_sources_are_marked_and_other_changes_are_not(repository: Path) -> None:
    assert "modified" not in commit(repository, "bot")
    (repository / "notes.txt").write_text("x", encoding="utf-8")
    assert "modified" not in commit(repository, "bot")
    (repository / "bot" / "new.py").write_text("X = 1\n", encoding="utf-8")
    assert commit(repository, "bot").endswith(", sources modified")


def test_without_a_repository_or_git_the_header_says_so(
    make_package: MakePackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_package()
    assert commit(root, "bot") == "commit unknown (no git repository)"
    monkeypatch.setenv("PATH", str(root))
    assert commit(root, "bot") == "commit unknown (no git)"


def test_a_missing_version_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"expected `version` under \[project\]"):
        version(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    with pytest.raises(BundleError, match=r"expected `version` under \[project\]"):
        version(tmp_path)


def test_two_builds_give_the_same_bytes(repository: Path) -> None:
    outputs = [repository / "dist" / name for name in ("one.py", "two.py")]
    for output in outputs:
        build(repository, "flat", output)
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    assert b"\r" not in outputs[0].read_bytes()


def test_the_old_file_stays_when_a_check_fails(make_package: MakePackage, capsys: pytest.CaptureFixture[str]) -> None:
    root = make_package()
    assert main([], root) == 0
    output = root / "dist" / "tron_battle.py"
    before = output.read_bytes()
    capsys.readouterr()
    for broken in ("import numpy\n", "def main():\n    raise ValueError\n", "def f(:\n"):
        make_package(loop=broken)
        assert main([], root) == 1
        assert capsys.readouterr().err.startswith("bundle: ")
        assert output.read_bytes() == before
        assert [path.name for path in output.parent.iterdir()] == ["tron_battle.py"]


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BundleError, match=r"cannot be written .* give another place with --output"):
        write_at_once(tmp_path / "file" / "tron_battle.py", "x")
    (tmp_path / "taken").mkdir()
    with pytest.raises(BundleError, match="cannot be written"):
        write_at_once(tmp_path / "taken", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken"]


def test_stickytape_s_bundle_is_built_and_plays(make_package: MakePackage) -> None:
    root = make_package()
    assert main(["--format", "stickytape"], root) == 0
    text = (root / "dist" / "tron_battle_stickytape.py").read_text(encoding="utf-8")
    assert text.startswith("# Tron Battle bot 1.2.3, ")
    assert "# Built from bot/ by: python3 -m tools.bundle --format stickytape\n" in text
    assert "__stickytape_write_module('bot/grid.py'" in text


def test_without_stickytape_its_format_says_what_to_do() -> None:
    result = run_tool("-S", "-m", "tools.bundle", "--format", "stickytape")
    assert result.returncode == 1
    assert result.stderr == (
        f"tools.bundle needs the package stickytape, which {sys.executable} does not have: "
        "run `make setup` and start it as `.venv/bin/python -m tools.bundle`\n"
    )


class Script:
    """A watch without waiting: each wait does the next thing in a list, and the last one ends it."""

    def __init__(self, *things: object) -> None:
        self.things = list(things)

    def __call__(self) -> bool:
        if not self.things:
            return False
        thing = self.things.pop(0)
        if callable(thing):
            thing()
        return True


def test_the_watch_builds_at_first_and_after_each_change() -> None:
    state: list[Fingerprint] = [(("a.py", 1, 1),)]
    built: list[Fingerprint] = []
    watch(
        lambda: built.append(state[-1]),
        lambda: state[-1],
        Script(None, lambda: state.append((("a.py", 1, 2),)), None, lambda: state.append(()), None),
    )
    assert built == state


def test_what_is_saved_during_a_build_is_built_next() -> None:
    state: list[Fingerprint] = [()]
    built: list[Fingerprint] = []

    def build_slowly() -> None:
        built.append(state[-1])
        if len(built) == 1:
            state.append((("saved.py", 1, 1),))

    watch(build_slowly, lambda: state[-1], Script(None, None))
    assert built == state


def test_a_fingerprint_changes_with_any_source(make_package: MakePackage) -> None:
    root = make_package()
    seen = {fingerprint(root, "bot")}
    (root / "bot" / "new.py").write_text("X = 1\n", encoding="utf-8")
    seen.add(fingerprint(root, "bot"))
    (root / "bot" / "new.py").write_text("X = 12\n", encoding="utf-8")
    seen.add(fingerprint(root, "bot"))
    (root / "bot" / "new.py").unlink()
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2.4" \n', encoding="utf-8")
    seen.add(fingerprint(root, "bot"))
    assert len(seen) == 4
    assert fingerprint(root, "bot") in seen


def test_the_command_watches_on_after_an_error(
    make_package: MakePackage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_package()

    def end() -> None:
        raise KeyboardInterrupt

    script = Script(
        lambda: make_package(loop="import numpy\n"), lambda: make_package(grid=SMALL_BOT["grid.py"] + "X = 1\n"), end
    )
    monkeypatch.setattr("tools.bundle.__main__.time.sleep", lambda _: script())
    assert main(["--watch"], root) == 130
    told = capsys.readouterr()
    assert told.out.count("written: ") == 2
    assert "`import numpy`" in told.err
    assert "X = 1\n" in (root / "dist" / "tron_battle.py").read_text(encoding="utf-8")


def test_make_bundle_needs_nothing_but_python_and_make(tmp_path: Path) -> None:
    """In a checkout whose path has a blank, without .venv, with a PATH on which there is hardly anything."""
    checkout = tmp_path / "my checkout"
    for name in ("bot", "tools"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout / name)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("make", "sh"):
        (programs / name).symlink_to(shutil.which(name) or name)
    python = programs / "python3"
    python.write_text(f'#!{shutil.which("sh")}\nexec "{sys.executable}" -S "$@"\n', encoding="utf-8")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    result = subprocess.run(
        ["make", "bundle"], cwd=checkout, env={"PATH": str(programs)}, capture_output=True, text=True, check=False
    )
    assert result.stderr == ""
    assert f"written: {checkout / 'dist' / 'tron_battle.py'}" in result.stdout
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("python", "told"),
    [
        ("no-such-python", "make: no no-such-python found: install Python 3.11 or newer"),
        ("false", "make: Python 3.11 or newer is needed, false is"),
    ],
)
def test_make_says_what_is_wrong_with_python(python: str, told: str) -> None:
    result = run_make(f"PYTHON={python}", "bundle")
    assert result.returncode == 2
    assert result.stderr.startswith(told)


def test_make_help_explains_each_target() -> None:
    targets = [line.split()[1:] for line in (ROOT / "Makefile").read_text().split("\n") if line.startswith(".PHONY:")]
    told = run_make().stdout
    for target in targets[0]:
        if target != "python":
            assert f"\n  {target} " in told


def run_make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, env=environment_without_make(), capture_output=True, text=True, check=False
    )

"""The forms of the bot on every Python at hand: they agree, and where one does not that is told."""

import sys
from pathlib import Path

import pytest

from tools import agreement
from tools.interpreters import interpreters


def test_all_forms_agree_on_every_python_at_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--positions", "40", "--nodes", "8", "--ledger", str(tmp_path / "ledger")]
    assert agreement.main(arguments) == 0
    assert "positions at 8 nodes: package, bundle, stickytape agree on Python 3." in capsys.readouterr().out


def test_this_python_is_at_hand_and_none_that_is_too_old() -> None:
    found = interpreters()
    assert found[".".join(map(str, sys.version_info[:3]))] == sys.executable
    assert all(int(version.split(".")[1]) >= 11 for version in found)


def test_what_is_no_python_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("python3.14", "#!/bin/sh\nexit 127\n"), ("python3.15", "#!/nowhere\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "python3.16").write_text("#!/bin/sh\necho 3 16 0 cpython\n")
    (tmp_path / "python3.16").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert sorted(set(interpreters()) - {".".join(map(str, sys.version_info[:3]))}) == ["3.16.0"]


@pytest.mark.parametrize(
    ("program", "difference"),
    [
        ("print('UP'); print('UP')", "turn 2: expected LEFT, found UP"),
        ("print('UP')", "expected 2 answers, found 1"),
        ("print('UP'); print('LEFT'); print('UP')", "expected 2 answers, found 3"),
        ("raise SystemExit('no')", "expected exit status 0 and no complaint, found 1 and 'no\\n'"),
        ("print('UP'); print('LEFT')", None),
    ],
)
def test_a_difference_is_told(program: str, difference: str | None) -> None:
    command = [sys.executable, "-S", "-c", program]
    assert agreement.compare(command, 1, "2 0\n", ["UP\n", "LEFT\n"]) == difference


def test_forms_that_differ_are_status_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(agreement, "interpreters", lambda: {"3.11.0": sys.executable})
    monkeypatch.setattr(agreement, "compare", lambda command, *_: "they differ" if "-I" in command else None)
    assert agreement.main(["--positions", "1", "--nodes", "1"]) == 1
    assert capsys.readouterr().out == "agreement: game 0, bundle on 3.11.0: they differ\n"

"""No command writes over a file that it reads, or that holds something else that it keeps."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copy

import pytest
from conftest import ROOT

from tools import match
from tools.apart import expect_apart
from tools.ladder import __main__ as ladder
from tools.replay import __main__ as replay
from tools.review import __main__ as review
from tools.view import __main__ as view

GAME = ROOT / "replays" / "2-wall-random.json"
Main = Callable[[Sequence[str]], int]


@pytest.mark.parametrize(
    ("main", "arguments"),
    [
        (match.main, ["wall", "flood", "--games-file", "kept", "--csv", "other"]),
        (match.main, ["wall", "flood", "--games-file", "kept", "--json", "other"]),
        (match.main, ["wall", "flood", "--no-records", "--json", "kept", "--csv", "other"]),
        (ladder.main, ["wall", "flood", "--games-file", "kept", "--html", "other"]),
        (replay.main, ["again", "kept", "--seat", "0", "--with", "wall", "--output", "other"]),
        (review.main, ["kept", "--anew", "--output", "other"]),
        (view.main, ["kept", "--output", "other"]),
        (view.main, ["kept", "--png", "1", "--output", "other"]),
    ],
)
@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_file_that_is_needed_is_not_written_over_by_any_name(
    main: Main,
    arguments: list[str],
    link: Callable[[Path, str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    copy(GAME, "kept")
    link(Path("other"), "kept")
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert " would overwrite kept, which this command needs: name another file" in told
    assert told.count("\n") == 1
    assert Path("kept").read_bytes() == GAME.read_bytes()


def test_a_game_that_is_named_like_a_review_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.review"
    copy(GAME, game)
    assert review.main([str(game), "--anew"]) == 2
    assert "the review would overwrite" in capsys.readouterr().err
    assert game.read_bytes() == GAME.read_bytes()


def test_files_that_are_not_there_yet_are_told_apart_by_their_names(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--csv would overwrite"):
        expect_apart("--csv", tmp_path / "new", tmp_path / "no" / ".." / "new")
    expect_apart("--csv", tmp_path / "new", tmp_path / "newer", None)
    expect_apart("--csv", None, None)
    expect_apart("--csv", Path("/dev/null"), Path("/dev/null"))

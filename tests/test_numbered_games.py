"""Games of a file of many, each by its number: listed, and named where any recorded game is."""

from pathlib import Path

import pytest

from tests.recorded_games import answered
from tools.game import Outcome
from tools.games import main as games
from tools.games_file import Entry, GamesFile
from tools.recordings import game_place, read_recording
from tools.records import Record, RecordError, write_record
from tools.replay.__main__ import main as replay
from tools.review.__main__ import main as review
from tools.review.file import review_path
from tools.view.__main__ import main as view

# Seat 1 goes up off the grid, in the other game seat 0 does.
FIRST = answered([(0, 0), (9, 1)], ["RIGHT", "LEFT", "RIGHT", "UP", "RIGHT", "UP"], names=["here", "there"])
SECOND = answered([(3, 0), (9, 9)], ["UP"], names=["here", "there"])


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games as numbers 1 and 4 of a file in the current directory."""
    monkeypatch.chdir(tmp_path)
    path = Path("some.games")
    with GamesFile(path, {"kind": "ladder"}) as store:
        store.append(Entry(3, 1, (0, 1), Outcome(SECOND, 0.1)))
        store.append(Entry(0, 0, (0, 1), Outcome(FIRST, 0.1)))
    return path


@pytest.mark.parametrize(("number", "record"), [(1, FIRST), (4, SECOND)])
def test_a_game_is_named_by_its_file_and_number(number: int, record: Record, path: Path) -> None:
    assert read_recording(Path(f"{path}:{number}")).record == record
    assert read_recording(Path.cwd() / f"{path}:{number}").record == record


def test_every_command_takes_such_a_name(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(["check", f"{path}:1", f"{path}:4"]) == 0
    assert "some.games:4: the referee agrees" in capsys.readouterr().out
    assert review([f"{path}:1", "--nodes", "20"]) == 0
    assert "tools.view some.games:1 --open" in capsys.readouterr().out
    assert view([f"{path}:1", f"{path}:4", "-o", "page.html"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count('"path":"some.games:') == 2
    assert page.count('"review":null') == 1
    assert view([f"{path}:4", "--png", "0"]) == 0
    assert Path("games/some.games-4-0.png").is_file()


def test_each_game_has_a_review_of_its_own(path: Path) -> None:
    assert review_path(Path("games") / "game-0001.json") == Path("games/game-0001.review")
    assert review_path(Path(f"{path}:1")) == Path("some.games-1.review")
    assert review_path(Path(f"{path}:4")) == Path("some.games-4.review")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "some.games",
            "some.games: expected one game, found a file of many: name one as some.games:1; `python",
        ),
        ("some.games:2", "some.games has no game 2"),
        ("some.games:0", "some.games has no game 0"),
        ("game.json:1", "game.json is no file of a match's games: its first line should say tron-battle-games"),
        ("none.games:1", "none.games:1: cannot be read: No such file or directory"),
        ("x" * 300 + ":1", f"{'x' * 300}:1: cannot be read: File name too long"),
    ],
)
def test_a_name_that_leads_to_no_game_is_told(name: str, message: str, path: Path) -> None:
    write_record(FIRST, path.with_name("game.json"))
    with pytest.raises(RecordError) as refused:
        read_recording(Path(name))
    assert str(refused.value).startswith(message)


def test_a_file_whose_name_ends_in_a_number_is_itself(path: Path) -> None:
    odd = Path(f"{path}:4")
    write_record(FIRST, odd)
    assert game_place(odd) == (odd, None)
    assert read_recording(odd).record == FIRST


def test_a_game_takes_no_other_starts_and_follows_the_rules(path: Path) -> None:
    with pytest.raises(RecordError, match=r"some\.games:1: --starts is for recordings of the site"):
        read_recording(Path(f"{path}:1"), [(0, 0), (1, 1)])
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"ranks": [0,1]', '"ranks": [1,0]'), encoding="utf-8")
    with pytest.raises(RecordError, match=r"some\.games:1: "):
        read_recording(Path(f"{path}:1"))


def test_no_command_writes_over_the_file_that_it_reads(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = path.read_bytes()
    for command, arguments in (
        (view, [f"{path}:1", "-o", str(path)]),
        (review, [f"{path}:1", "--output", str(path)]),
        (replay, ["again", f"{path}:1", "--seat", "0", "--with", "wall", "--output", str(path)]),
    ):
        assert command(arguments) == 2
        assert "would overwrite some.games, which this command needs" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_games_are_listed_by_their_names(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = "some.games:1  here won; there died at move 5: edge\n"
    second = "some.games:4  here died at move 0: edge; there won\n"
    for arguments, listed in (
        ([], first + second),
        (["--lost-by", "here"], second),
        (["--lost-by", "there"], first),
    ):
        assert games(["list", str(path), *arguments]) == 0
        assert capsys.readouterr().out == listed
    assert games(["list", str(path), "--lost-by", "nobody"]) == 2
    assert capsys.readouterr().err == "games: some.games has no game of 'nobody': its players are here, there\n"

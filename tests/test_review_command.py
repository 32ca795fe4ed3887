"""The command that reviews games."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import environment_without_make
from tests.recorded_games import answered
from tests.reviewed_games import FOUND, LOST
from tests.site_form import site_form
from tools.players import ROOT
from tools.records import Record, write_record
from tools.review import __main__ as command
from tools.review.analysis import Analyst
from tools.review.file import (
    MISTAKE,
    Budget,
    TurnReview,
    fingerprint,
    read_review,
    write_review,
)
from tools.review.reviewer import review_turns, turns_of

main = command.main


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "game-0001.json"
    path.parent.mkdir()
    write_record(LOST, path)
    return path


def test_the_command_says_when_the_game_was_lost_and_by_what(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parents[1])
    assert main(["--nodes", "300"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "games/game-0001.json: 300 nodes a move, kept in games/game-0001.review"
    review = read_review(game.with_suffix(".review"))
    assert sorted(review.turns) == list(range(len(LOST.moves)))
    behind, lost = review.behind_from(0), review.lost_from(0)
    assert (
        lines[1] == f"seat 0 (A, loser) has rank 2 of 2: behind from turn {behind} on, proven lost from turn {lost} on"
    )
    worst = review.mistakes()[0]
    assert lines[2].startswith(
        f"turn {worst.turn}, seat {worst.seat} ({'ABCD'[worst.seat]}, loser): {worst.played.move} was played ("
    )
    assert f"{worst.best.move} was better (" in lines[2]
    assert lines[2].endswith(f"{worst.cost:g} % of the chance to win")
    assert lines[5].endswith(f"-m tools.replay show games/game-0001.json --turn {worst.turn}")
    assert lines[6].endswith(f"-m tools.replay again games/game-0001.json --turn {worst.turn} --seat 0 --with bundle")
    assert lines[-1].startswith("all of it, turn by turn on the board: ")
    assert lines[-1].endswith("-m tools.view games/game-0001.json --open")
    # Kept elsewhere the page would not find it.
    assert main(["--nodes", "300", "--output", "kept"]) == 0
    assert "tools.view" not in capsys.readouterr().out


def test_a_seat_alone_is_reviewed_and_the_others_later(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = game.with_suffix(".review")
    assert main([str(game), "--seat", "1", "--nodes", "50"]) == 0
    assert set(read_review(path).turns) == set(turns_of(LOST, 1)) == {1, 3, 5, 7, 9}
    assert "seat 0 (A, loser) has rank" not in capsys.readouterr().out
    assert main([str(game), "--nodes", "50"]) == 0
    assert len(read_review(path).turns) == len(LOST.moves)


def test_a_review_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole.review"
    assert main([str(game), "--nodes", "50", "--output", str(whole)]) == 0
    searched = []

    def interrupted(
        record: Record, turns: list[int], searcher: Analyst, known: Mapping[int, TurnReview]
    ) -> Iterator[TurnReview]:
        for found in review_turns(record, turns, searcher, known):
            searched.append(found.turn)
            yield found
            if len(searched) == 5:
                raise KeyboardInterrupt

    monkeypatch.setattr(command, "review_turns", interrupted)
    assert main([str(game), "--nodes", "50"]) == 130
    assert "stopped; the same command goes on" in capsys.readouterr().err
    assert sorted(read_review(game.with_suffix(".review")).turns) == sorted(searched) == [6, 7, 8, 9, 10]
    assert main([str(game), "--nodes", "50"]) == 0
    assert sorted(searched) == list(range(11))
    assert game.with_suffix(".review").read_bytes() == whole.read_bytes()


def test_another_budget_is_not_mixed_in(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(game), "--nodes", "50"]) == 0
    assert main([str(game), "--nodes", "60"]) == 2
    assert "was made with 50 nodes a move, not 60 nodes: give the same, another --output, or" in capsys.readouterr().err
    assert main([str(game), "--budget-ms", "1.5", "--anew"]) == 0
    assert read_review(game.with_suffix(".review")).budget == Budget(None, 1.5)


def test_the_review_of_a_game_that_was_overwritten_is_begun_again(game: Path) -> None:
    assert main([str(game), "--nodes", "50"]) == 0
    other = replace(LOST, seed=9)
    write_record(other, game)
    assert main([str(game), "--nodes", "60"]) == 0
    assert read_review(game.with_suffix(".review")).game == fingerprint(other)


def test_a_file_that_the_user_named_is_not_overwritten_with_another_game(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.review"
    write_review(replace(FOUND, game="0"), kept)
    assert main([str(game), "--output", str(kept)]) == 2
    assert f"review: {kept}: the review of another game: give another --output, or --anew" in capsys.readouterr().err
    assert main([str(game), str(game), "--output", str(kept)]) == 2
    assert "--output is for the review of one game, found 2" in capsys.readouterr().err
    assert read_review(kept).game == "0"


def test_a_game_of_the_site_is_reviewed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = answered([(14, 0), (14, 19)], ["RIGHT", "UP", "UP"], names=["first", "second"])
    path = tmp_path / "downloaded.json"
    path.write_text(json.dumps(site_form(record, with_starts=False)))
    assert main([str(path)]) == 2
    assert "no start cells in the recording" in capsys.readouterr().err
    assert main([str(path), "--starts", "(14,0)(14,19)", "--nodes", "300"]) == 0
    out = capsys.readouterr().out
    assert "turn 2, seat 0 (A, first): UP was played (proven lost), " in out
    assert f"-m tools.replay show {path} --starts '(14,0)(14,19)' --turn 2\n" in out
    assert all(f" {path} --starts '(14,0)(14,19)' " in line for line in out.splitlines() if " -m " in line)


def test_without_a_game_or_a_seat_it_says_so(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([str(game), "--seat", "2"]) == 2
    assert capsys.readouterr().err == "review: expected a seat from 0 to 1, found 2\n"
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("review: no recorded game in games/: play one with `make match`")


def test_a_game_without_mistakes_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    write_record(answered([(0, 0), (2, 0)], ["RIGHT", "UP"], (3, 1)), path)
    assert main([str(path)]) == 0
    out = capsys.readouterr().out
    assert f"no move cost {MISTAKE:g} % of the chance to win or more" in out
    assert "seat 1 (B, x) has rank 2 of 2: behind from turn 1 on, proven lost from turn 1 on" in out


@pytest.mark.parametrize(
    "words", [["--nodes", "1000001"], ["--nodes", "x"], ["--budget-ms", "30000.5"], ["--nodes", "-1"]]
)
def test_a_budget_beyond_what_the_memory_holds_is_refused(
    words: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([str(game), *words])
    assert caught.value.code == 2
    assert "expected" in capsys.readouterr().err


@pytest.mark.parametrize("most", ["-1", "x", "9" * 5_000])
def test_mistakes_are_told_in_a_number_that_can_be(most: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(game), "--most", most])
    assert "--most: expected a number from 0 to 999999999, found " in capsys.readouterr().err


def test_make_review_takes_the_last_game_or_those_that_are_named() -> None:
    for files, words in ((None, []), ("replays/2-greedy-bot.json", ["replays/2-greedy-bot.json"])):
        make = ["make", "--dry-run", "--assume-old=.venv/ready", "review", *([f"FILES={files}"] if files else [])]
        planned = subprocess.run(
            make, cwd=ROOT, capture_output=True, text=True, check=True, env=environment_without_make()
        ).stdout.split()
        assert planned == [".venv/bin/python", "-m", "tools.review", *words]


def test_the_command_explains_itself(tmp_path: Path) -> None:
    shutil.copy(ROOT / "replays" / "2-wall-random.json", tmp_path)
    result = subprocess.run(
        [sys.executable, "-m", "tools.review", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0
    assert "--budget-ms N" in result.stdout

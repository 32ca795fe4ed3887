"""What a review does with a file that it goes on with, whatever became of that."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from conftest import ROOT

from tools.review.__main__ import main

REVIEW = ["--nodes", "1"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game of 32 moves of two that has been reviewed."""
    path = tmp_path / "game.json"
    copy(ROOT / "replays" / "2-wall-random.json", path)
    assert main([str(path), *REVIEW]) == 0
    return path


def without_its_end(review: Path) -> None:
    review.write_bytes(review.read_bytes()[:700])


def with_other_bytes(review: Path) -> None:
    review.write_bytes(b"\xff" + review.read_bytes())


def of_notes(review: Path) -> None:
    review.write_text("notes\n", encoding="utf-8")


@pytest.mark.parametrize("damage", [without_its_end, with_other_bytes, of_notes])
def test_a_damaged_review_is_told_and_begun_again_on_request(
    damage: Callable[[Path], None], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = game.with_suffix(".review")
    whole = review.read_bytes()
    damage(review)
    damaged = review.read_bytes()
    capsys.readouterr()
    assert main([str(game), *REVIEW]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"review: {review}: ")
    assert told.endswith(": give another --output, or --anew\n")
    assert told.count("\n") == 1
    assert review.read_bytes() == damaged
    assert main([str(game), *REVIEW, "--anew"]) == 0
    assert review.read_bytes() == whole


@pytest.mark.parametrize(("turn", "seat"), [(900, 0), (31, 0), (31, 3)])
def test_a_turn_that_the_game_does_not_have_is_refused(
    turn: int, seat: int, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = game.with_suffix(".review")
    data: dict[str, Any] = json.loads(review.read_text(encoding="utf-8"))
    won = {"move": "UP", "value": 200_000, "depth": 1, "proven": "won", "line": ["UP"]}
    lost = {**won, "value": -200_000, "proven": "lost"}
    mistake = {"turn": turn, "seat": seat, "played": lost, "best": won, "loss": 400_000, "cost": 100.0}
    data["turns"][-1:] = [mistake]
    data["mistakes"].insert(0, turn)
    review.write_text(json.dumps(data), encoding="utf-8")
    capsys.readouterr()
    assert main([str(game), *REVIEW]) == 2
    assert capsys.readouterr().err == f"review: {review}: turn {turn} of seat {seat} is none of this game's\n"

"""The file of a review: its layout, its checks, and what it says of mistakes and losses."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.reviewed_games import FOUND, LOST, line, review_with
from tools.review.file import (
    DECIDED,
    ReviewError,
    TurnReview,
    chance,
    fingerprint,
    read_review,
    review_of,
    write_review,
)

TEXT = """{
"format": "tron-battle-review",
"version": 1,
"game": "GAME",
"budget": {"nodes":20,"ms":null},
"turns": [
{"turn":0,"seat":0,"played":{"move":"LEFT","value":-200,"depth":3,"proven":null,"line":["LEFT","LEFT",null]},\
"best":{"move":"UP","value":340,"depth":3,"proven":null,"line":["UP","LEFT",null]},"loss":540,"cost":2.5},
{"turn":3,"seat":1,"played":{"move":"UP","value":50,"depth":3,"proven":null,"line":["UP","LEFT",null]},\
"best":{"move":"UP","value":50,"depth":3,"proven":null,"line":["UP","LEFT",null]},"loss":0,"cost":0.0},
{"turn":4,"seat":0,"played":{"move":"DOWN","value":-200000,"depth":3,"proven":"lost","line":["DOWN","LEFT",null]},\
"best":{"move":"UP","value":5000,"depth":3,"proven":null,"line":["UP","LEFT",null]},"loss":205000,"cost":71.4},
{"turn":8,"seat":0,"played":{"move":null,"value":-200000,"depth":0,"proven":"lost","line":[]},\
"best":{"move":"UP","value":-200000,"depth":3,"proven":"lost","line":["UP","LEFT",null]},"loss":0,"cost":0.0}
],
"mistakes": [4]
}
""".replace("GAME", fingerprint(LOST))


def test_a_review_has_this_layout_and_survives_being_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.review"
    write_review(FOUND, path)
    assert path.read_text(encoding="utf-8") == TEXT
    assert read_review(path) == review_of(path, LOST) == FOUND
    write_review(read_review(path), path)
    assert path.read_text(encoding="utf-8") == TEXT


def test_the_worst_mistake_comes_first_and_a_loss_is_dated_from_its_first_proof() -> None:
    assert [mistake.turn for mistake in FOUND.mistakes()] == [4]
    worse = review_with(*FOUND.turns.values(), TurnReview(2, 0, line(-DECIDED, "lost"), line(DECIDED, "won")))
    assert [mistake.turn for mistake in worse.mistakes()] == [2, 4]
    assert FOUND.lost_from(0) == 8
    assert FOUND.lost_from(1) is None
    sure = review_with(*FOUND.turns.values(), TurnReview(6, 0, line(-DECIDED, "lost"), line(-DECIDED, "lost")))
    assert sure.lost_from(0) == 6
    assert (sure.behind_from(0), FOUND.behind_from(0), FOUND.behind_from(1)) == (6, 8, None)


def test_the_chance_to_win_rises_with_the_value_from_none_to_certainty() -> None:
    chances = [chance(line(value)) for value in range(-DECIDED, DECIDED + 1, 1_000)]
    assert chances == sorted(chances)
    assert chance(line(0)) == 0.5
    assert chance(line(6_000)) == pytest.approx(0.75)
    assert chance(line(-1_234)) == pytest.approx(1 - chance(line(1_234)))
    assert (chance(line(5, "won")), chance(line(5, "lost"))) == (1, 0)


def changed(*place: str | int, to: object) -> str:
    data: Any = json.loads(TEXT)
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "format: expected one of tron-battle-review, found null"),
        (changed("version", to=2), "version: expected an integer from 1 to 1, found 2"),
        (changed("extra", to=2), "extra: expected no such field, found 2"),
        (
            changed("budget", "ms", to=5),
            'budget: expected nodes or ms, and the other one null, found {"nodes": 20, "ms',
        ),
        (changed("turns", 1, "turn", to=0), "turns[1]: expected turns in their order, none twice, found "),
        (changed("turns", 0, "seat", to=4), "turns[0].seat: expected an integer from 0 to 3, found 4"),
        (changed("turns", 0, "loss", to=7), "turns[0].loss: expected 540, the difference of the values, found 7"),
        (changed("turns", 0, "cost", to=7), "turns[0].cost: expected 2.5, the difference of the chances, found 7"),
        (changed("turns", 0, "best", "value", to=-300), "turns[0].best: expected a value that is not below that of"),
        (
            changed("turns", 0, "best", "move", to="up"),
            "turns[0].best.move: expected one of UP, RIGHT, DOWN, LEFT, fou",
        ),
        (
            changed("turns", 0, "best", "line", to=[5]),
            "turns[0].best.line[0]: expected one of UP, RIGHT, DOWN, LEFT, f",
        ),
        (changed("turns", 0, "best", "proven", to="?"), "turns[0].best.proven: expected one of won, lost, found"),
        (changed("turns", 0, "best", "value", to=10**30), "turns[0].best.value: expected an integer from -200000 to"),
        (changed("mistakes", to=[0]), "mistakes: expected [4] by the losses of the turns, found [0]"),
        (TEXT[:400], "line 8 column"),
        ("[" * 100_000, "not JSON that can be read: its brackets are nested too deeply"),
    ],
)
def test_what_is_wrong_in_a_review_is_named_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.review"
    path.write_text(text)
    with pytest.raises(ReviewError) as caught:
        read_review(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert len(str(caught.value)) < 300


def test_the_review_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.review"
    write_review(FOUND, path)
    with pytest.raises(ReviewError, match="the review of another game"):
        review_of(path, replace(LOST, seed=5))
    write_review(review_with(TurnReview(1, 0, line(0), line(0))), path)
    with pytest.raises(ReviewError, match="turn 1 of seat 0 is none of this game's"):
        review_of(path, LOST)

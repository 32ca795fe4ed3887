import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.board import Board
from bot.clock import NodeClock
from bot.grid import cells_of
from bot.search import RANK, WIN
from tests.conftest import environment_without_make
from tests.recorded_games import answered
from tests.site_form import site_form
from tools.players import ROOT
from tools.records import Record, write_record
from tools.referee import Cause, Death
from tools.review import __main__ as command
from tools.review import analysis
from tools.review.analysis import Analyst, board_at
from tools.review.file import (
    DEATH,
    DECIDED,
    MISTAKE,
    Budget,
    Line,
    Review,
    ReviewError,
    TurnReview,
    chance,
    fingerprint,
    read_review,
    review_of,
    write_review,
)
from tools.review.reviewer import review_turn, review_turns, turns_of
from tools.walk import position_at

main = command.main
# Seat 0 turns into the top left corner, and seat 1 shuts it in.
LOST = answered(
    [(1, 1), (4, 3)],
    ["RIGHT", "LEFT", "UP", "LEFT", "LEFT", "LEFT", "LEFT", "UP", "DOWN", "LEFT", "DOWN"],
    (6, 5),
    names=["loser", "winner"],
)


def analyst(nodes: int = 300) -> Analyst:
    return Analyst(lambda: NodeClock(nodes))


def line(value: int, proven: str | None = None, move: str = "UP") -> Line:
    return Line(move, value, 3, proven, [move, "LEFT", None])


def review_with(*turns: TurnReview) -> Review:
    return Review(fingerprint(LOST), Budget(20, None), {turn.turn: turn for turn in turns})


FOUND = review_with(
    TurnReview(0, 0, line(-200, move="LEFT"), line(340)),
    TurnReview(3, 1, line(50), line(50)),
    TurnReview(4, 0, line(-DECIDED, "lost", "DOWN"), line(5_000)),
    TurnReview(8, 0, Line(None, -DECIDED, 0, "lost", []), line(-DECIDED, "lost")),
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


def worth(drawing: str, turn: int = 0, players: int = 2) -> dict[str | None, tuple[int, str | None]]:
    """Return the value of each move of a drawn position, and what is proven of it."""
    board = Board.from_ascii(drawing, turn, players)
    before = board.to_ascii()
    found = {each.move: (each.value, each.proven) for each in analyst().lines(board)}
    assert board.to_ascii() == before
    return found


def test_a_move_that_traps_the_last_rival_has_won() -> None:
    assert worth("A.B\n###\n")["RIGHT"] == (DECIDED, "won")


def test_a_move_into_a_dead_end_against_a_rival_with_room_has_lost() -> None:
    assert worth(".A#....\n.###...\n###...B") == {"LEFT": (-DECIDED, "lost")}


def test_walled_off_the_longest_paths_decide_and_equal_ones_lose_for_whoever_is_on_move() -> None:
    # After its move A has two left; B, on move then, has two: it runs out first.
    assert worth("A...##B..") == {"RIGHT": (DECIDED, "won")}
    assert worth("A...##B...") == {"RIGHT": (-DECIDED, "lost")}


def test_the_rest_of_a_decided_game_is_shown_as_the_moves_of_both() -> None:
    (only,) = analyst().lines(Board.from_ascii("A...##B.."))
    assert only.moves == ["RIGHT", "RIGHT", "RIGHT", "RIGHT", "RIGHT"]


def test_several_rivals_who_are_trapped_die_one_after_the_other() -> None:
    drawing = "A..#b#\n###bB#\n##c###\n#cC###"
    (only,) = analyst().lines(Board.from_ascii(drawing))
    assert (only.value, only.proven, only.moves) == (DECIDED, "won", ["RIGHT", None, None])


def test_while_several_rivals_live_nothing_is_proven_but_ones_own_death() -> None:
    drawing = "....B\n.....\nA...C\n....."
    lines = analyst(2_000).lines(Board.from_ascii(drawing))
    assert len(lines) == 3
    assert {each.proven for each in lines} == {None}
    assert all(abs(each.value) <= DECIDED // 2 for each in lines)


@pytest.mark.parametrize(
    ("value", "living", "expected"),
    [
        (1_234, 2, (1_234, None)),
        (WIN - 5, 2, (DECIDED, "won")),
        (5 - WIN, 2, (-DECIDED, "lost")),
        (WIN - 5, 3, (DECIDED // 2, None)),
        (RANK - 700, 3, (DEATH - 700, None)),
        (-2 * RANK - 700, 4, (-2 * DEATH - 700, None)),
        (2 * DECIDED, 3, (DECIDED, None)),
    ],
)
def test_values_of_the_search_are_put_in_terms_of_the_review(
    value: int, living: int, expected: tuple[int, str | None]
) -> None:
    assert analysis._settled(value, living) == expected


def test_what_the_search_expects_can_be_played() -> None:
    """Known of any position: the moves of a line are legal, and None stands where there is none."""
    for turn in range(len(LOST.moves) - 1):
        board = board_at(position_at(LOST, turn))
        lines = analyst().lines(board)
        assert [each.move for each in lines] == [
            board.grid.direction(board.heads[board.turn], cell) for cell in cells_of(board.moves())
        ]
        for each in lines:
            played = board.copy()
            for word in each.moves:
                assert not played.is_over()
                targets = {
                    played.grid.direction(played.heads[played.turn], cell): cell for cell in cells_of(played.moves())
                }
                if word is None:
                    assert not targets
                    played.die()
                else:
                    played.play(targets[word])


def test_an_answer_that_came_too_late_is_compared_with_the_best_one() -> None:
    board = board_at(position_at(LOST, 0))
    found = review_turn(board, 0, "LEFT", Death(0, Cause.TIMEOUT, 0), analyst())
    assert found.played == Line(None, -DECIDED, 0, "lost", [])
    assert found.best.value > -DECIDED
    fatal = review_turn(board, 0, " sideways ", Death(0, Cause.INVALID, 0), analyst())
    assert fatal.played.move is None


def test_a_fatal_move_is_compared_with_the_best_one() -> None:
    board = Board.from_ascii("A..\n...\n..B")
    found = review_turn(board, 0, "UP", Death(0, Cause.EDGE, 0), analyst())
    assert found.played == Line("UP", -DECIDED, 0, "lost", ["UP"])
    assert found.best.move in {"RIGHT", "DOWN"}


def test_where_nothing_is_better_the_best_move_is_the_one_played() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    values = {each.move: each.value for each in analyst().lines(board)}
    for word in ("RIGHT", "DOWN"):
        found = review_turn(board, 0, word, None, analyst())
        assert (found.best.move == word) == (values[word] == max(values.values()))


def test_a_move_that_was_not_searched_is_compared_with_none() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    # Without a node no ply is finished, and all that is known is what the next turn proves.
    lost = TurnReview(1, 1, line(DECIDED, "won"), line(DECIDED, "won"))
    found = review_turn(board, 0, "DOWN", None, analyst(0), lost)
    assert (found.played.proven, found.best) == ("lost", found.played)
    open_yet = review_turn(board, 0, "DOWN", None, analyst(0))
    assert (open_yet.played.depth, open_yet.played.proven) == (0, None)
    assert open_yet.best == open_yet.played


def test_what_is_proven_of_the_next_turn_is_proven_of_the_move_that_led_there() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    plain = review_turn(board, 0, "DOWN", None, analyst(20))
    assert plain.played.proven is None
    for value, proven, opposite in ((DECIDED, "won", "lost"), (-DECIDED, "lost", "won")):
        following = TurnReview(1, 1, line(value, proven), line(value, proven))
        found = review_turn(board, 0, "DOWN", None, analyst(20), following)
        assert (found.played.value, found.played.proven) == (-value, opposite)
        assert found.played.moves == ["DOWN", "UP", "LEFT", None]
        assert found.best.move == ("DOWN" if opposite == "won" else "RIGHT")
    unproven = TurnReview(1, 1, line(700), line(700))
    assert review_turn(board, 0, "DOWN", None, analyst(20), unproven) == plain


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
    assert lines[1] == f"seat 0 (loser) has rank 2 of 2: behind from turn {behind} on, proven lost from turn {lost} on"
    worst = review.mistakes()[0]
    assert lines[2].startswith(f"turn {worst.turn}, seat {worst.seat} (loser): {worst.played.move} was played (")
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
    assert "seat 0 (loser) has rank" not in capsys.readouterr().out
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
    assert "turn 2, seat 0 (first): UP was played (proven lost), " in out
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
    assert "seat 1 (x) has rank 2 of 2: behind from turn 1 on, proven lost from turn 1 on" in out


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

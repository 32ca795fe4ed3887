import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.recorded_games import answered
from tests.site_form import site_form
from tools.players import ROOT
from tools.recordings import read_recording
from tools.records import RecordError
from tools.referee import Cause, Death
from tools.replay.__main__ import main

# Seat 1 leaves the grid at move 4, seat 0 enters the ribbon of seat 2 at move 8: the ranks are 1, 2, 0.
GAME = answered(
    [(3, 0), (10, 1), (5, 0)],
    ["DOWN", "UP", "DOWN", "RIGHT", "UP", "RIGHT", "UP", "RIGHT", "RIGHT"],
    names=["first", "second", "third"],
)
STARTS = "(3,0)(10,1)(5,0)"


def write(tmp_path: Path, data: object) -> Path:
    path = tmp_path / "downloaded.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_the_game_is_what_it_is_meant_to_be() -> None:
    assert GAME.deaths == [Death(1, Cause.EDGE, 4), Death(0, Cause.OTHER_RIBBON, 8)]
    assert GAME.ranks == [1, 2, 0]


@pytest.mark.parametrize("wrapper", [None, "success", "gameResult"])
def test_a_game_of_the_site_reads_back_to_the_same_moves(wrapper: str | None, tmp_path: Path) -> None:
    path = write(tmp_path, site_form(GAME, wrapper=wrapper))
    recording = read_recording(path)
    assert recording.remarks == []
    record = recording.record
    assert [(move.seat, move.answer) for move in record.moves] == [(move.seat, move.answer) for move in GAME.moves]
    assert (record.starts, record.deaths, record.ranks) == (GAME.starts, GAME.deaths, GAME.ranks)
    assert [player.name for player in record.players] == ["first", "second", "third"]


def test_without_starts_it_asks_for_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, site_form(GAME, with_starts=False))
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().err == (
        f'replay: {path}: no start cells in the recording: give them, a pair a seat, as --starts "(26,10)(0,12)"\n'
    )
    assert main(["check", str(path), "--starts", STARTS + "(9,9)"]) == 0
    assert "3 players, 9 moves, seat 2 (C, third) wins" in capsys.readouterr().out


def test_more_starts_than_players_and_blanks_in_them_are_understood(tmp_path: Path) -> None:
    data = site_form(GAME, with_starts=False)
    data["success"]["refereeInput"] = "seed=123\nplayers=( 3, 0 ) (10,1)(5 ,0)(29,19)\n"
    assert read_recording(write(tmp_path, data)).record.starts == GAME.starts


def test_what_a_bot_wrote_on_stderr_is_kept(tmp_path: Path) -> None:
    data = site_form(GAME)
    data["success"]["frames"][1]["stderr"] = "depth 7 value 3\n"
    assert read_recording(write(tmp_path, data)).record.moves[0].debug == "depth 7 value 3"


def test_an_answer_that_is_missing_was_too_late(tmp_path: Path) -> None:
    data = site_form(GAME)
    del data["success"]["frames"][5]["stdout"]
    record = read_recording(write(tmp_path, data)).record
    assert record.deaths[0] == Death(1, Cause.TIMEOUT, 4)
    assert record.moves[4].answer is None


def test_an_answer_that_is_no_direction_was_the_last(tmp_path: Path) -> None:
    data = site_form(GAME)
    data["success"]["frames"][5]["stdout"] = "UP now\n"
    assert read_recording(write(tmp_path, data)).record.deaths[0] == Death(1, Cause.INVALID, 4)


def test_fields_that_are_not_known_are_told_once_each_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = site_form(GAME)
    data["success"]["shareable\n"] = 1
    for frame in data["success"]["frames"][2:]:
        frame["mood"] = "good"
    data["success"]["agents"][0]["rank"] = 1
    assert main(["check", str(write(tmp_path, data))]) == 0
    assert [line.partition("json: ")[2] for line in capsys.readouterr().err.splitlines()] == [
        r"success.shareable\n: a field that is not known, left out",
        "success.frames[2].mood: a field that is not known, left out",
        "success.agents[0].rank: a field that is not known, left out",
    ]


def test_players_without_names_are_called_by_their_seats(tmp_path: Path) -> None:
    data = site_form(GAME)
    data["success"]["agents"][1] = {"index": 1, "arenaboss": {"nickname": "Boss"}}
    data["success"]["agents"][2] = {"index": 2, "agentId": 5}
    assert [seat.name for seat in read_recording(write(tmp_path, data)).record.players] == ["first", "Boss", "seat 2"]
    del data["success"]["agents"]
    assert [seat.name for seat in read_recording(write(tmp_path, data)).record.players] == [
        f"seat {seat}" for seat in range(3)
    ]


def another_game(game: Any) -> None:
    for frame in game["frames"][1:]:
        frame["stdout"] = "3083 1261\n632 1651\n"


def silent(game: Any) -> None:
    for frame in game["frames"][1:]:
        frame["stdout"] = None


def cut_after_six(game: Any) -> None:
    del game["frames"][7:]


def without_frames(game: Any) -> None:
    del game["frames"]


def without_a_seat(game: Any) -> None:
    del game["frames"][3]["agentId"]


def fifth_seat(game: Any) -> None:
    game["frames"][3]["agentId"] = 4


def swapped(game: Any) -> None:
    game["frames"][3], game["frames"][4] = game["frames"][4], game["frames"][3]


def missing_and_yet_alive(game: Any) -> None:
    del game["frames"][2]["stdout"]


def wrong_ranks(game: Any) -> None:
    game["ranks"] = [0, 2, 1]


def shared_rank(game: Any) -> None:
    game["ranks"] = [0, 1, 1]


def goes_on(game: Any) -> None:
    game["frames"].append({"agentId": 2, "stdout": "LEFT\n"})


def numeric_answer(game: Any) -> None:
    game["frames"][1]["stdout"] = 5


def starts_off_the_grid(game: Any) -> None:
    game["refereeInput"] = "(30,0)(10,1)(5,0)"


def too_few_starts(game: Any) -> None:
    game["refereeInput"] = "(3,0)(10,1)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (another_game, 'success.frames[1].stdout: expected a direction, found "3083 1261", and none in any other'),
        (silent, "frames: expected answers as their `stdout`, found none"),
        (
            cut_after_six,
            "frames: expected the game to its end, found 6 answers after which 2 players still live: the rec",
        ),
        (without_frames, "frames: expected this field of a finished game, found none"),
        (without_a_seat, "frames[3].agentId: expected this field, found none"),
        (fifth_seat, "success.frames[3].agentId: expected an integer from -1 to 2, found 4"),
        (
            swapped,
            "success.frames[3].agentId: the recording parts from the rules at move 2: expected seat 2, whose tur",
        ),
        (
            missing_and_yet_alive,
            "success.frames[5].agentId: the recording parts from the rules at move 4: expected seat 2, whose turn",
        ),
        (
            wrong_ranks,
            "ranks: expected [1, 2, 0] by the rules, found [0, 2, 1]: they part at move 8, where seat 0 dies (ano",
        ),
        (shared_rank, "success.ranks: expected each of 0 to 2 once, since there are no draws, found [0, 1, 1]"),
        (goes_on, "success.frames[10]: expected no further answer, since by the rules the game ended at move 8"),
        (numeric_answer, "success.frames[1].stdout: expected a string, found 5"),
        (starts_off_the_grid, "success.refereeInput: the start (30,0) of seat 0 is off the 30x20 grid"),
        (too_few_starts, "success.refereeInput: expected 3 start cells, a pair a seat, found 2"),
    ],
)
def test_what_is_wrong_with_a_recording_is_one_sentence(
    change: Callable[[Any], None], message: str, tmp_path: Path
) -> None:
    data = site_form(GAME)
    change(data["success"])
    path = write(tmp_path, data)
    with pytest.raises(RecordError) as caught:
        read_recording(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_seat_that_answers_after_its_death_is_told_with_its_end(tmp_path: Path) -> None:
    data = site_form(GAME)
    missing_and_yet_alive(data["success"])
    with pytest.raises(RecordError, match=r"whose turn it is, found 1, which died at move 1 \(timeout\)$"):
        read_recording(write(tmp_path, data))


def test_frames_after_the_end_in_which_nobody_answers_count_for_nothing(tmp_path: Path) -> None:
    data = site_form(GAME)
    data["success"]["frames"].append({"agentId": 2, "view": "the end"})
    assert len(read_recording(write(tmp_path, data)).record.moves) == 9


@pytest.mark.parametrize("kept", [10, 500, 1500])
def test_a_truncated_download_is_told_with_its_place(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "downloaded.json"
    path.write_text(json.dumps(site_form(GAME))[:kept])
    with pytest.raises(RecordError, match=r"line 1 column \d+: not JSON: .* seems to be cut off"):
        read_recording(path)


def test_recordings_in_the_site_s_form_are_kept_with_names_of_bots_alone() -> None:
    paths = sorted((ROOT / "replays" / "site").glob("*.json"))
    assert len(paths) >= 3
    records = [read_recording(path).record for path in paths]
    assert {len(record.starts) for record in records} == {2, 3, 4}
    wrappers = {next(iter(json.loads(path.read_text(encoding="utf-8")))) for path in paths}
    assert wrappers == {"gameId", "success", "gameResult"}
    names = {player.name for record in records for player in record.players}
    assert names <= {"bot", "greedy", "wall", "flood", "random", "alphabeta4", "bundle"}

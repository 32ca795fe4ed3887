import json
import os
import shlex
import signal
import subprocess
import sys
import time
from itertools import permutations
from pathlib import Path

import pytest

from tests.bad_bots import command, is_alive
from tools import locks
from tools.match import main
from tools.players import ROOT
from tools.recordings import read_recording
from tools.records import read_record

STEADY = command("steady")
# Nobody loses by the clock where the machine is busy with other tests.
PATIENT = ["--limit-ms", "5000", "--first-ms", "20000"]


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


def test_a_match_is_played_printed_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", STEADY, "--games", "4", "--seed", "3", "--jobs", "2", *PATIENT]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == (
        f"wall against {Path(sys.executable).name}: 4 games of 2 players, seed 3, random starts, fair or not, "
        "5000 ms for an answer, 20000 ms for a seat's first"
    )
    assert "+------------------------------+" in shown
    assert "4 games, 4 of them different" in shown
    assert "2 whole blocks: 2 swept by wall" in shown
    assert "answer times in ms" in shown
    records = [read_recording(path).record for path in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 4
    assert [[seat.name == "wall" for seat in record.players] for record in records] == [
        [True, False],
        [False, True],
    ] * 2
    assert records[0].starts == records[1].starts != records[2].starts == records[3].starts
    assert {record.seed for record in records} == {3}
    assert records[0].players[1].command == STEADY


def test_the_same_seed_and_the_same_bots_play_the_same_games(tmp_path: Path) -> None:
    for directory, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        assert main(["flood", "wall", "--games", "2", "--seed", seed, "--output", directory, *PATIENT]) == 0
    games = {
        directory: [
            [move.answer for move in read_record(path).moves] for path in sorted((tmp_path / directory).iterdir())
        ]
        for directory in "abc"
    }
    assert games["a"] == games["b"] != games["c"]


def test_three_and_four_players_and_one_name_for_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([STEADY, "wall", "--players", "4", "--games", "1", "--seed", "1"]) == 0
    assert "4 games of 4 players, seed 1" in capsys.readouterr().out
    assert len(list((tmp_path / "games").iterdir())) == 4
    assert main([STEADY, "--players", "3", "--games", "2", "--seed", "1"]) == 0
    assert "(2 games are no whole blocks of 3)" in capsys.readouterr().out
    # Of the four games of the first match one would be left over.
    assert len(list((tmp_path / "games").iterdir())) == 3


def test_all_orders_of_the_seats_and_results_alone_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    bots = [STEADY, command("says", "DOWN"), command("says", "UP")]
    assert main([*bots, "--games", "1", "--permutations", "--seed", "1", "--no-records", "--json", "-", *PATIENT]) == 0
    shown = capsys.readouterr()
    data = json.loads(shown.out)
    assert "6 games of 3 players" in shown.err
    assert sorted(map(tuple, data["match"]["orders"])) == sorted(permutations(range(3)))
    assert (data["games"], len(data["blocks"]["by_wins"])) == (6, 7)


def test_given_starts_and_fair_starts(tmp_path: Path) -> None:
    arguments = [STEADY, STEADY, "--starts", "(9,5)(10,7)(1,1)", "--fixed-seats", "--output", "given"]
    assert main(arguments) == 0
    (path,) = (tmp_path / "given").iterdir()
    assert read_record(path).starts == [(9, 5), (10, 7)]
    assert main([STEADY, STEADY, "--fair", "0.02", "--seed", "1", "--games", "2", "--output", "fair"]) == 0


def test_each_lost_game_comes_with_a_command_that_plays_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([STEADY, "wall", "--games", "2", "--seed", "3", "--output", "first", *PATIENT]) == 0
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    commands = [line for line in shown if "-m tools.match" in line]
    assert len(commands) == 2
    for name in ("game-0001", "game-0002"):
        assert shlex.join([sys.executable, "-m", "tools.view", f"first/{name}.json", "--open"]) in shown
    assert main([STEADY, "wall", "--games", "2", "--seed", "3", "--games-file", "kept.games", *PATIENT]) == 0
    assert "tools.view kept.games:1 --open\n" in capsys.readouterr().out
    for number, line in enumerate(commands, start=1):
        words = shlex.split(line)
        assert words[:3] == [sys.executable, "-m", "tools.match"]
        assert main([*words[3:], "--output", f"again{number}"]) == 0
        (path,) = (tmp_path / f"again{number}").iterdir()
        before, after = read_record(tmp_path / "first" / f"game-{number:04}.json"), read_record(path)
        assert (before.starts, before.players, before.deaths) == (after.starts, after.players, after.deaths)
        assert [move.answer for move in before.moves] == [move.answer for move in after.moves]


@pytest.mark.parametrize("bad", ["crashes 1", "exits", "floods_output", "binary", "answers_twice", "dies_before_child"])
def test_after_a_bad_bot_the_next_game_is_played(bad: str, tmp_path: Path) -> None:
    name, *options = bad.split()
    starts = ["--starts", "(4,1)(4,5)"]
    assert main([command(name, *options), STEADY, "--games", "4", *starts, *PATIENT]) == 0
    records = [read_record(path) for path in sorted((tmp_path / "games").iterdir())]
    assert [record.ranks for record in records] == [[1, 0], [0, 1]] * 2
    assert len({record.deaths[0].cause for record in records}) == 1


def test_a_late_bot_loses_unless_the_limit_is_lifted(tmp_path: Path) -> None:
    arguments = [command("says", "UP"), STEADY, "--starts", "(4,1)(0,5)", "--fixed-seats"]
    # Nobody answers within a microsecond.
    assert main([*arguments, "--limit-ms", "0.001", "--first-ms", "0", "--output", "strict"]) == 0
    assert main([*arguments, "--limit-ms", "0", "--first-ms", "0", "--output", "lenient"]) == 0
    strict, lenient = (read_record(tmp_path / name / "game-0001.json") for name in ("strict", "lenient"))
    assert [(death.seat, death.cause.value, death.move) for death in strict.deaths] == [(0, "timeout", 2)]
    assert [(death.seat, death.cause.value, death.move) for death in lenient.deaths] == [(0, "edge", 2)]
    assert (lenient.limits.first_ms, lenient.limits.move_ms) == (None, None)


def test_without_records_nothing_is_written(tmp_path: Path) -> None:
    assert main([STEADY, STEADY, "--fixed-seats", "--no-records"]) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gredy", "wall"], "'gredy' is neither a program that can be run nor one of the names"),
        (["wall"] * 5, "a game has 2 to 4 players, found 5"),
        (["wall", "--players", "5"], "a game has 2 to 4 players, found 5"),
        (["wall", "wall", "wall", "--players", "2"], "3 bots are named for a game of 2 players"),
        (["wall", "--starts", "(1,1)"], "--starts has 1 cells for 2 players"),
        (["wall", "--starts", "(1,1)(40,1)"], "the start (40,1) of seat 1 is off the 30x20 grid"),
        (["wall", "--starts", "1,1"], "expected start cells such as"),
        (["wall", "--starts", "(1,1)(2,2)", "--fair", "0.1"], "--starts and --fair exclude each other"),
        (["wall", "--fair", "-1"], "a share of the grid, 0 or more; found -1.0"),
        (["wall", "--fair", "nan"], "a share of the grid, 0 or more; found nan"),
        (["wall", "--fair", "inf"], "a share of the grid, 0 or more; found inf"),
        (["wall", "wall", "--sprt", "5", "5"], "the test needs ELO0 below ELO1, found 5 and 5"),
        (["wall", "wall", "--sprt", "0", "nan"], "the test needs ELO0 below ELO1, found 0 and nan"),
        (["wall", "wall", "--sprt", "0", "5", "--alpha", "0"], "alpha is a rate of errors between 0 and 0.5, found 0"),
        (["wall", "wall", "--alpha", "0.1"], "--alpha and --beta go with --sprt only"),
        (["wall", "--sprt", "0", "5"], "--sprt needs somebody to play against"),
        (["wall", "--games-file", "x", "--output", "y"], "--games-file and --output exclude each other"),
        (["wall", "--games-file", "."], ".: Is a directory"),
        (["wall", "--replay", "x.json", "--games-file", "y"], "--games-file does not go with --replay"),
        (["wall", "--limit-ms", "-5"], "--limit-ms must be milliseconds, or 0 for no limit; found -5"),
        (["wall", "--first-ms", "nan"], "--first-ms must be milliseconds, or 0 for no limit; found nan"),
        (["wall", "--players", "0"], "a game has 2 to 4 players, found 0"),
        (["wall", "--seat", "1"], "--seat and --then go with --replay only"),
        (["wall", "wall", "--replay", "x.json"], "--replay takes one bot, found 2"),
        (["wall", "--replay", "x.json", "--seed", "1"], "--seed does not go with --replay"),
        (["wall", "--replay", "x.json"], "x.json: cannot be read: No such file or directory"),
    ],
)
def test_a_wrong_command_line_is_answered_with_one_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.startswith("match: ")
    assert shown.err.count("\n") == 1


def test_numbers_that_are_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--games", "--jobs"):
        with pytest.raises(SystemExit) as caught:
            main(["wall", option, "0"])
        assert caught.value.code == 2
        assert f"{option}: expected a number from 1 to 999999999, found '0'" in capsys.readouterr().err
    # More bytes than the system counts with.
    with pytest.raises(SystemExit):
        main(["wall", "--memory-mb", "9" * 10])
    assert "--memory-mb: expected a number from 1 to 999999999, found '9999999999'" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--output", "--games-file", "--json", "--csv"])
def test_an_empty_name_is_not_the_current_directory(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["wall", option, ""])
    assert f"argument {option}: expected a name, found an empty one" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--output", "mine"]])
def test_two_matches_do_not_write_into_one_directory(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    directory = Path(arguments[-1] if arguments else "games")
    directory.mkdir()
    (directory / "game-0001.json").write_text("of the other one")
    with locks.locked(directory) as ours:
        assert ours
        assert main(["wall", "flood", *arguments]) == 2
    assert f"match: {directory} is being written by another match: wait for its end" in capsys.readouterr().err
    assert (directory / "game-0001.json").read_text() == "of the other one"


def test_records_of_another_match_are_not_mixed_with_new_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([STEADY, "--fixed-seats", "--output", "kept"]) == 0
    before = (tmp_path / "kept" / "game-0001.json").read_bytes()
    assert main([STEADY, "--fixed-seats", "--output", "kept"]) == 2
    assert "kept already holds game-0001.json: name another directory" in capsys.readouterr().err
    assert (tmp_path / "kept" / "game-0001.json").read_bytes() == before
    (tmp_path / "file").touch()
    assert main([STEADY, "--fixed-seats", "--output", "file"]) == 2
    assert "match: file: File exists" in capsys.readouterr().err


def start_match(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "tools.match", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def await_file(path: Path) -> None:
    patience = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < patience
        time.sleep(0.005)


def test_ctrl_c_finishes_the_running_game_and_prints_what_was_played(tmp_path: Path) -> None:
    match = start_match(STEADY, STEADY, "--games", "100000", "--no-board", "--starts", "(4,1)(3,5)")
    await_file(tmp_path / "games" / "game-0002.json")
    match.send_signal(signal.SIGINT)
    shown, errors = match.communicate(timeout=30)
    assert match.returncode == 130
    assert errors == ""
    count = len(list((tmp_path / "games").glob("game-*.json")))
    assert f"interrupted: {count} of 100000 games were played" in shown
    assert f"{count} games, " in shown
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == [
        f"game-{number:04}.json" for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("signals", [[signal.SIGTERM], [signal.SIGINT, signal.SIGINT]])
def test_a_second_ctrl_c_or_a_request_to_end_gives_up_the_running_game(
    signals: list[signal.Signals], tmp_path: Path
) -> None:
    # The second of them has all the time that it wants, and takes it.
    note = tmp_path / "child"
    match = start_match(
        command("leaves_child", str(note)),
        command("hangs"),
        "--starts",
        "(4,1)(3,5)",
        "--no-records",
        "--limit-ms",
        "0",
    )
    await_file(note)
    for number in signals:
        match.send_signal(number)
        time.sleep(0.05)  # two signals at once would arrive as one
    shown, errors = match.communicate(timeout=30)
    assert match.returncode == 128 + signals[-1]
    assert errors == ""
    assert "interrupted: 0 of 4 games were played" in shown
    assert not is_alive(int(note.read_text()))


def test_the_json_of_a_record_is_plain(tmp_path: Path) -> None:
    assert main([STEADY, STEADY, "--fixed-seats", "--seed", "2"]) == 0
    data = json.loads((tmp_path / "games" / "game-0001.json").read_text())
    assert list(data) == [
        *("format", "version", "seed", "grid", "starts", "players", "limits", "moves", "deaths", "ranks"),
    ]
    assert data["limits"] == {"first_ms": 1000, "move_ms": 100}


def test_a_python_without_the_packages_is_told_what_to_do() -> None:
    # -S leaves the installed packages out.
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tools.match", "wall"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("tools.match needs the package rich, which ")
    assert done.stderr.count("\n") == 1


def test_more_games_than_can_be_planned_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", "random", "--games", "100001", "--no-records"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("match: --games is at most 100000, found 1")
    assert error.count("\n") == 1

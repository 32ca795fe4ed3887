"""The referee as arenas start it: scores first, nothing on stderr, the same game again from its own data."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, run_tool

from tests.bad_bots import command, is_alive
from tools.plugs.arguments import read_arguments
from tools.plugs.command import PlugError
from tools.plugs.gamelog import read_saved, to_log
from tools.plugs.referee import main, scores_of
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death

STEADY = command("steady")
# Rows of their own: the second seat's bot has five cells fewer to its right.
ROWS = "starts=(4,1)(9,5)"
PATIENT = ["-timeout", "5000"]


def record_of(ranks: Sequence[int], causes: dict[int, Cause]) -> Record:
    """Make a record of a game that ended in these ranks; causes not named are the edge."""
    order = sorted(range(len(ranks)), key=lambda seat: -ranks[seat])[:-1]
    deaths = [Death(seat, causes.get(seat, Cause.EDGE), index) for index, seat in enumerate(order)]
    seats = [Seat(f"bot {seat}", "x") for seat in range(len(ranks))]
    moves = [Move(seat, "UP", 1.0, None) for seat in order]
    starts = [(seat, 0) for seat in range(len(ranks))]
    return Record(1, (30, 20), starts, seats, Limits(None, None), moves, deaths, list(ranks))


def test_scores_come_first_then_the_data_and_nothing_on_stderr() -> None:
    result = run_tool("-m", "tools.plugs.referee", "-p1", STEADY, "-p2", STEADY, "-d", "seed=42", ROWS, *PATIENT)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "1\n0\nseed=42\nstarts=(4,1)(9,5)\n"


def test_the_data_printed_repeats_the_game_and_the_seed_alone_does_too(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["-p1", "random --seed 1", "-p2", "random --seed 2", "-p3", STEADY, *PATIENT]
    shown = []
    for data in (["-seed", "7"], ["-d", "seed=7"]):
        assert main([*bots, *data]) == 0
        shown.append(capsys.readouterr().out)
    assert main([*bots, "-d", *shown[0].splitlines()[3:]]) == 0
    assert shown == [capsys.readouterr().out] * 2
    assert main([*bots, "-seed", "8"]) == 0
    assert capsys.readouterr().out.splitlines()[4] != shown[0].splitlines()[4]


def test_without_a_seed_games_differ_and_tell_their_seed(capsys: pytest.CaptureFixture[str]) -> None:
    starts = set()
    for _ in range(4):
        main(["-p1", STEADY, "-p2", STEADY, *PATIENT])
        starts.add(capsys.readouterr().out.splitlines()[-1])
    assert len(starts) > 1


def test_four_players_score_by_how_many_they_outlive(capsys: pytest.CaptureFixture[str]) -> None:
    bots = [word for seat in range(4) for word in (f"-p{seat + 1}", STEADY)]
    assert main([*bots, "-d", "starts=(20,0)(2,1)(25,2)(10,3)", *PATIENT]) == 0
    assert capsys.readouterr().out.split()[:4] == ["1", "3", "0", "2"]


@pytest.mark.parametrize(
    ("ranks", "failed", "scores"),
    [
        ([0, 1], [], [1, 0]),
        ([0, 1], [1], [1, -1]),
        ([1, 0], [0], [-1, 1]),
        ([0, 1, 2], [2], [2, 1, -2]),
        ([0, 1, 2], [1, 2], [2, -1, -2]),
        # A sound bot came behind, and a score below 0 would put the failed one below it.
        ([0, 1, 2], [1], [2, 1, 0]),
        ([3, 1, 0, 2], [0, 1], [-3, 2, 3, 1]),
    ],
)
def test_a_failed_bot_scores_below_nought_where_that_changes_no_place(
    ranks: list[int], failed: list[int], scores: list[int]
) -> None:
    found = scores_of(record_of(ranks, dict.fromkeys(failed, Cause.CRASHED)))
    assert found == scores
    seats = range(len(ranks))
    assert sorted(seats, key=lambda seat: -found[seat]) == sorted(seats, key=ranks.__getitem__)


@pytest.mark.parametrize("cause", [Cause.EDGE, Cause.OWN_RIBBON, Cause.OTHER_RIBBON])
def test_who_dies_on_the_grid_has_not_failed(cause: Cause) -> None:
    assert scores_of(record_of([0, 1], {1: cause})) == [1, 0]


@pytest.mark.parametrize("bad", ["crashes 0", "exits", "binary", "floods_output", "answers_twice", "hangs"])
def test_a_bad_bot_loses_with_a_score_below_nought_and_a_silent_stderr(bad: str) -> None:
    name, *options = bad.split()
    timeout = "1500" if bad == "hangs" else "5000"
    arguments = ["-p1", command(name, *options), "-p2", STEADY, "-d", ROWS, "-timeout", timeout]
    result = run_tool("-m", "tools.plugs.referee", *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.split()[:2] == ["-1", "1"]


def test_a_command_comes_as_one_word_or_as_its_words() -> None:
    words = ["-p1", "bot", "--nodes", "5", "-p2", "a b --x", "-seed", "-3", "-p3", "wall", "-s", "-league", "2"]
    arguments = read_arguments(words)
    assert arguments.bots == ["bot --nodes 5", "a b --x", "wall"]
    assert (arguments.seed, arguments.show) == (-3, True)
    # Arenas rotate who sits where by naming the bots in any order.
    assert read_arguments(["-p2", "wall", "-p1", "flood"]).bots == ["flood", "wall"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "expected bots for -p1, -p2"),
        (["-p1", "wall"], "2 to 4 of them, found -p1"),
        (["-p1", "wall", "-p1", "flood"], "-p1 stands twice"),
        (["-p1", "wall", "-p3", "wall"], "found -p1, -p3"),
        (["-p1", "-p2", "wall"], "-p1 is followed by a bot's command, found '-p2'"),
        (["-p1", "wall", "-p2"], "found 'nothing'"),
        (["-p1", "wall a", "-p2", "wall a", "-p5", "wall"], "no option '-p5'"),
        (["-p1", "wall a", "--frobnicate", "-p2", "wall"], "no option '--frobnicate'"),
        (["-p1", "wall", "-p2", "wall", "-seed"], "-seed is followed by a value"),
        (["-p1", "wall", "-p2", "wall", "-seed", "x"], "the seed is a whole number of at most 19 digits, found 'x'"),
        (["-p1", "wall", "-p2", "wall", "-seed", "1" * 5_000], "at most 19 digits"),
        (["-p1", "wall", "-p2", "wall", "-d", "seed=٣"], "the seed is a whole number"),
        (["-p1", "wall", "-p2", "wall", "-d", "seed="], "found ''"),
        (["-p1", "wall", "-p2", "wall", "-d", "speed=1"], "-d is followed by seed=N or starts="),
        (["-p1", "wall", "-p2", "wall", "-d", "starts=(1,1)"], "starts= has 1 cells for 2 bots"),
        (["-p1", "wall", "-p2", "wall", "-d", "starts=(1,1)(1,1)"], "share a start cell"),
        (["-p1", "wall", "-p2", "wall", "-d", "starts=(1,1)(40,1)"], "off the 30x20 grid"),
        (["-p1", "wall", "-p2", "wall", "-d", "starts=nowhere"], "expected start cells"),
        (["-p1", "wall", "-p2", "wall", "-timeout", "0"], "the timeout is from 1 to 999999999 milliseconds"),
        (["-p1", "wall", "-p2", "wall", "-timeout", "1" + "0" * 9], "the timeout is from 1 to 999999999 milliseconds"),
        (["-p1", "wall", "-p2", "wall", "-league", "gold"], "the league is a whole number"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused(words: list[str], complaint: str) -> None:
    with pytest.raises(PlugError) as refused:
        read_arguments(words)
    assert complaint in str(refused.value)


@pytest.mark.parametrize("bot", ["no-such-program", "''", "'unbalanced", "."])
def test_a_bot_that_cannot_be_started_is_one_sentence(bot: str) -> None:
    result = run_tool("-m", "tools.plugs.referee", "-p1", bot, "-p2", "wall")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("referee: ")
    assert result.stderr.count("\n") == 1


def test_more_starts_than_bots_are_cut_as_the_site_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-p1", STEADY, "-p2", STEADY, "-d", "starts=(26,10)(0,12)(6,3)(4,2)", *PATIENT]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "starts=(26,10)(0,12)"


def test_the_log_has_a_frame_an_answer_and_the_game_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    # Both are run by Python, and told apart by their commands.
    bots = ["-p1", command("explains"), "-p2", command("crashes", "1")]
    assert main([*bots, "-d", "seed=3", ROWS, "-l", str(path), *PATIENT]) == 0
    assert capsys.readouterr().out.split()[:2] == ["1", "-1"]
    log = json.loads(path.read_text(encoding="utf-8"))
    assert log["outputs"] == {"0": ["RIGHT\n", None, "RIGHT\n", None], "1": [None, "RIGHT\n", None, None]}
    assert log["errors"]["0"] == ["ready\nturn 0", None, "turn 1", None]
    assert "RuntimeError: out of luck" in log["errors"]["1"][3]
    assert log["errors"]["referee"] == [None] * 4
    assert (log["scores"], log["uinput"]) == ({"0": 1, "1": -1}, ["seed=3", ROWS])
    assert log["summaries"] == ["", "", "", "seat 1 died: crashed"]
    assert log["tooltips"] == [{"turn": 3, "text": f"{bots[3]}: crashed", "event": 0}]
    assert [(agent["index"], agent["name"]) for agent in log["agents"]] == [(0, bots[1]), (1, bots[3])]
    assert (log["ids"], log["views"], log["failCause"]) == ({"0": 0, "1": 1}, [], None)
    monkeypatch.chdir(tmp_path)
    assert main(["-r", str(path)]) == 0
    assert capsys.readouterr().out == "page: games/view.html\n"
    page = (tmp_path / "games" / "view.html").read_text(encoding="utf-8")
    assert "game.json" in page
    assert "out of luck" in page


def test_a_log_read_back_is_the_game(tmp_path: Path) -> None:
    record = record_of([2, 1, 0], {0: Cause.TIMEOUT})
    path = tmp_path / "game.json"
    path.write_text(to_log(record, scores_of(record), ["seed=1"]), encoding="utf-8")
    assert read_saved(path) == record


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '{"metadata": 1}', '{"metadata": {"record": 7}}', '{"metadata": {"record": "{}"}}', "[" * 99_999],
)
def test_a_file_that_is_no_saved_game_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlugError, match=r"game\.json: "):
        read_saved(path)
    with pytest.raises(PlugError, match="missing: cannot be read"):
        read_saved(tmp_path / "missing")


def test_a_game_can_be_watched_on_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["-p1", STEADY, "-p2", STEADY, "-d", "seed=42", ROWS, "-s", *PATIENT]) == 0
    assert capsys.readouterr().out == "1\n0\nseed=42\nstarts=(4,1)(9,5)\npage: games/view.html\n"
    assert "seed 42" in (tmp_path / "games" / "view.html").read_text(encoding="utf-8")


def test_output_that_cannot_be_written_ends_the_command(tmp_path: Path) -> None:
    play = f"{sys.executable} -m tools.plugs.referee -p1 wall -p2 wall"
    for shell, complaint in (
        (f"{play} >&-", "stdout is closed"),
        (f"{play} > /dev/full", "No space left"),
        (f"{play} -l {tmp_path}/no/such/place >/dev/null", "No such file or directory"),
    ):
        result = subprocess.run(["sh", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
        assert result.returncode == 1
        assert complaint in result.stderr
        assert result.stderr.count("\n") == 1


def test_a_referee_that_is_told_to_end_takes_its_bots_along(tmp_path: Path) -> None:
    note = tmp_path / "child"
    bots = ["-p1", command("leaves_child", str(note)), "-p2", command("hangs"), "-timeout", "60000"]
    with subprocess.Popen(
        [sys.executable, "-m", "tools.plugs.referee", *bots], cwd=ROOT, stderr=subprocess.PIPE
    ) as referee:
        while not (note.exists() and note.read_text()):
            time.sleep(0.002)  # until the bot has begun to play
        referee.send_signal(signal.SIGTERM)
        assert referee.stderr is not None
        assert referee.stderr.read() == b""
        assert referee.wait() == 130
    assert not is_alive(int(note.read_text()))


def test_help_tells_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    shown = capsys.readouterr().out
    assert all(
        option in shown for option in ("-p4", "-d seed=N", "-seed", "-timeout", "-l FILE", "-s", "-r", "-league")
    )


def test_the_readme_s_lines_for_other_arenas_name_plugs_that_run() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## In other people's arenas")[2]
    section = section.partition("\n## ")[0]
    modules = set(re.findall(r"python3 -m (tools\.plugs\.\w+)", section))
    assert modules == {"tools.plugs.referee", "tools.plugs.relay", "tools.plugs.league"}
    for module in modules:
        result = run_tool("-m", module, "--help")
        assert (result.returncode, result.stderr) == (0, "")
        assert module in result.stdout

"""One JSON object a game for league daemons, and psyleague itself playing a league through the plug."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, run_tool
from hypothesis import given
from hypothesis import strategies as st

from tests.bad_bots import command
from tools.plugs.command import PlugError
from tools.plugs.league import describe, main
from tools.plugs.remarks import Remark, game_data, player_data, read_remarks, read_value
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death

STEADY = command("steady")
PATIENT = ["--limit-ms", "5000"]
GAMES = 30


def record_of(*debug: str) -> Record:
    """Make a record of two seats in turn that wrote this on stderr; seat 0 dies at its last turn."""
    moves = [Move(index % 2, "UP", 1.0, None, text or None) for index, text in enumerate(debug)]
    seats = [Seat("a", "a"), Seat("b", "b")]
    return Record(1, (30, 20), [(1, 1), (5, 5)], seats, Limits(None, None), moves, [Death(0, Cause.EDGE, 0)], [1, 0])


def league(*arguments: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command and return what it printed."""
    assert main([*arguments, *PATIENT]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_game_as_psyleague_and_cgarena_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = league("flood", STEADY, "--seed", "5", capsys=capsys)
    assert set(game) == {"ranks", "errors", "test_data", "player_data", "attributes"}
    assert (game["ranks"], game["errors"], game["player_data"]) == ([0, 1], [0, 0], [{}, {}])
    assert game["test_data"] == {"seed": 5, "starts": "(29,15)(19,6)", "moves": 20}
    assert game["attributes"] == [{"name": "death", "player": 1, "turn": 19, "value": "another's ribbon"}]


@pytest.mark.parametrize(
    ("bad", "cause"),
    [
        ("crashes 0", "crashed"),
        ("exits", "stopped answering"),
        ("binary", "invalid output"),
        ("killed", "crashed"),
        ("floods_output", "invalid output"),
    ],
)
def test_a_bad_bot_loses_and_its_error_is_marked(bad: str, cause: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *options = bad.split()
    game = league("flood", "wall", command(name, *options), "--seed", "1", capsys=capsys)
    assert game["ranks"][2] == 2
    assert game["errors"] == [0, 0, 1]
    assert game["attributes"][0]["value"] == cause


@pytest.mark.parametrize("bot", ["no-such-program", "''", "'", "/", "missing.py"])
def test_a_bot_that_cannot_be_started_loses_and_the_daemon_goes_on(bot: str) -> None:
    result = run_tool("-m", "tools.plugs.league", bot, "wall", bot, "--limit-ms", "5000")
    assert result.returncode == 0
    game = json.loads(result.stdout)
    assert (game["ranks"], game["errors"]) == ([2, 0, 1], [1, 0, 1])
    assert [line.startswith("league: ") for line in result.stderr.splitlines()] == [True] * 2


def test_nobody_can_be_started_and_there_is_a_result_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert league("no-such-program", "nor-this", capsys=capsys)["errors"] == [1, 1]


def test_a_block_is_every_seating_of_one_start_in_the_order_of_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    games = league("flood", STEADY, command("crashes", "0"), "--seed", "4", "--block", capsys=capsys)
    assert [game["ranks"] for game in games] == [[0, 1, 2]] * 3
    assert [game["errors"] for game in games] == [[0, 0, 1]] * 3
    assert len({game["test_data"]["starts"] for game in games}) == 1
    # The third bot fails at once, that is at the move of its seat, which shifts by one.
    assert [game["attributes"][0] for game in games] == [
        {"name": "death", "player": 2, "turn": turn, "value": "crashed"} for turn in (2, 0, 1)
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["wall"], "a game has 2 to 4 bots, found 1"),
        (["wall"] * 5, "a game has 2 to 4 bots, found 5"),
        (["wall", "wall", "--seed", "x"], "the seed is a whole number of at most 19 digits, found 'x'"),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], complaint: str) -> None:
    with pytest.raises(PlugError, match=complaint):
        main(arguments)


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "soon", "1e12"])
def test_a_limit_that_is_none_is_refused(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["wall", "wall", "--limit-ms", limit])
    assert "expected milliseconds above 0" in capsys.readouterr().err


def test_what_bots_tell_reaches_the_daemon() -> None:
    record = record_of(
        "[TDATA] map = open\nthinking...\n[PDATA] depth = 4\n[PDATA+] nodes = 10",
        "[PDATA][7] depth = 9\n[PDATA+] nodes = 1.5\n[TDATA][8] map = closed",
        " [PDATA] depth = 5 \r\n[PDATA+] nodes = 20\n[PDATA] mood = fine",
    )
    game = describe(record, set(), (0, 1))
    assert game["test_data"]["map"] == "closed"
    # A mood cannot be averaged: psyleague would stop at it.
    assert game["player_data"] == [{"depth": 5, "nodes": 30}, {"depth": 9, "nodes": 1.5}]
    assert {"name": "depth", "player": 1, "turn": 7, "value": 9} in game["attributes"]
    assert {"name": "map", "player": None, "turn": 8, "value": "closed"} in game["attributes"]
    assert {"name": "mood", "player": 0, "turn": None, "value": "fine"} in game["attributes"]
    # The seats exchanged, each bot keeps what is its own.
    swapped = describe(record, set(), (1, 0))
    assert swapped["player_data"] == game["player_data"][::-1]
    assert swapped["ranks"] == [0, 1]
    assert {"name": "mood", "player": 1, "turn": None, "value": "fine"} in swapped["attributes"]


def test_a_bot_cannot_overwrite_what_the_referee_tells() -> None:
    assert describe(record_of("[TDATA] seed = 99\n[TDATA] moves = lies"), set(), (0, 1))["test_data"]["seed"] == 1


@pytest.mark.parametrize(
    "line",
    ["[TDATA] = 3", "[TDATA] k 3", "[PDATA-] k = 3", "[PDATA][x] k = 3", "x [PDATA] k = 3", "[PDATA]", "[PDATA][1][2]"],
)
def test_other_lines_are_the_bot_s_own_affair(line: str) -> None:
    assert list(read_remarks(record_of(line))) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("-3", -3), ("+3", 3), ("2.50", 2.5), (".5", 0.5), ("1e3", 1000.0), ("fine", "fine"), ("", "")]
    + [(text, text) for text in ("nan", "inf", "-Infinity", "1e999", "1_000", "٣", "9" * 400, "0x10", "1 2")],
)
def test_a_value_is_a_number_where_json_has_it_too(text: str, value: object) -> None:
    found = read_value(text)
    assert (found, type(found)) == (value, type(value))


@given(st.lists(st.text(max_size=60).map("[PDATA+] k = {}".format) | st.text(max_size=60), max_size=8))
def test_whatever_bots_write_the_result_is_json_that_psyleague_can_average(debug: list[str]) -> None:
    game = describe(record_of(*debug, "[PDATA+] x = 1e308\n[PDATA+] x = 1e308"), set(), (0, 1))
    again = json.loads(json.dumps(game, allow_nan=False))
    assert all(float(value) == value for data in again["player_data"] for value in data.values())


def test_sums_begin_at_nought_for_each_seat() -> None:
    remarks = [Remark("PDATA+", seat, None, "n", seat + 1) for seat in (0, 1, 1)]
    assert [player_data(remarks, seat) for seat in (0, 1, 2)] == [{"n": 1}, {"n": 4}, {}]
    assert game_data(remarks) == {}


def test_psyleague_plays_a_league_of_three_of_our_bots(tmp_path: Path, flat_bundle: Path) -> None:
    """The daemon itself: bots added and games played through its own commands, and no game with an error."""
    psyleague = shutil.which("psyleague", path=str(Path(sys.executable).parent))
    assert psyleague, "psyleague is in the dev extra: run `make setup`"

    def run(*arguments: str) -> str:
        result = subprocess.run([psyleague, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, ""), result.stdout
        return result.stdout

    run("config")
    settings = (tmp_path / "psyleague.cfg").read_text(encoding="utf-8")
    python = shlex.quote(sys.executable)
    for name, value in {
        "cmd_bot_setup": "cp %SRC%.py %DIR%/%NAME%.py",
        "cmd_play_game": f"env PYTHONPATH={shlex.quote(str(ROOT))} {python} -m tools.plugs.league --limit-ms 5000 "
        "%DIR%/%ALL_PLAYERS%.py",
    }.items():
        lines = [f"{name} = '''{value}'''" if line.startswith(name) else line for line in settings.splitlines()]
        settings = "\n".join(lines)
    (tmp_path / "psyleague.cfg").write_text(settings, encoding="utf-8")
    for nodes in (1, 2, 3):
        lines = ["import runpy, sys", f"sys.argv += ['--nodes', '{nodes}']"]
        lines += [f"print('[PDATA] nodes =', {nodes}, file=sys.stderr)"]
        lines += [f"runpy.run_path({str(flat_bundle)!r}, run_name='__main__')"]
        (tmp_path / f"source{nodes}.py").write_text("\n".join(lines), encoding="utf-8")
        run("bot", "add", f"bot{nodes}", "--src", f"source{nodes}")
    shown = run("run", "--games", str(GAMES))
    assert f"{GAMES} / {GAMES}" in shown
    games = [json.loads(line) for line in (tmp_path / "psyleague.games").read_text(encoding="utf-8").splitlines()]
    assert len(games) == GAMES
    for game in games:
        assert sorted(game["ranks"]) == [0, 1]
        assert game["errors"] == [0, 0]
        assert game["player_data"] == [{"nodes": int(name[-1])} for name in game["players"]]
    assert {name for game in games for name in game["players"]} == {"bot1", "bot2", "bot3"}
    table = run("show")
    assert all(f"bot{nodes}" in table for nodes in (1, 2, 3))

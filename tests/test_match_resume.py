"""A match that is killed, interrupted or split over machines has the games and the results of one that is not."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import environment_without_make

from tests.bad_bots import command
from tools.digests import digest
from tools.games import main as games_main
from tools.games_file import Entry, read_games
from tools.match import main
from tools.players import ROOT, resolve
from tools.records import read_record

# Bots that start and play in an instant, and always alike.
BOTS = [command("steady"), command("says", "DOWN")]
PATIENT = ["--limit-ms", "0", "--first-ms", "0"]
MATCH = [*BOTS, "--games", "24", "--seed", "5", *PATIENT, "--no-board", "--adjudicate"]


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def start(*arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "tools.match", *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def played(path: Path) -> list[tuple[Any, ...]]:
    """Return all of the games that is the same each time."""

    def game(entry: Entry) -> tuple[Any, ...]:
        record = entry.outcome.record
        answers = [(move.seat, move.answer) for move in record.moves]
        return entry.number, entry.block, entry.order, record.starts, answers, record.deaths, record.ranks

    return [game(entry) for entry in read_games(path)]


def results(path: Path) -> dict[str, Any]:
    """Return a match's results without times."""
    data: dict[str, Any] = json.loads(path.read_text())
    del data["overhead_ms"]
    for player in data["players"]:
        for times in ("wall_ms", "cpu_ms", "first_wall_ms"):
            del player[times]
    return data


def test_a_match_killed_at_ten_random_moments_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    rng = random.Random(3)
    whole, killed = tmp_path / "whole.games", tmp_path / "killed.games"
    assert main([*MATCH, "--games-file", str(whole), "--json", "whole.json", "--csv", "whole.csv"]) == 0
    arguments = [*MATCH, "--games-file", str(killed), "--json", "killed.json", "--csv", "killed.csv", "--jobs", "2"]
    for kill in range(10):
        wanted = min(24, lines(killed) + rng.choice((0, 1, 2)))
        match = start(*arguments)
        while kill and lines(killed) < wanted and match.poll() is None:
            time.sleep(0.002)  # until some more games have been played
        time.sleep(rng.uniform(0, 0.05))  # any moment will do, and no two alike
        match.kill()
        match.communicate()
    assert main(arguments) == 0
    assert len(played(killed)) == 24
    assert played(killed) == played(whole)
    assert results(tmp_path / "killed.json") == results(tmp_path / "whole.json")
    assert (tmp_path / "killed.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_an_interrupted_match_goes_on_with_the_same_command_its_drawn_seed_included(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.games"
    arguments = [*BOTS, "--games", "400", *PATIENT, "--no-board", "--games-file", str(path), "--jobs", "1"]
    match = start(*arguments)
    while lines(path) < 3:
        time.sleep(0.002)  # until two games have been played
    match.send_signal(signal.SIGINT)
    _, errors = match.communicate(timeout=60)
    assert (match.returncode, errors) == (130, b"")
    count = len(played(path))
    assert 2 <= count < 400
    arguments[arguments.index("400")] = str(count + 2)
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert f"{path} has {count} games of this match already" in shown
    games = list(read_games(path))
    assert [entry.number for entry in games] == list(range(len(games)))
    assert len({entry.outcome.record.seed for entry in games}) == 1


def test_the_verdict_is_that_of_the_first_blocks_that_know_it(tmp_path: Path) -> None:
    """Two jobs may finish games beyond the last that was needed; they stay in the file and do not count."""
    arguments = [*BOTS, "--seed", "5", *PATIENT, "--no-board", "--sprt", "0", "500", "--games", "400"]
    assert main([*arguments, "--jobs", "1", "--games-file", "one", "--json", "one.json"]) == 0
    assert main([*arguments, "--jobs", "2", "--games-file", "two", "--json", "two.json"]) == 0
    one, two = results(tmp_path / "one.json"), results(tmp_path / "two.json")
    assert one == two
    assert one["sprt"]["accepted"] in {"H0", "H1"}
    assert one["games"] == 2 * one["sprt"]["blocks"] < 400
    assert len(played(tmp_path / "one")) == one["games"] <= len(played(tmp_path / "two"))
    # Asked again, the file knows the answer.
    assert main([*arguments, "--jobs", "1", "--games-file", "one", "--json", "again.json"]) == 0
    assert len(played(tmp_path / "one")) == one["games"]
    assert results(tmp_path / "again.json") == one


@pytest.mark.parametrize(("bots", "accepted"), [([BOTS[0], BOTS[0]], "H0"), ([BOTS[0], command("exits")], "H1")])
def test_a_bot_is_no_better_than_itself_and_better_than_one_that_gives_up(
    bots: list[str], accepted: str, tmp_path: Path
) -> None:
    arguments = [*bots, "--seed", "5", *PATIENT, "--no-board", "--no-records", "--sprt", "0", "400", "--json", "json"]
    assert main(arguments) == 0
    data = json.loads((tmp_path / "json").read_text())
    assert data["sprt"]["accepted"] == accepted
    lost, split, won = data["blocks"]["by_wins"]
    # Where the first start lies at the edge, whoever moves first dies first.
    assert (lost, won > 0) == (0, accepted == "H1")
    assert accepted == "H1" or split == data["games"] / 2


def test_parts_that_were_played_on_two_machines_are_merged_and_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, whole, merged = (tmp_path / name for name in ("first", "second", "whole", "merged"))
    common = [*BOTS, "--seed", "5", *PATIENT, "--no-board", "--adjudicate", "--games-file"]
    assert main([*common, str(whole), "--games", "12"]) == 0
    assert main([*common, str(first), "--games", "6"]) == 0
    assert main([*common, str(second), "--games", "6", "--first-block", "2"]) == 0
    assert "from block 2 on" in capsys.readouterr().out
    assert games_main(["merge", str(first), str(second), "-o", str(merged)]) == 0
    assert f"{merged}: 10 games" in capsys.readouterr().out
    assert main([*common, str(merged), "--games", "12"]) == 0
    assert played(merged) == played(whole)


def test_a_record_is_taken_out_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.games"
    assert main([*BOTS, "--games", "2", "--seed", "5", *PATIENT, "--games-file", str(path)]) == 0
    capsys.readouterr()
    assert games_main(["record", str(path), "2"]) == 0
    (tmp_path / "game.json").write_text(capsys.readouterr().out)
    assert read_record(tmp_path / "game.json") == list(read_games(path))[1].outcome.record
    assert games_main(["record", str(path), "3"]) == 2
    assert capsys.readouterr().err == f"games: {path} has no game 3\n"
    assert games_main(["merge", str(tmp_path / "none"), "-o", "x"]) == 2
    assert capsys.readouterr().err == f"games: {tmp_path / 'none'}: No such file or directory\n"
    assert games_main(["merge", str(tmp_path / "game.json"), "-o", "x"]) == 2
    assert "is no file of a match's games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        (["--seed", "6"], "seed is 5 there and 6 here"),
        (["--adjudicate"], "adjudicate is false there and true here"),
        (["--limit-ms", "50"], "limits.move_ms is null there and 50 here"),
        (["--fair", "0.1"], "fair is null there and 0.1 here"),
        (["--permutations", "--players", "3"], "orders is [[0, 1], [1, 0]] there and "),
        (["--memory-mb", "768"], "memory_mb is null there and 768 here"),
    ],
)
def test_the_file_of_another_match_is_refused(
    changes: list[str], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text("print('UP', flush=True)\n")
    arguments = ["wall", f"{sys.executable} bot.py", "--seed", "5", *PATIENT, "--games-file", "file"]
    header = (
        '{"format":"tron-battle-games","version":1,"match":{"players":[{"command":"wall","files":"%s"},'
        '{"command":"%s bot.py","files":"%s"}],"orders":[[0,1],[1,0]],"seed":5,"starts":null,"fair":null,'
        '"limits":{"first_ms":null,"move_ms":null},"adjudicate":false,"memory_mb":null}}\n'
    )
    digests = [digest(resolve(text)) for text in arguments[:2]]
    (tmp_path / "file").write_text(header % (digests[0], sys.executable, digests[1]))
    assert main([*arguments, *changes]) == 2
    error = capsys.readouterr().err
    assert error.startswith("match: file has the games of another match: ")
    assert difference in error
    assert error.count("\n") == 1
    (tmp_path / "bot.py").write_text("print('DOWN', flush=True)\n")
    assert main(arguments) == 2
    assert f'players[1].files is "{digests[1]}" there and' in capsys.readouterr().err


def test_a_full_disk_ends_the_match_with_a_sentence_and_no_gap(tmp_path: Path) -> None:
    path = tmp_path / "match.games"
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
        "from tools.match import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    arguments = [*MATCH, "--games-file", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == f"match: {path}: File too large\n"
    before = len(played(path))
    assert 0 < before < 24
    assert path.read_bytes().endswith(b"\n")
    assert main(arguments) == 0
    assert [game[0] for game in played(path)] == list(range(24))


def test_make_sprt_plays_until_the_verdict_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = [f"A={BOTS[0]}", f"B={BOTS[1]}", "ELO0=0", "ELO1=900", f"FILE={tmp_path / 'idea.games'}"]
    make = ["make", "--dry-run", "--assume-old=.venv/ready", "--assume-old=dist/tron_battle.py", "sprt"]
    done = subprocess.run(
        [*make, *settings], cwd=ROOT, env=environment_without_make(), capture_output=True, text=True, check=True
    )
    words = shlex.split(done.stdout.strip().split("\n")[-1])
    assert words[:3] == [".venv/bin/python", "-m", "tools.match"]
    for _ in range(2):
        assert main([*words[3:], *PATIENT]) == 0
        shown = capsys.readouterr().out
        assert "SPRT 0 900: LLR" in shown
        assert "H0 accepted" in shown or "H1 accepted" in shown
    assert "games of this match already" in shown

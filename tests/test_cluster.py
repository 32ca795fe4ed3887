"""A match on a real Dask scheduler with two workers is the match that is played at home."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import run_tool

from tests.bad_bots import command
from tools import cluster
from tools.cluster import play_remotely
from tools.digests import digest
from tools.game import Game
from tools.games_file import read_games
from tools.match import main
from tools.players import ROOT, resolve
from tools.records import Limits
from tools.runner import ClusterError
from tools.schedule import Scheduled

BOTS = [command("steady"), command("says", "DOWN")]
MATCH = [*BOTS, "--games", "12", "--seed", "5", "--limit-ms", "0", "--first-ms", "0", "--no-board"]
SCHEDULER = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
WORKER = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]


def start(program: str, *options: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{program}", *map(str, options)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and two workers; returns its address and the workers."""
    directory = tmp_path_factory.mktemp("dask")
    file = directory / "scheduler.json"
    scheduler = start("dask_scheduler", *SCHEDULER, "--scheduler-file", file)
    workers = [
        start("dask_worker", *WORKER, "--scheduler-file", file, "--local-directory", directory / str(number))
        for number in range(2)
    ]
    patience = time.monotonic() + 60
    while not file.exists() or not file.read_text().endswith("}"):
        assert time.monotonic() < patience
        time.sleep(0.01)  # until the scheduler says where it is
    address = json.loads(file.read_text())["address"]
    with cluster.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def played(path: Path) -> list[tuple[Any, ...]]:
    games = [(entry.number, entry.order, entry.outcome.record) for entry in read_games(path)]
    return [
        (number, order, record.starts, [move.answer for move in record.moves], record.ranks)
        for number, order, record in games
    ]


def results(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text())
    return {key: data[key] for key in ("match", "games", "distinct_games", "blocks", "strength", "sprt")}


def test_a_match_on_a_cluster_has_the_file_and_the_statistics_of_one_at_home(
    running: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = running
    home, away = tmp_path / "home", tmp_path / "away"
    assert main([*MATCH, "--games-file", str(home), "--json", str(tmp_path / "home.json")]) == 0
    arguments = [*MATCH, "--cluster", address, "--games-file", str(away), "--json", str(tmp_path / "away.json")]
    assert main(arguments) == 0
    assert len(played(away)) == 12
    assert played(away) == played(home)
    assert results(tmp_path / "away.json") == results(tmp_path / "home.json")
    # What one of them was playing the other plays again.
    workers[0].kill()
    more = [word.replace("12", "16") if word == "12" else word for word in arguments]
    assert main(more) == 0
    assert [game[0] for game in played(away)] == list(range(16))


def test_a_cluster_that_does_not_answer_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
        assert main([*MATCH, "--no-records", "--cluster", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"match: no Dask scheduler answers at {address}: ")
    assert error.count("\n") == 1


def test_an_address_that_makes_no_sense_is_told_at_once_and_nothing_else_is(tmp_path: Path) -> None:
    result = run_tool(
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tools import cluster, match; cluster.PATIENCE = 0.1\n"
        "sys.exit(match.main(['wall', 'flood', '--no-records', '--cluster', 'nonsense']))",
        cwd=tmp_path,
    )
    assert result.stderr == "match: no Dask scheduler answers at nonsense: missing port number in address 'nonsense'\n"
    assert result.returncode == 2


def test_a_worker_with_other_bots_plays_no_game() -> None:
    players = [resolve("wall"), resolve("flood")]
    scheduled = Scheduled(0, 0, (1, 0), Game([players[1], players[0]], [(1, 1), (2, 2)], Limits(None, None)))
    with pytest.raises(ClusterError, match="the files of 'flood' on a worker are not those here"):
        play_remotely([digest(players[0]), "0123456789abcdef"], scheduled)

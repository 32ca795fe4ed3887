"""The command that plays a ladder: with real bots where processes matter, else with games that are made up."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT, environment_without_make

from tests.bad_bots import command
from tools import games
from tools.game import Game, Outcome
from tools.games_file import read_games
from tools.ladder import __main__ as ladder
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.verify import SPOKEN_FOR

FIELD = ["wall", "flood", "greedy", "random"]
PATIENT = ["--limit-ms", "5000", "--first-ms", "20000"]
# Each fails at its first or second turn, in any company.
BAD = {
    command("crashes", "0"): Cause.CRASHED,
    command("crashes", "1"): Cause.CRASHED,
    command("killed"): Cause.CRASHED,
    command("dies_before_child"): Cause.CRASHED,
    command("exits"): Cause.STOPPED,
    command("leaves_at_once"): Cause.STOPPED,
    command("closes_output"): Cause.STOPPED,
    command("binary"): Cause.INVALID,
    command("floods_output"): Cause.INVALID,
    command("answers_twice"): Cause.INVALID,
    command("says", "up"): Cause.INVALID,
    command("hangs"): Cause.TIMEOUT,
}


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take few: what the errors are is no matter here, and a hundred resampled fields take their time."""
    monkeypatch.setattr("tools.ladder.rating.RESAMPLES", 10)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Let places be drawn from who plays where instead of being played for; gives the games asked for."""
    games: list[Game] = []

    def play(game: Game, proceed: Callable[[], bool], watch: Callable[[], None]) -> Outcome | None:
        del watch
        games.append(game)
        names = [player.command for player in game.players]
        rng = Random(f"{names}{game.starts}")
        last_first = sorted(range(len(names)), key=lambda seat: (rng.random() < 0.3, -names.index(names[seat])))
        deaths = [Death(seat, Cause.EDGE, move) for move, seat in enumerate(last_first[:-1])]
        ranks = [len(names) - 1 - last_first.index(seat) for seat in range(len(names))]
        moves = [Move(death.seat, "UP", 1.0, None) for death in deaths]
        seats = [Seat(player.name, player.command) for player in game.players]
        record = Record(game.seed, (30, 20), list(game.starts), seats, game.limits, moves, deaths, ranks, repeats=2)
        return Outcome(record, 0.0) if proceed() else None

    monkeypatch.setattr(ladder, "play_game", play)
    return games


def played(path: Path) -> list[Any]:
    """Return what a games file holds, without what differs each time that a game is played."""
    return [
        (entry.number, entry.block, entry.order, record.ranks, record.deaths, [move.answer for move in record.moves])
        for entry in read_games(path)
        for record in [replace(entry.outcome.record, limits=Limits(None, None))]
    ]


def tables(shown: str, games_file: Path | None = None) -> str:
    """Return what was printed from the table of ratings on; the games file goes by the name FILE."""
    return shown[shown.index("ratings; ") :].replace(str(games_file), "FILE")


def test_a_ladder_is_played_rated_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    steady = command("steady")
    assert ladder.main(["wall", "flood", steady, "--games", "9", "--seed", "3", "--html", str(page), *PATIENT]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("3 bots, 10 games of 2 and 3 players, round-robin, random starts, seed 3\n")
    rows = [line.split() for line in tables(shown).splitlines() if re.match(r" *\d ", line)]
    # Who goes straight on until it hits something comes last.
    assert rows[2][:2] == ["3", Path(sys.executable).name]
    assert "came before whom" in shown
    assert "<svg" in page.read_text(encoding="utf-8")
    assert "seed 3" in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("pairing", ["round-robin", "informative"])
def test_however_often_a_ladder_stops_it_ends_the_same(
    pairing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*FIELD, "--games", "60", "--seed", "5", "--pairing", pairing]
    whole = tmp_path / "whole.jsonl"
    assert ladder.main([*arguments, "--games-file", str(whole), "--jobs", "3"]) == 0
    result = tables(capsys.readouterr().out, whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    for kept in (0, 1, 2, 17, len(lines)):
        cut = tmp_path / f"cut{kept}.jsonl"
        torn = lines[kept][: len(lines[kept]) // 2] if kept < len(lines) else b""
        cut.write_bytes(b"".join(lines[:kept]) + torn)
        assert ladder.main([*arguments, "--games-file", str(cut), "--jobs", "1"]) == 0
        assert tables(capsys.readouterr().out, cut) == result
        assert played(cut) == played(whole)


def test_the_same_command_goes_on_with_its_seed_and_more_games_may_be_asked_for(
    made_up: list[Game], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*FIELD, "--games-file", str(tmp_path / "games.jsonl")]
    assert ladder.main([*arguments, "--games", "20"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    before = len(made_up)
    assert ladder.main([*arguments, "--games", "20"]) == 0
    assert len(made_up) == before
    assert capsys.readouterr().out.splitlines()[0] == first
    assert ladder.main([*arguments, "--games", "40"]) == 0
    assert before < len(made_up) < 2.5 * before
    assert ladder.main([*arguments, "--games", "40", "--fair", "0.3"]) == 2
    assert "fair is null there and 0.3 here" in capsys.readouterr().err


@pytest.mark.usefixtures("made_up")
def test_each_bot_s_first_lost_games_come_with_commands_that_show_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    arguments = [*FIELD, "--games", "60", "--seed", "5", "--html", str(page)]
    assert ladder.main([*arguments, "--games-file", "some.games"]) == 0
    shown = capsys.readouterr().out
    text = unescape(page.read_text(encoding="utf-8"))
    lost: dict[str, list[str]] = {name: [] for name in FIELD}
    for entry in read_games(tmp_path / "some.games"):
        for seat, player in enumerate(entry.outcome.record.players):
            if entry.outcome.record.ranks[seat]:
                lost[player.command].append(f"tools.view some.games:{entry.number + 1} --open")
    for name, commands in lost.items():
        told = shown.partition(f"lost by {name}: {len(commands)} of ")[2].partition("lost by")[0]
        assert re.findall(r"tools\.view .*", told) == commands[:3]
        listing = f"tools.games list some.games --lost-by {name}"
        assert f"  and {len(commands) - 3} more; all are listed by: " in told
        assert f"{listing}\n" in told
        folded = text.partition(f"lost by {name}: ")[2].partition("</details>")[0]
        assert re.findall(r"tools\.view [^<]*", folded) == commands[:10]
        assert f"{listing}<" in folded
        assert games.main(["list", "some.games", "--lost-by", name]) == 0
        names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
        assert names == [command.split()[1] for command in commands]
    assert ladder.main(arguments) == 0
    shown = tables(capsys.readouterr().out)
    assert shown.count(" -m tools.match ") == 3 * len(FIELD)
    assert shown.count("more; with --games-file FILE all are kept, to be listed and shown") == len(FIELD)
    assert "-m tools.match" in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(("bots", "most"), [(8, 24), (20, 20), (25, 0)])
def test_a_large_field_does_not_flood_the_terminal(bots: int, most: int, capsys: pytest.CaptureFixture[str]) -> None:
    field = [f"wall --seed {number}" for number in range(bots)]
    assert ladder.main([*field, "--games", "60", "--players", "2", "--games-file", "some.games"]) == 0
    shown = tables(capsys.readouterr().out)
    assert shown.count("-m tools.view ") <= most
    assert ("--html FILE shows the first games that each of" in shown) == (most == 0)
    assert "tools.games list some.games --lost-by" in shown


def test_an_interrupted_ladder_rates_whole_blocks_and_says_what_it_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, made_up: list[Game]
) -> None:
    play = ladder.play_game

    def interrupt(game: Game, proceed: Callable[[], bool], watch: Callable[[], None]) -> Outcome | None:
        if len(made_up) == 7:
            os.kill(os.getpid(), signal.SIGINT)
        return play(game, proceed, watch)

    monkeypatch.setattr(ladder, "play_game", interrupt)
    path = tmp_path / "games.jsonl"
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        arguments = [*FIELD, "--players", "3", "--games", "30", "--seed", "1", "--games-file", str(path), "--jobs", "1"]
        assert ladder.main(arguments) == 130
    finally:
        # Once interrupted a command keeps its own.
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), handlers, strict=True):
            signal.signal(number, handler)
    shown = capsys.readouterr().out
    games = len(played(path))
    assert 7 <= games < 30
    assert f"interrupted: {games} of 30 games were played; the same command goes on with {path}" in shown
    if games % 3:
        assert f"{games % 3} of the games are of blocks that are not whole, and not rated" in shown


@pytest.mark.usefixtures("made_up")
def test_errors_are_told_from_ten_blocks_on_and_an_anchor_stands_at_nought(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def rows(*arguments: str) -> dict[str, list[str]]:
        assert ladder.main([*FIELD, "--players", "2", "--seed", "1", *arguments]) == 0
        shown = tables(capsys.readouterr().out).partition("came before")[0]
        found = [line.split() for line in shown.splitlines() if re.match(r" *\d ", line)]
        return {row[1]: row[2:] for row in found}

    assert all("%" not in row[1] + row[2] for row in rows("--games", "30", "--anchor", "greedy").values())
    assert rows("--games", "30", "--anchor", "greedy")["greedy"][:2] == ["0", "0"]
    # Without errors the second figure is the number of games.
    assert all(int(row[1]) >= 4 for row in rows("--games", "18").values())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["wall"], "a field has 2 to 100 bots, found 1"),
        (["wall", "flood", "wall"], "'wall' is named twice"),
        (["wall", "flood", "--players", "3"], "2 bots are named for games of 3 players"),
        (["wall", "flood", "--anchor", "greedy"], "--anchor names one of the bots"),
        (["wall", "no-such-program"], "'no-such-program' is neither a program"),
        (["wall", "flood", "--fair", "-1"], "the tolerance of fair starts is a share of the grid"),
        (["wall", "flood", "--games-file", "."], "Is a directory"),
        (["wall", "flood", "--html", "no/such/place.html"], "--html names a file in a directory that there is"),
        (["wall", "flood", "--html", "."], ".: Is a directory"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str], made_up: list[Game]
) -> None:
    assert ladder.main(arguments) == 2
    assert made_up == []
    told = capsys.readouterr().err
    assert complaint in told
    assert told.startswith("ladder: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--games", "x"], ["--limit-ms", "nan"], ["--players", "5"]])
def test_options_out_of_range_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.main(["wall", "flood", *arguments])
    assert arguments[0] in capsys.readouterr().err


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not games\n")
    assert ladder.main(["wall", "flood", "--games-file", str(path)]) == 2
    assert "is no file of a match's games" in capsys.readouterr().err
    assert path.read_text() == "not games\n"


def test_killed_at_any_moment_and_started_again_it_ends_with_the_same_games_and_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    field = ["wall", "flood", command("steady"), command("says", "DOWN")]
    arguments = [*field, "--games", "20", "--seed", "9", "--pairing", "informative", *PATIENT, "--games-file"]
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    rng = Random(1)
    for _ in range(3):
        start = [sys.executable, "-m", "tools.ladder", *arguments, str(killed)]
        with subprocess.Popen(start, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
            enough = (killed.stat().st_size if killed.exists() else 0) + rng.randrange(1, 20_000)
            while process.poll() is None and not (killed.exists() and killed.stat().st_size >= enough):
                time.sleep(0.002)  # until some more games have been played
            process.kill()
    results = []
    for path in (killed, whole):
        assert ladder.main([*arguments, str(path)]) == 0
        results.append(tables(capsys.readouterr().out, path))
    assert results[0] == results[1]
    assert played(killed) == played(whole)


def test_a_dozen_bad_bots_each_lose_for_their_own_reason_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    path = tmp_path / "games.jsonl"
    field = [*BAD, command("steady")]
    limits = ["--limit-ms", "2000", "--first-ms", "20000"]
    arguments = ["--players", "2", "--games", "26", "--seed", "47", "--games-file", str(path), "--jobs", "2", *limits]
    assert ladder.main([*field, *arguments]) == 0
    games = list(read_games(path))
    assert [game.number for game in games] == list(range(26))
    causes: dict[int, set[Cause]] = {}
    for game in games:
        for death in game.outcome.record.deaths:
            # Where a start is at the edge even a bot that would fail later may die of its first move.
            if death.cause in SPOKEN_FOR:
                causes.setdefault(game.order[death.seat], set()).add(death.cause)
    assert causes == {bot: {cause} for bot, cause in enumerate(BAD.values())}
    assert list(temporary.iterdir()) == []
    assert processes_with(str(temporary)) == []
    shown = tables(capsys.readouterr().out)
    assert len([line for line in shown.partition("came before")[0].splitlines() if re.match(r" *\d+ ", line)]) == 13
    assert shown.count(" -m tools.match ") == len(BAD)


def processes_with(text: str) -> list[int]:
    """Return the processes in whose environment a text stands, as in that of every bot stands its directory."""

    def found() -> Iterator[int]:
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and int(entry.name) != os.getpid():
                try:
                    environment = (entry / "environ").read_bytes()
                except OSError:
                    continue
                if text.encode() in environment:
                    yield int(entry.name)

    return list(found())


def test_make_ladder_plays_the_field_that_is_named() -> None:
    def planned(*arguments: str) -> str:
        result = subprocess.run(
            ["make", "--dry-run", "--assume-old=.venv/ready", "--assume-old=dist/tron_battle.py", "ladder", *arguments],
            cwd=ROOT,
            env=environment_without_make(),
            capture_output=True,
            text=True,
            check=True,
        )
        return result.stdout.strip().splitlines()[-1]

    assert "-m tools.ladder bundle hard medium easy --games 60 --players mixed  --html games/ladder.html" in planned()
    own = planned("BOTS='bundle --nodes 300' wall", "GAMES=6", "PLAYERS=2", "FILE=x.jsonl")
    assert "-m tools.ladder 'bundle --nodes 300' wall --games 6 --players 2 --games-file \"x.jsonl\" --html" in own


def test_the_file_says_what_was_played(made_up: list[Game], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert ladder.main([*FIELD, "--games", "2", "--seed", "4", "--games-file", str(path), "--memory-mb", "300"]) == 0
    match = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["match"]
    assert [bot["command"] for bot in match["bots"]] == FIELD
    assert (match["seed"], match["memory_mb"]) == (4, 300)
    assert {game.memory_mb for game in made_up} == {300}


@pytest.mark.usefixtures("made_up")
def test_a_bot_that_was_changed_is_no_longer_the_one_that_has_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("print('UP')\n", encoding="utf-8")
    arguments = ["wall", "bot.py", "--games", "2", "--games-file", "games.jsonl"]
    assert ladder.main(arguments) == 0
    assert ladder.main(arguments) == 0
    bot.write_text("print('DOWN')\n", encoding="utf-8")
    assert ladder.main(arguments) == 2
    assert "has the games of another match: bots[1].files is" in capsys.readouterr().err


@pytest.mark.usefixtures("made_up")
def test_games_that_were_played_again_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert ladder.main([*FIELD, "--games", "9", "--html", str(page)]) == 0
    told = "18 times a game was played again, since the machine did not run a bot in time"
    assert told in capsys.readouterr().out
    assert told in page.read_text(encoding="utf-8")

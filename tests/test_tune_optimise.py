"""Numbers optimised by games: known answers, which games are played, and that a run goes on where it was."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from math import exp, log
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from conftest import ROOT
from processes import wait_until
from rich.console import Console

from tools.display import Display
from tools.game import Game, Outcome
from tools.games_file import GamesFileError, read_games
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.runner import Halt
from tools.tune import __main__ as tune
from tools.tune import optimise
from tools.tune.candidate import read_candidate
from tools.tune.claims import Optimised
from tools.tune.classes import is_for_fits
from tools.tune.evolution import Evolution
from tools.tune.numbers import Value
from tools.tune.optimise import Generation, Optimiser, Task, candidate_of
from tools.tune.path_page import print_path, to_page

EDGE, START = "evaluation.Weights.edge", "search.Search.LAST_START"
TASK = Task({EDGE: 97, START: 0.8}, 0.3, population=4, blocks=3, players=2, options="--nodes 1", fair=0.3, seed=1)
PlayGame = Callable[..., Outcome | None]


def won_by(game: Game, winner: int) -> Outcome:
    """Return a game that all others have lost with their first moves."""
    losers = [seat for seat in range(len(game.players)) if seat != winner]
    return Outcome(
        Record(
            seed=game.seed,
            grid=(game.width, game.height),
            starts=list(game.starts),
            players=[Seat(player.name, player.command) for player in game.players],
            limits=Limits(None, None),
            moves=[Move(seat, "UP", 0.0, None) for seat in losers],
            deaths=[Death(seat, Cause.EDGE, move) for move, seat in enumerate(losers)],
            ranks=[0 if seat == winner else len(losers) - losers.index(seat) for seat in range(len(game.players))],
        ),
        0.0,
    )


def chance_of(best: Mapping[str, float]) -> PlayGame:
    """Return a player of games that a candidate wins the less likely the further it is from the best factors."""

    def play(game: Game, *_: object) -> Outcome:
        candidate = next(seat for seat, player in enumerate(game.players) if player.name != "present")
        name = game.players[candidate].name
        edge, start = (float(found) for found in re.findall(r"edge (\S+), search.Search.LAST_START (\S+)", name)[0])
        far = (log(edge / 97) - log(best[EDGE])) ** 2 + (log(start / 0.8) - log(best[START])) ** 2
        luck = Random(f"{name} {game.starts} {candidate}").random()
        return won_by(game, candidate if luck < 0.75 * exp(-3 * far) else 1 - candidate)

    return play


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nothing behind; tables have room."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play games by chance instead of by bots, and do not wait for the disk."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr(optimise, "build_unchecked", lambda _root, _values, file: file.write_text("bot\n"))
    monkeypatch.setattr(optimise, "play_game", chance_of({EDGE: 1.6, START: 0.6}))


def run(task: Task, generations: int, file: Path, halt: Halt | None = None, jobs: int = 1) -> list[Generation]:
    with Display(Console(file=io.StringIO()), generations * task.games) as display:
        return Optimiser(task, file, jobs, halt or Halt(), display).run(generations)


@pytest.mark.usefixtures("_made_up")
@pytest.mark.parametrize("best", [{EDGE: 1.6, START: 0.6}, {EDGE: 0.7, START: 1.0}])
def test_the_mean_goes_to_the_best_of_a_noisy_hill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, best: dict[str, float]
) -> None:
    monkeypatch.setattr(optimise, "play_game", chance_of(best))
    task = Task(TASK.start, 0.3, population=8, blocks=10, players=2, options="--nodes 1", fair=1.0, seed=5)
    path = run(task, 12, tmp_path / "games")
    for name, factor in best.items():
        assert path[-1].factors[name] == pytest.approx(factor, rel=0.2)
        assert path[-1].mean[name] == pytest.approx(task.start[name] * path[-1].factors[name], rel=0.01)
    assert path[-1].share == pytest.approx(0.75, abs=0.12)
    assert path[-1].share > path[0].share + 2 * path[0].error
    assert path[-1].spread < 0.3


@pytest.mark.usefixtures("_made_up")
def test_what_is_claimed_is_what_the_last_candidates_won_and_the_answer_is_the_mean(tmp_path: Path) -> None:
    path = run(TASK, 3, tmp_path / "games")
    games = [entry for entry in read_games(tmp_path / "games") if entry.block >= 2 * TASK.blocks]
    won = [entry.outcome.record.ranks[entry.order.index(min(entry.order))] == 0 for entry in games]
    found = candidate_of(TASK, path)
    assert found.claim == Optimised(1, 2, "--nodes 1", 3, 3 * 4 * 3 * 2, sum(won) / len(won), path[-1].error)
    assert (found.weights["edge"], found.constants) == (path[-1].mean[EDGE], {START: path[-1].mean[START]})


@pytest.mark.usefixtures("_made_up")
def test_each_candidate_plays_new_starts_of_those_for_fits_from_every_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimise, "play_game", lambda game, *_: won_by(game, 0))
    task = Task({EDGE: 97}, 0.3, population=3, blocks=2, players=3, options="--nodes 7", fair=0.2, seed=4)
    path = run(task, 2, tmp_path / "games")
    entries = list(read_games(tmp_path / "games"))
    assert len(entries) == 2 * task.games == 2 * 3 * 2 * 3
    assert all(is_for_fits(entry.outcome.record.starts) for entry in entries)
    blocks = [[entry for entry in entries if entry.block == block] for block in range(4)]
    assert len({tuple(block[0].outcome.record.starts) for block in blocks}) == 4
    for block in blocks:
        assert {tuple(entry.outcome.record.starts) for entry in block} == {tuple(block[0].outcome.record.starts)}
        places = [(min(entry.order), entry.order.index(min(entry.order))) for entry in block]
        assert sorted(places) == [(candidate, seat) for candidate in range(3) for seat in range(3)]
        for entry in block:
            names = [seat.name for seat in entry.outcome.record.players]
            assert names.count("present") == 2
            assert all(seat.command.endswith(" --nodes 7") for seat in entry.outcome.record.players)
    # Whoever sits first wins, a third of the games from every start. That tells nothing, and the mean stays.
    assert [(found.share, found.error) for found in path] == [(pytest.approx(1 / 3), 0.0)] * 2
    assert [(found.factors, found.spread) for found in path] == [({EDGE: 1.0}, 0.3)] * 2
    drawn = [{seat.name for entry in blocks[block] for seat in entry.outcome.record.players} for block in (0, 2)]
    assert drawn[0] & drawn[1] == {"present"}


@pytest.mark.usefixtures("_made_up")
def test_a_run_that_was_cut_anywhere_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole = run(TASK, 3, tmp_path / "whole")
    data = (tmp_path / "whole").read_bytes()
    rng = Random(5)
    for cut in [len(data) - 1, *(rng.randrange(len(data)) for _ in range(6))]:
        (tmp_path / "cut").write_bytes(data[:cut])
        assert run(TASK, 3, tmp_path / "cut", jobs=2) == whole
        assert sorted((tmp_path / "cut").read_bytes().split(b"\n")) == sorted(data.split(b"\n"))
    # Fewer generations are the answer of then, and more go on.
    assert run(TASK, 1, tmp_path / "whole") == whole[:1]
    assert run(TASK, 4, tmp_path / "cut")[:3] == whole
    assert run(TASK, 4, tmp_path / "new") == run(TASK, 4, tmp_path / "cut")


@pytest.mark.usefixtures("_made_up")
def test_an_interrupt_ends_after_the_games_that_run_and_the_same_command_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["optimise", "--names", f"edge,{START}", "--generations", "3", "--population", "4", "--blocks", "3"]
    play, count = chance_of({EDGE: 1.6, START: 0.6}), 0

    def interrupted(game: Game, *_: object) -> Outcome | None:
        nonlocal count
        count += 1
        if count == 30:
            signal.raise_signal(signal.SIGINT)
        return play(game)

    monkeypatch.setattr(optimise, "play_game", interrupted)
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        assert tune.main([*arguments, "--jobs", "1"]) == 130
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)
    out = capsys.readouterr().out
    assert "stopped after 1 generations: the same command goes on with the games in tune/optimise-2-1.jsonl" in out
    assert 30 <= count < 40
    assert not Path("tune/candidate.json").exists()
    assert tune.main(arguments) == 0
    out = capsys.readouterr().out
    assert "to be proven: edge " in out
    found = read_candidate(Path("tune/candidate.json"))
    assert f"to be proven: edge {found.weights['edge']}, {START} {found.constants[START]}\n" in out
    assert count == 72


@pytest.mark.usefixtures("_made_up")
def test_games_of_other_settings_another_bot_or_other_candidates_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games"
    run(TASK, 1, file)
    with pytest.raises(GamesFileError, match="population is 4 there and 5 here"):
        run(Task(**{**vars(TASK), "population": 5}), 1, file)
    text = file.read_text(encoding="utf-8")
    name = re.findall(r'"name":"(edge \d+)', text)[0]
    file.write_text(text.replace(f"{name},", "edge 1,"), encoding="utf-8")
    with pytest.raises(GamesFileError, match=r"game 1 was played by .*edge 1, .* begin anew with another --seed"):
        run(TASK, 1, file)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(optimise, "build_unchecked", lambda _root, _values, file: file.write_text("another\n"))
    with pytest.raises(GamesFileError, match="bot is "):
        run(TASK, 1, file)


@pytest.mark.usefixtures("_made_up")
def test_who_works_on_the_bot_meanwhile_does_not_change_its_candidates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "bot").mkdir(parents=True)
    for name in ("bot/search.py", "pyproject.toml"):
        (checkout / name).write_text("as it was\n", encoding="utf-8")
    built = []

    def build(root: Path, _values: Mapping[str, Value], file: Path) -> None:
        built.append((root / "bot" / "search.py").read_text(encoding="utf-8"))
        (checkout / "bot" / "search.py").write_text("worked on\n", encoding="utf-8")
        file.write_text("bot\n")

    monkeypatch.setattr(optimise, "ROOT", checkout)
    monkeypatch.setattr(optimise, "build_unchecked", build)
    run(TASK, 2, tmp_path / "games")
    assert built == ["as it was\n"] * (1 + 2 * TASK.population)


@pytest.mark.usefixtures("_made_up")
def test_the_page_and_the_table_show_where_the_mean_went(tmp_path: Path) -> None:
    start: dict[str, Value] = {**TASK.start, "<b>": 5}
    generations = run(TASK, 3, tmp_path / "games")
    path = [
        Generation(found.share, found.error, {**found.mean, "<b>": 5}, {**found.factors, "<b>": 1e-9}, found.spread)
        for found in generations
    ]
    task = Task(**{**vars(TASK), "start": start})
    page = to_page(task, path)
    assert "<script" not in page
    assert "<b>" not in page
    assert not re.search(r"(?:src|href)=", page)
    pictures = re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL)
    assert len(pictures) == 2
    for picture in pictures:
        ET.fromstring(picture)  # noqa: S314  # a text of our own
    assert [picture.count("<polyline") for picture in pictures] == [3, 0]
    assert [picture.count("<circle") for picture in pictures] == [0, 3]
    console = Console(file=io.StringIO(), width=200)
    print_path(console, task, path)
    assert isinstance(console.file, io.StringIO)
    rows = console.file.getvalue().split("\n")
    for number, found in enumerate(path, start=1):
        row = next(row.split() for row in rows if row.startswith(f" {number} "))
        assert row[1:6] == [f"{100 * found.share:.1f}", f"{100 * found.error:.1f}", *map(str, found.mean.values())]


def test_candidates_hang_on_the_seed_and_the_losses_alone() -> None:
    def draw(seed: int, *losses: float) -> list[dict[str, Value]]:
        evolution = Evolution({EDGE: 97, START: 0.8, "x": -400}, 0.3, len(losses), seed)
        first = evolution.ask()
        np.random.default_rng().random()
        evolution.tell(losses)
        return first + evolution.ask()

    state = np.random.get_state()[1].tolist()  # noqa: NPY002  # the one that all share, to see that it is not touched
    drawn = draw(1, 0.4, 0.5, 0.6)
    assert drawn == draw(1, 0.4, 0.5, 0.6)
    assert drawn[:3] == draw(1, 0.6, 0.5, 0.4)[:3] != draw(2, 0.4, 0.5, 0.6)[:3]
    assert drawn[3:] != draw(1, 0.6, 0.5, 0.4)[3:]
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002  # as above
    for values in drawn:
        assert [type(value) for value in values.values()] == [int, float, int]
        assert values[EDGE] > 0
        assert values[START] == float(f"{values[START]:.4g}") > 0
        assert values["x"] < 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--names", "edges"], "the bot has no number 'evaluation.Weights.edges'"),
        (["--names", "search.EXACT"], "search.EXACT is 0, which no factor changes"),
        (["--names", "search.WIN"], "bot/search.py: expected a number that is set there as WIN, found none"),
        (["--options", "--node 3"], "unknown option '--node'"),
        (["--options", "--nodes '3"], "No closing quotation"),
    ],
)
def test_what_cannot_be_optimised_is_said_in_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main(["optimise", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_real_games_killed_in_the_middle_end_like_undisturbed_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["optimise", "--generations", "2", "--population", "2", "--blocks", "2", "--options", "--nodes 1"]
    assert tune.main([*small, "--directory", "whole"]) == 0
    out = capsys.readouterr().out
    games = Path("killed/optimise-2-1.jsonl")
    command = [sys.executable, "-m", "tools.tune", *small, "--jobs", "1", "--directory", str(games.parent.resolve())]
    # Who is killed leaves bots behind.
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: games.exists() and games.read_bytes().count(b"\n") > 9, seconds=300)
    finally:
        process.kill()
        process.wait()
    assert games.read_bytes().count(b"\n") < 17
    assert tune.main([*small, "--directory", "killed"]) == 0
    assert capsys.readouterr().out == out.replace("whole/", "killed/")
    for name in ("candidate.json", "optimise.html"):
        assert (Path("killed") / name).read_bytes() == (Path("whole") / name).read_bytes()

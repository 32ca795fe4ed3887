"""The command: games, fits, a page, and weights that are kept only once they are proven."""

import errno
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, environment_without_make

from bot.evaluation import Weights
from tools.locks import locked
from tools.players import resolve
from tools.records import Limits
from tools.tune import __main__ as tune
from tools.tune.candidate import Candidate, read_candidate, write_candidate
from tools.tune.claims import Fitted, Optimised
from tools.tune.classes import is_for_fits
from tools.tune.features import weights_of
from tools.tune.prove import UnseenStarts

PRESENT = weights_of(Weights())
DATA = ["data", "--games", "30", "--nodes", "1", "--jobs", "1", "--players", "2,2,3", "--fair", "0.3"]


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("tools.tune.study.ROUNDS", 10)
    monkeypatch.setattr("tools.tune.study.TIMED", 10)


def test_data_and_fit_say_what_predicts_best_and_write_a_page_and_a_candidate(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tune.main(DATA) == 0
    assert "30 games played; tune/games.jsonl has the 30 of seed 1" in capsys.readouterr().out
    assert tune.main(DATA) == 0
    assert "0 games played" in capsys.readouterr().out
    assert tune.main(["fit"]) == 0
    out = capsys.readouterr().out
    for words in (
        "Two players: positions fit ",
        "Three and four players: ",
        "territory alone",
        "55 : 194",
        "gain",
        "chambers",
    ):
        assert words in out
    candidate = read_candidate(Path("tune/candidate.json"))
    assert candidate.weights["cell"] == PRESENT["cell"]
    assert candidate.weights["separated"] == PRESENT["separated"]
    page = Path("tune/report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=", page)
    pictures = re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL)
    assert len(pictures) == 5
    for picture in pictures:
        ET.fromstring(picture)  # noqa: S314  # a text of our own
    # The same games and the same code give the same fit.
    before = Path("tune/candidate.json").read_text(encoding="utf-8")
    assert tune.main(["fit"]) == 0
    assert Path("tune/candidate.json").read_text(encoding="utf-8") == before


def test_weights_are_kept_only_once_they_are_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout = tmp_path / "checkout"
    shutil.copytree(ROOT / "bot", checkout / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", checkout)
    monkeypatch.setattr(tune, "ROOT", checkout)
    claim = Optimised(1, 2, "--nodes 1", 2, 90, 0.53, 0.02)
    candidate = Candidate({**PRESENT, "edge": 3}, {"search.Search.LAST_START": 0.7}, claim)
    Path("tune").mkdir()
    write_candidate(candidate, Path("tune/candidate.json"))
    assert tune.main(["keep"]) == 1
    assert "has not been proven against the bot as it is now: do so with `make prove`" in capsys.readouterr().err
    assert tune.main(["prove", "--games", "2", "--options", "--nodes 1", "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    assert "that no fit has seen" in out
    assert "claimed: 53.0 ± 2.0 % of the last generation's games" in out
    assert "undecided: the bot stays as it is" in out
    assert "edge: int = 3," in Path("tune/candidate.py").read_text(encoding="utf-8")
    assert "LAST_START = 0.7\n" in Path("tune/candidate.py").read_text(encoding="utf-8")
    attempts = Path("tune/attempts.jsonl")
    found = json.loads(attempts.read_text(encoding="utf-8"))
    assert (found["match_games"], found["sprt"]["accepted"], found["weights"]["edge"]) == (2, None, 3)
    assert tune.main(["keep"]) == 1
    found["sprt"]["accepted"] = "H1"
    attempts.write_text(json.dumps(found) + "\n", encoding="utf-8")
    assert tune.main(["keep"]) == 0
    assert "written to bot/evaluation.py and bot/search.py: cell 55, " in capsys.readouterr().out
    changes = {"evaluation.py": ("edge: int = 97", "edge: int = 3"), "search.py": ("START = 0.8", "START = 0.7")}
    for name, (old, new) in changes.items():
        text = (checkout / "bot" / name).read_text(encoding="utf-8")
        assert text == (ROOT / "bot" / name).read_text(encoding="utf-8").replace(old, new)


def test_a_proof_draws_fair_starts_that_no_fit_sees_and_says_so() -> None:
    bots = [resolve("greedy"), resolve("wall")]
    settings = UnseenStarts(contestants=bots, orders=[(0, 1), (1, 0)], seed=1, limits=Limits(None, None), fair=0.1)
    games = list(settings.plan(range(12)))
    assert len(games) == 24
    assert not any(is_for_fits(scheduled.game.starts) for scheduled in games)
    assert list(settings.draw(Random("1/0"))) == list(games[0].game.starts)
    assert settings.description()["unseen_starts"] is True


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fit"], "tune/games.jsonl is missing: make it with `make data`"),
        (["prove"], "tune/candidate.json"),
        (["keep"], "tune/candidate.json"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("tune: ")
    assert complaint in error
    assert error.count("\n") == 1


def test_games_of_a_match_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("tune").mkdir()
    header = {"format": "tron-battle-games", "version": 1, "match": {"seed": 1}}
    Path("tune/games.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    assert tune.main(["fit"]) == 2
    assert "holds the games of a match, and no games for fits" in capsys.readouterr().err


def test_too_few_games_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main([*DATA, "--games", "1"]) == 0
    assert tune.main(["fit"]) == 2
    assert "make more games" in capsys.readouterr().err


def test_the_bot_s_own_weights_need_no_proof(capsys: pytest.CaptureFixture[str]) -> None:
    Path("tune").mkdir()
    claim = Fitted("all features", 1, 20, 300, 0.0, 0.0)
    write_candidate(Candidate(PRESENT, {"search.Search.LAST_START": 0.8}, claim), Path("tune/candidate.json"))
    assert tune.main(["prove"]) == 2
    assert "there is nothing to prove" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "complaint"),
    [("--node 3", "unknown option '--node'"), ("--help", "found --help"), ("--nodes '3", "No closing quotation")],
)
@pytest.mark.parametrize("command", ["optimise", "prove"])
def test_options_with_which_bots_do_not_play_are_refused(
    command: str, options: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main([command, f"--options={options}"]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_second_proof_does_not_touch_the_bot_of_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.locks.PATIENCE", 0.0)
    directory = Path("tune")
    directory.mkdir()
    claim = Fitted("all features", 1, 20, 300, 0.0, 0.0)
    write_candidate(Candidate({**PRESENT, "edge": 3}, {}, claim), directory / "candidate.json")
    (directory / "candidate.py").write_text("plays\n", encoding="utf-8")
    with locked(directory) as ours:
        assert ours
        assert tune.main(["prove", "--seed", "2"]) == 2
    assert "tune: tune has another proof that runs: wait for its end" in capsys.readouterr().err
    assert (directory / "candidate.py").read_text(encoding="utf-8") == "plays\n"


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ('{"a": 1}\n', '{"a": 1}\n'), ('{"a": 1}\n{"b', '{"a": 1}\n'), ('{"a": 1}',) * 2]
)
def test_an_attempt_stands_in_a_line_of_its_own_or_not_at_all(
    before: str, after: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    directory, attempts = Path("tune"), Path("tune/attempts.jsonl")
    directory.mkdir()
    claim = Fitted("all features", 1, 20, 300, 0.0, 0.0)
    candidate = Candidate({**PRESENT, "edge": 3}, {}, claim)
    write_candidate(candidate, directory / "candidate.json")
    attempts.write_text(before, encoding="utf-8")
    results = {"strength": None, "match": {}, "games": 2, "blocks": {}, "sprt": {"accepted": "H1"}}
    monkeypatch.setattr(tune, "prove", lambda *_: results)
    monkeypatch.setattr(tune, "build_candidate", lambda *_: None)

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr("os.fsync", refuse)
        assert tune.main(["prove"]) == 2
    assert capsys.readouterr().err == "tune: tune/attempts.jsonl: No space left on device\n"
    assert attempts.read_text(encoding="utf-8") == after
    attempts.write_text(before, encoding="utf-8")
    assert tune.main(["prove"]) == 0
    lines = attempts.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("match_games") for line in lines] == [None] * len(after.splitlines()) + [2]
    assert attempts.read_text(encoding="utf-8").endswith("\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["data", "--games", "0"],
        ["data", "--players", "2,5"],
        ["data", "--fair", "x"],
        ["data", "--fair", "nan"],
        ["prove", "--players", "5"],
        ["fit", "--positions", "1e3"],
        ["optimise", "--population", "1"],
        ["optimise", "--blocks", "1"],
        ["optimise", "--sigma", "0"],
        ["optimise", "--sigma", "nan"],
        ["optimise", "--seed", "-1"],
        ["optimise", "--names", "edge,"],
        ["optimise", "--names", "edge,evaluation.Weights.edge"],
        ["prove", "--limit-ms", "nan"],
        ["prove", "--limit-ms", "-1"],
        ["prove", "--limit-ms", "inf"],
        [],
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        tune.main(arguments)
    assert end.value.code == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize("target", ["data", "fit", "optimise", "prove"])
def test_make_runs_the_commands_with_the_options_given(target: str) -> None:
    for given, expected in (([], ""), (["ARGS=--directory x"], " --directory x")):
        result = subprocess.run(
            ["make", "-C", str(ROOT), "--dry-run", "--assume-old=.venv/ready", target, *given],
            env=environment_without_make(),
            capture_output=True,
            text=True,
            check=True,
        )
        assert f"-m tools.tune {target}{expected}" in result.stdout

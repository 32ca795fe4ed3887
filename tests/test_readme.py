"""Every command in README.md is run: by .ci/run, by a test named here, or by this file."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, environment_without_make

from tools.bundle.source import read_package

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip()
    for block in re.findall(r"^```sh\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
    for line in block.split("\n")
    if line.strip()
]
IN_CI = {line.strip() for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").split("\n")}

# Commands that need a network, a match's time or an interrupt, and the test that stands for each.
ELSEWHERE = {
    "python3 -m tools.bundle --watch": "test_bundle_build.py::test_the_command_watches_on_after_an_error",
    ".venv/bin/python -m tools.bundle --format stickytape": (
        "test_bundle_build.py::test_stickytape_s_bundle_is_built_and_plays"
    ),
    "python3 -m tools.bench --update": "test_bench.py::test_the_command_stores_the_number_where_it_was_told_to",
    "make view": "test_view.py::test_make_view_opens_the_last_game_or_the_one_that_is_named",
    'make view FILES="replays/*.json"': "test_view.py::test_make_view_opens_the_last_game_or_the_one_that_is_named",
    ".venv/bin/python -m tools.view replays/2-greedy-bot.json -o page.html": (
        "test_view.py::test_the_command_writes_a_page_of_all_files_with_their_reviews"
    ),
    ".venv/bin/python -m tools.view replays/2-greedy-bot.json --png 120 -o turn.png": (
        "test_view.py::test_the_command_writes_a_picture"
    ),
    "make review": "test_review_command.py::test_make_review_takes_the_last_game_or_those_that_are_named",
    "make review FILES=replays/2-greedy-bot.json": (
        "test_review_command.py::test_make_review_takes_the_last_game_or_those_that_are_named"
    ),
    ".venv/bin/python -m tools.replay check replays/*.json replays/site/*.json": (
        "test_replay_command.py::test_the_commands_of_the_readme_make_sense"
    ),
    ".venv/bin/python -m tools.replay show replays/2-greedy-bot.json --step": (
        "test_replay_command.py::test_the_commands_of_the_readme_make_sense"
    ),
    ".venv/bin/python -m tools.replay again replays/2-greedy-bot.json --seat 1 --turn 11 --with bundle": (
        "test_replay_command.py::test_the_commands_of_the_readme_make_sense"
    ),
    "make sprt A=bundle B=dist/before.py ELO0=0 ELO1=10 FILE=games/idea.games": (
        "test_match_resume.py::test_make_sprt_plays_until_the_verdict_and_goes_on"
    ),
    (
        '.venv/bin/python -m tools.match "bundle --nodes 300" "dist/before.py --nodes 300" --games 1000 --fair 0.02 '
        "--adjudicate --games-file games/quote.games"
    ): "test_match_resume.py::test_a_match_killed_at_ten_random_moments_ends_like_an_undisturbed_one",
    ".venv/bin/python -m tools.games merge games/one.games games/two.games -o games/both.games": (
        "test_match_resume.py::test_parts_that_were_played_on_two_machines_are_merged_and_gone_on_with"
    ),
    ".venv/bin/python -m distributed.cli.dask_scheduler": (
        "test_cluster.py::test_a_match_on_a_cluster_has_the_file_and_the_statistics_of_one_at_home"
    ),
    ".venv/bin/python -m distributed.cli.dask_worker tcp://HOST:8786 --nthreads 2": (
        "test_cluster.py::test_a_match_on_a_cluster_has_the_file_and_the_statistics_of_one_at_home"
    ),
    "make ladder": "test_ladder.py::test_make_ladder_plays_the_field_that_is_named",
    "make ladder BOTS=\"'bundle --nodes 300' alphabeta2 greedy wall\" GAMES=200 PLAYERS=4": (
        "test_ladder.py::test_make_ladder_plays_the_field_that_is_named"
    ),
    (
        ".venv/bin/python -m tools.ladder bundle hard easy --games 1000 --games-file games/ladder.games "
        "--pairing informative"
    ): "test_ladder.py::test_the_same_command_goes_on_with_its_seed_and_more_games_may_be_asked_for",
    ".venv/bin/python -m tools.games list games/ladder.games --lost-by bundle": (
        "test_ladder.py::test_each_bot_s_first_lost_games_come_with_commands_that_show_them"
    ),
    ".venv/bin/python -m tools.view games/ladder.games:17 --open": (
        "test_numbered_games.py::test_every_command_takes_such_a_name"
    ),
    "make data": "test_tune.py::test_data_and_fit_say_what_predicts_best_and_write_a_page_and_a_candidate",
    "make fit": "test_tune.py::test_data_and_fit_say_what_predicts_best_and_write_a_page_and_a_candidate",
    "make optimise": "test_tune_optimise.py::test_real_games_killed_in_the_middle_end_like_undisturbed_ones",
    "make prove": "test_tune.py::test_weights_are_kept_only_once_they_are_proven",
    ".venv/bin/python -m tools.tune keep": "test_tune.py::test_weights_are_kept_only_once_they_are_proven",
    "make depth": "test_depth.py::test_the_command_prints_a_row_a_depth_and_writes_its_files",
}
FROM_CLONE_TO_BUNDLE = ["git clone URL-OF-THIS-REPOSITORY tron-battle", "cd tron-battle", "make bundle"]
QUICK = {
    "python3 -m tools.bundle --line 40": "bot/",
    "python3 -m tools.bundle --traceback < traceback.txt": 'File "bot/',
    'python3 -m tools.perft 5 5 "(1,1)(3,3)" 8': "900\n",
    r"printf '2 0\n4 5 4 5\n25 14 25 14\n' | python3 -m bot --debug": " depth ",
    ".venv/bin/python -m tools.match --help": "--replay FILE",
    ".venv/bin/python -m tools.sparring --help": "alphabeta8",
}
# Matches are played with what a test can afford: bots that answer at once, and as many games as there are seats.
MATCHES = [
    "make match A=bundle B=medium GAMES=4",
    "make match A=bundle B=greedy C=wall D=random GAMES=4",
    'make match A="bundle --budget-ms 20" B="alphabeta4" GAMES=2',
    "make match A=bundle B=dist/before.py GAMES=20",
    '.venv/bin/python -m tools.match "bundle --nodes 300" "dist/before.py --nodes 300" --players 3 --games 300',
]
REPLAY = ".venv/bin/python -m tools.match bundle --replay games/game-0001.json --seat 0"
CHANGE = "cp dist/tron_battle.py dist/before.py"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Follow the README's first block word for word, from a repository that holds what is in this checkout."""
    origin = tmp_path_factory.mktemp("origin")
    for name in ("bot", "tools"):
        shutil.copytree(ROOT / name, origin / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "pyproject.toml", "README.md", ".gitignore"):
        shutil.copy(ROOT / name, origin / name)
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "--quiet"], ["add", "."], [*identity, "commit", "--quiet", "--message", "all"]):
        subprocess.run(["git", "-C", str(origin), *arguments], check=True)
    directory = tmp_path_factory.mktemp("new comer")
    script = " && ".join(FROM_CLONE_TO_BUNDLE).replace("URL-OF-THIS-REPOSITORY", shlex.quote(str(origin)))
    result = run(script, directory)
    assert "checked: " in result.stdout
    place = directory / "tron-battle"
    assert "sources modified" not in (place / "dist" / "tron_battle.py").read_text(encoding="utf-8")[:200]
    return place


def run(command: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell; `python3` and `.venv/bin/python` are the Python of these tests."""
    python = shlex.quote(sys.executable)
    command = re.sub(r"(?<![\w./-])(?:\.venv/bin/python|python3) ", lambda _: f"{python} ", command)
    result = subprocess.run(
        ["sh", "-c", command],
        cwd=directory,
        env={**environment_without_make(), "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    return result


def test_every_command_of_the_readme_is_run_somewhere() -> None:
    known = [*IN_CI, *ELSEWHERE, *FROM_CLONE_TO_BUNDLE, *QUICK, *MATCHES, REPLAY, CHANGE]
    assert [command for command in COMMANDS if command not in known] == []
    assert [command for command in known if command not in COMMANDS and command not in IN_CI] == []
    assert {"make bundle", "make lint", "make test", "make match", "make replays", "make suite", "make bench"} <= IN_CI
    assert "set -euo pipefail" in IN_CI


def test_the_layout_lists_every_module_of_the_bot_above_all_that_it_imports() -> None:
    listed = re.findall(r"^    (\w+) {2,}", README.partition("The modules of `bot/`")[2], flags=re.MULTILINE)
    modules = [module for module in read_package(ROOT, "bot") if module.name != "__main__"]
    assert sorted(listed) == sorted(module.name for module in modules)
    for module in modules:
        for needed, _ in module.needs():
            assert listed.index(module.name) < listed.index(needed), f"{module.name} imports {needed}"


@pytest.mark.parametrize("place", ELSEWHERE.values())
def test_the_tests_that_stand_for_a_command_exist(place: str) -> None:
    file, name = place.split("::")
    assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", QUICK)
def test_a_quick_command_does_what_the_readme_says(checkout: Path, command: str) -> None:
    (checkout / "traceback.txt").write_text('  File "/tmp/Answer.py", line 40, in x\n', encoding="utf-8")
    result = run(command, checkout)
    assert QUICK[command] in result.stdout + result.stderr


@pytest.mark.parametrize("command", MATCHES)
def test_a_match_of_the_readme_makes_sense_to_its_tool(checkout: Path, command: str) -> None:
    """`make -n` shows what the target runs; that is run with as few games and as little thought as possible."""
    planned = command
    if command.startswith("make "):
        planned = run(f"{command} --dry-run --assume-old=.venv/ready", checkout).stdout.strip().split("\n")[-1]
    assert planned.startswith(".venv/bin/python -m tools.match ")
    run(CHANGE, checkout)
    quick = re.sub(r"--games \d+", "--games 1", planned)
    quick = re.sub(r'"bundle[^"]*"', '"bundle --nodes 1"', quick)
    quick = re.sub(r'"?dist/before.py[^"]*"', '"dist/before.py --nodes 1"', quick)
    assert " won" in run(f"{quick} --limit-ms 0 --first-ms 0", checkout).stdout


def test_a_recorded_game_is_played_again(checkout: Path) -> None:
    run(".venv/bin/python -m tools.match wall wall --games 2 --seed 1 --limit-ms 0 --first-ms 0", checkout)
    result = run(f"{REPLAY} --limit-ms 0 --first-ms 0".replace("bundle", '"bundle --nodes 1"'), checkout)
    assert "game-0001.json" in result.stdout

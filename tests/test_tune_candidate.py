"""New weights on their way into the bot, and what short tournaments claim of ideas."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT

from bot.evaluation import Weights
from tools.tune.candidate import (
    Candidate,
    CandidateError,
    build_unchecked,
    copy_sources,
    from_numbers,
    read_candidate,
    rounded,
    write_candidate,
)
from tools.tune.claims import Fitted, Optimised
from tools.tune.curse import EXPERIMENTS, TOURNAMENTS, Idea, demonstrate, passes, read_ideas
from tools.tune.features import weights_of
from tools.tune.numbers import present
from tools.tune.prove import accepted

PRESENT = weights_of(Weights())
CANDIDATE = Candidate({**PRESENT, "edge": 80}, {}, Fitted("all features", 1, 100, 2_000, 0.004, 0.001))
OPTIMISED = Candidate(
    {**PRESENT, "edge": 80},
    {"search.Search.LAST_START": 0.7, "search.RANK": 12},
    Optimised(1, 3, "--nodes 100", 20, 12_000, 0.36, 0.01),
)


def test_fitted_weights_are_rounded_and_what_was_not_fitted_stays() -> None:
    found = rounded({"cell": 55.0, "edge": 80.4, "centre": -12.6, "separated": 0.0})
    assert found == {"cell": 55, "centre": -13, "edge": 80, "separated": PRESENT["separated"]}


@pytest.mark.parametrize("candidate", [CANDIDATE, OPTIMISED])
def test_a_candidate_comes_back_as_it_was_written(tmp_path: Path, candidate: Candidate) -> None:
    file = tmp_path / "candidate.json"
    write_candidate(candidate, file)
    assert read_candidate(file) == candidate
    assert from_numbers(candidate.numbers, candidate.claim) == candidate


def test_a_claim_says_where_it_comes_from_and_what_it_is_worth() -> None:
    assert str(CANDIDATE.claim) == "claimed: +0.0040 nats; on held-out games +0.0010"
    said = "claimed: 36.0 ± 1.0 % of the last generation's games, 33.3 % would be no gain"
    assert str(OPTIMISED.claim) == said
    assert (CANDIDATE.claim.source, OPTIMISED.claim.source) == ("all features", "20 generations of games")


def test_a_bundle_has_the_numbers(tmp_path: Path) -> None:
    build_unchecked(ROOT, OPTIMISED.numbers, tmp_path / "bot.py")
    text = (tmp_path / "bot.py").read_text(encoding="utf-8")
    assert all(words in text for words in ("edge: int = 80,", "LAST_START = 0.7\n", "\nRANK = 12\n"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "x"}, "format: expected one of tron-battle-weights"),
        ({"version": 1, "fit": "all"}, "version: expected an integer from 2 to 2, found 1"),
        ({"weights": {"edges": 1}}, "weights.edges: expected no such field"),
        ({"weights": {"edge": 1.5}}, "weights.edge"),
        ({"constants": {"search.Search.FIRST_START": 1}}, "constants: the bot has no number 'search.Search.FIRST_"),
        ({"constants": {"search.RANK": 1.5}}, r"constants.search.RANK: expected an integer, found 1.5"),
        ({"constants": {"search.Search.LAST_START": "1"}}, "LAST_START: expected a number"),
        ({"constants": []}, "constants: expected an object"),
        ({"claim": None}, "claim: expected an object"),
        ({"claim": {"by": "luck"}}, "claim.by: expected one of fit, games"),
        ({"claim": {"by": "games"}}, "claim.seed: expected this field"),
        ({"claim": {**OPTIMISED.to_json()["claim"], "players": 5}}, "claim.players: expected an integer from 2 to 4"),
        ({"claim": {**OPTIMISED.to_json()["claim"], "share": "half"}}, "claim.share: expected a number"),
        ({"claim": {**OPTIMISED.to_json()["claim"], "error": 10**400}}, "claim.error: expected a number of at most"),
        ({"constants": {"search.Search.LAST_START": 10**400}}, "LAST_START: expected a number of at most 1e"),
        ({"claim": {**CANDIDATE.to_json()["claim"], "claimed": "much"}}, "claim.claimed: expected a number"),
        ({"claim": {**CANDIDATE.to_json()["claim"], "held_out": True}}, "claim.held_out: expected a number"),
        ({"more": 1}, "more: expected no such field"),
    ],
)
def test_a_file_that_is_no_candidate_is_refused(tmp_path: Path, change: dict[str, object], complaint: str) -> None:
    file = tmp_path / "candidate.json"
    write_candidate(CANDIDATE, file)
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}), encoding="utf-8")
    with pytest.raises(CandidateError, match=complaint):
        read_candidate(file)


def test_a_number_that_is_too_large_for_python_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "candidate.json"
    write_candidate(OPTIMISED, file)
    file.write_text(file.read_text(encoding="utf-8").replace("0.7", "1e999"), encoding="utf-8")
    with pytest.raises(CandidateError, match="LAST_START: expected a number of at most 1e"):
        read_candidate(file)


def test_a_disk_that_takes_no_bundle_is_named(tmp_path: Path) -> None:
    (tmp_path / "full" / "bot").mkdir(parents=True)
    with pytest.raises(OSError, match="File exists"):
        copy_sources(ROOT, tmp_path / "full")
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom tools.tune import __main__ as tune\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "sys.exit(tune.main(['optimise', '--jobs', '1', '--directory', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "tune")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (2, "")
    assert re.fullmatch(r"tune: \S+/sources/bot/\w+\.py: File too large\n", done.stderr)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "\x00", "[" * 100_000])
def test_whatever_stands_in_the_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "candidate.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CandidateError, match=r"candidate.json: .*; write it with `make fit` or `make optimise`"):
        read_candidate(file)


def test_only_the_last_verdict_on_the_same_numbers_against_the_bot_of_now_counts(tmp_path: Path) -> None:
    file = tmp_path / "attempts.jsonl"
    weights, before = CANDIDATE.weights, present(CANDIDATE.numbers)
    good = {"weights": weights, "constants": {}, "before": before, "sprt": {"accepted": "H1"}}
    bad = {**good, "sprt": {"accepted": "H0"}}
    # As attempts were written when there were no constants, and one against a bot that has become another.
    old = {"weights": weights, "sprt": {"accepted": "H1"}}
    gone = {**good, "before": {**before, "evaluation.Weights.edge": 1}}
    others = [
        {**good, "weights": {**weights, "edge": 1}},
        {**good, "constants": OPTIMISED.constants, "before": present(OPTIMISED.numbers)},
    ]
    cases = (
        ([bad, good], True),
        ([good, bad], False),
        ([good, old, gone, *others], True),
        ([old], False),
        ([gone], False),
        (others, False),
    )
    for lines, expected in cases:
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        assert accepted(file, CANDIDATE) is expected
    assert accepted(file, OPTIMISED)
    file.write_text('{"weights": 1}\n{"weights":', encoding="utf-8")
    with pytest.raises(CandidateError, match="expected a line an attempt"):
        accepted(file, CANDIDATE)


def test_a_change_that_harms_passes_short_tournaments_as_often_as_is_published() -> None:
    # A change that truly scores 45 % passes ten games 26 % of the time, and two hundred 7 %.
    assert passes(0.45, 10) == pytest.approx(0.26, abs=0.005)
    assert passes(0.45, 200) == pytest.approx(0.07, abs=0.005)
    assert passes(0.5, 11) == pytest.approx(0.5)


def test_the_blocks_of_the_record_give_its_scores() -> None:
    text = EXPERIMENTS.read_text(encoding="utf-8")
    ideas = read_ideas()
    assert len(ideas) > 40
    for idea in ideas:
        row = next(
            line
            for line in text.split("\n")
            if f"| {idea.blocks} | " in line and f"| {idea.swept} to {idea.conceded} |" in line
        )
        assert f"| {100 * idea.score:.1f}"[:6] in row or f"{100 * idea.score:.2f}"[:4] in row


def test_short_tournaments_claim_most_and_keep_most_harm() -> None:
    outcomes = demonstrate(read_ideas(), rounds=10)
    assert [outcome.games for outcome in outcomes] == [*TOURNAMENTS]
    excess = [outcome.claimed - outcome.held_out for outcome in outcomes]
    assert excess[0] > 2 * excess[1] > 3 * excess[2] > 0
    assert outcomes[0].claimed > 0.6
    assert outcomes[0].harmful / outcomes[0].kept > outcomes[-1].harmful / outcomes[-1].kept
    assert outcomes == demonstrate(read_ideas(), rounds=10)


def test_ideas_that_change_nothing_are_never_kept_and_certain_ones_always() -> None:
    assert [outcome.kept for outcome in demonstrate([Idea(100, 0, 0)], rounds=5)] == [0, 0, 0]
    for outcome in demonstrate([Idea(100, 100, 0)], rounds=5):
        assert (outcome.kept, outcome.claimed, outcome.held_out, outcome.harmful) == (5, 1.0, 1.0, 0)


def test_an_idea_s_games_have_its_score_in_the_long_run() -> None:
    idea = Idea(200, 50, 20)
    assert idea.score == 0.575
    assert idea.play(40_000, Random(1)) == pytest.approx(0.575, abs=0.01)


def test_a_record_without_blocks_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "record.md"
    file.write_text("| idea | 12 % |\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected rows with starts, score and sweeps"):
        read_ideas(file)

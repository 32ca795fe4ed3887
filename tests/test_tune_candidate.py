"""New weights on their way into the bot, and what short tournaments claim of ideas."""

import json
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT

from bot.evaluation import Weights
from tools.tune.candidate import (
    EVALUATION,
    Candidate,
    CandidateError,
    read_candidate,
    rounded,
    with_defaults,
    write_candidate,
)
from tools.tune.curse import EXPERIMENTS, TOURNAMENTS, Idea, demonstrate, passes, read_ideas
from tools.tune.features import weights_of
from tools.tune.prove import accepted

SOURCE = (ROOT / EVALUATION).read_text(encoding="utf-8")
PRESENT = weights_of(Weights())
CANDIDATE = Candidate({**PRESENT, "edge": 80}, "all features", 1, 100, 2_000, 0.004, 0.001)


def test_other_defaults_are_all_that_changes_in_the_source() -> None:
    other = {name: -3 * value - 7 for name, value in PRESENT.items()}
    text = with_defaults(SOURCE, other)
    names: dict[str, object] = {"__name__": "bot.evaluation", "__package__": "bot"}
    exec(compile(text, "evaluation", "exec"), names)  # noqa: S102  # a text of our own, to see what it means
    weights = names["Weights"]
    assert isinstance(weights, type)
    assert {name: getattr(weights(), name) for name in PRESENT} == other
    assert weights().room is True
    assert with_defaults(text, PRESENT) == SOURCE


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [("cell: int = 55", "cell: int = FIFTY", "cell"), ("class Weights", "class Wights", "cell|centre|edge|separated")],
)
def test_a_source_with_no_place_for_a_weight_is_refused(old: str, new: str, word: str) -> None:
    changed = SOURCE.replace(old, new)
    assert changed != SOURCE
    with pytest.raises(CandidateError, match=f"expected Weights to take ({word}) with a number"):
        with_defaults(changed, PRESENT)


def test_fitted_weights_are_rounded_and_what_was_not_fitted_stays() -> None:
    found = rounded({"cell": 55.0, "edge": 80.4, "centre": -12.6, "separated": 0.0})
    assert found == {"cell": 55, "centre": -13, "edge": 80, "separated": PRESENT["separated"]}


def test_a_candidate_comes_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "candidate.json"
    write_candidate(CANDIDATE, file)
    assert read_candidate(file) == CANDIDATE


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "x"}, "format: expected one of tron-battle-weights"),
        ({"version": 2}, "version"),
        ({"weights": {"edges": 1}}, "weights.edges: expected no such field"),
        ({"weights": {"edge": 1.5}}, "weights.edge"),
        ({"claimed": "much"}, "claimed: expected a number"),
        ({"held_out": True}, "held_out: expected a number"),
        ({"fit": None}, "fit"),
        ({"more": 1}, "more: expected no such field"),
    ],
)
def test_a_file_that_is_no_candidate_is_refused(tmp_path: Path, change: dict[str, object], complaint: str) -> None:
    file = tmp_path / "candidate.json"
    write_candidate(CANDIDATE, file)
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}), encoding="utf-8")
    with pytest.raises(CandidateError, match=complaint):
        read_candidate(file)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "\x00", "[" * 100_000])
def test_whatever_stands_in_the_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "candidate.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CandidateError, match=r"candidate.json: .*; write it with `make fit`"):
        read_candidate(file)


def test_only_the_last_verdict_on_the_same_weights_counts(tmp_path: Path) -> None:
    file = tmp_path / "attempts.jsonl"
    good, bad = ({"weights": PRESENT, "sprt": {"accepted": verdict}} for verdict in ("H1", "H0"))
    other = {"weights": {**PRESENT, "edge": 1}, "sprt": {"accepted": "H1"}}
    for lines, expected in (([bad, good], True), ([good, bad], False), ([good, other], True), ([other], False)):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        assert accepted(file, PRESENT) is expected
    file.write_text('{"weights": 1}\n{"weights":', encoding="utf-8")
    with pytest.raises(CandidateError, match="expected a line an attempt"):
        accepted(file, PRESENT)


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

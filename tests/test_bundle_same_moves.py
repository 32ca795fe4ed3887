"""The package, the flat bundle and the stickytape bundle play the same moves for the same budget of nodes."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from tools.referee import Referee

OPTIONS = ["--nodes", "60"]
TURNS_PER_GAME = 150


def stream_of(starts: list[tuple[int, int]], seat: int, seed: int) -> tuple[str, list[str]]:
    """Let the package play one seat against random movers; return all that it was sent and all that it answered."""
    chance = random.Random(seed)
    referee = Referee(starts)
    turns: list[str] = []
    answers: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *OPTIONS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while not referee.is_over() and referee.heads[seat] is not None and len(turns) < TURNS_PER_GAME:
            if referee.turn == seat:
                turns.append(referee.turn_input())
                process.stdin.write(turns[-1])
                process.stdin.flush()
                answers.append(process.stdout.readline())
                referee.play(answers[-1])
            else:
                # Random movers that live long: they die only where they must.
                referee.play(chance.choice(referee.safe_answers() or ["UP"]))
    return "".join(turns), answers


def answers_of(command: list[str], text: str) -> list[str]:
    result = subprocess.run([*command, *OPTIONS], cwd=ROOT, input=text, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return result.stdout.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("starts", "seat"),
    [
        ([(4, 5), (25, 14)], 0),
        ([(13, 9), (16, 11)], 1),
        ([(3, 3), (26, 4), (15, 16)], 1),
        ([(10, 10), (12, 10), (0, 0)], 2),
        ([(2, 2), (27, 2), (2, 17), (27, 17)], 3),
        ([(14, 9), (15, 9), (14, 10), (15, 10)], 0),
    ],
)
def test_three_forms_of_the_bot_give_the_same_answers(
    flat_bundle: Path, taped_bundle: Path, starts: list[tuple[int, int]], seat: int
) -> None:
    text, answers = stream_of(starts, seat, seed=len(starts) * 100 + seat)
    assert len(answers) >= 5
    assert set(answers) <= {"UP\n", "DOWN\n", "LEFT\n", "RIGHT\n"}
    assert answers_of([sys.executable, "-I", "-S", str(flat_bundle)], text) == answers
    assert answers_of([sys.executable, "-I", "-S", str(taped_bundle)], text) == answers

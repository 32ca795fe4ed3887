"""The older protocol: a tester that relays lines, played here by a list of answers or by a function."""

import io
import subprocess
import sys
from collections.abc import Sequence

import pytest
from conftest import ROOT, run_tool

from tools.plugs.command import PlugError, draw_starts
from tools.plugs.relay import main, referee_game
from tools.referee import Referee


def relay(*lines: str) -> str:
    """Give the referee these lines and return all that it wrote."""
    target = io.StringIO()
    referee_game(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), target)
    return target.getvalue()


def test_a_whole_game_word_by_word() -> None:
    (x, y), other = draw_starts(2, 5)
    assert (x, y) == (29, 15)
    shown = relay("###Seed 5", "###Start 2", "UP", "LEFT", "RIGHT")
    turns = [
        f"###Input 0\n2 0\n29 15 29 15\n{other[0]} {other[1]} {other[0]} {other[1]}\n###Output 0 1\n",
        f"###Input 1\n2 1\n29 15 29 14\n{other[0]} {other[1]} {other[0]} {other[1]}\n###Output 1 1\n",
        f"###Input 0\n2 0\n29 15 29 14\n{other[0]} {other[1]} {other[0] - 1} {other[1]}\n###Output 0 1\n",
    ]
    # It ran into the edge, which is no error.
    assert shown == "".join(turns) + "###End 1 0\n"


def test_what_is_no_direction_is_told_and_the_places_are_the_order_of_death() -> None:
    shown = relay("###Seed 1", "###Start 4", "up", "UP\tUP", "", "x" * 5_000)
    assert [line for line in shown.splitlines() if line.startswith(("###Err", "###End"))] == [
        "###Error 0 expected a direction, found 'up'",
        "###Error 1 expected a direction, found 'UP\\tUP'",
        "###Error 2 expected a direction, found ''",
        "###End 3 2 1 0",
    ]


def test_a_line_is_judged_whole_however_long_it_is() -> None:
    shown = relay("###Seed 5", "###Start 2", "UP" + " " * 50_000, "LEFT")
    assert "###Error 0" in shown
    assert shown.endswith("###End 1 0\n")


def test_bytes_that_are_no_text_are_no_direction() -> None:
    target = io.StringIO()
    referee_game(io.BytesIO(b"###Start 2\n\xff\xfe\x00UP\n"), target)
    assert target.getvalue().endswith("###Error 0 expected a direction, found '\\\\xff\\\\xfe\\x00UP'\n###End 1 0\n")


def test_the_last_line_of_windows_is_understood() -> None:
    assert relay("###Seed 5\r", "###Start 2\r", "UP\r", "LEFT\r", "RIGHT\r").endswith("###Output 0 1\n###End 1 0\n")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "expected ###Start N, and stdin ended"),
        (["hello"], "expected ###Seed N or ###Start N, found 'hello'"),
        (["###Start"], "the number of players in ###Start is a whole number"),
        (["###Start 5"], "a game has 2 to 4 players, found '###Start 5'"),
        (["###Start 1"], "a game has 2 to 4 players"),
        (["###Seed x", "###Start 2"], "the seed in ###Seed is a whole number of at most 19 digits, found 'x'"),
        (["###Start 2", "UP"], "stdin ended"),
    ],
)
def test_a_tester_that_makes_no_sense_is_told_so(lines: Sequence[str], complaint: str) -> None:
    with pytest.raises(PlugError) as refused:
        relay(*lines)
    assert complaint in str(refused.value)


def test_the_answer_without_its_newline_at_the_end_of_input_is_no_answer() -> None:
    with pytest.raises(PlugError, match="the answer of the bot in seat 0, and stdin ended"):
        referee_game(io.BytesIO(b"###Start 2\nUP"), io.StringIO())


def test_arguments_are_refused_and_help_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "###Start N" in capsys.readouterr().out
    with pytest.raises(PlugError, match="expected no arguments"):
        main(["-p1", "wall"])


def test_the_command_flushes_each_turn_and_ends_with_the_game() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tools.plugs.relay"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("###Seed 9\n###Start 3\n")
        twin = Referee(draw_starts(3, 9))
        while not twin.is_over():
            process.stdin.flush()
            seat = twin.turn
            assert process.stdout.readline() == f"###Input {seat}\n"
            for line in twin.turn_input().splitlines(keepends=True):
                assert process.stdout.readline() == line
            assert process.stdout.readline() == f"###Output {seat} 1\n"
            answer = next(iter(twin.safe_answers()), "UP")
            twin.play(answer)
            process.stdin.write(answer + "\n")
        process.stdin.flush()
        ranks = twin.ranks()
        places = sorted(range(3), key=ranks.__getitem__)
        # Stdin is still open: the referee leaves by itself.
        assert process.stdout.read() == f"###End {' '.join(map(str, places))}\n"
        assert process.wait() == 0
        assert process.stderr.read() == ""


def test_a_tester_that_went_away_ends_the_command_with_one_sentence() -> None:
    result = run_tool("-m", "tools.plugs.relay", stdin="###Start 2\n")
    assert result.returncode == 1
    assert result.stderr == "relay: expected the answer of the bot in seat 0, and stdin ended\n"

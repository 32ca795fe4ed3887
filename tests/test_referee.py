from pathlib import Path

import pytest

from tools.referee import Cause, Death, Referee
from tools.starts import parse_starts

TRANSCRIPTS = sorted((Path(__file__).parent / "referee_transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_referee_follows_the_transcript_written_by_hand(path: Path) -> None:
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    width, height = map(int, lines.pop(0).removeprefix("grid ").split("x"))
    referee = Referee(parse_starts(lines.pop(0).removeprefix("starts ")), width, height)
    while lines[0].startswith(">"):
        shown = ""
        while lines[0].startswith(">"):
            shown += lines.pop(0)[2:] + "\n"
        assert referee.turn_input() == shown
        spoken = lines.pop(0)
        cause: Cause | None = Cause.TIMEOUT
        if spoken == "late":
            referee.kill(Cause.TIMEOUT)
        else:
            cause = referee.play(spoken.removeprefix("< "))
        expected = lines.pop(0).removeprefix("dies ") if lines[0].startswith("dies ") else None
        assert (cause.value if cause else None) == expected
    assert referee.is_over()
    assert [f"ranks {' '.join(map(str, referee.ranks()))}"] == lines


def test_there_is_a_transcript_for_each_number_of_players() -> None:
    assert [path.stem for path in TRANSCRIPTS] == ["2_players", "3_players", "4_players"]


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ("UP", Cause.EDGE),
        ("LEFT", Cause.OWN_RIBBON),
        ("RIGHT", Cause.OTHER_RIBBON),
        ("DOWN", None),
        (" DOWN \t", None),
        ("DOWN\r", None),
        ("down", Cause.INVALID),
        ("Down", Cause.INVALID),
        ("DOWN DOWN", Cause.INVALID),
        ("DOWN!", Cause.INVALID),
        ("", Cause.INVALID),
        ("0", Cause.INVALID),
    ],
)
def test_each_answer_has_its_cause(answer: str, cause: Cause | None) -> None:
    referee = Referee([(0, 0), (2, 0)], 4, 2)
    referee.play("RIGHT")
    referee.play("DOWN")
    assert referee.foresee(answer) is cause
    assert referee.play(answer) is cause
    assert referee.deaths == ([] if cause is None else [Death(0, cause, 2)])


def test_a_trapped_seat_is_asked_and_dies_on_its_own_turn() -> None:
    trapped = Referee([(0, 0), (1, 0), (0, 1)], 3, 3)
    assert trapped.safe_answers() == []
    assert trapped.turn == 0
    assert not trapped.is_over()
    trapped.play("RIGHT")
    assert trapped.deaths == [Death(0, Cause.OTHER_RIBBON, 0)]
    assert trapped.safe_answers() == ["RIGHT", "DOWN", "LEFT"]


def test_the_whole_ribbon_of_the_dead_is_freed_and_nothing_else() -> None:
    referee = Referee([(0, 0), (0, 1), (3, 3)], 4, 4)
    for answer in ("RIGHT", "RIGHT", "UP", "RIGHT", "RIGHT", "UP", "DOWN"):
        referee.play(answer)
    assert referee.to_ascii() == "....\nbbBC\n...c\n...c"
    assert referee.deaths == [Death(0, Cause.OTHER_RIBBON, 6)]
    assert referee.turn == 1


@pytest.mark.parametrize(
    ("starts", "message"),
    [
        ([(0, 0)], "2 to 4 starts, found 1"),
        ([(x, 0) for x in range(5)], "2 to 4 starts, found 5"),
        ([(0, 0), (30, 0)], r"\(30,0\) of seat 1 is off the 30x20 grid"),
        ([(0, -1), (3, 0)], r"\(0,-1\) of seat 0 is off"),
        ([(3, 0), (3, 0)], "two seats share a start cell"),
    ],
)
def test_starts_that_cannot_be_are_refused(starts: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Referee(starts)


def test_ranks_before_the_end_and_answers_after_it_are_refused() -> None:
    referee = Referee([(0, 0), (3, 0)])
    with pytest.raises(ValueError, match="not over: 2 players live"):
        referee.ranks()
    referee.play("UP")
    with pytest.raises(ValueError, match="the game is over"):
        referee.play("DOWN")

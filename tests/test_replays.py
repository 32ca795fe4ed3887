import json
import shlex
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bad_bots import command
from tests.site_form import site_form
from tools.match import main
from tools.players import ROOT, resolve
from tools.recordings import read_recording
from tools.records import Limits, Move, Record, Seat, from_json, to_json, write_record
from tools.referee import Cause, Death, Referee
from tools.replay_seats import Handover, Job, RecordedSeat, Replaying, Result, play_seat
from tools.runner import Halt

FILES = sorted((ROOT / "replays").glob("*.json"))
# Nobody loses by the clock where the machine is busy with other tests.
PATIENT = ["--limit-ms", "5000", "--first-ms", "20000"]
STEADY = resolve(command("steady"))


def test_there_are_recorded_games_of_two_three_and_four_with_deaths_early_and_late() -> None:
    records = [read_recording(path).record for path in FILES]
    assert len(records) >= 9
    counts = Counter(len(record.starts) for record in records)
    assert all(counts[players] >= 3 for players in (2, 3, 4))
    first_deaths = [record.deaths[0].move / len(record.starts) for record in records]
    assert min(first_deaths) < 25
    assert max(first_deaths) > 100
    assert len({seat.name for record in records for seat in record.players}) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_recorded_game_is_small_and_laid_out_as_records_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert to_json(from_json(text)) == text
    assert len(text) < 60_000


def test_what_the_bot_wrote_stands_with_the_answer_that_it_tells_of() -> None:
    told = [
        (move.answer, move.debug)
        for path in FILES
        for record in [read_recording(path).record]
        for move in record.moves
        if "--debug" in record.players[move.seat].command
    ]
    assert len(told) > 300
    assert all(debug and debug.split()[0] == answer for answer, debug in told)


def test_the_page_about_the_format_shows_a_record_that_can_be_read() -> None:
    page = (ROOT / "replays" / "README.md").read_text(encoding="utf-8")
    example = page.split("```json\n")[1].split("```")[0]
    record = from_json(example)
    assert to_json(record) == example
    data = json.loads(example)
    names = set(data) | set(data["players"][0]) | set(data["limits"]) | {*data["moves"][0]} | {*data["deaths"][0]}
    assert all(f"`{name}`" in page for name in names)
    assert all(cause.value in page for cause in Cause)


def record_of(starts: list[tuple[int, int]], answers: list[str], grid: tuple[int, int] = (30, 20)) -> Record:
    """Play answers through the referee and return the record of it."""
    referee = Referee(starts, *grid)
    moves = []
    for answer in answers:
        moves.append(Move(referee.turn, answer, 1.0, None))
        referee.play(answer)
    players = [Seat("x", "x")] * len(starts)
    return Record(None, grid, starts, players, Limits(1000, 100), moves, referee.deaths, referee.ranks())


# Seat 0 goes right along the top and then leaves the grid; seat 1 goes left along the next row.
SHORT = record_of([(0, 0), (9, 1)], ["RIGHT", "LEFT", "RIGHT", "LEFT", "UP"])
# Seat 0 takes the only free cell, and seat 1 is trapped.
CORRIDOR = record_of([(0, 0), (2, 0)], ["RIGHT", "LEFT"], (3, 1))


def follow(record: Record, seat: int, others: str, starts: list[tuple[int, int]] | None = None) -> RecordedSeat:
    """Have a seat of a record of two follow it while the other one plays the answers given, until these run out."""
    recorded = RecordedSeat(record, seat, STEADY)
    referee = Referee(starts or record.starts, *record.grid)
    answers = iter(others.split())
    while not referee.is_over():
        if referee.turn == seat:
            answer = recorded.ask(referee, None).text
        elif (answer := next(answers, None)) is None:
            break
        referee.play(answer or "")
    recorded.close()
    return recorded


def test_a_seat_follows_its_recording_to_a_death_that_is_still_one() -> None:
    assert follow(SHORT, 0, "DOWN DOWN DOWN").handover is None
    assert follow(CORRIDOR, 1, "RIGHT").handover is None


def test_the_successor_takes_over_where_a_recorded_move_would_be_fatal() -> None:
    assert follow(SHORT, 1, "DOWN LEFT", [(8, 0), (9, 1)]).handover == Handover(1, "its recorded LEFT no longer fits")


def test_the_successor_takes_over_where_a_recorded_death_is_none_any_more() -> None:
    collision = record_of([(2, 0), (0, 0)], ["LEFT", "RIGHT"])
    assert collision.deaths == [Death(1, Cause.OTHER_RIBBON, 1)]
    assert follow(collision, 1, "DOWN DOWN").handover == Handover(1, "its recorded RIGHT no longer fits")


def test_the_successor_takes_over_where_the_recording_ends() -> None:
    assert follow(SHORT, 1, "DOWN DOWN DOWN").handover == Handover(5, "its recording ends")


def test_the_successor_takes_over_where_the_recorded_bot_did_not_answer() -> None:
    late = replace(
        SHORT,
        moves=[*SHORT.moves[:2], Move(0, None, 100.5, None)],
        deaths=[Death(0, Cause.TIMEOUT, 2)],
    )
    assert follow(late, 0, "DOWN DOWN DOWN").handover == Handover(2, "its recording ends")


def test_a_successor_has_seen_every_earlier_turn_of_its_seat(tmp_path: Path) -> None:
    note = tmp_path / "seen"
    writer = "import sys\nfor line in sys.stdin:\n"
    writer += " turn=[line]+[sys.stdin.readline() for _ in range(int(line[0]))]\n"
    writer += " with open(sys.argv[1],'a') as file: file.writelines(turn)\n"
    writer += " print('DOWN',flush=True)"
    recorded = RecordedSeat(SHORT, 1, resolve(shlex.join([sys.executable, "-S", "-c", writer, str(note)])))
    referee = Referee(SHORT.starts)
    shown, answers = "", []
    for _ in range(4):
        referee.play("DOWN")
        shown += referee.turn_input()
        answers.append(recorded.ask(referee, None).text or "")
        referee.play(answers[-1])
    recorded.close()
    assert answers == ["LEFT", "LEFT", "DOWN", "DOWN"]
    assert note.read_text() == shown


def seat_played(record: Record, seat: int, bot: str) -> Result:
    result = play_seat(
        Job(Path("x.json"), record, seat), Replaying(resolve(bot), STEADY, Limits(10_000, 5_000)), Halt()
    )
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("bot", "seat", "fault", "rank"),
    [
        ("says RIGHT", 1, None, 1),
        ("says RIGHT", 0, None, 0),
        ("says UP", 0, "illegal move where RIGHT was free", 1),
        ("says RIGHT!", 0, "invalid output", 1),
        ("crashes 0", 0, "crashed", 1),
        ("exits", 0, None, 0),
        ("binary", 1, "invalid output", 1),
    ],
)
def test_faults_of_the_bot_are_told_from_a_hopeless_end(bot: str, seat: int, fault: str | None, rank: int) -> None:
    name, *options = bot.split()
    result = seat_played(CORRIDOR, seat, command(name, *options))
    assert (result.fault, result.rank) == (fault, rank)


def test_the_command_prints_a_line_a_seat_and_fails_on_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.json"
    write_record(SHORT, path)
    assert main([command("says", "RIGHT"), "--replay", str(path), "--then", "wall", *PATIENT]) == 1
    first, second, verdict = capsys.readouterr().out.splitlines()
    assert first.startswith(
        f"{path} seat 0: rank 2 of 2, another's ribbon at move 12; FAULT: illegal move where DOWN was free"
    )
    assert "; seat 1 by wall from move 5 (its recording ends)" in first
    assert second.startswith(f"{path} seat 1: rank 1 of 2")
    assert verdict.startswith("2 of 2 seats played by ")
    assert ": 1 fault; answers " in verdict


def test_one_seat_and_a_level_without_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "short.json", tmp_path / "corridor.json"]
    write_record(SHORT, paths[0])
    write_record(CORRIDOR, paths[1])
    arguments = ["wall", "--replay", *map(str, paths), "--seat", "1", *PATIENT]
    assert main(arguments) == 0
    assert "2 of 2 seats played by wall: no faults" in capsys.readouterr().out
    assert main(["wall", "--replay", str(paths[0]), "--seat", "3"]) == 2
    assert "match: no recorded game here has a seat 3" in capsys.readouterr().err


def test_a_game_of_the_site_is_replayed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "downloaded.json"
    path.write_text(json.dumps(site_form(SHORT)))
    assert main(["wall", "--replay", str(path), "--seat", "1", *PATIENT]) == 0
    assert "1 of 1 seats played by wall: no faults" in capsys.readouterr().out


def test_a_recording_against_the_rules_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.json"
    write_record(replace(SHORT, ranks=[0, 1]), path)
    assert main(["wall", "--replay", str(FILES[0]), str(path)]) == 2
    shown = capsys.readouterr()
    assert f"match: {path}: ranks: expected [1, 0] by the order of the deaths, found [0, 1]" in shown.err
    assert shown.out == ""


def test_a_late_answer_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "short.json"
    write_record(SHORT, path)
    assert main(["wall", "--replay", str(path), "--seat", "0", "--limit-ms", "0.001", "--first-ms", "0"]) == 1
    assert "timeout at move 2; FAULT: late answer" in capsys.readouterr().out

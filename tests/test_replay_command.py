import io
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.board import Board
from bot.grid import Grid
from bot.protocol import TurnReader
from bot.tracker import Tracker
from tests.bad_bots import command
from tests.recorded_games import answered
from tools.game import Game, play_game
from tools.players import ROOT, resolve
from tools.records import Limits, Move, Record, Seat, read_record, write_record
from tools.referee import Cause, Death
from tools.replay.__main__ import main
from tools.verify import verify
from tools.walk import inputs_until, position_at, walk

# Seat 1 goes up from (9,1) off the grid while seat 0 goes right.
SHORT = answered([(0, 0), (9, 1)], ["RIGHT", "LEFT", "RIGHT", "UP", "RIGHT", "UP"], names=["first", "second"])
# Seat 1 is late at move 4, whatever it said; seat 2 follows seat 0, and leaves the grid.
LATE = Record(
    None,
    (30, 20),
    [(3, 3), (9, 9), (3, 0)],
    [Seat(name, name) for name in ("a", "b", "c")],
    Limits(1000, 100),
    [
        Move(0, "DOWN", 1.0, None),
        Move(1, "UP", 1.0, None),
        Move(2, "LEFT", 1.0, None),
        Move(0, "DOWN", 1.0, None),
        Move(1, "UP", 101.5, None),
        Move(2, "UP", 1.0, 0.5, "depth 9 value -7 nodes 50"),
    ],
    [Death(1, Cause.TIMEOUT, 4), Death(2, Cause.EDGE, 5)],
    [0, 2, 1],
)
PATIENT = ["--limit-ms", "0"]


@pytest.fixture
def short(tmp_path: Path) -> str:
    path = tmp_path / "short.json"
    write_record(SHORT, path)
    return str(path)


@pytest.fixture
def late(tmp_path: Path) -> str:
    path = tmp_path / "late.json"
    write_record(LATE, path)
    return str(path)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Record a game between two bots that always play the same."""
    players = [resolve("bot --nodes 4 --debug"), resolve("greedy")]
    outcome = play_game(Game(players, [(4, 5), (24, 13)], Limits(None, None)))
    assert outcome is not None
    path = tmp_path_factory.mktemp("duel") / "duel.json"
    write_record(outcome.record, path)
    return str(path)


def test_the_games_of_these_tests_follow_the_rules() -> None:
    assert SHORT.deaths == [Death(1, Cause.EDGE, 5)]
    assert verify(LATE).ranks() == [0, 2, 1]


def test_a_walk_passes_every_position_once_and_the_end() -> None:
    assert [referee.answers for referee in walk(LATE)] == list(range(7))
    assert position_at(LATE, 5).deaths == LATE.deaths[:1]
    assert position_at(LATE, 6).is_over()


def test_check_goes_on_after_a_file_that_fails(
    short: str, late: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert main(["check", str(bad), short, late]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"replay: {bad}: line 1 column 2: not JSON")
    assert shown.out.splitlines() == [
        f"{short}: the referee agrees: 2 players, 6 moves, seat 0 (A, first) wins",
        f"{late}: the referee agrees: 3 players, 6 moves, seat 0 (A, a) wins",
    ]


def test_show_draws_the_last_death_unless_told_otherwise(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", late]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "turn 5 of 6: seat 2 (C, c), answers 'UP', after 1.0 ms, depth 9, value -7, nodes 50, and dies: edge"
    )
    assert lines[1:4] == [
        "  A (seat 0) a: at (3,5), 3 cells long",
        "  B (seat 1) b: died at move 4: timeout",
        "  C (seat 2) c: at (2,0), 2 cells long",
    ]
    assert lines[4] == "+" + "-" * 30 + "+"
    assert lines[5] == "|..Cc" + "." * 26 + "|"
    assert len(lines) == 26
    assert main(["show", late, "--turn", "6"]) == 0
    assert capsys.readouterr().out.startswith("the end, after 6 moves: seat 0 (A, a) wins\n")


def test_show_steps_through_the_game_as_it_is_told(
    late: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\n4\nnonsense\n99\n\nq\n"))
    assert main(["show", late, "--step"]) == 0
    out = capsys.readouterr().out
    turns = [line.partition("turn ")[2][0] for line in out.splitlines() if "turn " in line and " of 6" in line]
    assert turns == ["0", "1", "2", "1", "4", "4"]
    assert "expected one of: Enter: next" in out
    assert out.count("the end, after 6 moves") == 2


def test_names_that_would_command_the_terminal_are_shown_as_they_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hostile.json"
    write_record(replace(SHORT, players=[Seat("\x1b[2J[red]", "x"), Seat("b\nc\u202e", "x")]), path)
    for arguments in (
        ["check"],
        ["show"],
        ["show", "--turn", "6"],
        ["again", "--seat", "1", "--with", command("exits")],
    ):
        assert main([arguments[0], str(path), *arguments[1:]]) == 0
        out = capsys.readouterr().out
        assert r"\x1b[2J[red]" in out
        assert all(line.isprintable() for line in out.split("\n"))
    path.write_text('{"format": "tron-battle-record", "version": 1, "\\u001b[2J": 5}')
    assert main(["check", str(path)]) == 1
    assert r"json: \x1b[2J: expected no such field, found 5" in capsys.readouterr().err


def test_show_ends_where_its_input_does(
    late: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["show", late, "--step", "--turn", "3"]) == 0
    assert capsys.readouterr().out.startswith("turn 3 of 6")


@pytest.mark.parametrize("turn", range(5))
def test_a_position_is_a_drawing_and_the_input_that_leads_a_bot_to_it(
    turn: int, late: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["position", late, "--turn", str(turn)]) == 0
    drawing, _, text = capsys.readouterr().out.partition("\n\n")
    referee = position_at(LATE, turn)
    assert drawing == referee.to_ascii()
    assert text == "".join(inputs_until(LATE, turn))
    reader = TurnReader(io.BytesIO(text.encode()).readline, Grid())
    tracker = Tracker(Grid(), pytest.fail)
    board = None
    while (read := reader.read(lambda: None)) is not None:
        board = tracker.follow(read)
    assert board is not None
    assert board.turn == referee.turn
    assert board.to_ascii() == Board.from_ascii(drawing, referee.turn, 3).to_ascii() == drawing


def test_drawing_and_input_can_be_had_alone(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["position", late, "--turn", "4", "--ascii"]) == 0
    assert capsys.readouterr().out == position_at(LATE, 4).to_ascii() + "\n"
    assert main(["position", late, "--turn", "4", "--input"]) == 0
    assert capsys.readouterr().out == "".join(inputs_until(LATE, 4))


def test_the_same_bots_play_the_same_game_again(duel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = "bot --nodes 4 --debug"
    kept = tmp_path / "kept.json"
    arguments = ["again", duel, "--seat", "0", "--with", bot, "--rival", "1", "greedy", "--output", str(kept)]
    assert main(arguments) == 0
    assert "\nthe same game as recorded, move for move\n" in capsys.readouterr().out
    before, after = read_record(Path(duel)), read_record(kept)
    assert [(move.seat, move.answer, (move.debug or "").partition(" ms ")[0]) for move in before.moves] == [
        (move.seat, move.answer, (move.debug or "").partition(" ms ")[0]) for move in after.moves
    ]
    assert (before.starts, before.players, before.deaths) == (after.starts, after.players, after.deaths)


@pytest.mark.parametrize("turn", ["21", "37"])
def test_a_bot_that_takes_over_what_it_played_itself_plays_on_as_it_did(
    turn: str, duel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["again", duel, "--seat", "0", "--turn", turn, "--with", "bot --nodes 4"]) == 0
    assert "\nthe same game as recorded, move for move\n" in capsys.readouterr().out


def test_a_game_that_was_ended_early_ends_early_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [resolve("greedy"), resolve("wall")]
    outcome = play_game(Game(players, [(4, 5), (24, 13)], Limits(None, None), adjudicate=True))
    assert outcome is not None
    assert outcome.record.adjudicated is not None
    path = tmp_path / "ended.json"
    write_record(outcome.record, path)
    assert main(["again", str(path), "--seat", "0", "--with", "greedy", "--rival", "1", "wall"]) == 0
    assert "\nthe same game as recorded, move for move\n" in capsys.readouterr().out
    assert main(["show", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"the end, after {len(outcome.record.moves)} moves: seat ")


def test_another_bot_plays_on_from_a_turn_while_the_others_follow(
    late: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.json"
    says = command("says", "RIGHT")
    arguments = ["again", late, "--seat", "2", "--turn", "4", "--with", says, "--then", "wall", "--output", str(kept)]
    assert main([*arguments, *PATIENT]) == 0
    out = capsys.readouterr().out
    record = read_record(kept)
    # Seat 2 runs into its own ribbon at once; what seat 1 said too late it did not live to see, so somebody else plays.
    assert [(move.seat, move.answer) for move in record.moves[:4]] == [
        (move.seat, move.answer) for move in LATE.moves[:4]
    ]
    assert record.deaths[0] == Death(2, Cause.OWN_RIBBON, 5)
    assert "seat 1 (B, b) was handed to wall at move 4: its recorded UP no longer fits" in out
    before = LATE.ranks[2] + 1
    assert f"seat 2 (C, {record.players[2].name}) comes out with rank 3 of 3, where rank {before} was recorded\n" in out
    assert "the games part at move " in out
    assert [player.name for player in record.players][1] == "wall"


def test_a_recorded_bot_of_our_own_plays_its_seat_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, kept = tmp_path / "game.json", tmp_path / "kept.json"
    write_record(answered([(3, 0), (9, 9)], ["UP"], names=["x", "wall --seed 5"]), path)
    arguments = ["again", str(path), "--seat", "0", "--with", "flood", "--output", str(kept), *PATIENT]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "was handed to wall --seed 5 at move " in out
    assert "--then" not in out
    assert read_record(kept).players[1].command == "wall --seed 5"


@pytest.mark.parametrize(
    "recorded",
    ["touch ran", 'python3 -c \'open("ran", "w")\'', "bot; touch ran", "bundle ../x", "wall --x=/etc/passwd", "./bot"],
)
def test_no_command_line_out_of_a_file_is_run_unless_it_is_named(
    recorded: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_record(answered([(3, 0), (9, 9)], ["UP"], names=["x", recorded]), tmp_path / "game.json")
    assert main(["again", "game.json", "--seat", "0", "--with", "flood", "--output", "kept.json", *PATIENT]) == 0
    out = capsys.readouterr().out
    assert "was handed to greedy at move " in out
    assert f"is not run unless you name it: --then {shlex.quote(recorded)}\n" in out
    assert not (tmp_path / "ran").exists()
    assert read_record(tmp_path / "kept.json").players[1].command == "greedy"


def test_what_was_recorded_before_the_turn_is_repeated_to_the_letter(late: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    says = command("says", "LEFT")
    assert main(["again", late, "--seat", "2", "--turn", "5", "--with", says, "--output", str(kept), *PATIENT]) == 0
    record = read_record(kept)
    assert record.deaths[0] == Death(1, Cause.TIMEOUT, 4)
    assert record.moves[4].wall_ms == 101.5
    assert record.moves[5].answer == "LEFT"
    assert [player.name for player in record.players][1] == "b"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["again", "FILE", "--seat", "3", "--with", "wall"], "expected a seat from 0 to 2, found 3"),
        (["again", "FILE", "--seat", "1", "--turn", "5", "--with", "wall"], "seat 1 is dead at turn 5: nobody can"),
        (["again", "FILE", "--seat", "0", "--turn", "6", "--with", "wall"], "expected a turn from 0 to 5, found 6"),
        (["again", "FILE", "--seat", "0", "--with", "no such bot"], "'no' is neither a program that can be run nor"),
        (["again", "FILE", "--seat", "0", "--with", "wall", "--rival", "0", "wall"], "seat 0 is taken over twice"),
        (["again", "FILE", "--seat", "0", "--with", "wall", "--rival", "x", "wall"], "--rival expected a seat and a"),
        (["again", "FILE", "--seat", "0", "--with", "wall", "--limit-ms", "-1"], "--limit-ms must be milliseconds"),
        (["moves", "FILE", "--seat", "3"], "expected a seat from 0 to 2, found 3"),
        (["show", "FILE", "--turn", "7"], "expected a turn from 0 to 6, the end of the game, found 7"),
        (["show", "FILE", "--turn", "-1"], "expected a turn from 0 to 6, the end of the game, found -1"),
        (["position", "FILE", "--turn", "6"], "expected a turn from 0 to 5, found 6: the game is over"),
        (["show", "FILE", "--starts", "(1,1)(2,2)(3,3)"], "FILE: --starts is for recordings of the site"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    arguments: list[str], message: str, late: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([late if word == "FILE" else word for word in arguments]) == 2
    error = capsys.readouterr().err.replace(late, "FILE")
    assert error.startswith(f"replay: {message}")
    assert error.count("\n") == 1


def test_the_moves_of_a_bot_stand_beside_the_recorded_ones(short: str, capsys: pytest.CaptureFixture[str]) -> None:
    bot = command("says", "RIGHT")
    assert main(["moves", short, "--seat", "1", "--with", bot, "--nodes", "20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    # From (9,1), then from (8,1), where it would enter its own ribbon, then from (8,0), where UP leaves the grid.
    assert lines[0].startswith("turn    1  recorded LEFT    chosen RIGHT   ")
    assert lines[1].startswith("turn    3  recorded UP      chosen RIGHT   worse by ")
    assert lines[2].startswith("turn    5  recorded UP      chosen RIGHT   better by ")
    assert lines[3].startswith(f"{bot} at 3 turns of seat 1 (B, second): 0 as recorded, of the 3 others ")
    assert lines[3].endswith("by a search of 20 nodes a move")


def test_a_bot_that_leaves_chooses_nothing_from_then_on(short: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", short, "--seat", "0", "--with", command("exits"), "--nodes", "5"]) == 0
    assert capsys.readouterr().out.count("chosen nothing") >= 2


def test_the_command_explains_itself_and_needs_one() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tools.replay", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0
    for name in ("check", "show", "again", "moves", "position"):
        assert f"\n    {name} " in result.stdout


def test_the_commands_of_the_readme_make_sense(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [*(ROOT / "replays").glob("*.json"), *(ROOT / "replays" / "site").glob("*.json")]
    assert main(["check", *map(str, files)]) == 0
    duel = str(ROOT / "replays" / "2-greedy-bot.json")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["show", duel, "--step"]) == 0
    assert main(["again", duel, "--seat", "1", "--turn", "11", "--with", command("says", "UP"), *PATIENT]) == 0
    assert "games part at move " in capsys.readouterr().out

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies  # noqa: F401  (its profile is the one that all tests share)
from tools.recordings import read_recording
from tools.records import (
    LARGEST_FILE,
    Limits,
    Move,
    Record,
    RecordError,
    Seat,
    from_json,
    read_record,
    to_json,
    write_record,
)
from tools.referee import Cause, Death, Referee
from tools.verify import verify

RECORD = Record(
    seed=7,
    grid=(30, 20),
    starts=[(4, 1), (9, 0)],
    players=[Seat("bot", "bot --nodes 5"), Seat("wall", "wall")],
    limits=Limits(1000, 100),
    moves=[
        Move(0, "LEFT", 20.125, 18.5, "LEFT depth 3"),
        Move(1, "UP", 1.5, None),
    ],
    deaths=[Death(1, Cause.EDGE, 1)],
    ranks=[0, 1],
)
TEXT = """{
"format": "tron-battle-record",
"version": 1,
"seed": 7,
"grid": [30,20],
"starts": [[4,1],[9,0]],
"players": [
{"name":"bot","command":"bot --nodes 5"},
{"name":"wall","command":"wall"}
],
"limits": {"first_ms":1000,"move_ms":100},
"moves": [
{"seat":0,"answer":"LEFT","wall_ms":20.125,"cpu_ms":18.5,"debug":"LEFT depth 3"},
{"seat":1,"answer":"UP","wall_ms":1.5,"cpu_ms":null}
],
"deaths": [
{"seat":1,"cause":"edge","move":1}
],
"ranks": [0,1]
}
"""


def test_a_record_has_this_layout() -> None:
    assert to_json(RECORD) == TEXT
    assert from_json(TEXT) == RECORD


def test_a_file_is_written_in_one_step_and_reads_back_to_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_record(RECORD, path)
    before = path.read_bytes()
    write_record(read_record(path), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_another_layout_of_the_same_record_is_read_and_brought_into_this_one() -> None:
    assert to_json(from_json(json.dumps(json.loads(TEXT), indent=4, sort_keys=True))) == TEXT


milliseconds = st.integers(0, 10**6) | st.floats(0, 1e6)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record whose fields agree with each other; its game need not follow the rules."""
    count = draw(st.integers(2, 4))
    width, height = draw(st.integers(2, 50)), draw(st.integers(2, 50))
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    moves = [
        Move(
            draw(st.integers(0, count - 1)),
            draw(st.none() | texts),
            draw(milliseconds),
            draw(st.none() | milliseconds),
            draw(st.none() | texts),
            draw(st.none() | milliseconds),
            draw(st.none() | texts),
        )
        for _ in range(draw(st.integers(0, 5)))
    ]
    dead = draw(st.permutations(range(count)))[1:]
    deaths = []
    for seat in dead:
        moves.append(Move(seat, draw(st.none() | texts), draw(milliseconds), None))
        deaths.append(Death(seat, draw(st.sampled_from(Cause)), len(moves) - 1))
    return Record(
        seed=draw(st.none() | st.integers()),
        grid=(width, height),
        starts=draw(st.lists(cells, min_size=count, max_size=count, unique=True)),
        players=[Seat(draw(texts), draw(texts)) for _ in range(count)],
        limits=Limits(draw(st.none() | milliseconds), draw(st.none() | milliseconds)),
        moves=moves,
        deaths=deaths,
        ranks=draw(st.permutations(range(count))),
        repeats=draw(st.integers(0, 999)),
    )


@given(records())
def test_any_record_survives_being_written_and_read(record: Record) -> None:
    text = to_json(record)
    assert from_json(text) == record
    assert to_json(from_json(text)) == text


def changed(*place: str | int, to: object) -> str:
    """Return the text with the value at a place replaced, or removed if `to` is the ellipsis."""
    data: Any = json.loads(TEXT)
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    if to is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["format"], "other", 'format: expected "tron-battle-record", found "other"'),
        (["format"], ..., 'format: expected "tron-battle-record", found null'),
        (["version"], 2, "version: expected 1, found 2"),
        (["seed"], "7", 'seed: expected an integer, found "7"'),
        (["seed"], True, "seed: expected an integer, found true"),
        (["seed"], ..., "seed: expected this field, found none"),
        (["extra"], 1, "extra: expected no such field, found 1"),
        (["grid"], [30], "grid: expected 2 entries, found 1"),
        (["grid", 0], 0, "grid[0]: expected an integer from 1 to 100, found 0"),
        (["grid", 1], 101, "grid[1]: expected an integer from 1 to 100, found 101"),
        (["starts"], [[1, 1]], "starts: expected 2 to 4 entries, found 1"),
        (["starts"], 5, "starts: expected a list of 2 to 4 entries, found 5"),
        (["starts", 1], [30, 0], "starts[1]: expected a cell of the 30x20 grid, found [30, 0]"),
        (["starts", 1], [4, 1], "starts[1]: expected a start that no earlier seat has, found [4, 1]"),
        (["starts", 0, 1], 1.5, "starts[0][1]: expected an integer, found 1.5"),
        (["players", 1], "wall", 'players[1]: expected an object, found "wall"'),
        (["players", 1, "name"], None, "players[1].name: expected a string, found null"),
        (["players", 1, "name"], ..., "players[1].name: expected this field, found none"),
        (["players"], [], "players: expected 2 entries, found 0"),
        (["limits", "move_ms"], -1, "limits.move_ms: expected milliseconds, from 0 to below 1000000000, found -1"),
        (["limits", "turn_ms"], 1, "limits.turn_ms: expected no such field, found 1"),
        (["moves"], {}, "moves: expected a list of 1 or more entries, found {}"),
        (["moves"], [], "moves: expected 1 or more entries, found 0"),
        (["moves", 1, "seat"], 2, "moves[1].seat: expected an integer from 0 to 1, found 2"),
        (["moves", 1, "answer"], 5, "moves[1].answer: expected a string, found 5"),
        (["moves", 1, "answer"], "\ud800", "moves[1].answer: expected a string, found half of a surrogate pair in it"),
        (
            ["moves", 0, "wall_ms"],
            None,
            "moves[0].wall_ms: expected milliseconds, from 0 to below 1000000000, found n",
        ),
        (
            ["moves", 0, "cpu_ms"],
            10**400,
            "moves[0].cpu_ms: expected milliseconds, from 0 to below 1000000000, found 1",
        ),
        (["moves", 0, "debug"], None, "moves[0].debug: expected a string, found null"),
        (["moves", 0, "note"], 5, "moves[0].note: expected a string, found 5"),
        (["moves", 0, "starved_ms"], -1, "moves[0].starved_ms: expected milliseconds, from 0 to below 1000000000"),
        (["repeats"], 0, "repeats: expected an integer from 1 to 999, found 0"),
        (["deaths"], [], "deaths: expected 1 entries, found 0"),
        (["deaths", 0, "seat"], 0, "deaths[0].move: expected the index of a move of seat 0, found 1"),
        (["deaths", 0, "move"], 2, "deaths[0].move: expected an integer from 0 to 1, found 2"),
        (
            ["deaths", 0, "cause"],
            "fun",
            "deaths[0].cause: expected one of edge, own ribbon, another's ribbon, time",
        ),
        (["deaths", 0, "cause"], ["edge"], "deaths[0].cause: expected one of edge, own ribbon"),
        (["ranks"], [1, 1], "ranks: expected each of 0 to 1 once, found [1, 1]"),
        (["ranks", 0], 2, "ranks[0]: expected an integer from 0 to 1, found 2"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(place: list[str | int], value: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(changed(*place, to=value))
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1 column 1: not JSON: Expecting value"),
        ("{\n1", "line 2 column 1: not JSON"),
        ("[]", 'format: expected "tron-battle-record", found []'),
        ("NaN", "not JSON: NaN is no JSON number"),
        ("[" * 100_000, "not JSON that can be read: its brackets are nested too deeply"),
        ("1" * 10_000, "not JSON that can be read: it has a number of more than 4,300 digits"),
    ],
)
def test_what_is_no_record_at_all_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("depth", [*range(900, 1_000), 10_000])
def test_brackets_within_a_record_may_be_nested_to_any_depth(depth: int) -> None:
    nested = changed("players", 0, "name", to="@").replace('"@"', "[" * depth + "]" * depth)
    with pytest.raises(RecordError, match=r"name: expected a string, found \[\[|nested too deeply"):
        from_json(nested)


def test_a_seat_that_dies_twice_is_refused() -> None:
    data = json.loads(TEXT)
    data["starts"].append([0, 9])
    data["players"].append({"name": "x", "command": "x"})
    data["ranks"] = [0, 1, 2]
    data["deaths"] *= 2
    with pytest.raises(RecordError, match="deaths: expected no seat twice"):
        from_json(json.dumps(data))


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(RecordError, match=r"game\.json: cannot be read: No such file"):
        read_record(path)
    path.write_bytes(b"{\xff}")
    with pytest.raises(RecordError, match=r"game\.json: expected UTF-8 text, found other bytes at byte 1"):
        read_record(path)
    path.write_text(changed("seed", to="x"))
    with pytest.raises(RecordError, match=r"game\.json: seed: expected an integer"):
        read_record(path)
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(RecordError, match="a file of at most 16,000,000 bytes, found a larger one"):
        read_record(path)


def test_a_record_that_follows_the_rules_is_verified() -> None:
    referee = verify(RECORD)
    assert isinstance(referee, Referee)
    assert referee.ranks() == [0, 1]


def without_line(data: Any) -> None:
    data["moves"][1]["answer"] = None


def late_and_yet_answered(data: Any) -> None:
    data["deaths"][0]["cause"] = "timeout"


def swapped_ranks(data: Any) -> None:
    data["ranks"] = [1, 0]


def other_cause(data: Any) -> None:
    data["deaths"][0]["cause"] = "own ribbon"


def lives(data: Any) -> None:
    data["moves"][1]["answer"] = "DOWN"


def cut(data: Any) -> None:
    data["moves"].pop(0)
    data["deaths"][0]["move"] = 0


def out_of_turn(data: Any) -> None:
    data["moves"].insert(1, data["moves"][0])
    data["deaths"][0]["move"] = 2


def too_long(data: Any) -> None:
    data["moves"].append(data["moves"][0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_line, "moves[1].answer: expected an answer"),
        (swapped_ranks, "ranks: expected [0, 1] by the order of the deaths, found [1, 0]"),
        (other_cause, "moves[1]: recorded as dead (own ribbon), and the rules say dead (edge)"),
        (lives, "moves[1]: recorded as dead (edge), and the rules say survived"),
        (cut, "moves[0].seat: expected 0, whose turn it is, found 1"),
        (out_of_turn, "moves[1].seat: expected 1, whose turn it is, found 0"),
        (too_long, "moves[2]: expected none, since the game ended with the one before"),
    ],
)
def test_a_record_against_the_rules_parts_from_them_at_a_named_move(
    tmp_path: Path, change: Callable[[Any], None], message: str
) -> None:
    data = json.loads(TEXT)
    change(data)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError) as caught:
        read_recording(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_bot_that_was_lost_before_it_spoke_is_lost_whatever_it_said() -> None:
    data = json.loads(TEXT)
    late_and_yet_answered(data)
    assert verify(from_json(json.dumps(data))).deaths == [Death(1, Cause.TIMEOUT, 1)]

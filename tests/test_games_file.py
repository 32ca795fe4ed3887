import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies  # noqa: F401  (its profile is the one that all tests share)
from tools.game import Game, Outcome
from tools.games import main as games_main
from tools.games_file import Entry, GamesFile, GamesFileError, difference, entry_line, read_games, read_match
from tools.merge import merge
from tools.players import ROOT, Player
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.runner import Halt
from tools.schedule import Scheduled
from tools.series import play_series

MATCH = {"players": ["bot --nodes 5", "wall"], "seed": 7, "limits": {"first_ms": 1000, "move_ms": None}}
LIMITS = Limits(1000, None)


def entry(number: int, debug: str | None = None, wall_ms: float = 1.5) -> Entry:
    moves = [Move(0, "LEFT", wall_ms, None, debug), Move(1, "UP", 1.5, 0.25)]
    seats = [Seat("bot", "bot --nodes 5"), Seat("wall", "wall")]
    record = Record(7, (30, 20), [(4, 1), (number % 30, 0)], seats, LIMITS, moves, [Death(1, Cause.EDGE, 1)], [0, 1])
    return Entry(number, number // 2, (0, 1) if number % 2 == 0 else (1, 0), Outcome(record, 0.25))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.games"


def write(path: Path, *entries: Entry) -> None:
    with GamesFile(path, MATCH) as store:
        for each in entries:
            store.append(each)


def test_a_file_is_a_header_and_a_line_a_game(path: Path) -> None:
    write(path, entry(3, debug='a "line"\nand another '), entry(0))
    first, *lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert first == (
        '{"format":"tron-battle-games","version":1,"match":{"players":["bot --nodes 5","wall"],"seed":7,'
        '"limits":{"first_ms":1000,"move_ms":null}}}'
    )
    assert len(lines) == 2
    assert lines[1].startswith(
        '{"game":0,"block":0,"order":[0,1],"overhead_ms":0.2500,"record":{"format": "tron-battle-record","version": 1,'
    )
    assert read_match(path) == MATCH
    assert [each.number for each in read_games(path)] == [0, 3]
    assert list(read_games(path))[1] == entry(3, debug='a "line"\nand another ')


def test_a_file_is_gone_on_with(path: Path) -> None:
    write(path, entry(0), entry(1))
    with GamesFile(path, MATCH) as store:
        assert len(store) == 2
        assert [number in store for number in range(4)] == [True, True, False, False]
        assert store.read(1) == entry(1)
        store.append(entry(2))
        assert store.read(2) == entry(2)
        with pytest.raises(ValueError, match="game 2 is in"):
            store.append(entry(2))
    assert list(read_games(path)) == [entry(0), entry(1), entry(2)]


def test_the_last_game_of_the_last_block_that_may_be_asked_for_is_gone_on_with(path: Path) -> None:
    # Four players in all orders of the seats, and --first-block 999999999 of --games 100000.
    last = replace(entry(0), number=24 * (999_999_999 + 100_000))
    write(path, last)
    with GamesFile(path, MATCH) as store:
        assert store.read(last.number) == last


def test_wherever_the_last_write_was_torn_the_file_is_repaired(path: Path) -> None:
    write(path, entry(0), entry(1))
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    before_last = whole.rindex(b"\n", 0, -1) + 1
    for length in [*range(0, len(whole), 11), header - 1, header, before_last, len(whole) - 1]:
        path.write_bytes(whole[:length])
        games = [] if length < before_last and length < len(whole) else [entry(0)]
        if header <= length:
            assert [each for each in read_games(path) if each.number == 0] == (games or list(read_games(path)))
        with GamesFile(path, MATCH) as store:
            for number in range(2):
                if number not in store:
                    store.append(entry(number))
        assert path.read_bytes() == whole, length


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("some notes", "is no file of a match's games"),
        ("some notes\nand more\n", "is no file of a match's games"),
        ("[" * 200_000 + "\n", "is no file of a match's games"),
        ('{"a":' * 50_000 + "\n", "is no file of a match's games"),
        ('{"format":"tron-battle-record"}\n', "is no file of a match's games"),
        ('{"format":"tron-battle-games","version":1}\n', "is no file of a match's games"),
        ('{"format":"tron-battle-games","version":2,"match":{}}\n', "expected version 1 of tron-battle-games, found 2"),
        ('{"format":"tron-battle-games","version":1,"match":{"seed":8}}\n', "has the games of another match: players"),
    ],
)
def test_another_file_is_refused_and_left_as_it_is(text: str, message: str, path: Path) -> None:
    path.write_text(text)
    with pytest.raises(GamesFileError, match=message):
        GamesFile(path, MATCH)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (b"nonsense\n", "line 3: expected a game, found b'nonsense"),
        (b"\0\0\0\0\n", "line 3: expected a game"),
        (entry_line(entry(0)), "line 3: game 1 stands in the file twice"),
    ],
)
def test_damage_within_the_file_is_never_passed_over(lines: bytes, message: str, path: Path) -> None:
    write(path, entry(0))
    damaged = path.read_bytes() + lines + entry_line(entry(1))
    path.write_bytes(damaged)
    with pytest.raises(GamesFileError, match=message):
        GamesFile(path, MATCH)
    with pytest.raises(GamesFileError, match=message):
        list(read_games(path))
    assert path.read_bytes() == damaged


def test_a_line_that_is_no_game_any_more_is_named(path: Path) -> None:
    write(path, entry(0), entry(1))
    path.write_bytes(path.read_bytes().replace(b'"answer":"LEFT"', b'"answer":["up"]', 1))
    with GamesFile(path, MATCH) as store:
        with pytest.raises(GamesFileError, match=r"the game at byte \d+ cannot be read: moves\[0\].answer: expected a"):
            store.read(0)
        assert store.read(1) == entry(1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"overhead_ms":0.2500', b'"overhead_ms":1e999'),
        (b'"overhead_ms":0.2500', b'"overhead_ms":null'),
        (b'"block":0', b'"block":' + b"9" * 5_000),
        (b'"block":0', b'"block":0.5'),
        (b'"order":[0,1]', b'"order":' + b"[" * 50_000),
        (b'"order":[0,1]', b'"order":[0]'),
        (b'"order":[0,1]', b'"order":"01"'),
    ],
)
def test_a_place_that_is_none_is_named(before: bytes, after: bytes, path: Path) -> None:
    write(path, entry(0))
    path.write_bytes(path.read_bytes().replace(before, after, 1))
    with (
        GamesFile(path, MATCH) as store,
        pytest.raises(GamesFileError, match=r"the game at byte \d+ cannot be read: \w"),
    ):
        store.read(0)


def test_what_has_no_lines_is_not_read_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert games_main(["merge", "/dev/zero", "-o", str(tmp_path / "merged")]) == 2
    assert capsys.readouterr().err.startswith("games: /dev/zero is no file of a match's games: ")


def test_two_matches_cannot_write_one_file(path: Path) -> None:
    with GamesFile(path, MATCH), pytest.raises(GamesFileError, match="is being written by another match"):
        GamesFile(path, MATCH)
    GamesFile(path, MATCH).close()


def test_a_killed_match_leaves_no_lock(path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from tools.games_file import GamesFile\n"
        "file = GamesFile(Path(sys.argv[1]), {}); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], cwd=ROOT, check=False)
    assert done.returncode < 0
    with GamesFile(path, {}) as store:
        assert len(store) == 0


def test_a_full_disk_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, entry(0))
    whole = path.read_bytes()
    real = os.write
    room = [10]

    def write_some(descriptor: int, data: bytes) -> int:
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[: room.pop()])

    with GamesFile(path, MATCH) as store:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write_some)
            with pytest.raises(OSError, match="No space left on device") as caught:
                store.append(entry(1))
        assert caught.value.filename == str(path)
        assert path.read_bytes() == whole
        assert 1 not in store
        store.append(entry(1))
    assert list(read_games(path)) == [entry(0), entry(1)]


def test_files_of_one_match_are_merged(path: Path, tmp_path: Path) -> None:
    other, merged = tmp_path / "other.games", tmp_path / "merged.games"
    write(path, entry(1), entry(0), entry(2))
    # The second one was played elsewhere, and its last line is torn.
    write(other, entry(5), entry(2, debug="elsewhere", wall_ms=9.0), entry(4))
    other.write_bytes(other.read_bytes()[:-5])
    assert merge([path, other], merged) == 4
    assert list(read_games(merged)) == [entry(0), entry(1), entry(2), entry(5)]
    with GamesFile(merged, MATCH) as store:
        store.append(entry(3))
    with pytest.raises(GamesFileError, match="exists already"):
        merge([path, other], merged)


def test_files_that_contradict_each_other_are_not_merged(path: Path, tmp_path: Path) -> None:
    other, merged = tmp_path / "other.games", tmp_path / "merged.games"
    write(path, entry(0), entry(1))
    changed = entry(1)
    record = changed.outcome.record
    moves = [replace(record.moves[0], answer="RIGHT"), record.moves[1]]
    write(other, replace(changed, outcome=Outcome(replace(record, moves=moves), 0.25)))
    with pytest.raises(GamesFileError, match=r"game 2 is another in .*other.games than in .*match.games"):
        merge([path, other], merged)
    with GamesFile(tmp_path / "third", {**MATCH, "seed": 8}):
        pass
    with pytest.raises(GamesFileError, match="third has the games of another match: seed is 8 there and 7 here"):
        merge([path, tmp_path / "third"], merged)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["match.games", "other.games", "third"]


def test_the_first_difference_of_two_matches_is_named() -> None:
    assert difference({"a": 1, "b": [1, {"c": 2}]}, {"a": 1, "b": [1, {"c": 3}]}) == "b[1].c is 3 there and 2 here"
    assert difference({"a": [1]}, {"a": [1, 2]}) == "a is [1, 2] there and [1] here"
    assert difference({}, {"a": 0}) == "a is 0 there and null here"


@given(st.lists(st.text(), max_size=3), st.text(max_size=20))
def test_any_text_stays_on_its_line(answers: list[str], debug: str) -> None:
    moves = [Move(0, answer, 0.0, None, debug) for answer in answers] + entry(0).outcome.record.moves
    deaths = [Death(1, Cause.EDGE, len(moves) - 1)]
    line = entry_line(
        replace(entry(0), outcome=Outcome(replace(entry(0).outcome.record, moves=moves, deaths=deaths), 0))
    )
    assert line.count(b"\n") == 1


def scheduled(number: int) -> Scheduled:
    player = Player("wall", ("wall",), Path(), "wall")
    each = entry(number)
    return Scheduled(number, each.block, each.order, Game([player] * 2, each.outcome.record.starts, LIMITS, 7))


def test_a_series_goes_on_where_it_was_and_comes_in_order_however_games_end(path: Path) -> None:
    write(path, entry(4), entry(0), entry(1))
    played: list[int] = []

    def play(each: Scheduled) -> Outcome:
        played.append(each.number)
        return entry(each.number).outcome

    with GamesFile(path, MATCH) as store:
        plan = [scheduled(number) for number in range(7)]
        results = list(play_series(plan, play, workers=2, halt=Halt(), store=store))
        assert [each.number for each, _ in results] == list(range(7))
        assert [outcome for _, outcome in results] == [entry(number).outcome for number in range(7)]
        assert sorted(played) == [2, 3, 5, 6]
        assert len(store) == 7


def test_an_interrupted_series_yields_what_had_ended_beyond_the_gap() -> None:
    halt = Halt()

    def play(each: Scheduled) -> Outcome | None:
        if each.number == 1:
            halt.finishing.wait(10)
            return None
        if each.number == 3:
            halt.finishing.set()
        return entry(each.number).outcome

    plan = (scheduled(number) for number in range(100))
    assert [each.number for each, _ in play_series(plan, play, workers=2, halt=halt)] == [0, 2, 3]


def test_a_plan_is_read_no_further_than_games_are_started() -> None:
    read: list[int] = []

    def plan() -> object:
        for number in range(10**9):
            read.append(number)
            yield scheduled(number)

    series = play_series(plan(), lambda each: entry(each.number).outcome, workers=2, halt=Halt())  # type: ignore[arg-type]
    assert next(series)[0].number == 0
    series.close()  # type: ignore[attr-defined]
    assert len(read) <= 4


def test_a_store_with_other_games_than_are_planned_is_refused(path: Path) -> None:
    write(path, replace(entry(0), order=(1, 0)))
    with GamesFile(path, MATCH) as store, pytest.raises(GamesFileError, match=r"game 1 is of block 0, seats \(1, 0\)"):
        list(play_series([scheduled(0)], lambda _: None, workers=1, halt=Halt(), store=store))

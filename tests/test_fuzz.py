"""Mutated input: what the bot stands, that what it does not is found and made simple, and that a run goes on."""

from pathlib import Path

import pytest

from tools.fuzz import __main__ as command
from tools.fuzz.batch import Failure, run_batch
from tools.fuzz.inputs import GAMES, streams, turns_sent
from tools.fuzz.targets import TARGETS, play_all, read_all


@pytest.mark.parametrize(("target", "draws", "most_turns"), [("reader", 200, 3), ("loop", 8, 8)])
def test_the_bot_meets_changed_games_with_clear_errors_only(target: str, draws: int, most_turns: int) -> None:
    run_batch(TARGETS[target], streams(most_turns=most_turns), draws, 7)


@pytest.mark.parametrize("raw", [b"'2 0\n", b"2 0\n5 5 5 '\n", b"2 0", b"2 0\n" + b"7" * 90 + b" 1 1 1\n", b"\"'2 0\n"])
def test_clear_errors_are_known_however_they_quote(raw: bytes) -> None:
    read_all(raw)
    play_all(raw)


def test_unchanged_games_are_among_the_inputs_and_play_without_a_word() -> None:
    whole = {b"".join(turns_sent(number, 2)) for number in range(GAMES)}
    met: list[bytes] = []
    run_batch(met.append, streams(most_turns=2), 20, 1)
    assert len(met) == 200
    assert len(whole.intersection(met)) > 5
    assert len(set(met)) > 150
    # Some end within a line.
    assert any(not raw.endswith(b"\n") for raw in met)
    play_all(next(iter(whole)))


def test_what_fails_is_made_simple() -> None:
    def refuse(raw: bytes) -> None:
        assert raw.count(b"x") < 1 or raw.count(b"\n") < 2, "an x in two lines"

    with pytest.raises(Failure, match="AssertionError: an x in two lines") as caught:
        run_batch(refuse, streams(most_turns=3), 200, 1)
    assert sorted(caught.value.raw) == sorted(b"x\n\n")


def test_what_fails_but_once_is_told_as_it_was() -> None:
    met: list[bytes] = []

    def refuse_once(raw: bytes) -> None:
        met.append(raw)
        assert len(met) != 5, "the fifth"

    with pytest.raises(Failure, match="AssertionError: the fifth") as caught:
        run_batch(refuse_once, streams(most_turns=3), 1, 1)
    assert caught.value.raw == met[4]


def test_the_same_number_gives_the_same_inputs_and_another_others() -> None:
    runs: list[list[bytes]] = [[], [], []]
    for met, number in zip(runs, (3, 3, 4), strict=True):
        run_batch(met.append, streams(most_turns=1), 3, number)
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("broken", ["silent", "babbling", "failing"])
def test_a_loop_that_does_wrong_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_arguments: object, _read: object, write: object, say: object, _strategy: object) -> int:
        if broken == "silent":
            return 1
        if broken == "babbling":
            write(b"NORTH\n")  # type: ignore[operator]  # it is `list.append`
            return 0
        say("error: ValueError in search.py line 7: no; answering with the first legal move")  # type: ignore[operator]  # as above
        return 1

    monkeypatch.setattr("tools.fuzz.targets.run", run)
    with pytest.raises(AssertionError):
        play_all(b"")


def test_a_reader_that_gives_cells_off_the_grid_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.grid.Grid.contains", lambda *_: False)
    read_all(b"2 0\n1 1 1 1\n2 2 2 2\n")
    monkeypatch.setattr("bot.protocol.TurnReader._read_seat", lambda *_: ((40, 1), (1, 1)))
    with pytest.raises(AssertionError, match="read Turn"):
        read_all(b"2 0\n")


def test_the_command_goes_on_where_it_was_and_keeps_what_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, failure = tmp_path / "ledger", tmp_path / "games" / "failure"
    arguments = ["reader", "--ledger", str(ledger), "--failure", str(failure), "--inputs"]
    monkeypatch.setattr(command, "BATCH", 10)
    assert command.main([*arguments, "20"]) == 0
    assert capsys.readouterr().out == "reader: 20 inputs, nothing but clear errors\n"

    def fail(raw: bytes) -> None:
        print(1 // (b"2" not in raw))

    monkeypatch.setitem(TARGETS, "reader", fail)
    assert command.main([*arguments, "20"]) == 0
    assert command.main([*arguments, "30"]) == 1
    assert (
        f"fuzz: reader: ZeroDivisionError: integer division or modulo by zero; the input is in {failure}"
        in capsys.readouterr().err
    )
    assert failure.read_bytes() == b"2"
    assert command.main([*arguments, "20", "--seed", "2"]) == 2

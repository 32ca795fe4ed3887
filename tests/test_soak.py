"""Long runs: the games that they play, what they notice, and that one that is stopped goes on."""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from random import Random

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock, OutOfTime
from bot.evaluation import Evaluation
from bot.loop import play
from bot.options import Options
from bot.search import Result, Search
from bot.strategy import Strategy
from tests.bad_bots import command, is_alive
from tests.processes import cpu_seconds, wait_until
from tools.players import PlayerError, resolve
from tools.referee import Cause, Referee
from tools.scheduler import Usage, descendants
from tools.soak.__main__ import main
from tools.soak.figures import table, together, turns_of
from tools.soak.ledger import Ledger, LedgerError
from tools.soak.load import PROGRAMS, beside
from tools.soak.long_game import cells_swept, long_game, tell_long_game
from tools.soak.scenarios import DEATH_CHANCES, KINDS, Scenario, scenario, situation
from tools.soak.start import first_answer
from tools.soak.stretches import Probe, measure_game, stretches
from tools.soak.turns import soak_game
from tools.soak.world import World

FAR = [(4, 5), (25, 14)]


def test_the_long_game_follows_the_rules_for_946_moves() -> None:
    assert [len(cells_swept(seat)) for seat in range(4)] == [150, 200, 300, 300]
    moves = 0
    for referee, move in long_game():
        if move is not None:
            assert referee.foresee(move) is None
            moves += 1
    assert moves == 946
    assert [(death.seat, death.cause) for death in referee.deaths] == [(seat, Cause.TIMEOUT) for seat in range(3)]


def test_scenarios_run_through_every_number_of_players_kind_of_start_and_chance_of_death() -> None:
    seen = set()
    for number in range(3 * len(KINDS) * len(DEATH_CHANCES)):
        game = scenario(number, Random(number))
        Referee(game.starts)
        seen.add((len(game.starts), number // 3 % len(KINDS), game.death_chance))
    assert len(seen) == 3 * len(KINDS) * len(DEATH_CHANCES)
    assert scenario(7, Random(1)) == scenario(7, Random(1))


@pytest.mark.parametrize("kind", KINDS[1:], ids=lambda kind: kind.__name__)
def test_starts_are_what_their_kind_says(kind: object) -> None:
    for seed in range(20):
        starts = scenario(2 + 3 * KINDS.index(kind), Random(seed)).starts  # type: ignore[arg-type]  # one of them
        columns, rows = {x for x, _ in starts}, {y for _, y in starts}
        if kind is KINDS[1]:
            assert columns <= {0, 29}
            assert rows <= {0, 19}
        elif kind is KINDS[2]:
            assert (max(columns) - min(columns), max(rows) - min(rows)) == (1, 1)
        else:
            assert (max(columns) - min(columns), len(rows)) == (3, 1)


def test_situations_tell_who_lives_who_has_died_and_who_is_walled_off() -> None:
    referee = Referee([(0, 0), (5, 5), (9, 9)])
    assert situation(referee, first=True) == "first turn"
    assert situation(referee, first=False) == "3 players"
    referee.kill(Cause.TIMEOUT)
    assert situation(referee, first=False) == "2 players, after a death"
    row = Referee([(1, 0), (3, 0)], 5, 1)
    assert situation(row, first=False) == "2 players"
    row.play("RIGHT")
    row.play("RIGHT")
    assert situation(row, first=False) == "filling"


def turn_of(world: World) -> list[bytes]:
    return [world.read_line(100) for _ in range(3)]


def test_a_world_tells_of_answers_that_no_bot_may_give() -> None:
    told: list[str] = []
    world = World(Scenario(FAR, 0.0), 0, Random(1), told.append)
    for _ in range(5):
        assert turn_of(world)[0] == b"2 0\n"
        world.write(b"LEFT\n")
    assert world.problems == ["turn 5, 2 players: 'LEFT\\n' died of edge"]
    assert world.read_line(100) == b""
    assert told == ["first turn"] + ["2 players"] * 4
    deaf = World(Scenario(FAR, 0.0), 0, Random(1), told.append)
    turn_of(deaf)
    deaf.write(b"\xff\n")
    assert deaf.problems == ["turn 1, first turn: '\\\\xff\\n' died of invalid output"]


def test_a_probe_notes_every_look_and_tells_a_second_pass_the_times_of_the_first() -> None:
    now = [5.0]
    first = Probe(10.0, lambda: now[0])
    first.begin()
    for seconds in (1.0, 3.0, 2.0):
        now[0] += seconds
        first.check()
    first.begin()
    assert [list(looks) for looks in first.turns] == [[5.0, 6.0, 9.0, 11.0], [11.0]]
    assert stretches(first.turns[0]) == [1_000.0, 3_000.0, 2_000.0]
    now[0] = 100.0
    again = Probe(10.0, lambda: now[0], first.turns)
    again.begin()
    for seconds in (50.0, 0.5, 0.5):
        now[0] += seconds
        again.check()
    assert stretches(again.turns[0]) == [50_000.0, 500.0, 500.0]
    assert again.used() > 1
    with pytest.raises(OutOfTime):
        again.check()


class Machine:
    """A time that goes on by 10 us at every look, and by ``pause_ms`` more at the looks ``paused``."""

    def __init__(self, paused: Iterable[int] = (), pause_ms: float = 5.0) -> None:
        self.looks = 0
        self.seconds = 0.0
        self.paused = set(paused)
        self.pause_ms = pause_ms

    def read(self) -> float:
        self.looks += 1
        self.work(0.01 + (self.pause_ms if self.looks in self.paused else 0.0))
        return self.seconds

    def work(self, milliseconds: float) -> None:
        self.seconds += milliseconds / 1000


def test_games_are_measured_in_two_passes_that_do_the_same_work() -> None:
    machine = Machine()
    entry = measure_game(1, 1, 1.0, machine.read)
    assert entry["problems"] == []
    assert entry["situations"]["first turn"]["turns"] == 1
    assert sum(figures["turns"] for figures in entry["situations"].values()) > 5
    for figures in entry["situations"].values():
        # The loop itself looks at the time once between the start of a turn and the first look of its search.
        assert 0.01 <= figures["stretch_ms"] == figures["seen_once_ms"] <= 0.02
    real = measure_game(1, 1, 0.5)
    assert real["problems"] == []
    assert all(0 < figures["stretch_ms"] <= figures["seen_once_ms"] for figures in real["situations"].values())


def test_a_pause_of_the_machine_is_shown_and_not_taken_for_a_stretch_of_the_bot() -> None:
    looks = Machine()
    measure_game(1, 1, 1.0, looks.read)
    # One in the first pass, which ends a turn, and one in the second, where it does not.
    entry = measure_game(1, 1, 1.0, Machine([20, looks.looks - 20]).read)
    assert entry["problems"] == []
    assert max(figures["seen_once_ms"] for figures in entry["situations"].values()) > 5.0
    assert max(figures["stretch_ms"] for figures in entry["situations"].values()) < 0.1


def test_a_long_stretch_of_the_bot_s_own_is_found_in_both_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    walled_off = Evaluation.walled_off

    def slow(self: Evaluation, free: int, mover: int, other: int) -> int:
        machine.work(2.5)
        return walled_off(self, free, mover, other)

    monkeypatch.setattr(Evaluation, "walled_off", slow)
    entry = measure_game(0, 1, 10.0, machine.read)
    assert entry["problems"] == []
    assert 2.5 < entry["situations"]["2 players"]["stretch_ms"] < 2.6


def test_passes_that_do_different_work_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    run = Search.run

    def unlike(self: Search, board: Board, clock: Clock, *, choosing: Collection[int]) -> Result:
        ran.append(self)
        if self is not ran[0]:
            clock.check()
        return run(self, board, clock, choosing=choosing)

    monkeypatch.setattr(Search, "run", unlike)
    (problem,) = measure_game(1, 1, 0.05, Machine().read)["problems"]
    assert problem.startswith("game 1: turn 1 cannot be measured: expected the same work in both passes, found ")


def test_what_a_turn_adds_to_a_table_that_is_all_but_full_does_not_make_it_grow_for_milliseconds() -> None:
    search = Strategy().search
    search.table = {(place, ()): (0, 0, 0, 0) for place in range(search.TABLE_LIMIT)}
    clock = NodeClock(8_000)
    clock.begin()
    search.run(Board.from_starts(FAR), clock)
    assert len(search.table) > search.TABLE_LIMIT + 2_000
    assert sys.getsizeof(search.table) == sys.getsizeof(dict.fromkeys(range(21_845)))


def test_a_bot_that_runs_into_the_wall_is_a_problem() -> None:
    entry = soak_game(resolve(command("says", "DOWN")), 0, 1, 80.0)
    assert len(entry["problems"]) == 1
    assert entry["problems"][0].endswith("'DOWN' died of edge")
    assert entry["peak_mb"] > 1


def test_a_bot_that_stops_is_a_problem() -> None:
    entry = soak_game(resolve(command("leaves_at_once")), 0, 1, 80.0)
    assert "stopped answering after" in entry["problems"][0]


def test_a_first_answer_is_timed_and_must_come() -> None:
    found = first_answer(resolve("bot --nodes 1"))
    assert 0 < found["own_ms"] <= found["wall_ms"]
    with pytest.raises(PlayerError, match="expected a direction for its first turn, found ''"):
        first_answer(resolve(command("leaves_at_once")))


def test_a_ledger_goes_on_after_a_torn_line_and_with_the_same_task_only(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    task = {"seed": 1}
    Ledger(path, task).add({"game": 0})
    with path.open("a") as file:
        file.write('{"gam')
    again = Ledger(path, task)
    assert again.entries == [{"game": 0}]
    again.add({"game": 1})
    assert [json.loads(line) for line in path.read_text().splitlines()] == [task, {"game": 0}, {"game": 1}]
    with pytest.raises(LedgerError, match="holds another run"):
        Ledger(path, {"seed": 2})
    path.write_text("no such file\n")
    with pytest.raises(LedgerError, match="name a new file"):
        Ledger(path, task)


@pytest.mark.parametrize("line", [b"[1]", b"7", b'"x"', b"[" * 100_000, b"9" * 5_000, b"NaN", b"\xff", b"{}{}"])
def test_whatever_else_stands_in_a_ledger_is_one_sentence(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "ledger"
    for text in (line + b"\n", b'{"seed": 1}\n' + line + b"\n"):
        path.write_bytes(text)
        with pytest.raises(LedgerError, match="expected the JSON lines of a long run, found others: name a new file"):
            Ledger(path, {"seed": 1})
        assert path.read_bytes() == text


def test_a_torn_ledger_is_cut_and_never_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger"
    Ledger(path, {"seed": 1}).add({"game": "\xe4"})
    with path.open("ab") as file:
        file.write(b'{"game": "\xc3')

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Path, "write_text", refuse)
    assert Ledger(path, {"seed": 1}).entries == [{"game": "\xe4"}]
    assert path.read_bytes().count(b"\n") == 2
    assert path.read_bytes().endswith(b"\n")


@pytest.mark.parametrize("slack", ["nan", "0", "-1", "inf", "x"])
def test_a_slack_that_nothing_could_fail_is_refused(slack: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["stretches", "--turns", "1", "--slack", slack])
    assert ended.value.code == 2
    assert "expected a number from 0.1 to 1000, found" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", '{"se', '{"seed": 1}'])
def test_a_ledger_that_a_full_disk_cut_short_is_begun_anew(text: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    path.write_text(text)
    Ledger(path, {"seed": 1}).add({"game": 0})
    assert path.read_text() == '{"seed": 1}\n{"game": 0}\n'


def test_figures_of_many_games_are_brought_together() -> None:
    entries = [
        {"situations": {"filling": {"turns": 3, "over_ms": -2.0}}},
        {"situations": {"filling": {"turns": 2, "over_ms": -5.0}, "2 players": {"turns": 1, "over_ms": 1.5}}},
    ]
    found = together(entries)
    assert found == {"filling": {"turns": 5, "over_ms": -2.0}, "2 players": {"turns": 1, "over_ms": 1.5}}
    assert turns_of(entries) == 6
    assert [line.split() for line in table(found, ["turns", "over ms"]).splitlines()] == [
        ["turns", "to", "answer", "turns", "over", "ms"],
        ["2", "players", "1", "1.50"],
        ["filling", "5", "-2.00"],
    ]


def test_the_command_goes_on_where_it_was_and_fails_for_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "ledger"
    arguments = ["stretches", "--budget-ms", "0.2", "--ledger", str(ledger)]
    main([*arguments, "--turns", "1"])
    before = ledger.read_text()
    main([*arguments, "--turns", "1"])
    assert ledger.read_text() == before
    with ledger.open("a") as file:
        slow = {"turns": 9, "stretch_ms": 7.5, "seen_once_ms": 9.5, "over_ms": 0.0}
        file.write(json.dumps({"situations": {"filling": slow}, "problems": ["game 1: wrong"]}) + "\n")
    capsys.readouterr()
    assert main([*arguments, "--turns", "1"]) == 1
    shown = capsys.readouterr()
    assert "filling" in shown.out
    assert "soak: game 1: wrong\n" in shown.err
    assert "soak: filling: 7.50 ms without a look at the clock\n" in shown.err
    assert main([*arguments, "--seed", "2"]) == 2
    assert "holds another run" in capsys.readouterr().err
    assert main(["start", "--bot", "no such bot"]) == 2


@pytest.mark.parametrize("nodes", [0, 4])
def test_every_scenario_is_played_without_a_word_or_an_illegal_move(nodes: int) -> None:
    turns = 0
    for number in range(3 * len(KINDS) * len(DEATH_CHANCES)):
        rng = Random(number)
        game = scenario(number, rng)
        world = World(game, rng.randrange(len(game.starts)), rng, lambda _: None)
        clock = NodeClock(nodes)
        play(world.read_line, world.write, world.problems.append, Options(clock, clock.now), Strategy())
        assert world.problems == [], number
        turns += len(world.answers)
    assert turns > 1_000


def test_a_bot_is_told_the_long_game_from_a_seat_whatever_it_answers() -> None:
    found = tell_long_game(resolve("bot --nodes 1"), 0)
    assert (found["turns"], found["problems"]) == (150, [])
    assert 5 < found["peak_mb"] < 200
    assert tell_long_game(resolve(command("says", "NORTH")), 0)["problems"] == ["turn 1: 'NORTH', None None"]


def test_what_makes_the_machine_busy_is_gone_afterwards() -> None:
    before = set(descendants(os.getpid()))
    with pytest.raises(KeyError), beside(["busy", "memory", "unknown"]):
        pytest.fail("nothing is to be run beside what there is not")
    with beside(["busy", "memory"]):
        busy = set(descendants(os.getpid())) - before
        assert len(busy) == 2
    assert not busy.intersection(descendants(os.getpid()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_makes_the_machine_busy_ends_when_its_runner_is_killed(name: str) -> None:
    runner = (
        "import signal, subprocess, sys\n"
        "print(subprocess.Popen([sys.executable, '-c', sys.argv[1]]).pid, flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", runner, PROGRAMS[name]], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        busy = int(process.stdout.readline())
        assert is_alive(busy)
        # It knows who has started it by the time it has run for so long.
        wait_until(lambda: cpu_seconds(busy) > 0.1)
        process.kill()
    wait_until(lambda: not is_alive(busy))


def test_waits_for_a_processor_are_taken_off_an_answer_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.soak.turns.usage", lambda *_: Usage(0.125, 0.125, 60_000.0))
    figures = soak_game(resolve(command("says", "DOWN")), 0, 1, 80.0)["situations"]["first turn"]
    assert figures["own_ms"] == 0.125 < figures["wall_ms"]

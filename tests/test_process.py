import shlex
import sys
import time
from pathlib import Path

import pytest

from tests.bad_bots import command, is_alive
from tests.processes import wait_until
from tools import process
from tools.game import Game, Outcome, conduct, play_game
from tools.players import PlayerError, resolve
from tools.process import Answer, BotProcess
from tools.records import Limits
from tools.referee import Cause, Referee

PATIENT = 10_000.0
# Enough for a bot that answers at once, even on a busy machine; a bot that hangs costs the tests no more than this.
LENIENT = 1_500.0
# For bots that never answer at all.
SHORT = 300.0


def game_of(bad: str, *arguments: str) -> Outcome:
    """Play the bad bot in the second row against one that goes right for 25 turns."""
    contestants = [resolve(command(bad, *arguments)), resolve(command("steady"))]
    outcome = play_game(Game(contestants, [(4, 1), (4, 5)], Limits(PATIENT, LENIENT)))
    assert outcome is not None
    return outcome


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


@pytest.mark.parametrize(
    ("bad", "arguments", "cause", "turn"),
    [
        ("crashes", ["3"], Cause.CRASHED, 3),
        ("dies_before_child", [], Cause.CRASHED, 0),
        ("says", ["up"], Cause.INVALID, 0),
        ("says", ["\\x00"], Cause.INVALID, 0),
        ("says", ["x" * 5_000], Cause.INVALID, 0),
        ("says", ["RIGHT\\n"], Cause.INVALID, 1),
        ("says", ["UP"], Cause.EDGE, 1),
        ("says", ["LEFT"], Cause.EDGE, 4),
    ],
)
def test_each_bad_bot_dies_of_its_own_cause(bad: str, arguments: list[str], cause: Cause, turn: int) -> None:
    record = game_of(bad, *arguments).record
    assert [(death.seat, death.cause) for death in record.deaths] == [(0, cause)]
    assert [move.seat for move in record.moves] == [0, 1] * turn + [0]
    assert record.ranks == [1, 0]


@pytest.mark.parametrize("bad", ["never_reads", "no_newline", "no_flush"])
def test_a_bot_whose_first_line_never_comes_is_late(bad: str) -> None:
    with BotProcess(resolve(command(bad))) as bot:
        answer = bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", SHORT)
    assert (answer.text, answer.cause) == (None, Cause.TIMEOUT)
    assert answer.wall_ms > SHORT


@pytest.mark.parametrize(("bad", "turns"), [("answers_early", {0, 1, 2}), ("answers_twice", {1, 2, 3})])
def test_answers_that_nobody_asked_for_are_invalid(bad: str, turns: set[int]) -> None:
    # Whether the answer came before the input is not always seen at once; that there is one too many, soon after.
    for _ in range(5):
        record = game_of(bad).record
        assert [(death.seat, death.cause) for death in record.deaths] == [(0, Cause.INVALID)]
        assert (len(record.moves) - 1) // 2 in turns


def test_an_answer_that_waits_before_the_first_turn_is_invalid() -> None:
    with BotProcess(resolve(command("answers_early"))) as bot:
        wait_until(lambda: bot._read_output() and bool(bot._unread), 10)
        answer = bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", PATIENT)
    assert (answer.text, answer.cause) == ("RIGHT\n", Cause.INVALID)


def test_an_answer_without_a_look_at_the_input_is_invalid() -> None:
    with BotProcess(resolve("sh -c 'sleep 0.3; echo UP; sleep 60'")) as bot:
        answer = bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", PATIENT)
    assert (answer.text, answer.cause) == ("UP", Cause.INVALID)


def test_a_crash_that_a_child_hides_is_found_long_before_the_limit() -> None:
    with BotProcess(resolve(command("dies_before_child"))) as bot:
        answer = bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", 10 * PATIENT)
    assert answer.cause is Cause.CRASHED
    assert answer.wall_ms < PATIENT


def test_python_without_a_flush_is_not_saved_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    with BotProcess(resolve(command("no_flush"))) as bot:
        assert bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", SHORT).cause is Cause.TIMEOUT


def test_a_flood_on_stderr_blocks_nobody_and_a_bounded_part_is_kept() -> None:
    record = game_of("floods_errors").record
    assert [(death.seat, death.cause) for death in record.deaths] == [(0, Cause.EDGE)]
    debug = [move.debug for move in record.moves if move.seat == 0]
    assert [len(text or "") for text in debug] == [process.KEPT_OF_ERRORS] * 26


def test_what_a_bot_writes_on_stderr_stands_with_its_answer() -> None:
    record = game_of("explains").record
    debug = [move.debug for move in record.moves if move.seat == 0]
    assert debug == ["ready\nturn 0", *(f"turn {turn}" for turn in range(1, 26))]
    assert {move.debug for move in record.moves if move.seat == 1} == {None}


def test_the_traceback_of_a_crash_is_kept() -> None:
    last = game_of("crashes", "1").record.moves[-1]
    assert last.answer is None
    assert "RuntimeError: out of luck" in (last.debug or "")


def test_a_child_left_behind_is_killed_with_its_bot(tmp_path: Path) -> None:
    note = tmp_path / "child"
    record = game_of("leaves_child", str(note)).record
    assert [death.cause for death in record.deaths] == [Cause.EDGE]
    child = int(note.read_text())
    wait_until(lambda: not is_alive(child), 10)


def test_all_bots_are_killed_when_the_second_cannot_be_started(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/nowhere/interpreter\n")
    broken.chmod(0o755)
    before = descriptors()
    game = Game([resolve(command("hangs")), resolve(str(broken))], [(0, 0), (9, 9)], Limits(None, None))
    with pytest.raises(PlayerError, match="cannot be started"):
        play_game(game)
    assert descriptors() == before


def test_a_game_can_be_given_up_while_a_bot_thinks() -> None:
    wanted = iter([True, True, True, False])
    game = Game([resolve(command("never_reads")), resolve(command("steady"))], [(0, 0), (9, 9)], Limits(None, None))
    assert play_game(game, lambda: next(wanted)) is None


def test_a_game_can_be_given_up_between_two_moves() -> None:
    asked = iter([True, True, False])
    game = Game([resolve(command("steady"))] * 2, [(0, 0), (9, 9)], Limits(PATIENT, PATIENT))
    assert play_game(game, lambda: next(asked)) is None


def test_time_is_measured_on_the_wall_and_on_the_processor() -> None:
    busy = "import sys,time\nfor line in sys.stdin:\n if line[0]=='9':\n  t=time.process_time()\n"
    busy += "  while time.process_time()-t<0.05: pass\n print('UP',flush=True)"
    with BotProcess(resolve(shlex.join([sys.executable, "-S", "-c", busy]))) as bot:
        idle = [bot.ask("1\n", PATIENT) for _ in range(3)][-1]
        worked = bot.ask("9\n", PATIENT)
    assert idle.cpu_ms is not None
    assert worked.cpu_ms is not None
    assert idle.cpu_ms < 10
    assert 50 <= worked.cpu_ms < 70
    assert worked.wall_ms >= worked.cpu_ms - 1


def test_the_runner_needs_less_than_a_millisecond_an_answer() -> None:
    # In CPU time, which is the same on a machine that is busy with other things.
    began = time.process_time()
    moves = len(game_of("steady").record.moves)
    assert (time.process_time() - began) * 1_000 / moves < 1


def test_a_silent_bot_without_a_limit_is_given_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "HANG_MS", SHORT)
    with BotProcess(resolve(command("never_reads"))) as bot:
        assert bot.ask("2 0\n4 1 4 1\n4 5 4 5\n", None).cause is Cause.TIMEOUT


class Scripted:
    """A participant who answers from a list."""

    def __init__(self, answers: list[Answer]) -> None:
        self.answers = answers
        self.limits: list[float | None] = []
        self.closed = False

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        assert not referee.is_over()
        self.limits.append(limit_ms)
        return self.answers[len(self.limits) - 1]

    def take_debug(self) -> str:
        return ""

    def close(self) -> None:
        self.closed = True


def test_limits_of_the_first_and_of_other_answers() -> None:
    walker = Scripted([Answer("RIGHT", None, 1.23456, 0.5)] * 9)
    loser = Scripted([Answer("LEFT", None, 1.0, None)] * 9)
    game = Game([resolve("bot")] * 2, [(0, 0), (2, 1)], Limits(1_000, 100))
    outcome = conduct(game, [walker, loser])
    assert walker.limits == [1_000, 100, 100]
    assert loser.limits == [1_000, 100, 100]
    assert (walker.closed, loser.closed) == (False, True)
    assert outcome.record.moves[0].wall_ms == 1.235
    assert outcome.record.ranks == [0, 1]

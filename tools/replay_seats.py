"""Put a bot into a seat of a recorded game, while the other seats follow their recorded moves.

A recorded move fits as long as it has the effect that it had: the seat lives, or dies, as recorded. From the first that
does not fit, or once the recording has no more, another player plays the seat on. It is started then, and is shown all
earlier turns of the seat first; what it answers to those is thrown away.

Up to a turn that is given everybody can be held to the recording to the letter, late answers and crashes included.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from tools.game import Game, LiveBot, Participant, conduct
from tools.players import Player
from tools.process import Answer, BotProcess, GivenUp
from tools.recordings import read_recording
from tools.records import Limits, Record
from tools.referee import Cause, Death, Referee
from tools.runner import Halt, run
from tools.tally import Times, percentile
from tools.verify import SPOKEN_FOR

# Where a bot that could have lived died of its own answer.
ILLEGAL = (Cause.EDGE, Cause.OWN_RIBBON, Cause.OTHER_RIBBON)


@dataclass(frozen=True)
class Handover:
    """From where somebody else plays a recorded seat: the index of the first answer in the new game, and why."""

    move: int
    reason: str


@dataclass(frozen=True)
class Replaying:
    """What is the same for all seats: the bot, who plays on where a recording cannot be followed, the bot's limits."""

    bot: Player
    successor: Player
    limits: Limits


@dataclass(frozen=True)
class Job:
    """A seat of a recorded game to be played."""

    path: Path
    record: Record
    seat: int


@dataclass(frozen=True)
class Result:
    """How the bot fared: rank from 0, its end if it died, what was wrong with it if anything, the others' handovers."""

    rank: int
    death: Death | None
    fault: str | None
    times: Times
    handovers: dict[int, Handover]


class RecordedSeat:
    """A seat that follows a recording for as long as it fits."""

    def __init__(
        self,
        record: Record,
        seat: int,
        successor: Player,
        proceed: Callable[[], bool] = lambda: True,
        *,
        until: int = 0,
    ) -> None:
        """Take the recorded answers of a seat, and who is to play it on; for ``proceed`` see `BotProcess`.

        ``until``: the index of the move up to which the whole game is the recorded one.
        """
        self._proceed = proceed
        self._record = record
        self._until = until
        self.handover: Handover | None = None
        self._answers = [move.answer for move in record.moves if move.seat == seat]
        self._dies = any(death.seat == seat for death in record.deaths)
        self._successor = successor
        self._process: BotProcess | None = None
        self._inputs: list[str] = []

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        """Answer as recorded, at no time at all, or have the successor answer, who has all the time that it wants."""
        del limit_ms
        turn = len(self._inputs)
        self._inputs.append(referee.turn_input())
        if referee.answers < self._until:
            return recorded_answer(self._record, referee.answers)
        if self._process is None:
            answer = self._answers[turn] if turn < len(self._answers) else None
            dies = self._dies and turn == len(self._answers) - 1
            if answer is not None and (referee.foresee(answer) is not None) == dies:
                return Answer(answer, None, 0.0, None)
            reason = "its recording ends" if answer is None else f"its recorded {answer[:20]} no longer fits"
            self.handover = Handover(referee.answers, reason)
            self._process = BotProcess(self._successor, self._proceed)
            for earlier in self._inputs[:-1]:
                shown = self._process.ask(earlier, None)
                if shown.cause is not None:
                    return shown
        return self._process.ask(self._inputs[-1], None)

    def take_debug(self) -> str:
        """Return nothing: what a stand-in writes on stderr is of no interest."""
        return ""

    def close(self) -> None:
        """End the successor, if it was started."""
        if self._process:
            self._process.close()


def recorded_answer(record: Record, index: int) -> Answer:
    """Return the answer to a move as it came, in its time, with what became of the bot if it was lost in any case."""
    move = record.moves[index]
    death = next((death for death in record.deaths if death.move == index), None)
    cause = death.cause if death is not None and death.cause in SPOKEN_FOR else None
    return Answer(move.answer, cause, move.wall_ms, move.cpu_ms)


def replay(
    replaying: Replaying, files: Sequence[Path], seat: int | None, *, workers: int, halt: Halt, console: Console
) -> int:
    """Put the bot into one seat, or every seat, of every file; prints a line a seat and returns the exit status.

    RecordError, before any game is played, for a file that is no record of a game by the rules; ValueError for a seat
    that none of the files has. The status is 1 if the bot played an illegal move, crashed, stopped or came too late.
    """
    jobs = []
    for path in files:
        record = read_recording(path).record
        jobs += [Job(path, record, each) for each in range(len(record.starts)) if seat is None or each == seat]
    if not jobs:
        raise ValueError(f"no recorded game here has a seat {seat}")
    times = Times()
    faults = 0
    played = 0

    def play(numbered: tuple[int, Job]) -> Result | None:
        return play_seat(numbered[1], replaying, halt)

    def show(line: str) -> None:
        console.print(line, markup=False, highlight=False, soft_wrap=True)

    # Lines wait for those of the seats before them, which take longer now and then.
    waiting: dict[int, str] = {}
    shown = 0
    for (number, job), result in run(list(enumerate(jobs)), play, workers, halt, lambda: None):
        played += 1
        faults += result.fault is not None
        times.first += result.times.first
        times.wall += result.times.wall
        waiting[number] = _line(job, result, replaying.successor)
        while shown in waiting:
            show(waiting.pop(shown))
            shown += 1
    for number in sorted(waiting):
        show(waiting[number])
    verdict = (
        f"{played} of {len(jobs)} seats played by {replaying.bot.command}: {faults or 'no'} fault{'s' * (faults != 1)}"
    )
    if times.wall:
        slowest = f"{percentile(times.wall, 99):.1f} ms for 99 %, {max(times.wall):.1f} ms at worst"
        verdict += f"; answers {sum(times.wall) / len(times.wall):.1f} ms on the average, {slowest}"
    show(verdict)
    return 1 if faults else 0


def play_seat(job: Job, replaying: Replaying, halt: Halt) -> Result | None:
    """Play one seat of a recorded game; None if the user wants an end."""
    record, bot, successor = job.record, replaying.bot, replaying.successor
    players = [bot if seat == job.seat else successor for seat in range(len(record.starts))]
    game = Game(players, record.starts, replaying.limits, record.seed, *record.grid)
    others = {
        seat: RecordedSeat(record, seat, successor, halt.proceed)
        for seat in range(len(record.starts))
        if seat != job.seat
    }
    with ExitStack() as processes:
        own = _Watched(bot, halt.proceed)
        participants: list[Participant] = [others.get(seat, own) for seat in range(len(record.starts))]
        for participant in participants:
            processes.callback(participant.close)
        try:
            played = conduct(game, participants, halt.proceed).record
        except GivenUp:
            return None
    death = next((death for death in played.deaths if death.seat == job.seat), None)
    answers = [move.wall_ms for move in played.moves if move.seat == job.seat]
    return Result(
        rank=played.ranks[job.seat],
        death=death,
        fault=_fault(death, own.safe_answers),
        times=Times(wall=answers[1:], first=answers[:1]),
        handovers={seat: other.handover for seat, other in others.items() if other.handover},
    )


class _Watched(LiveBot):
    """A bot of which is known which answers would have saved it the last time that it was asked."""

    def __init__(self, player: Player, proceed: Callable[[], bool]) -> None:
        super().__init__(player, proceed)
        self.safe_answers: list[str] = []

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        self.safe_answers = referee.safe_answers()
        return super().ask(referee, limit_ms)


def _fault(death: Death | None, safe_answers: Sequence[str]) -> str | None:
    """Return what is wrong with the bot's end, None if it lived or had no way out."""
    if death is None or (death.cause in ILLEGAL and not safe_answers):
        return None
    if death.cause in ILLEGAL:
        return f"illegal move where {' or '.join(safe_answers)} was free"
    return "late answer" if death.cause is Cause.TIMEOUT else death.cause.value


def _line(job: Job, result: Result, successor: Player) -> str:
    """Describe how the bot fared in one seat, and who else departed from the recording where."""
    end = f", {result.death.cause.value} at move {result.death.move}" if result.death else ""
    parts = [f"{job.path} seat {job.seat}: rank {result.rank + 1} of {len(job.record.starts)}{end}"]
    if result.fault:
        parts.append(f"FAULT: {result.fault}")
    parts += [
        f"seat {seat} by {successor.name} from move {handover.move} ({handover.reason})"
        for seat, handover in sorted(result.handovers.items())
    ]
    return "; ".join(parts)

"""A recorded game played again, with other players in some of its seats from some turn on."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from tools.game import Game, LiveBot, Participant, conduct
from tools.players import Player
from tools.process import Answer
from tools.records import Limits, Record
from tools.referee import Referee
from tools.replay_seats import Handover, RecordedSeat, recorded_answer


@dataclass(frozen=True)
class Again:
    """What is to be played: who takes over which seats at the turn ``start``, the others following the recording.

    ``successors``: who plays a seat on that can no longer follow it, for each of these others.
    """

    record: Record
    players: Mapping[int, Player]
    start: int
    successors: Mapping[int, Player]
    limits: Limits


@dataclass(frozen=True)
class Played:
    """The new game, and where each of the other seats had to be handed over."""

    record: Record
    handovers: dict[int, Handover]


class JoiningBot(LiveBot):
    """A bot that takes a seat over at a turn; the earlier ones it is shown, and what it answers is thrown away."""

    def __init__(self, again: Again, seat: int, proceed: Callable[[], bool]) -> None:
        """Start the bot; PlayerError if it cannot be started. What ``proceed`` is for, see `BotProcess`."""
        super().__init__(again.players[seat], proceed)
        self._again = again

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        """Hand the turn's input over; the answer is the recorded one until the bot has taken over."""
        if referee.answers >= self._again.start:
            return super().ask(referee, limit_ms)
        super().ask(referee, None)
        self.take_debug()
        return recorded_answer(self._again.record, referee.answers)


def play_again(again: Again, proceed: Callable[[], bool] = lambda: True) -> Played:
    """Play; ValueError for a seat that has no move left then, PlayerError, and GivenUp if ``proceed`` said no."""
    record = again.record
    count = len(record.starts)
    for seat in again.players:
        if not 0 <= seat < count:
            raise ValueError(f"expected a seat from 0 to {count - 1}, found {seat}")
        if any(death.seat == seat and death.move < again.start for death in record.deaths):
            raise ValueError(f"seat {seat} is dead at turn {again.start}: nobody can take it over")
    if not 0 <= again.start < max(1, len(record.moves)):
        raise ValueError(f"expected a turn from 0 to {len(record.moves) - 1}, found {again.start}")
    others = {
        seat: RecordedSeat(record, seat, again.successors[seat], proceed, until=again.start)
        for seat in range(count)
        if seat not in again.players
    }
    players = [again.players[seat] if seat in again.players else again.successors[seat] for seat in range(count)]
    game = Game(
        players, record.starts, again.limits, record.seed, *record.grid, adjudicate=record.adjudicated is not None
    )
    with ExitStack() as processes:
        participants: list[Participant] = []
        for seat in range(count):
            participant = others[seat] if seat in others else JoiningBot(again, seat, proceed)
            processes.callback(participant.close)
            participants.append(participant)
        played = conduct(game, participants, proceed).record
    handovers = {seat: other.handover for seat, other in others.items() if other.handover}
    seats = [
        record.players[seat] if seat in others and seat not in handovers else player
        for seat, player in enumerate(played.players)
    ]
    return Played(replace(played, players=seats), handovers)


def first_difference(before: Record, after: Record) -> int | None:
    """Return the first move that is not the same in two games from the same starts, None if all are."""
    for index, (old, new) in enumerate(zip(before.moves, after.moves, strict=False)):
        if old.answer != new.answer:
            return index
    return None if len(before.moves) == len(after.moves) else min(len(before.moves), len(after.moves))

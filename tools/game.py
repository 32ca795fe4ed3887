"""One game: the referee in the middle, somebody in each seat, and a record at the end."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Protocol

from tools.adjudicate import Adjudicator, ranks
from tools.players import Player
from tools.process import Answer, BotProcess, GivenUp
from tools.records import Limits, Move, Record, Seat
from tools.referee import HEIGHT, WIDTH, Cell, Referee

# A turn's limit is the arena's. Nobody has said what it allows for a first answer; here the bot's start is in it.
DEFAULT_LIMITS = Limits(first_ms=1000, move_ms=100)
# How often a game is begun again in which the machine did not run a bot in time; the one after that is taken as it is.
MOST_REPEATS = 3


class Starved(Exception):
    """The machine did not run a bot in time: its answer is over the limit, and not by its fault."""


class Participant(Protocol):
    """Somebody in a seat. A seat is asked only while it lives; `close` may come more than once."""

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        """Answer for the seat on turn."""

    def take_debug(self) -> str:
        """Return what was written on stderr since the last call."""

    def close(self) -> None:
        """End the process, if there is one."""


class LiveBot:
    """A bot's process in a seat."""

    def __init__(self, player: Player, proceed: Callable[[], bool], memory_mb: int | None = None) -> None:
        """Start the bot; PlayerError if it cannot be started. For ``proceed`` and ``memory_mb`` see `BotProcess`."""
        self._process = BotProcess(player, proceed, memory_mb)
        self.take_debug = self._process.take_debug
        self.close = self._process.close

    def ask(self, referee: Referee, limit_ms: float | None) -> Answer:
        """Hand the turn's input over."""
        return self._process.ask(referee.turn_input(), limit_ms)


@dataclass(frozen=True)
class Game:
    """A game to be played: each seat's player and start, the hard limits, and the match's seed for the record.

    ``adjudicate``: end it once its result is proven, see tools/adjudicate.py. ``memory_mb``: megabytes for each bot.
    """

    players: Sequence[Player]
    starts: Sequence[Cell]
    limits: Limits
    seed: int | None = None
    width: int = WIDTH
    height: int = HEIGHT
    adjudicate: bool = False
    memory_mb: int | None = None


@dataclass(frozen=True)
class Outcome:
    """A finished game, and the wall time that the runner itself took for an answer, in milliseconds, on the average."""

    record: Record
    overhead_ms: float


def play_game(
    game: Game, proceed: Callable[[], bool] = lambda: True, watch: Callable[[], None] = lambda: None
) -> Outcome | None:
    """Start a bot a seat, play, and kill them all.

    A game in which the machine did not run a bot in time is broken off and played again, a few times; then it is played
    to its end, late answers or not. ``proceed`` is asked before every move and while a bot thinks; the result is None
    if it said no. ``watch`` is called before every move. PlayerError if a bot cannot be started.
    """
    for repeats in range(MOST_REPEATS):
        with suppress(Starved):
            return _attempt(game, proceed, watch, repeats)
    return _attempt(game, proceed, watch, MOST_REPEATS)


def _attempt(game: Game, proceed: Callable[[], bool], watch: Callable[[], None], repeats: int) -> Outcome | None:
    """Play a game, which is a repetition for the ``repeats``-th time; Starved if it ought to be played again."""
    with ExitStack() as bots, suppress(GivenUp):
        participants = []
        for player in game.players:
            bot = LiveBot(player, proceed, game.memory_mb)
            bots.callback(bot.close)
            participants.append(bot)
        outcome = conduct(game, participants, proceed, watch, unless_starved=repeats < MOST_REPEATS)
        return replace(outcome, record=replace(outcome.record, repeats=repeats))
    return None


def conduct(
    game: Game,
    participants: Sequence[Participant],
    proceed: Callable[[], bool] = lambda: True,
    watch: Callable[[], None] = lambda: None,
    *,
    unless_starved: bool = False,
) -> Outcome:
    """Play a game between participants who are ready; a dead seat's participant is closed at once.

    Before every move ``watch`` is called and ``proceed`` is asked; GivenUp if that said no. What a bot writes on stderr
    counts to its last answer, and to its first what it wrote before that. ``unless_starved``: raise Starved at an
    answer that is over the limit through no fault of its bot; otherwise such an answer is taken.
    """
    referee = Referee(game.starts, game.width, game.height)
    adjudicator = Adjudicator(game.width, game.height) if game.adjudicate else None
    verdict = None
    moves: list[Move] = []
    latest: list[int | None] = [None] * len(participants)
    asked_ms = 0.0
    began = time.perf_counter()
    while not referee.is_over():
        watch()
        if not proceed():
            raise GivenUp
        if adjudicator and (verdict := adjudicator.judge(referee)):
            break
        seat = referee.turn
        last = latest[seat]
        if last is not None:
            _keep_debug(moves, last, participants[seat])
        limit = game.limits.first_ms if last is None else game.limits.move_ms
        answer = participants[seat].ask(referee, limit)
        asked_ms += answer.wall_ms
        latest[seat] = len(moves)
        # Microseconds are enough, and keep the files small.
        cpu_ms = None if answer.cpu_ms is None else round(answer.cpu_ms, 3)
        starved_ms = None if answer.starved_ms is None else round(answer.starved_ms, 3)
        if starved_ms is not None and unless_starved:
            raise Starved
        moves.append(Move(seat, answer.text, round(answer.wall_ms, 3), cpu_ms, starved_ms=starved_ms, note=answer.note))
        cause = answer.cause
        if cause is not None:
            referee.kill(cause)
        elif answer.text is not None:
            cause = referee.play(answer.text)
        if cause is not None:
            _keep_debug(moves, len(moves) - 1, participants[seat])
            participants[seat].close()
    overhead_ms = ((time.perf_counter() - began) * 1000 - asked_ms) / max(1, len(moves))
    for survivor in referee.living():
        if (last := latest[survivor]) is not None:
            _keep_debug(moves, last, participants[survivor])
    record = Record(
        seed=game.seed,
        grid=(game.width, game.height),
        starts=list(game.starts),
        players=[Seat(player.name, player.command) for player in game.players],
        limits=game.limits,
        moves=moves,
        deaths=referee.deaths,
        ranks=ranks(referee, verdict.winner) if verdict else referee.ranks(),
        adjudicated=verdict,
    )
    return Outcome(record, overhead_ms)


def _keep_debug(moves: list[Move], index: int, participant: Participant) -> None:
    """Add to a move what its bot has written on stderr since."""
    if debug := participant.take_debug():
        moves[index] = replace(moves[index], debug=debug)

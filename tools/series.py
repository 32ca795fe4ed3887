"""Plays a plan of games and yields them in its order, those that a games file has already among them.

Games end out of order where several are played at a time. Whoever adds them up in the order of the plan sees the same
results whatever the machine did meanwhile, so that a test that stops early is not drawn to the games that were short.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import chain

from tools.game import Outcome
from tools.games_file import Entry, GamesFile, GamesFileError
from tools.runner import Halt, run
from tools.schedule import Scheduled


def play_series(
    plan: Iterable[Scheduled],
    play: Callable[[Scheduled], Outcome | None],
    *,
    workers: int,
    halt: Halt,
    glance: Callable[[], None] = lambda: None,
    store: GamesFile | None = None,
    executor: Executor | None = None,
) -> Iterator[tuple[Scheduled, Outcome]]:
    """Yield each game of the plan with its outcome, as soon as all before it have been yielded.

    ``plan``: games of ascending numbers; it is read no further than games are started. ``play`` is called in
    ``workers`` threads at a time, or by the ``executor``; None is a game given up. ``store``: where finished games are
    kept at once, and which games need not be played. After an interrupt the games follow that had ended beyond a gap.
    GamesFileError if a game in the store is not the one of that number in the plan.
    """
    unread = iter(plan)
    backlog: deque[Scheduled] = deque()
    outcomes: dict[int, Outcome] = {}

    def known(scheduled: Scheduled) -> bool:
        return scheduled.number in outcomes or (store is not None and scheduled.number in store)

    def outcome_of(scheduled: Scheduled) -> Outcome:
        if scheduled.number in outcomes:
            return outcomes.pop(scheduled.number)
        if store is None:
            raise ValueError(f"game {scheduled.number} has not been played")
        entry = store.read(scheduled.number)
        _compare(scheduled, entry, store)
        return entry.outcome

    def fresh() -> Iterator[Scheduled]:
        for scheduled in unread:
            backlog.append(scheduled)
            if not known(scheduled):
                yield scheduled

    for scheduled in unread:
        if not known(scheduled):
            unread = chain([scheduled], unread)
            break
        yield scheduled, outcome_of(scheduled)
    for scheduled, outcome in run(fresh(), play, workers, halt, glance, executor):
        if store is not None:
            store.append(Entry(scheduled.number, scheduled.block, scheduled.order, outcome))
        outcomes[scheduled.number] = outcome
        while backlog and known(backlog[0]):
            first = backlog.popleft()
            yield first, outcome_of(first)
    for scheduled in backlog:
        if known(scheduled):
            yield scheduled, outcome_of(scheduled)


def _compare(scheduled: Scheduled, entry: Entry, store: GamesFile) -> None:
    """Make sure that a game of the store is the one that is planned."""
    planned = (scheduled.block, scheduled.order, list(scheduled.game.starts))
    found = (entry.block, entry.order, entry.outcome.record.starts)
    if planned != found:
        raise GamesFileError(
            f"{store.path}: game {scheduled.number + 1} is of block {found[0]}, seats {found[1]}, starts {found[2]}; "
            f"expected was block {planned[0]}, seats {planned[1]}, starts {planned[2]}: name another file"
        )

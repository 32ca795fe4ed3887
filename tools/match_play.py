"""Plays a match, shows its progress, and prints what came of it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rich.console import Console

from tools.digests import digest
from tools.display import Display
from tools.game import Outcome, play_game
from tools.games_file import GamesFile
from tools.match_settings import Settings
from tools.outputs import game_rows, summary
from tools.pauses import warning
from tools.players import labels
from tools.records import Limits, Record, write_record
from tools.report import print_board, print_losses, print_results, print_times
from tools.runner import Halt
from tools.schedule import Scheduled
from tools.series import play_series
from tools.statistics.gsprt import Hypotheses
from tools.strength import Verdict, print_seats, print_strength, verdict
from tools.tally import Tally


@dataclass(frozen=True)
class Run:
    """How a match is played and what is kept of it.

    ``blocks``: which of the match's blocks; ``wanted``: how many games were asked for. ``test``: ends the match when it
    knows, None to play all blocks. ``directory``: where each record goes, ``games_file``: where all do, ``rows``: where
    a row a game goes, ``summary``: what is done with the results as JSON; None for nowhere and nothing. ``cluster``:
    the address of a scheduler whose workers play the games, instead of ``jobs`` threads here.
    """

    blocks: range
    wanted: int
    jobs: int
    test: Hypotheses | None = None
    directory: Path | None = None
    games_file: Path | None = None
    rows: Path | None = None
    summary: Callable[[str], None] | None = None
    board: bool = True
    cluster: str | None = None


def play_match(settings: Settings, run: Run, halt: Halt, console: Console) -> None:
    """Play a match and print it; what the files raise comes out, see `GamesFile`."""
    names = labels(settings.contestants)
    planned = len(run.blocks) * settings.block_size
    first = run.blocks.start * settings.block_size
    _print(console, _heading(settings, run, names))
    if warned := warning(settings.limits):
        _print(console, warned)
    tally = Tally(len(names), settings.block_size)
    losses: list[tuple[Scheduled, Record, Path | None]] = []
    last: tuple[Scheduled, Record] | None = None
    final = verdict(run.test, tally) if run.test else None
    with ExitStack() as stack:
        store = stack.enter_context(GamesFile(run.games_file, settings.description())) if run.games_file else None
        earlier = frozenset(store.numbers()) if store else frozenset()
        if earlier:
            _print(console, f"{run.games_file} has {len(earlier)} games of this match already")
        rows = stack.enter_context(game_rows(run.rows, names, settings.players))
        display = stack.enter_context(Display(console, None if run.test else planned))

        for scheduled, outcome in _games(settings, run, halt, stack, display, store):
            path = run.directory / f"game-{scheduled.number + 1:04}.json" if run.directory else None
            if path:
                write_record(outcome.record, path)
            if rows:
                rows.add(scheduled, outcome)
            tally.add(scheduled, outcome)
            last = scheduled, outcome.record
            if scheduled.order[outcome.record.ranks.index(0)] != 0:
                # Of a lost game all is printed but its moves, which would fill the memory.
                losses.append((scheduled, replace(outcome.record, moves=[]), path or _named(run, scheduled)))
            if run.test and scheduled.number - first == tally.games - 1:
                # Beyond a gap, after an interrupt, nothing is decided: it is not known yet what the gap would say.
                final = verdict(run.test, tally)
            display.finish_game(_score(tally, names, final), played=scheduled.number not in earlier)
            if final and final.accepted:
                break
    whole = not halt.signal
    if last:
        if run.board:
            print_board(console, last[1], [names[contestant] for contestant in last[0].order])
        print_results(console, tally, names)
        print_seats(console, tally, names)
        print_strength(console, tally, names, settings.players, final)
        print_times(console, tally, names)
        print_losses(console, sorted(losses, key=lambda loss: loss[0].number), names[0])
    if not whole:
        _print(console, f"interrupted: {tally.games} of {planned} games were played{_goes_on(run)}")
    if run.summary:
        run.summary(summary(settings, tally, names, final, whole=whole))


def _games(
    settings: Settings, run: Run, halt: Halt, stack: ExitStack, display: Display, store: GamesFile | None
) -> Iterator[tuple[Scheduled, Outcome]]:
    """Play the games, here or on a cluster, and return them in their order."""
    plan = settings.plan(run.blocks)
    if run.cluster is None:

        def play(scheduled: Scheduled) -> Outcome | None:
            return play_game(scheduled.game, halt.proceed, display.count_move)

        return play_series(plan, play, workers=run.jobs, halt=halt, glance=display.refresh, store=store)
    # Only who asks for a cluster needs the package, which takes a second to load.
    from tools.cluster import connected, play_remotely  # noqa: PLC0415

    cluster = stack.enter_context(connected(run.cluster))
    return play_series(
        plan,
        partial(play_remotely, [digest(player) for player in settings.contestants]),
        workers=cluster.games,
        halt=halt,
        glance=display.refresh,
        store=store,
        executor=cluster.executor,
    )


def _heading(settings: Settings, run: Run, names: list[str]) -> str:
    """Say what is played."""
    games = len(run.blocks) * settings.block_size
    shown = f"{' against '.join(names)}: {'at most ' if run.test else ''}{games} games of {settings.players} players, "
    if run.blocks.start:
        shown += f"from block {run.blocks.start} on, "
    shown += f"seed {settings.seed}, {settings.starts_shown()}, {_limits_shown(settings.limits)}"
    return (
        shown if games == run.wanted else f"{shown} ({run.wanted} games are no whole blocks of {settings.block_size})"
    )


def _limits_shown(limits: Limits) -> str:
    """Return the limits in words."""
    first, move = (f"{limit:g} ms" if limit else "no limit" for limit in (limits.first_ms, limits.move_ms))
    return f"{move} for an answer, {first} for a seat's first"


def _score(tally: Tally, names: list[str], final: Verdict | None) -> str:
    """Return the wins so far, and where the test stands."""
    wins = ", ".join(f"{name} {standing.wins}" for name, standing in zip(names, tally.standings, strict=True))
    return f"{wins}  {final}" if final else wins


def _named(run: Run, scheduled: Scheduled) -> Path | None:
    """Return the name of a game that is kept in a file of many."""
    return Path(f"{run.games_file}:{scheduled.number + 1}") if run.games_file else None


def _goes_on(run: Run) -> str:
    return f"; the same command goes on, with the games in {run.games_file}" if run.games_file else ""


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)

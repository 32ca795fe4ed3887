"""A game of four players that lasts 946 moves, nearly the most that there can be, made up beforehand.

Seats 1, 2 and 3 sweep a third of the upper 15 rows each, seat 0 the 5 rows below; then seat 0 is too slow, and its
cells are swept by the others; then seat 1, in the middle, is, and its 200 cells are swept by the last two. The bot is
told the game from one of the seats; what it answers is looked at, and not played.
"""

from collections.abc import Iterator

from tools.players import Player
from tools.process import BotProcess
from tools.referee import STEPS, Cause, Cell, Referee

from .ledger import Entry
from .turns import peak_mb

# Left, right, top and bottom of a rectangle, the column where its sweep begins and whether that goes down.
Sweep = tuple[int, int, int, int, int, bool]
SWEEPS: tuple[tuple[Sweep, ...], ...] = (
    ((0, 29, 15, 19, 0, True),),
    ((10, 19, 0, 14, 19, True), (10, 19, 15, 19, 10, True)),
    ((0, 9, 0, 14, 9, True), (0, 9, 15, 19, 0, True), (10, 14, 0, 19, 10, False)),
    ((20, 29, 0, 14, 20, True), (20, 29, 15, 19, 29, True), (15, 19, 0, 19, 19, False)),
)


def cells_swept(seat: int) -> list[Cell]:
    """Return the cells of a seat's ribbon, its start first."""
    return [cell for sweep in SWEEPS[seat] for cell in _sweep(*sweep)]


def _sweep(left: int, right: int, top: int, bottom: int, begin: int, down: bool) -> Iterator[Cell]:
    """Go through a rectangle row by row, there and back."""
    forward = begin == left
    for y in range(top, bottom + 1) if down else range(bottom, top - 1, -1):
        for x in range(left, right + 1) if forward else range(right, left - 1, -1):
            yield x, y
        forward = not forward


def long_game() -> Iterator[tuple[Referee, str | None]]:
    """Yield the referee before each move, and the move that comes, None if the seat on turn is too slow."""
    paths = [cells_swept(seat) for seat in range(4)]
    referee = Referee([path[0] for path in paths])
    names = {step: name for name, step in STEPS.items()}
    made = [0] * 4
    while not referee.is_over():
        seat = referee.turn
        made[seat] += 1
        move = None
        if made[seat] < len(paths[seat]):
            (x, y), (to_x, to_y) = paths[seat][made[seat] - 1 : made[seat] + 1]
            move = names[to_x - x, to_y - y]
        yield referee, move
        if move is None:
            referee.kill(Cause.TIMEOUT)
        else:
            referee.play(move)


def tell_long_game(player: Player, seat: int) -> Entry:
    """Tell a bot the game from a seat; returns its turns, the most memory in MB and CPU time in ms, and problems."""
    turns = 0
    most_cpu_ms = 0.0
    problems: list[str] = []
    with BotProcess(player) as bot:
        for referee, _ in long_game():
            if referee.turn != seat:
                continue
            answer = bot.ask(referee.turn_input(), None)
            turns += 1
            most_cpu_ms = max(most_cpu_ms, answer.cpu_ms or 0.0)
            if answer.cause or answer.text not in STEPS:
                problems.append(f"turn {turns}: {answer.text!r}, {answer.cause} {answer.note}")
                break
        peak = peak_mb(bot.pid)
    return {"turns": turns, "cpu_ms": round(most_cpu_ms, 3), "peak_mb": round(peak, 1), "problems": problems}

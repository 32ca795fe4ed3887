"""A recorded game on the terminal, a turn at a time."""

from collections.abc import Callable

from rich.console import Console

from tools.fields import printable
from tools.figures import figures
from tools.records import Record
from tools.referee import Referee
from tools.report import draw_grid, seat_shown
from tools.walk import position_at

HELP = "Enter: next, b: back, a number: that turn, q: leave"


def print_turn(console: Console, record: Record, turn: int) -> None:
    """Draw the position before a move and say who is to move, what was played and what became of the others."""
    referee = position_at(record, turn)
    for line in (headline(record, turn), *_seats(record, referee)):
        console.print(printable(line), markup=False, highlight=False, soft_wrap=True)
    console.print(draw_grid(referee), soft_wrap=True)


def headline(record: Record, turn: int) -> str:
    """Return a sentence on a turn: who is to move, the answer, its time and figures, the death that it brought."""
    if turn == len(record.moves):
        winner = record.ranks.index(0)
        proven = ", since that was proven" if record.adjudicated else ""
        return f"the end, after {turn} moves: {seat_shown(winner, record.players[winner].name)} wins{proven}"
    move = record.moves[turn]
    parts = [f"turn {turn} of {len(record.moves)}: {seat_shown(move.seat, record.players[move.seat].name)}"]
    parts.append(f"answers {move.answer!r}" if move.answer is not None else "gives no answer")
    if move.wall_ms:
        parts.append(f"after {move.wall_ms:.1f} ms")
    known = figures(move.debug)
    parts += [
        f"{name} {value}"
        for name, value in (("depth", known.depth), ("value", known.value), ("nodes", known.nodes))
        if value is not None
    ]
    death = next((death for death in record.deaths if death.move == turn), None)
    if death:
        parts.append(f"and dies: {death.cause.value}")
    return ", ".join(parts)


def _seats(record: Record, referee: Referee) -> list[str]:
    """Return a line a seat: where its head is, or how it died."""
    ends = {death.seat: death for death in referee.deaths}
    lines = []
    for seat, player in enumerate(record.players):
        head = referee.heads[seat]
        place = (
            f"at ({head[0]},{head[1]}), {len(referee.ribbons[seat])} cells long"
            if head
            else f"died at move {ends[seat].move}: {ends[seat].cause.value}"
        )
        lines.append(f"  {'ABCD'[seat]} (seat {seat}) {player.name}: {place}")
    return lines


def step_through(console: Console, record: Record, turn: int, read: Callable[[str], str] = input) -> None:
    """Show turns as the user asks for them, until they have seen enough; ``read`` asks for a line."""
    while True:
        print_turn(console, record, turn)
        try:
            wish = read(f"[{HELP}] ").strip()
        except EOFError:
            return
        if wish == "q":
            return
        step = {"": 1, "b": -1}.get(wish)
        if step is not None:
            turn += step
        elif wish.isdecimal() and len(wish) < 10:
            turn = int(wish)
        else:
            console.print(f"expected one of: {HELP}; found {wish[:40]!r}", markup=False, highlight=False)
        turn = max(0, min(turn, len(record.moves)))

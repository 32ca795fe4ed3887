"""Hypothesis strategies that several tests share."""

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from bot.board import Board
from bot.grid import Grid, cells_of

# The same examples on every machine, a busy one included: what these tests measure is never time.
settings.register_profile("tron", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tron")

grids = st.builds(Grid, st.integers(1, 8), st.integers(1, 6))


@st.composite
def boards(
    draw: st.DrawFn, *, players: tuple[int, int] = (2, 4), largest: tuple[int, int] = (6, 5), can_move: bool = False
) -> Board:
    """Draw a game that is not over: walls and starts anywhere, then some plies, deaths among them.

    ``players``: fewest and most seats, dead ones included; ``largest``: the most columns and rows. With ``can_move``
    the seat on turn has a free neighbour. A seat dies when it has no move, and now and then as if it had been too slow.
    """
    seats = draw(st.integers(*players))
    grid = Grid(draw(st.integers(2, largest[0])), draw(st.integers(2, largest[1])))
    cells = cells_of(grid.cells)
    assume(len(cells) >= seats)
    places = draw(st.lists(st.integers(0, len(cells) - 1), min_size=seats, max_size=seats + 6, unique=True))
    board = Board.from_starts([grid.position(cells[place]) for place in places[:seats]], grid)
    for place in places[seats:]:
        board.free &= ~cells[place]
    for choice in draw(st.lists(st.integers(0, 11), max_size=24)):
        moves = cells_of(board.moves())
        dies = not moves or choice == 11
        if dies and len(board.living()) == 2:
            break
        if dies:
            board.die()
        else:
            board.play(moves[choice % len(moves)])
    assume(board.moves() or not can_move)
    return board


def state(board: Board) -> tuple[str, list[int], list[int], int, int]:
    """Return everything that a board holds, drawn first, so that a difference shows in a failing test."""
    return board.to_ascii(), board.heads[:], board.ribbons[:], board.free, board.turn

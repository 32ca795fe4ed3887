"""Games of every kind that the arena can bring about, and what kind of turn one is asked for.

Starts are random, in the corners, all next to each other, or in a row; seats may be too slow at any time, and die of it
before, between and after the others' turns.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tools.referee import HEIGHT, STEPS, WIDTH, Cell, Referee
from tools.starts import random_starts

# How likely a seat is to be too slow at a turn, as long as more than two live.
DEATH_CHANCES = (0.0, 0.004, 0.05)
# How often a hugging rival goes anywhere.
STRAYING = 0.1


@dataclass(frozen=True)
class Scenario:
    """The start of each seat, and how likely a seat is to be too slow at each of its turns."""

    starts: list[Cell]
    death_chance: float


def scenario(number: int, rng: Random) -> Scenario:
    """Return the scenario of a number, which runs through 2, 3 and 4 players, kinds of starts and chances of death."""
    number, extra_players = divmod(number, 3)
    number, kind = divmod(number, len(KINDS))
    return Scenario(KINDS[kind](2 + extra_players, rng), DEATH_CHANCES[number % len(DEATH_CHANCES)])


def corners(players: int, rng: Random) -> list[Cell]:
    """Draw corners of the grid."""
    return rng.sample([(0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1), (WIDTH - 1, HEIGHT - 1)], players)


def neighbours(players: int, rng: Random) -> list[Cell]:
    """Draw cells of a square of four."""
    x, y = rng.randrange(WIDTH - 1), rng.randrange(HEIGHT - 1)
    return rng.sample([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], players)


def row(players: int, rng: Random) -> list[Cell]:
    """Draw cells side by side, in any order of the seats."""
    x, y = rng.randrange(WIDTH - players + 1), rng.randrange(HEIGHT)
    return rng.sample([(x + place, y) for place in range(players)], players)


KINDS: tuple[Callable[[int, Random], list[Cell]], ...] = (random_starts, corners, neighbours, row)


def situation(referee: Referee, *, first: bool) -> str:
    """Return the class of the turn that is to be answered; ``first``: whether it is the seat's first."""
    if first:
        return "first turn"
    if is_walled_off(referee):
        return "filling"
    return f"{len(referee.living())} players" + (", after a death" if referee.deaths else "")


def is_walled_off(referee: Referee) -> bool:
    """Whether no other head stands next to a free cell that the seat on turn can reach."""
    head = _head(referee)
    others = {other for seat, other in enumerate(referee.heads) if seat != referee.turn}
    reached = {head}
    waiting = [head]
    while waiting:
        cell = waiting.pop()
        for x, y in STEPS.values():
            target = cell[0] + x, cell[1] + y
            if target in others and cell != head:
                return False
            if target not in reached and target not in referee.owners and _is_on_grid(referee, target):
                reached.add(target)
                waiting.append(target)
    return True


def hugging_answer(referee: Referee, rng: Random) -> str:
    """Return the answer of a rival that lives long and leaves mazes: along a wall, straying now and then."""
    safe = referee.safe_answers()
    if not safe or rng.random() < STRAYING:
        return rng.choice(safe or list(STEPS))
    return min(safe, key=lambda answer: _exits(referee, answer) or len(STEPS))


def _exits(referee: Referee, answer: str) -> int:
    """Count the free cells next to the one that an answer leads to."""
    x, y = _head(referee)
    x, y = x + STEPS[answer][0], y + STEPS[answer][1]
    around = [(x + across, y + down) for across, down in STEPS.values()]
    return sum(_is_on_grid(referee, cell) and cell not in referee.owners for cell in around)


def _head(referee: Referee) -> Cell:
    """Return the head of the seat on turn."""
    head = referee.heads[referee.turn]
    if head is None:
        raise ValueError("the game is over: no seat is on turn")
    return head


def _is_on_grid(referee: Referee, cell: Cell) -> bool:
    return 0 <= cell[0] < referee.width and 0 <= cell[1] < referee.height

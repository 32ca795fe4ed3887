"""Mutated input: games as a seat is sent them, changed here and there as bytes that Hypothesis draws have it."""

from functools import cache
from random import Random

from hypothesis import strategies as st

from tools.referee import Cause, Referee
from tools.soak.scenarios import hugging_answer, scenario

# How many games there are to be changed, of every number of players and kind of start.
GAMES = 48
CHANGES = ("number", "number", "number", "repeat", "leave out", "exchange", "dead")
PIECES = (b"-1", b"0", b"4", b"29", b"30", b"-1 -1 -1 -1", b"7777777777", b"x", b" ", b"\n", b"\r\n", b"\x00", b"\xff")
# More than all changes of a game take.
BYTES_OF_A_GAME = 24
# So many games are made of a draw: it takes Hypothesis 0.5 ms however long it is, and to draw each choice took 1.3 ms.
GAMES_OF_A_DRAW = 10


@cache
def turns_sent(number: int, most: int) -> tuple[bytes, ...]:
    """Return the first turns, at most so many, that one seat is sent in the game of a number."""
    rng = Random(number)
    game = scenario(number, rng)
    referee = Referee(game.starts)
    seat = rng.randrange(len(game.starts))
    turns: list[bytes] = []
    while not referee.is_over() and referee.heads[seat] is not None and len(turns) < most:
        if referee.turn == seat:
            turns.append(referee.turn_input().encode("ascii"))
        if len(referee.living()) > 2 and rng.random() < game.death_chance:
            referee.kill(Cause.TIMEOUT)
        else:
            referee.play(hugging_answer(referee, rng))
    return tuple(turns)


def streams(*, most_turns: int) -> st.SearchStrategy[list[bytes]]:
    """Draw games of at most so many turns, with some changes: of lines, of numbers, and of bytes."""
    size = GAMES_OF_A_DRAW * BYTES_OF_A_GAME

    def games(drawn: bytes) -> list[bytes]:
        starts = range(0, size, BYTES_OF_A_GAME)
        return [changed_game(drawn[start : start + BYTES_OF_A_GAME], most_turns) for start in starts]

    return st.binary(min_size=size, max_size=size).map(games)


def changed_game(drawn: bytes, most_turns: int) -> bytes:
    """Return the game of at most so many turns that the bytes choose, changed as they say; by zeros, not at all."""
    left = int.from_bytes(drawn, "little")

    def below(limit: int) -> int:
        nonlocal left
        left, choice = divmod(left, limit)
        return choice

    lines = b"".join(turns_sent(below(GAMES), most_turns)).splitlines(keepends=True)
    for _ in range(below(4)):
        place = below(len(lines))
        match CHANGES[below(len(CHANGES))]:
            case "number":
                words = lines[place].split()
                words[below(len(words))] = b"%d" % (below(32) - 1)
                lines[place] = b" ".join(words) + b"\n"
            case "repeat":
                lines.insert(place, lines[place])
            case "leave out" if len(lines) > 1:
                del lines[place]
            case "exchange":
                other = below(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                lines[place] = b"-1 -1 -1 -1\n"
    raw = b"".join(lines)
    # Three games of five are changed by lines only.
    for _ in range(max(0, below(5) - 2)):
        place = below(len(raw) + 1)
        kind = below(len(PIECES) + 4)
        piece = PIECES[kind] if kind < len(PIECES) else bytes(below(256) for _ in range(kind - len(PIECES)))
        # The last of these is all of the rest.
        left_out = (0, 1, 2, 3, len(raw))[below(5)]
        raw = raw[:place] + piece + raw[place + left_out :]
    return raw

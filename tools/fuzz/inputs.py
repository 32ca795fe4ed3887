"""Mutated input: games as a seat is sent them, changed here and there by Hypothesis."""

from functools import cache
from random import Random

from hypothesis import strategies as st

from tools.referee import Cause, Referee
from tools.soak.scenarios import hugging_answer, scenario

# How many games there are to be changed, of every number of players and kind of start.
GAMES = 48
PIECES = [b"-1", b"0", b"4", b"29", b"30", b"-1 -1 -1 -1", b"7777777777", b"x", b" ", b"\n", b"\r\n", b"\x00", b"\xff"]


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


@st.composite
def streams(draw: st.DrawFn, *, most_turns: int) -> bytes:
    """Draw a game of at most so many turns, with some changes: of lines, of numbers, and of bytes."""
    lines = b"".join(turns_sent(draw(st.integers(0, GAMES - 1)), most_turns)).splitlines(keepends=True)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(("number", "number", "number", "repeat", "leave out", "exchange", "dead"))):
            case "number":
                words = lines[place].split()
                words[draw(st.integers(0, len(words) - 1))] = b"%d" % draw(st.integers(-1, 30))
                lines[place] = b" ".join(words) + b"\n"
            case "repeat":
                lines.insert(place, lines[place])
            case "leave out" if len(lines) > 1:
                del lines[place]
            case "exchange":
                other = draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                lines[place] = b"-1 -1 -1 -1\n"
    raw = b"".join(lines)
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
        place = draw(st.integers(0, len(raw)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=3))
        raw = raw[:place] + piece + raw[place + draw(st.integers(0, 3)) :]
    return raw

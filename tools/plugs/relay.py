"""The older protocol of brutaltester, in which the tester starts the bots: `python -m tools.plugs.relay`.

The tester writes `###Seed N` (or leaves it out) and `###Start N`. For each turn the referee writes `###Input S`, the
lines for the bot in seat S, and `###Output S 1`; the tester hands the lines over, and what comes back is that bot's one
line. At the end the referee writes `###End` and the seats, the winner's first.
"""

import sys
from collections.abc import Sequence
from typing import BinaryIO, TextIO

from tools.plugs.command import PlugError, draw_seed, draw_starts, read_integer, run_command
from tools.process import KEPT_OF_ANSWER, LONGEST_ANSWER
from tools.referee import Cause, Referee

HELP = """usage: python -m tools.plugs.relay

Referees one game of Tron Battle on stdin and stdout for a tester that runs the bots itself (brutaltester -o).
The tester writes:   ###Seed N     optional; draws the start cells
                     ###Start N    how many players, 2 to 4
The referee writes:  ###Input S    then the lines of a turn for the bot in seat S
                     ###Output S 1 one line of that bot is read next
                     ###Error S X  the bot's line was no direction
                     ###End S S    the seats, winner first
There is no limit of time in this protocol.
"""


def main(arguments: Sequence[str]) -> int:
    """Referee one game on stdin and stdout; returns the exit status, or raises PlugError."""
    if arguments:
        if arguments in (["-h"], ["--help"]):
            print(HELP, end="")
            return 0
        raise PlugError(f"expected no arguments, since everything comes on stdin; found {arguments[0]!r}")
    referee_game(sys.stdin.buffer, sys.stdout)
    return 0


def referee_game(source: BinaryIO, target: TextIO) -> None:
    """Referee one game; PlugError if the tester's first lines make no sense, or its lines end before the game."""
    players, seed = _read_start(source)
    referee = Referee(draw_starts(players, seed))
    while not referee.is_over():
        seat = referee.turn
        target.write(f"###Input {seat}\n{referee.turn_input()}###Output {seat} 1\n")
        target.flush()
        answer = _read_line(source, f"the answer of the bot in seat {seat}")
        if referee.play(answer) is Cause.INVALID:
            target.write(f"###Error {seat} expected a direction, found {answer!r}\n")
    ranks = referee.ranks()
    target.write(f"###End {' '.join(str(seat) for seat in sorted(range(players), key=ranks.__getitem__))}\n")
    target.flush()


def _read_start(source: BinaryIO) -> tuple[int, int]:
    """Return the number of players and the seed."""
    seed = draw_seed()
    while True:
        line = _read_line(source, "###Start N")
        word, _, value = line.partition(" ")
        if word == "###Seed":
            seed = read_integer(value.strip(), "the seed in ###Seed")
        elif word == "###Start":
            players = read_integer(value.strip(), "the number of players in ###Start")
            if not 2 <= players <= 4:
                raise PlugError(f"a game has 2 to 4 players, found {line!r}")
            return players, seed
        else:
            raise PlugError(f"expected ###Seed N or ###Start N, found {line!r}")


def _read_line(source: BinaryIO, expected: str) -> str:
    """Return the next line as text without its end; a line longer than any answer is cut, whatever its length."""
    data = piece = source.readline(LONGEST_ANSWER)
    if not data.endswith(b"\n"):
        data = data[:KEPT_OF_ANSWER] + b"..."
        while piece and not piece.endswith(b"\n"):
            piece = source.readline(LONGEST_ANSWER)
        if not piece:
            raise PlugError(f"expected {expected}, and stdin ended")
    return data.decode("utf-8", "backslashreplace").rstrip("\r\n")


if __name__ == "__main__":
    run_command("relay", main)

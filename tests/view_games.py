"""Games, reviews and hostile texts for the tests of the viewer."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from tools.records import Limits, Move, Record, Seat
from tools.referee import STEPS, Cause, Referee
from tools.review.file import Budget, Line, Review, TurnReview, fingerprint

# Each would set window.ran, end the page's block of data or confuse whoever shows it as more than text.
HOSTILE = [
    "</script><script>window.ran = 1</script>",
    "<!--<script>",
    "<img src=x onerror='window.ran = 1'>",
    "<svg/onload=window.ran=1>",
    '"><iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
    "javascript:window.ran=1",
    "{{script}}{{policy}}",
    "\\u003c/script\\u003e\u2028\u2029\ufeff",
    "'; window.ran = 1; '",
    "${window.ran = 1}`",
    "\x1b[2J\x07\x00\x7f\u202e",
    "x" * 4000,
]


def played(players: int, seed: int, moves: int = 0) -> Record:
    """Return a game of players that fill the grid: each prefers the free cell with the fewest free neighbours.

    With ``moves`` games are drawn until one is at least so long.
    """
    chance = random.Random(seed)
    while True:
        cells = [(x, y) for x in range(30) for y in range(20)]
        referee = Referee(chance.sample(cells, players))
        answers = []
        while not referee.is_over():
            seat = referee.turn
            safe = referee.safe_answers()
            answer = min(safe, key=lambda word: (_room(referee, word), chance.random()), default="UP")
            answers.append(Move(seat, answer, round(chance.uniform(0.5, 95), 3), round(chance.uniform(0.2, 90), 3)))
            referee.play(answer)
        if len(answers) >= moves:
            seats = [Seat(f"bot {seat}", "bot --debug") for seat in range(players)]
            limits = Limits(1000, 100)
            starts = referee.starts
            return Record(seed, (30, 20), starts, seats, limits, answers, referee.deaths, referee.ranks())


def _room(referee: Referee, word: str) -> int:
    """Return how many free neighbours the cell has that an answer leads to; none at all is worst."""
    head = referee.heads[referee.turn]
    assert head
    x, y = head[0] + STEPS[word][0], head[1] + STEPS[word][1]
    around = [(x + across, y + down) for across, down in STEPS.values()]
    free = sum(0 <= i < 30 and 0 <= j < 20 and (i, j) not in referee.owners for i, j in around)
    return free or 9


def timed_out(record: Record) -> Record:
    """Return the game with its last death a late answer."""
    *before, last = record.deaths
    return replace(record, deaths=[*before, replace(last, cause=Cause.TIMEOUT)])


def said(record: Record, debug: Callable[[int], str]) -> Record:
    """Return the game with what ``debug`` tells for a turn as the bots' stderr."""
    return replace(record, moves=[replace(move, debug=debug(turn)) for turn, move in enumerate(record.moves)])


def reviewed(record: Record, mistakes: Sequence[int], line: int = 4) -> Review:
    """Return a review in which the moves at ``mistakes`` are bad and the others best; lines have so many moves."""
    turns = {}
    for turn, move in enumerate(record.moves):
        value = 100 * (turn % 7) - 300
        step = move.answer if move.answer in STEPS else None
        moves = [step, *["UP"] * (line - 1)] if step else []
        best = played = Line(step, value, 9, None, moves)
        if turn in mistakes:
            better = "LEFT" if step != "LEFT" else "DOWN"
            best = Line(better, value + 5000, 10, None, [better, *["DOWN"] * (line - 1)])
        turns[turn] = TurnReview(turn, move.seat, played, best)
    return Review(fingerprint(record), Budget(20_000, None), turns)

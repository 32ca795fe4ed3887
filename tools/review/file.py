"""What a review found, as a JSON file, which is also the state from which a review goes on.

The review of `game-0001.json` is written to `game-0001.review` beside it, anew after each turn that was searched, the
last turn of the game first. Its layout is that of records, a line a field and a line a turn
(which is broken here):

    {
    "format": "tron-battle-review",
    "version": 1,
    "game": "5f3c...",
    "budget": {"nodes":20000,"ms":null},
    "turns": [
    {"turn":12,"seat":0,
     "played":{"move":"LEFT","value":-200,"depth":9,"proven":null,"line":["LEFT","UP"]},
     "best":{"move":"UP","value":340,"depth":10,"proven":null,"line":["UP","LEFT","UP"]},
     "loss":540,"cost":2.5}
    ],
    "mistakes": [12]
    }

`game` is the SHA-256 of the record (of `records.to_json`, as hexadecimal), `budget` what each move was searched with,
nodes or milliseconds of CPU time, the other one being null. `turns` is sorted by `turn`, the index in the record's
`moves`; turns that are not there have not been reviewed (yet). Each has the `seat`, the move that was `played`, the
`best` one, which is the same where there is no better one, the `loss`, which is the difference of their values, and the
`cost`, the loss in the chance to win, in per cent.

A move has its `value` for the seat, in units of the bot's evaluation, of which a cell of territory is about 250; the
expected death of one of several rivals is DEATH more. Values never lie outside of DECIDED, a won game, and minus that,
a lost one; where several rivals live their answers are only guessed, and an end that relies on them counts half.
`depth` is how far the position after the move was searched, in plies. `proven` is "won" or "lost" where that is
certain, else null. `line` is what the search expects (the principal variation): the moves of all living seats in turn
order, the move itself first, at most 60 of them, null for a seat that has no move and dies. `move` is null where the
recorded answer was none of the four directions, or came too late; `line` is empty then.

`mistakes` lists the turns whose cost is at least MISTAKE, the greatest cost first.

The chance is a logistic function of the value, as in Elo's model of chess players (1978) and in what chess sites make
of an engine's value: a cell more matters in a close game, and nothing in one that is decided.
"""

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fields import Field, FieldError, parse, read_text, write_whole
from tools.recordings import game_place
from tools.records import Record, to_json
from tools.referee import STEPS

FORMAT = "tron-battle-review"
VERSION = 1
SUFFIX = ".review"
# A review of the longest games stays under this.
LARGEST_FILE = 16_000_000

DECIDED = 200_000
# With this the chance of one among three equal players, a third, becomes that of one of two.
DEATH = 3_800
# The value at which three games in four are won. In 11,009 positions of 60 games of the bot against itself, with
# 500 nodes a move, this had the least log loss: 0.258, where 4,000 had 0.281 and 12,000 had 0.280.
THREE_IN_FOUR = 6_000
# Per cent of the chance to win: smaller differences are within what the next plies of search bring.
MISTAKE = 5.0


class ReviewError(Exception):
    """A file that is no review of this version, or of another game; the text names the file and what is wrong."""


@dataclass(frozen=True)
class Budget:
    """What each move is searched with: nodes or milliseconds of CPU time, the other one None."""

    nodes: int | None
    ms: float | None


@dataclass(frozen=True)
class Line:
    """A move and what follows it, as the module describes it."""

    move: str | None
    value: int
    depth: int
    proven: str | None
    moves: list[str | None]


@dataclass(frozen=True)
class TurnReview:
    """One turn: the move that was played beside the best one."""

    turn: int
    seat: int
    played: Line
    best: Line

    @property
    def loss(self) -> int:
        """What playing this cost the seat, 0 or more."""
        return self.best.value - self.played.value

    @property
    def cost(self) -> float:
        """What it cost in the chance to win, in per cent from 0 to 100, to a tenth."""
        return round(100 * (chance(self.best) - chance(self.played)), 1)


@dataclass(frozen=True)
class Review:
    """What is known so far of a game; ``turns`` by the index of the move."""

    game: str
    budget: Budget
    turns: dict[int, TurnReview]

    def mistakes(self) -> list[TurnReview]:
        """Return the turns that cost at least MISTAKE, the worst first."""
        found = [review for review in self.turns.values() if review.cost >= MISTAKE]
        return sorted(found, key=lambda review: (-review.cost, -review.loss, review.turn))

    def lost_from(self, seat: int) -> int | None:
        """Return the turn from which on every move of the seat is proven to lose, None if its last turn is not one."""
        return self._from(seat, lambda best: best.proven == "lost")

    def behind_from(self, seat: int) -> int | None:
        """Return the turn from which on even the best move is worth less than nothing, None as above."""
        return self._from(seat, lambda best: best.value < 0)

    def _from(self, seat: int, holds: Callable[[Line], bool]) -> int | None:
        """Return the first of a seat's last turns of whose best moves something holds."""
        first = None
        for turn in sorted(self.turns, reverse=True):
            review = self.turns[turn]
            if review.seat == seat:
                if not holds(review.best):
                    break
                first = turn
        return first


def chance(line: Line) -> float:
    """Return the chance to win, from 0 to 1, that a value stands for."""
    if line.proven:
        return float(line.proven == "won")
    # tanh is the logistic function, without its overflow.
    return (1 + math.tanh(math.log(3) / 2 * line.value / THREE_IN_FOUR)) / 2


def fingerprint(record: Record) -> str:
    """Return what tells a game from others."""
    return hashlib.sha256(to_json(record).encode()).hexdigest()


def review_path(game: Path) -> Path:
    """Return where the review of a game is kept unless told otherwise, that of game 17 of x.games in x.games-17."""
    file, number = game_place(game)
    return game.with_suffix(SUFFIX) if number is None else file.with_name(f"{file.name}-{number}{SUFFIX}")


def write_review(review: Review, path: Path) -> None:
    """Write a review in one step."""
    turns = [_turn_data(review.turns[turn]) for turn in sorted(review.turns)]
    fields = {
        "format": _line(FORMAT),
        "version": _line(VERSION),
        "game": _line(review.game),
        "budget": _line({"nodes": review.budget.nodes, "ms": review.budget.ms}),
        "turns": "[\n" + ",\n".join(_line(turn) for turn in turns) + "\n]",
        "mistakes": _line([mistake.turn for mistake in review.mistakes()]),
    }
    write_whole("{\n" + ",\n".join(f'"{name}": {value}' for name, value in fields.items()) + "\n}\n", path)


def read_review(path: Path) -> Review:
    """Read and check a review; ReviewError names the file, the field and what is wrong with it."""
    try:
        return _from_data(parse(read_text(path, LARGEST_FILE)))
    except FieldError as error:
        raise ReviewError(f"{path}: {error}") from None


def review_of(path: Path, record: Record) -> Review:
    """Read the review of a game; ReviewError if the file is that of another one."""
    review = read_review(path)
    if review.game != fingerprint(record):
        raise ReviewError(f"{path}: the review of another game: write a new one with `python -m tools.review`")
    expect_turns_of(record, review, path)
    return review


def expect_turns_of(record: Record, review: Review, path: Path) -> None:
    """Refuse a review of a game's record that tells of turns which the game does not have: ReviewError."""
    for turn, entry in review.turns.items():
        if turn >= len(record.moves) or entry.seat != record.moves[turn].seat:
            raise ReviewError(f"{path}: turn {turn} of seat {entry.seat} is none of this game's")


def _from_data(data: object) -> Review:
    # Before the names of the fields are looked at: another version may have others.
    found = data if isinstance(data, dict) else {}
    Field("format", found.get("format")).word(FORMAT)
    Field("version", found.get("version")).integer(VERSION, VERSION)
    fields = Field("", data).fields("format", "version", "game", "budget", "turns", "mistakes")
    turns: dict[int, TurnReview] = {}
    for entry in fields["turns"].entries(0):
        turn = _turn(entry)
        if turns and turn.turn <= next(reversed(turns)):
            entry.wrong("turns in their order, none twice")
        turns[turn.turn] = turn
    review = Review(fields["game"].text(), _budget(fields["budget"]), turns)
    mistakes = [mistake.turn for mistake in review.mistakes()]
    if fields["mistakes"].value != mistakes:
        fields["mistakes"].wrong(f"{mistakes} by the losses of the turns")
    return review


def _budget(entry: Field) -> Budget:
    fields = entry.fields("nodes", "ms")
    nodes = None if fields["nodes"].value is None else fields["nodes"].integer(0, 10**15)
    budget = Budget(nodes, fields["ms"].optional(Field.milliseconds))
    if (budget.nodes is None) == (budget.ms is None):
        entry.wrong("nodes or ms, and the other one null")
    return budget


def _turn(entry: Field) -> TurnReview:
    fields = entry.fields("turn", "seat", "played", "best", "loss", "cost")
    review = TurnReview(
        turn=fields["turn"].integer(0, 10**6),
        seat=fields["seat"].integer(0, 3),
        played=_move(fields["played"]),
        best=_move(fields["best"]),
    )
    if review.loss < 0:
        fields["best"].wrong("a value that is not below that of the move played")
    if fields["loss"].value != review.loss:
        fields["loss"].wrong(f"{review.loss}, the difference of the values")
    # Another machine's logarithm may round the other way.
    if abs(fields["cost"].percent() - review.cost) > 0.11:
        fields["cost"].wrong(f"{review.cost}, the difference of the chances")
    return review


def _move(entry: Field) -> Line:
    fields = entry.fields("move", "value", "depth", "proven", "line")
    return Line(
        move=fields["move"].optional(_direction),
        value=fields["value"].integer(-DECIDED, DECIDED),
        depth=fields["depth"].integer(0, 10**6),
        proven=fields["proven"].optional(lambda field: field.word("won", "lost")),
        moves=[move.optional(_direction) for move in fields["line"].entries(0, 10**4)],
    )


def _direction(field: Field) -> str:
    return field.word(*STEPS)


def _turn_data(review: TurnReview) -> dict[str, Any]:
    return {
        "turn": review.turn,
        "seat": review.seat,
        "played": _move_data(review.played),
        "best": _move_data(review.best),
        "loss": review.loss,
        "cost": review.cost,
    }


def _move_data(line: Line) -> dict[str, Any]:
    return {
        "move": line.move,
        "value": line.value,
        "depth": line.depth,
        "proven": line.proven,
        "line": line.moves,
    }


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))

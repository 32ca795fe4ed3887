"""Games as the site hands them out, made into records.

The site's JSON is the game's result itself, or holds it as `success` or `gameResult`. Who answered stands in the
`agentId` of a frame, what in its `stdout`; nothing tells the times, so that those of the record are 0. The start cells
are looked for in `refereeInput`, whose keys nobody has documented; where there are none the user has to give them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tools.fields import Field, FieldError, printable, shown
from tools.records import Limits, Move, Record, Seat
from tools.referee import HEIGHT, STEPS, WIDTH, Cause, Cell, Referee

WRAPPERS = ("success", "gameResult")
FIELDS = ("gameId", "refereeInput", "scores", "ranks", "tooltips", "agents", "frames")
FRAME_FIELDS = ("agentId", "keyframe", "gameInformation", "summary", "view", "stdout", "stderr", "error")
AGENT_FIELDS = ("index", "agentId", "score", "valid", "codingamer", "arenaboss")
# Every cell can be entered once by each of four seats before it is the last, and that is far more than any game has.
MOST_FRAMES = 4 * WIDTH * HEIGHT
# Of an answer and of what a bot wrote on stderr so many characters are kept.
KEPT_OF_ANSWER = 100
KEPT_OF_ERRORS = 4_096
NOBODY = -1
# The site's limit on an answer; nobody has said what it allows for the first.
TURN_MS = 100


@dataclass(frozen=True)
class SiteGame:
    """A game of the site: its record, and a sentence for each kind of field that was not known and is left out."""

    record: Record
    remarks: list[str]


def is_site_recording(data: object) -> bool:
    """Whether a value that JSON held has the shape of the site's, whatever the game."""
    return isinstance(data, dict) and any(name in data for name in (*WRAPPERS, "frames"))


def read_site_game(data: object, starts: Sequence[Cell] | None) -> SiteGame:
    """Read a recording of the site, play it through the referee and compare the ranks.

    ``starts``: used in place of those in the file; the first ones count. FieldError says what is missing or wrong, or
    at which move the game parts from the rules.
    """
    whole = Field("", data)
    if isinstance(data, dict):
        wrapper = next((name for name in WRAPPERS if name in data), None)
        if wrapper is not None:
            whole = Field(wrapper, data[wrapper])
    remarks: dict[str, str] = {}
    fields = _object(whole, FIELDS, remarks)
    for name in ("frames", "ranks"):
        if name not in fields:
            raise FieldError(f"{name}: expected this field of a finished game, found none")
    ranks = [entry.integer(0, 3) for entry in fields["ranks"].entries(2, 4)]
    if sorted(ranks) != list(range(len(ranks))):
        fields["ranks"].wrong(f"each of 0 to {len(ranks) - 1} once, since there are no draws")
    frames = [_object(frame, FRAME_FIELDS, remarks) for frame in fields["frames"].entries(1, MOST_FRAMES)]
    answers = _answers(frames, len(ranks))
    cells = _starts(fields.get("refereeInput"), starts, len(ranks))
    moves, referee = _play(answers, cells)
    _compare(referee, ranks)
    players = [Seat(name, "") for name in _names(fields.get("agents"), len(ranks), remarks)]
    limits = Limits(None, TURN_MS)
    record = Record(None, (WIDTH, HEIGHT), cells, players, limits, moves, referee.deaths, ranks)
    return SiteGame(record, list(remarks.values()))


@dataclass(frozen=True)
class _Answer:
    """One frame in which somebody was asked."""

    place: str
    seat: int
    text: str | None
    errors: str | None


def _object(field: Field, known: Sequence[str], remarks: dict[str, str]) -> dict[str, Field]:
    """Return the fields of an object, and remark on those that are not known, once for each name."""
    if not isinstance(field.value, dict):
        field.wrong("an object")
    prefix = f"{field.place}." if field.place else ""
    for name in field.value:
        if name not in known and len(remarks) < 10:
            remarks.setdefault(name, f"{prefix}{printable(name[:60])[:60]}: a field that is not known, left out")
    return {name: Field(f"{prefix}{name}", value) for name, value in field.value.items() if name in known}


def _answers(frames: Sequence[dict[str, Field]], count: int) -> list[_Answer]:
    """Return who was asked and what came, in order; FieldError if that is no game of Tron."""
    answers = []
    for index, frame in enumerate(frames):
        if "agentId" not in frame:
            raise FieldError(f"frames[{index}].agentId: expected this field, found none")
        seat = frame["agentId"].integer(NOBODY, count - 1)
        if seat == NOBODY:
            continue
        output = frame["stdout"].optional(Field.text) if "stdout" in frame else None
        errors = frame["stderr"].optional(Field.text) if "stderr" in frame else None
        text = output.split("\n", 1)[0].strip()[:KEPT_OF_ANSWER] if output and output.strip() else None
        answers.append(_Answer(frame["agentId"].place.rpartition(".")[0], seat, text, errors))
    spoken = [answer for answer in answers if answer.text is not None]
    if not spoken:
        raise FieldError("frames: expected answers as their `stdout`, found none")
    if not any(answer.text in STEPS for answer in spoken):
        raise FieldError(
            f"{spoken[0].place}.stdout: expected a direction, found {shown(spoken[0].text)}, "
            "and none in any other frame: this is the recording of another game"
        )
    return answers


def _starts(referee_input: Field | None, given: Sequence[Cell] | None, count: int) -> list[Cell]:
    """Return the start cells, those given or those that the site's options name."""
    cells: list[Cell] = []
    if given is not None:
        cells, place = list(given), "--starts"
    elif referee_input is not None:
        text, place = referee_input.text(), referee_input.place
        cells = [(int(x), int(y)) for x, y in re.findall(r"\(\s{0,9}(\d{1,9})\s{0,9},\s{0,9}(\d{1,9})\s{0,9}\)", text)]
    if not cells:
        raise FieldError('no start cells in the recording: give them, a pair a seat, as --starts "(26,10)(0,12)"')
    if len(cells) < count:
        raise FieldError(f"{place}: expected {count} start cells, a pair a seat, found {len(cells)}")
    try:
        Referee(cells[:count])
    except ValueError as error:
        raise FieldError(f"{place}: {error}") from None
    return cells[:count]


def _play(answers: Sequence[_Answer], starts: Sequence[Cell]) -> tuple[list[Move], Referee]:
    """Play the answers by the rules; who gave none was too late."""
    referee = Referee(starts)
    moves: list[Move] = []
    for answer in answers:
        if referee.is_over():
            if answer.text is None:
                continue
            raise FieldError(
                f"{answer.place}: expected no further answer, since by the rules the game ended at move "
                f"{len(moves) - 1}, found {shown(answer.text)}: the starts are others, or this is another game"
            )
        if answer.seat != referee.turn:
            ends = {death.seat: f", which died at move {death.move} ({death.cause.value})" for death in referee.deaths}
            raise FieldError(
                f"{answer.place}.agentId: the recording parts from the rules at move {len(moves)}: "
                f"expected seat {referee.turn}, whose turn it is, found {answer.seat}{ends.get(answer.seat, '')}"
            )
        errors = answer.errors.strip()[-KEPT_OF_ERRORS:] if answer.errors else ""
        moves.append(Move(answer.seat, answer.text, 0.0, None, errors or None))
        if answer.text is None:
            referee.kill(Cause.TIMEOUT)
        else:
            referee.play(answer.text)
    if not referee.is_over():
        raise FieldError(
            f"frames: expected the game to its end, found {len(moves)} answers after which {len(referee.living())} "
            "players still live: the recording is cut, or the starts are others"
        )
    return moves, referee


def _compare(referee: Referee, ranks: Sequence[int]) -> None:
    """Refuse a recording whose ranks are not what its moves lead to."""
    found = referee.ranks()
    for death in referee.deaths:
        if found[death.seat] != ranks[death.seat]:
            raise FieldError(
                f"ranks: expected {found} by the rules, found {list(ranks)}: they part at move {death.move}, where "
                f"seat {death.seat} dies ({death.cause.value}) and so has rank {found[death.seat]}"
            )


def _names(agents: Field | None, count: int, remarks: dict[str, str]) -> list[str]:
    """Return what the players are called, `seat 0` and so on where the recording does not say."""
    names = [f"seat {seat}" for seat in range(count)]
    for entry in agents.entries(0, count) if agents else []:
        agent = _object(entry, AGENT_FIELDS, remarks)
        seat = agent["index"].integer(0, count - 1) if "index" in agent else count
        for owner, key in (("codingamer", "pseudo"), ("arenaboss", "nickname")):
            person = agent[owner].value if owner in agent else None
            if seat < count and isinstance(person, dict) and key in person:
                names[seat] = Field(f"{agent[owner].place}.{key}", person[key]).text()
    return names

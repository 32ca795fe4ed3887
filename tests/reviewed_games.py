"""What the tests of reviews share: a small game that was lost, and turns of its review that are made up."""

from tests.recorded_games import answered
from tools.review.file import DECIDED, Budget, Line, Review, TurnReview, fingerprint

# Seat 0 turns into the top left corner, and seat 1 shuts it in.
LOST = answered(
    [(1, 1), (4, 3)],
    ["RIGHT", "LEFT", "UP", "LEFT", "LEFT", "LEFT", "LEFT", "UP", "DOWN", "LEFT", "DOWN"],
    (6, 5),
    names=["loser", "winner"],
)


def line(value: int, proven: str | None = None, move: str = "UP") -> Line:
    return Line(move, value, 3, proven, [move, "LEFT", None])


def review_with(*turns: TurnReview) -> Review:
    return Review(fingerprint(LOST), Budget(20, None), {turn.turn: turn for turn in turns})


FOUND = review_with(
    TurnReview(0, 0, line(-200, move="LEFT"), line(340)),
    TurnReview(3, 1, line(50), line(50)),
    TurnReview(4, 0, line(-DECIDED, "lost", "DOWN"), line(5_000)),
    TurnReview(8, 0, Line(None, -DECIDED, 0, "lost", []), line(-DECIDED, "lost")),
)

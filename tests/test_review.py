"""What moves are worth to a review, and what was played beside the best one."""

import pytest

from bot.board import Board
from bot.clock import NodeClock
from bot.grid import cells_of
from bot.search import RANK, WIN
from tests.reviewed_games import LOST, line
from tools.referee import Cause, Death
from tools.review import analysis
from tools.review.analysis import Analyst, board_at
from tools.review.file import (
    DEATH,
    DECIDED,
    Line,
    TurnReview,
)
from tools.review.reviewer import review_turn
from tools.walk import position_at


def analyst(nodes: int = 300) -> Analyst:
    return Analyst(lambda: NodeClock(nodes))


def worth(drawing: str, turn: int = 0, players: int = 2) -> dict[str | None, tuple[int, str | None]]:
    """Return the value of each move of a drawn position, and what is proven of it."""
    board = Board.from_ascii(drawing, turn, players)
    before = board.to_ascii()
    found = {each.move: (each.value, each.proven) for each in analyst().lines(board)}
    assert board.to_ascii() == before
    return found


def test_a_move_that_traps_the_last_rival_has_won() -> None:
    assert worth("A.B\n###\n")["RIGHT"] == (DECIDED, "won")


def test_a_move_into_a_dead_end_against_a_rival_with_room_has_lost() -> None:
    assert worth(".A#....\n.###...\n###...B") == {"LEFT": (-DECIDED, "lost")}


def test_walled_off_the_longest_paths_decide_and_equal_ones_lose_for_whoever_is_on_move() -> None:
    # After its move A has two left; B, on move then, has two: it runs out first.
    assert worth("A...##B..") == {"RIGHT": (DECIDED, "won")}
    assert worth("A...##B...") == {"RIGHT": (-DECIDED, "lost")}


def test_the_rest_of_a_decided_game_is_shown_as_the_moves_of_both() -> None:
    (only,) = analyst().lines(Board.from_ascii("A...##B.."))
    assert only.moves == ["RIGHT", "RIGHT", "RIGHT", "RIGHT", "RIGHT"]


def test_several_rivals_who_are_trapped_die_one_after_the_other() -> None:
    drawing = "A..#b#\n###bB#\n##c###\n#cC###"
    (only,) = analyst().lines(Board.from_ascii(drawing))
    assert (only.value, only.proven, only.moves) == (DECIDED, "won", ["RIGHT", None, None])


def test_while_several_rivals_live_nothing_is_proven_but_ones_own_death() -> None:
    drawing = "....B\n.....\nA...C\n....."
    lines = analyst(2_000).lines(Board.from_ascii(drawing))
    assert len(lines) == 3
    assert {each.proven for each in lines} == {None}
    assert all(abs(each.value) <= DECIDED // 2 for each in lines)


@pytest.mark.parametrize(
    ("value", "living", "expected"),
    [
        (1_234, 2, (1_234, None)),
        (WIN - 5, 2, (DECIDED, "won")),
        (5 - WIN, 2, (-DECIDED, "lost")),
        (WIN - 5, 3, (DECIDED // 2, None)),
        (RANK - 700, 3, (DEATH - 700, None)),
        (-2 * RANK - 700, 4, (-2 * DEATH - 700, None)),
        (2 * DECIDED, 3, (DECIDED, None)),
    ],
)
def test_values_of_the_search_are_put_in_terms_of_the_review(
    value: int, living: int, expected: tuple[int, str | None]
) -> None:
    assert analysis._settled(value, living) == expected


def test_what_the_search_expects_can_be_played() -> None:
    """Known of any position: the moves of a line are legal, and None stands where there is none."""
    for turn in range(len(LOST.moves) - 1):
        board = board_at(position_at(LOST, turn))
        lines = analyst().lines(board)
        assert [each.move for each in lines] == [
            board.grid.direction(board.heads[board.turn], cell) for cell in cells_of(board.moves())
        ]
        for each in lines:
            played = board.copy()
            for word in each.moves:
                assert not played.is_over()
                targets = {
                    played.grid.direction(played.heads[played.turn], cell): cell for cell in cells_of(played.moves())
                }
                if word is None:
                    assert not targets
                    played.die()
                else:
                    played.play(targets[word])


def test_an_answer_that_came_too_late_is_compared_with_the_best_one() -> None:
    board = board_at(position_at(LOST, 0))
    found = review_turn(board, 0, "LEFT", Death(0, Cause.TIMEOUT, 0), analyst())
    assert found.played == Line(None, -DECIDED, 0, "lost", [])
    assert found.best.value > -DECIDED
    fatal = review_turn(board, 0, " sideways ", Death(0, Cause.INVALID, 0), analyst())
    assert fatal.played.move is None


def test_a_fatal_move_is_compared_with_the_best_one() -> None:
    board = Board.from_ascii("A..\n...\n..B")
    found = review_turn(board, 0, "UP", Death(0, Cause.EDGE, 0), analyst())
    assert found.played == Line("UP", -DECIDED, 0, "lost", ["UP"])
    assert found.best.move in {"RIGHT", "DOWN"}


def test_where_nothing_is_better_the_best_move_is_the_one_played() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    values = {each.move: each.value for each in analyst().lines(board)}
    for word in ("RIGHT", "DOWN"):
        found = review_turn(board, 0, word, None, analyst())
        assert (found.best.move == word) == (values[word] == max(values.values()))


def test_a_move_that_was_not_searched_is_compared_with_none() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    # Without a node no ply is finished, and all that is known is what the next turn proves.
    lost = TurnReview(1, 1, line(DECIDED, "won"), line(DECIDED, "won"))
    found = review_turn(board, 0, "DOWN", None, analyst(0), lost)
    assert (found.played.proven, found.best) == ("lost", found.played)
    open_yet = review_turn(board, 0, "DOWN", None, analyst(0))
    assert (open_yet.played.depth, open_yet.played.proven) == (0, None)
    assert open_yet.best == open_yet.played


def test_what_is_proven_of_the_next_turn_is_proven_of_the_move_that_led_there() -> None:
    board = Board.from_ascii("A...\n....\n....\n...B")
    plain = review_turn(board, 0, "DOWN", None, analyst(20))
    assert plain.played.proven is None
    for value, proven, opposite in ((DECIDED, "won", "lost"), (-DECIDED, "lost", "won")):
        following = TurnReview(1, 1, line(value, proven), line(value, proven))
        found = review_turn(board, 0, "DOWN", None, analyst(20), following)
        assert (found.played.value, found.played.proven) == (-value, opposite)
        assert found.played.moves == ["DOWN", "UP", "LEFT", None]
        assert found.best.move == ("DOWN" if opposite == "won" else "RIGHT")
    unproven = TurnReview(1, 1, line(700), line(700))
    assert review_turn(board, 0, "DOWN", None, analyst(20), unproven) == plain

"""Features are read out of the evaluation itself: what is fitted is what plays."""

from random import Random

import pytest

import tools.tune.features as tune_features
from bot.board import Board
from bot.evaluation import Evaluation, Rider, Weights
from bot.grid import Grid
from bot.search import root_of
from tools.starts import random_starts
from tools.tune.features import Position, Reader, costs, names, weights_of, with_weights


def positions(players: int, count: int = 12) -> list[Position]:
    """Play at random for a while, from random starts, where nobody dies of it."""
    found = []
    for seed in range(count):
        rng = Random(f"features/{players}/{seed}")
        board = Board.from_starts(random_starts(players, rng))
        for _ in range(rng.randrange(0, 160)):
            moves = board.moves()
            if not moves:
                break
            cells = [1 << bit for bit in range(moves.bit_length()) if moves >> bit & 1]
            board.play(rng.choice(cells))
        found.append(root_of(board))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("room", [True, False])
def test_an_evaluation_is_the_sum_of_its_features_times_their_weights(players: int, room: bool) -> None:
    grid = Grid()
    rng = Random(1)
    reader = Reader(grid, room=room)
    for weights in [weights_of(Weights()), {name: rng.randrange(-500, 500) for name in names()}]:
        evaluation = Evaluation(grid, with_weights(weights, room=room, logarithm=False))
        for position in positions(players):
            told = sum(
                feature * weight for feature, weight in zip(reader.read(position), weights.values(), strict=True)
            )
            # The pull of each head is rounded, and so is the mean of the others.
            assert evaluation.value(*position) == pytest.approx(told, abs=6)


def test_the_features_of_a_bare_position_are_known() -> None:
    # Three rows of seven, heads in the corners of the left and right columns: eleven and eight cells are nearer.
    board = Board.from_ascii("A.....B\n.......\n.......")
    position = root_of(board)
    read = dict(zip(names(), Reader(board.grid, room=False).read(position), strict=True))
    # All cells as near go to A, who is on move: columns 0 to 3, three rows, less its head; B has columns 4 to 6.
    assert read["cell"] == 11 - 8
    assert read["edge"] == (7 + 8) - (4 + 6)
    assert read["centre"] == 0
    assert read["separated"] == 0


def test_one_place_is_enough_for_a_new_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    class More(Weights):
        """The weights, and one that a newcomer has added: a free cell next to a head."""

        __slots__ = ("exit",)

        def __init__(self, exit: int = 0, **others: int) -> None:  # noqa: A002  # as a newcomer may call it
            room = bool(others.pop("room", True))
            super().__init__(**others, room=room)
            self.exit = exit

    class Wider(Evaluation):
        """The evaluation with that feature."""

        def value(self, free: int, riders: tuple[Rider, ...], alpha: int = -1, beta: int = 1) -> int:
            more: object = self.weights
            assert isinstance(more, More)
            mine, theirs = ((grid.neighbours(head) & free).bit_count() for head, _, _ in riders)
            return super().value(free, riders, alpha, beta) + more.exit * (mine - theirs)

    More.__slots__ = (*Weights.__slots__, "exit")  # type: ignore[assignment]  # as if they stood in one class
    grid = Grid()
    monkeypatch.setattr(tune_features, "Weights", More)
    monkeypatch.setattr(tune_features, "Evaluation", Wider)
    assert "exit" in names()
    board = Board.from_ascii("A.....B\n.......\n..a....".replace("a", "#"))
    grid = board.grid
    read = dict(zip(names(), Reader(grid).read(root_of(board)), strict=True))
    assert read["exit"] == 0
    board = Board.from_ascii("A#....B\n.......\n.......")
    grid = board.grid
    assert dict(zip(names(), Reader(grid).read(root_of(board)), strict=True))["exit"] == -1


def test_a_name_that_is_no_weight_is_refused() -> None:
    with pytest.raises(ValueError, match="has the weights cell, centre, edge, separated, and no 'edges'"):
        with_weights({"edges": 1})


def test_chambers_cost_something_and_all_of_it_costs_more() -> None:
    timed = costs(Grid(), positions(2, 6))
    assert set(timed) == {"all", "room", *names()}
    assert 0 < timed["room"] < timed["all"]

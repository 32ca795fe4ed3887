"""How deep the search looks: late moves less, forced ones no further; and the line of play that it expects."""

import random

import pytest

from bot.board import Board
from bot.evaluation import Evaluation
from bot.grid import Grid
from bot.search import PROVEN, Riders, Search
from tests.searches import (
    begun,
    joined_board,
    scan_board,
    searcher,
)


def test_what_a_reduced_search_proves_is_so() -> None:
    generator = random.Random(33)
    proven = 0
    for _ in range(300):
        board = joined_board(generator, 2)
        result = Search(board.grid, Evaluation(board.grid)).run(board, begun(), 7)
        if abs(result.value) > PROVEN:
            proven += 1
            whole = Search(board.grid, Evaluation(board.grid), reduced=False).run(board, begun(), 100)
            assert (result.value > 0) == (whole.value > 0), board.to_ascii()
    assert proven > 100


class Watched(Search):
    """A search that keeps of each look at a position: the ply, the depth left to it, and the window."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid, Evaluation(grid))
        self.looks: list[tuple[int, Riders, int, int, int]] = []

    def _value(
        self, free: int, riders: Riders, depth: int, alpha: int, beta: int, ply: int, may_split: bool = False
    ) -> int:
        self.looks.append((ply, riders, depth, alpha, beta))
        return super()._value(free, riders, depth, alpha, beta, ply, may_split)


def test_late_moves_are_looked_at_less_deep_and_again_if_they_seem_better() -> None:
    again = 0
    for seed in range(20):
        board = scan_board(2, seed)
        for depth in (4, 5, 6, 10, 11):
            search = Watched(board.grid)
            search.run(board, begun(), depth)
            top = [look for look in search.looks if look[0] <= 1]
            begins = [place for place, look in enumerate(top) if look[0] == 0]
            deepest = top[begins[-1]][2]
            first, *late = top[begins[-1] + 1 :]
            assert first[2] == deepest - 1
            short = first[2] - 2 * ((first[2] + 2) // 6)
            known = {first[1]}
            for _, riders, left, _, _ in late:
                # A first look is short, every further one at the same move is not.
                assert left == (first[2] if riders in known else short)
                again += riders in known
                known.add(riders)
    assert again > 5


def test_a_corridor_does_not_draw_the_search_out() -> None:
    # A has no choice for six plies, and whenever B has one the distance is even.
    board = Board.from_ascii(
        "#A#...........\n#.#...........\n#.#...........\n#.#......B....\n#.#...........\n#.#...........\n"
        "#.#...........\n#.............\n..............\n.............."
    )
    clock = begun()
    assert Search(board.grid, Evaluation(board.grid)).run(board, clock, 2).depth == 2
    # 4,134 where only an odd distance ends a line.
    assert clock.nodes < 200


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_principal_variation_is_play_in_turn_from_the_move_on(players: int) -> None:
    generator = random.Random(35)
    long = 0
    for _ in range(100):
        board = joined_board(generator, players)
        result = searcher(board.grid).run(board, begun(), 5)
        assert result.variation[0] == (board.heads[board.turn], result.move)
        for head, move in result.variation:
            while not board.moves():
                board.die()
            assert head == board.heads[board.turn]
            assert move & board.moves()
            board.play(move)
        long += len(result.variation) > 4
    assert long > 20

"""Which part of the bot answers: search while others can reach us, waiting or filling when walled off; duels to win."""

import random

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock
from bot.evaluation import Weights
from bot.grid import Grid, cells_of
from bot.strategy import Decision, Strategy
from tests.strategies import state
from tests.suites import Position, duel_suite
from tests.twins import random_board


def choose(board: Board, nodes: int = 300, strategy: Strategy | None = None) -> Decision:
    clock = NodeClock(nodes)
    clock.begin()
    return (strategy or Strategy(board.grid)).choose(board, clock)


def word(board: Board, move: int) -> str:
    return board.grid.direction(board.heads[board.turn], move)


def wins(position: Position, board: Board) -> bool:
    return word(board, choose(board, 4_000).move) in position.winning


def test_duels_are_won_with_walls_around_them_on_the_whole_grid() -> None:
    duels = [duel for place, duel in enumerate(duel_suite()) if place % 3 != 2]
    assert len(duels) == 100
    assert [position.name for position in duels if not wins(position, Board.from_ascii(position.inside(30, 20)))] == []


@pytest.mark.parametrize(
    ("drawing", "turn", "stage", "move"),
    [
        ("A#\n#B", 0, "trapped", ""),
        ("aA.\n###\n..B", 0, "forced", "RIGHT"),
        # B can still be reached, if only into the cell before its head.
        (".A.\n.#.\n..B", 0, "search", None),
        (".A.\n...\nbbB", 0, "search", None),
        # Walled off from each other by walls, or by a ribbon of two players alone.
        (".A..\n####\n..B.", 0, "fill", "RIGHT"),
        (".A..\nbbbb\n.##B", 0, "fill", "RIGHT"),
        # As many cells each, the rival to move next.
        (".A..\nbbbb\n..#B", 0, "mirror", "LEFT"),
        (".A..\nbbbb\n...B", 1, "forced", "LEFT"),
        # Heads beside each other that share no free cell.
        ("..A\n..B\n###\n", 0, "forced", "LEFT"),
        ("##.##\n..AB.\n##.#.", 0, "fill", None),
    ],
)
def test_who_answers_for_two(drawing: str, turn: int, stage: str, move: str | None) -> None:
    board = Board.from_ascii(drawing, turn)
    decision = choose(board)
    assert decision.stage == stage
    if move is None:
        assert decision.move & board.moves()
    else:
        assert (word(board, decision.move) if decision.move else "") == move


def test_a_trapped_seat_has_no_move_and_a_forced_one_costs_no_time() -> None:
    clock = NodeClock(50)
    clock.begin()
    trapped = Board.from_ascii("A#\n#B")
    decision = Strategy(trapped.grid).choose(trapped, clock)
    assert (decision.move, decision.depth, decision.value) == (0, 0, 0)
    forced = Board.from_ascii("aA....\n######\nB.....")
    assert Strategy(forced.grid).choose(forced, clock).move == forced.grid.cell(2, 0)
    assert clock.nodes == 0


@pytest.mark.parametrize(
    ("drawing", "stage", "move"),
    [
        # All are walled off from each other, and B's death will open a way, at the one place or anywhere.
        (".A..\nb###\nb###\nb###\nB###\n####\nC...", "wait", "LEFT"),
        (".A..\n....\nbbbb\nB..#\n####\nC...", "wait", None),
        # A has not the room to wait for it.
        ("..A.\nb###\nbbb#\nB..#\n####\nC...", "fill", "LEFT"),
        # A wall stays, and so does a ribbon of one that does not die first.
        (".A..\n####\nB...\n####\nC...", "fill", "RIGHT"),
        (".A..\nbbbb\nB...\n####\nC.##", "fill", "RIGHT"),
        # B and C can reach each other: a wall between them and A, or a ribbon that will vanish late, or soon.
        (".A..\n....\n####\nB..C", "fill", None),
        (".A..\n....\nbbbb\nB..C\n....\n....\n....", "fill", None),
        (".A..\n....\nbbbb\nB..C", "search", None),
        # C is walled off from both, and they can reach each other; then C can reach A, and B nobody.
        (".A..\n....\nB..#\n####\nC...", "search", None),
        (".A..\n....\nC..#\n####\nB...", "search", None),
    ],
)
def test_who_answers_for_three(drawing: str, stage: str, move: str | None) -> None:
    board = Board.from_ascii(drawing)
    decision = choose(board)
    assert decision.stage == stage
    assert word(board, decision.move) == move if move else decision.move & board.moves()


def test_with_one_rival_left_there_is_no_death_to_wait_for() -> None:
    board = Board.from_ascii(".A..\nb###\nb###\nb###\nB###\n####\n....", players=3)
    decision = choose(board)
    assert (decision.stage, word(board, decision.move)) == ("fill", "RIGHT")


def test_waiting_says_how_many_moves_it_takes_and_what_is_expected_then() -> None:
    decision = choose(Board.from_ascii(".A..\nb###\nb###\nb###\nB###\n####\nC..."))
    # After one move B is dead, and A has four moves left where C, which is on move, has three.
    assert (decision.stage, decision.depth, decision.value) == ("wait", 1, 2000)


def behind_a_ribbon(moves: int, others: str) -> Board:
    """Return a board on which A is shut in by the ribbon of B, who has so many moves; ``others`` are far away."""
    corridor = "." * moves + "#" * (20 - moves)
    rows = ["..A#####", "...#####", "bbbbB" + corridor, "########", others]
    return Board.from_ascii("\n".join(row.ljust(25, "#") for row in rows))


def test_walled_off_by_a_ribbon_that_will_vanish_soon_the_search_answers() -> None:
    stages = [choose(behind_a_ribbon(moves, "....C...D"), 60).stage for moves in range(20)]
    assert stages == ["search"] * (Strategy.SOON + 1) + ["fill"] * (19 - Strategy.SOON)
    assert 1 < Strategy.SOON < 18


def test_where_all_are_walled_off_it_is_waited_for_as_long_as_there_is_room() -> None:
    # A has five moves, one of which it makes when B has no more.
    stages = [choose(behind_a_ribbon(moves, "....C........."), 60).stage for moves in range(20)]
    assert stages == ["wait"] * 5 + ["fill"] * 15


def test_a_ribbon_elsewhere_that_vanishes_changes_nothing() -> None:
    # B is trapped and its ribbon goes, but it is a wall that keeps A apart.
    board = Board.from_ascii("..A##\n...##\n#####\nbbB##\n#####\n....C")
    assert choose(board).stage == "fill"
    # Of two players only: when B goes the game is won.
    assert choose(Board.from_ascii("..A\n...\nbbb\n##B")).stage == "fill"
    # B's ribbon is between, but it has all the time in the world, and C's is far away.
    assert choose(Board.from_ascii("..A...\n......\nbbbbbb\n..B...\n......\n######\n..C...")).stage == "fill"


def test_any_rival_that_can_reach_us_makes_it_a_search() -> None:
    for drawing in ("..A..\n.....\n#####\n..B..\n..C..", "..A.C\n.....\n#####\n..B..\n....."):
        board = Board.from_ascii(drawing)
        assert choose(board).stage == ("search" if drawing[4] == "C" else "fill")


def test_the_fill_says_how_long_its_plan_is_and_what_the_region_can_give() -> None:
    board = Board.from_ascii(".A.\n...\n###\nB..\n...\n...")
    decision = choose(board)
    # A can make 5 moves at most, and B 8.
    assert (decision.stage, decision.depth, decision.value) == ("fill", 5, 5)


def test_no_longer_plan_is_looked_for_than_it_takes_to_win() -> None:
    lonely = Board.from_ascii("A.........\n..........\n..........\n##########\nB.########")
    clock = NodeClock(5_000)
    clock.begin()
    strategy = Strategy(lonely.grid)
    # B has one move: a plan of two would do.
    strategy.filler.plan = [lonely.grid.cell(1, 0), lonely.grid.cell(2, 0)]
    assert strategy.choose(lonely, clock).move == lonely.grid.cell(1, 0)
    assert clock.nodes == 0
    # As many moves as B has lose, since A is on move.
    strategy.filler.plan = [lonely.grid.cell(1, 0)]
    assert strategy.choose(lonely, clock).depth > 1
    assert clock.nodes > 0
    # With two rivals, whose deaths may be near or far, every move counts.
    several = Board.from_ascii("A.........\n..........\n..........\n##########\nB.####..C.")
    strategy = Strategy(several.grid)
    strategy.filler.plan = [several.grid.cell(1, 0), several.grid.cell(2, 0)]
    decision = choose(several, 5_000, strategy)
    assert (decision.stage, decision.depth) == ("fill", 29)


def test_a_search_says_its_depth_and_value() -> None:
    board = Board.from_ascii("A....\n.....\n....B")
    decision = choose(board, 2_000)
    assert decision.stage == "search"
    assert decision.depth > 3
    assert Strategy(board.grid).search.run(board, NodeClock(10**9), max_depth=decision.depth).value == decision.value


def test_weights_reach_the_evaluation() -> None:
    weights = Weights(cell=1, edge=0)
    strategy = Strategy(Grid(4, 4), weights)
    assert strategy.search.evaluation.weights is weights
    assert strategy.waiting.evaluation is strategy.search.evaluation
    assert (Strategy().grid.width, Strategy().grid.height) == (30, 20)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_any_number_of_nodes_the_move_is_legal_and_the_board_as_it_was(players: int) -> None:
    generator = random.Random(players)
    stages = set()
    for _ in range(150):
        board = random_board(generator, players, largest=(9, 7), plies=12)
        before = state(board)
        for nodes in (0, 1, 2, 3, 5, 8, 13, 40):
            decision = choose(board, nodes)
            stages.add(decision.stage)
            assert decision.move.bit_count() == 1
            assert decision.move & board.moves(), board.to_ascii()
            assert state(board) == before
        clock = Clock(0.0, lambda: 9.0)
        clock.begin()
        assert Strategy(board.grid).choose(board, clock).move & board.moves()
        assert state(board) == before
    assert stages - {"mirror"} == {"forced", "search", "fill"} | ({"wait"} if players > 2 else set())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_end_by_the_rules(players: int) -> None:
    generator = random.Random(20 + players)
    for _ in range(4):
        board = random_board(generator, players, largest=(10, 8), walls=0.05, plies=0)
        minds = [Strategy(board.grid) for _ in board.heads]
        stages = set()
        while not board.is_over():
            decision = choose(board, 25, minds[board.turn])
            stages.add(decision.stage)
            if decision.move:
                assert decision.move in cells_of(board.moves())
                board.play(decision.move)
            else:
                assert board.moves() == 0
                board.die()
        assert "trapped" in stages


def test_the_same_nodes_give_the_same_move() -> None:
    generator = random.Random(40)
    for _ in range(30):
        board = random_board(generator, 3, largest=(9, 7), plies=6)
        first, second = choose(board, 120), choose(board, 120)
        assert (first.move, first.depth, first.value) == (second.move, second.depth, second.value)

"""Waiting for the first death: known lines, promises kept, a slow twin that plays them out, and games that it wins."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from bot.board import Board
from bot.clock import Clock, NodeClock
from bot.evaluation import CHOOSING, OURS, WIN, Evaluation
from bot.grid import Grid, cells_of
from bot.strategy import Strategy
from bot.territory import flood
from bot.waiting import Waiting
from tests.strategies import state
from tests.twins import block_cut_bound, cells_in, random_rooms, reachable

ALL = 10**6
ONE_LINE = 2


def begun(nodes: int) -> NodeClock:
    clock = NodeClock(nodes)
    clock.begin()
    return clock


def waiting(board: Board) -> Waiting:
    return Waiting(board.grid, Evaluation(board.grid))


def choose(mind: Waiting, board: Board, nodes: int = ALL) -> int:
    return mind.choose(board, flood(board.free, board.heads[board.turn], board.grid.stride), begun(nodes))


def words(board: Board, line: list[int]) -> str:
    """Return the first letters of the directions of a line of the seat on turn."""
    path = [board.heads[board.turn], *line]
    return "".join(board.grid.direction(*step)[0] for step in pairwise(path))


def planned(board: Board) -> str:
    """Return the line that a fresh mind plans, as `words` does; empty where it does not wait."""
    mind = waiting(board)
    step = choose(mind, board)
    assert step == (mind.plan[0] if step else 0)
    return words(board, mind.plan) if step else ""


def seated(drawing: str, turn: int) -> Board:
    """Return a drawn board of three whose letters A, B and C stand for the seat on turn and those that follow it."""
    letters = "".join("ABC"[(turn + step) % 3] for step in range(3))
    return Board.from_ascii(drawing.translate(str.maketrans("ABCabc", letters + letters.lower())), turn)


def bounds(board: Board) -> dict[int, int]:
    """Return the bound on the moves of each living seat, in turn order."""
    grid = board.grid
    free = cells_in(grid, board.free)
    heads = {seat: grid.position(board.heads[seat]) for seat in board.living()}
    return {seat: block_cut_bound(head, reachable([head], free)) for seat, head in heads.items()}


def promised(board: Board) -> tuple[int, int]:
    """Return the rival that dies first, the earlier of two, and our moves up to then; 0 where we do not live so long.

    Or where its death opens nothing.
    """
    me, *rivals = board.living()
    most = bounds(board)
    weakest = min(rivals, key=most.__getitem__)
    region = reachable([board.grid.position(board.heads[me])], cells_in(board.grid, board.free))
    opens = reachable(region, cells_in(board.grid, board.free | board.ribbons[weakest])) != region
    return weakest, most[weakest] + 1 if opens and most[me] > most[weakest] else 0


def played_out(board: Board, weakest: int, line: list[int]) -> int:
    """Return what the evaluation says for the seat on turn after a line and a death, the other seats standing still."""
    me = board.turn
    board = board.copy()
    for cell in line:
        board.turn = me
        board.play(cell)
    board.turn = weakest
    board.die()
    if not board.grid.neighbours(board.heads[me]) & board.free:
        return -WIN
    riders = tuple((board.heads[seat], 0, OURS if seat == me else CHOOSING) for seat in board.living())
    value = Evaluation(board.grid).value(board.free, riders)
    return value if board.turn == me else -value


def all_apart(board: Board) -> bool:
    """Whether no two living seats can reach the same free cell."""
    grid = board.grid
    free = cells_in(grid, board.free)
    regions = [reachable([grid.position(board.heads[seat])], free) for seat in board.living()]
    return all(first.isdisjoint(second) for first, second in combinations(regions, 2))


def check_plan(board: Board, plan: list[int], moves: int) -> None:
    """Assert that a plan is a path of so many moves through free cells from the head of the seat on turn."""
    assert len(plan) == moves, board.to_ascii()
    head, free = board.heads[board.turn], board.free
    for cell in plan:
        assert cell.bit_count() == 1
        assert board.grid.neighbours(head) & free & cell, board.to_ascii()
        head, free = cell, free ^ cell


def lines(grid: Grid, head: int, region: int, moves: int) -> Iterator[list[int]]:
    """Yield every path of so many moves."""
    if moves == 0:
        yield []
        return
    for step in cells_of(grid.neighbours(head) & region):
        for line in lines(grid, step, region ^ step, moves - 1):
            yield [step, *line]


def round_trip(moves: int) -> Board:
    """Return a board on which B has so many moves, C twelve, and A seven, which it can make only one way round.

    B's ribbon opens below the second cell of A's left column, where the way round ends.
    """
    corridor = "B" + "." * moves
    rows = ["A...", "....", "b###", "b###", corridor, "", "C.......", "###....."]
    return Board.from_ascii("\n".join(row.ljust(12, "#") for row in rows))


@pytest.mark.parametrize("moves", range(9))
def test_nothing_is_left_behind_before_the_way_opens(moves: int) -> None:
    board = round_trip(moves)
    mind = waiting(board)
    step = choose(mind, board)
    if moves < 7:
        # A makes one move more than B, which moves after it.
        assert words(board, mind.plan) == "RRRDLLL"[: moves + 1]
        assert step == mind.plan[0]
        # Then A has left what it has not walked of its seven cells, and B's ribbon and corridor; C is on move.
        assert mind.value == -1000 * (12 - (7 - moves - 1 + 3 + moves))
    else:
        # With as many moves each A is the first to run out, and no line need be tried.
        assert step == 0
        assert mind.plan == []


@pytest.mark.parametrize(
    ("drawing", "line"),
    [
        # The way opens at the end of a corridor, wherever the line may end, or at its side.
        ("A....b\n######\n#..###\n##.B##\n######\nC.....", "RRRR"),
        ("A....b\n####.b\n####.b\n#####B\n######\nC.....", "R"),
        ("A....\n.####\nb####\nb####\nb####\nB####\n#####\nC....", "D"),
        # Two others are left: only so is nothing of the room left behind.
        ("A...####\n....####\nb#######\nB..#####\n########\nC.......\n########\nD.......", "RRR"),
        # B's death opens nothing to A: a wall is between, or B's ribbon is elsewhere.
        ("A....#b\n#####.B\n#######\nC......", ""),
        ("A....c\n######\n#b.###\n##.B##\n######\nC.....", ""),
        # It opens only what is next to the head, which will have left.
        ("A....\nb####\nB.###\n#####\nC....", ""),
        # A cannot live so long.
        ("A.b\n##b\n..B\n###\nC..", ""),
        # A can, but would stand in its dead end by then.
        ("A...####\n#b######\n#b######\n#B..####\n########\nC.......", ""),
        ("A...####\n#b######\n#b######\n#B######\n########\nC.......", "R"),
    ],
)
def test_the_line_on_boards_that_can_be_counted(drawing: str, line: str) -> None:
    assert planned(Board.from_ascii(drawing)) == line


@pytest.mark.parametrize(
    ("drawing", "moves"),
    [
        # The fewest exits lead into a pocket of two cells.
        ("..A..\n##...\n.....\nbbbbb\n.#..B\n#####\nC....", 3),
        # Of the lines that come to an end too soon the longest is to be changed.
        (".A#..#\n#....#\n.....b\n######\nB.....\n######\nC.....\n......", 6),
    ],
)
def test_where_the_first_lines_come_to_a_dead_end_others_depart_from_them(drawing: str, moves: int) -> None:
    board = Board.from_ascii(drawing)
    assert promised(board) == (1, moves)
    assert len(planned(board)) == moves
    fresh = waiting(board)
    assert choose(fresh, board, 1 + len(Waiting.PULLS)) == 0


@pytest.mark.parametrize("turn", range(3))
def test_of_equal_rivals_the_next_in_turn_dies_first(turn: int) -> None:
    # B, the next, has one move, and so has C; then B none.
    left = seated("b..A..c\nB#####C\n.#####.", turn)
    right = seated("c..A..b\nC#####B\n.#####.", turn)
    assert (planned(left), planned(right)) == ("LL", "RR")
    assert promised(left) == ((turn + 1) % 3, 2)
    # Whoever has fewer moves dies before, whoever comes first.
    last = seated("b..A..c\nB#####c\n.#####C", turn)
    assert promised(last) == ((turn + 2) % 3, 1)
    assert planned(last) == "R"


def test_with_equal_moves_left_the_death_decides_by_who_is_on_move_after_it() -> None:
    # After one move and B's death A has five moves left, and so has C, which is on move.
    won = Board.from_ascii("A#B\n.#b\n.bb\n###\nC..\n...")
    # After C's death A is on move.
    lost = Board.from_ascii("A#C\n.#c\n.cc\n###\nB..\n...")
    for board, value in ((won, 1000), (lost, -1000)):
        mind = waiting(board)
        assert words(board, [choose(mind, board)]) == "D"
        assert mind.value == value


@pytest.mark.parametrize("living", [3, 4])
def test_the_plan_is_a_path_of_the_promised_length_and_worth_what_playing_it_out_gives(living: int) -> None:
    generator = random.Random(living)
    long = 0
    for _ in range(300):
        board = random_rooms(generator, living)
        before = state(board)
        mind = waiting(board)
        step = choose(mind, board)
        assert state(board) == before
        weakest, moves = promised(board)
        if not step:
            continue
        check_plan(board, mind.plan, moves)
        assert step == mind.plan[0]
        assert WIN > mind.value == played_out(board, weakest, mind.plan) > -WIN, board.to_ascii()
        long += moves > 2
    assert long > 20


def test_no_line_is_better_than_the_best_of_all_and_most_plans_are_as_good() -> None:
    generator = random.Random(13)
    choices = best = 0
    for _ in range(1_200):
        board = random_rooms(generator, generator.choice((3, 4)))
        mind = waiting(board)
        step = choose(mind, board)
        weakest, moves = promised(board)
        head = board.heads[board.turn]
        region = flood(board.free, head, board.grid.stride)
        worths = (
            {played_out(board, weakest, line) for line in lines(board.grid, head, region, moves)} if moves else {-WIN}
        )
        most = max(worths, default=-WIN)
        # Where nothing opens in time no line counts, and where something does one is found that leads on.
        assert (step == 0) == (most == -WIN), board.to_ascii()
        assert step == 0 or mind.value <= most, board.to_ascii()
        if len(worths) > 1:
            choices += 1
            best += step != 0 and mind.value == most
    assert choices > 150
    # Of 1,823 such boards it was the best on 87 of 100.
    assert best > 0.8 * choices


def followed(board: Board, weakest: int, plan: list[int]) -> bool:
    """Play a plan of the seat on turn against the weakest rival, which makes all its moves; False if it cannot."""
    me = board.turn
    for cell in plan:
        board.turn = me
        board.play(cell)
        board.turn = weakest
        left = bounds(board)[weakest]
        for step in cells_of(board.moves()):
            undo = board.play(step)
            if bounds(board)[weakest] == left - 1:
                break
            board.undo(undo)
        else:
            return False
    board.turn = me
    return True


def test_the_plan_is_kept_while_nothing_changes_even_where_others_answered_in_between() -> None:
    generator = random.Random(20)
    kept = others = 0
    for _ in range(1_000):
        board = random_rooms(generator, 3)
        steps = generator.randint(1, 3)
        mind = waiting(board)
        step = choose(mind, board)
        plan, value = mind.plan, mind.value
        weakest, moves = promised(board)
        if not step or moves <= steps or not followed(board, weakest, plan[:steps]):
            continue
        if promised(board) != (weakest, moves - steps):
            # What would open is not in reach any more.
            continue
        assert choose(mind, board, ONE_LINE) == plan[steps], board.to_ascii()
        assert mind.plan == plan[steps:]
        assert mind.value == value
        kept += 1
        # Without its memory it would have taken another line first.
        fresh = waiting(board)
        choose(fresh, board, ONE_LINE)
        others += fresh.plan != plan[steps:]
    assert kept > 80
    assert others > 15


def test_of_an_old_plan_only_what_leads_on_from_the_head_and_is_free_is_kept() -> None:
    board = round_trip(2)
    head, right, corner = (board.grid.cell(x, 0) for x in range(3))
    mind = waiting(board)
    choose(mind, board, ONE_LINE)
    first = mind.plan
    assert words(board, first)[0] == "D"
    mind.plan = [head, right, corner]
    assert choose(mind, board, ONE_LINE) == right
    assert words(board, mind.plan) == "RRR"
    # It goes on from elsewhere.
    mind.plan = [right, corner]
    choose(mind, board, ONE_LINE)
    assert mind.plan == first
    # A part has been taken.
    board.free ^= corner
    mind.plan = [head, right, corner]
    choose(mind, board, ONE_LINE)
    check_plan(board, mind.plan, 3)


@pytest.mark.parametrize("living", [3, 4])
def test_in_whole_games_every_promise_is_of_what_can_be_done(living: int) -> None:
    generator = random.Random(30 + living)
    asked = 0
    for _ in range(250):
        board = random_rooms(generator, living)
        me, mind = board.turn, waiting(board)
        while board.heads[me] and len(board.living()) > 2 and all_apart(board):
            moves = cells_of(board.moves())
            step = generator.choice(moves) if moves else 0
            # As the bot does, it is not asked where there is no choice.
            if board.turn == me and len(moves) > 1 and (answer := choose(mind, board, 30)):
                weakest, length = promised(board)
                check_plan(board, mind.plan, length)
                assert mind.value == played_out(board, weakest, mind.plan)
                step = answer
                asked += 1
            if step:
                board.play(step)
            else:
                board.die()
    assert asked > 50


def test_whatever_the_budget_the_answer_is_legal_and_more_time_gives_no_worse_a_plan() -> None:
    generator = random.Random(50)
    better = 0
    for _ in range(60):
        board = random_rooms(generator, 3)
        before = state(board)
        region = flood(board.free, board.heads[board.turn], board.grid.stride)
        values = []
        for budget in [*range(12), 25, 50, Waiting.LINES + 1, 1_000]:
            mind, clock = waiting(board), begun(budget)
            step = mind.choose(board, region, clock)
            assert step == 0 or step & board.moves() == mind.plan[0]
            assert clock.nodes <= min(budget, Waiting.LINES)
            if step:
                check_plan(board, mind.plan, promised(board)[1])
            values.append(mind.value if step else -WIN)
            # A clock that can be looked at so many times.
            timed = Clock(budget, iter(range(ALL)).__next__)
            timed.begin()
            step = waiting(board).choose(board, region, timed)
            assert step == 0 or step & board.moves()
            assert state(board) == before
        assert values[0] == -WIN
        assert values == sorted(values)
        assert values[-1] == values[-2]
        better += len(set(values)) > 2
    assert better > 5


def test_a_clock_that_has_run_out_leaves_no_plan() -> None:
    board = round_trip(6)
    mind = waiting(board)
    clock = Clock(0.0, lambda: 9.0)
    clock.begin()
    assert mind.choose(board, board.grid.cells, clock) == 0
    assert mind.plan == []


@pytest.mark.parametrize("moves", [3, 4, 5, 6])
def test_waiting_wins_a_game_that_filling_loses(moves: int) -> None:
    winners = []
    for tried in (Waiting.LINES, 0):
        board = round_trip(moves)
        minds = [Strategy(board.grid) for _ in board.heads]
        minds[0].waiting.LINES = tried
        stages = []
        while not board.is_over():
            me = board.turn
            decision = minds[me].choose(board, begun(300))
            if me == 0:
                stages.append(decision.stage)
            if decision.move:
                board.play(decision.move)
            else:
                board.die()
        winners += board.living()
        assert stages[0] == ("wait" if tried else "fill")
    assert winners == [0, 2]

"""The search against plain paranoid minimax, which prunes nothing and remembers nothing, and against solved boards."""

import random
from collections.abc import Callable, Collection

import pytest

from bot.board import Board, Undo
from bot.clock import Clock, NodeClock
from bot.evaluation import CHOOSING, GREEDY, OURS, WIN, Evaluation, Rider
from bot.grid import Grid, cells_of
from bot.search import PROVEN, RANK, SETTLED, Entry, Result, Riders, Search, root_of
from bot.strategy import Strategy
from bot.territory import flood, territories
from tests.oracles.light_cycles import published_positions
from tests.oracles.paranoid import paranoid_value
from tests.strategies import state
from tests.twins import block_cut_bound, cells_in, random_board

ENDLESS = 10**12


class OrderOnly(dict[tuple[int, Riders], Entry]):
    """A table that gives away the best move of a position but not what it was worth."""

    def get(self, key: tuple[int, Riders], default: Entry | None = None) -> Entry | None:  # type: ignore[override]
        entry = super().get(key, default)
        return entry and (-1, *entry[1:])


class ParanoidSearch(Search):
    """A search in which every rival chooses against us."""

    def run(
        self,
        board: Board,
        clock: Clock,
        max_depth: int = SETTLED - 1,
        choosing: Collection[int] = range(4),
    ) -> Result:
        return super().run(board, clock, max_depth, choosing)


def searcher(grid: Grid) -> Search:
    """Return a search of every line to the same depth, as minimax has it."""
    return ParanoidSearch(grid, Evaluation(grid), reduced=False)


def slow_reply(board: Board) -> int:
    """Return the reply that bot/reply.py names, found by playing the moves of the seat on turn on the board."""
    seat = board.turn
    worths = {}
    for move in cells_of(board.moves()):
        exits = (board.grid.neighbours(move) & board.free).bit_count()
        undo = board.play(move)
        order = board.living()
        owned = territories(board.free, [board.heads[other] for other in order], board.grid.stride)
        worths[move] = (owned[order.index(seat)].bit_count(), -exits)
        board.undo(undo)
    # Of equals the first in reading order, as max finds it.
    return max(worths, key=lambda move: worths[move])


def begun(nodes: int = ENDLESS) -> NodeClock:
    clock = NodeClock(nodes)
    clock.begin()
    return clock


def evaluated_by(evaluation: Evaluation) -> Callable[[Board, int], int]:
    """Return the evaluation as the oracle asks for it: of a board, for a seat."""

    def evaluate(board: Board, seat: int) -> int:
        living = board.living()
        riders: tuple[Rider, ...] = tuple(
            (board.heads[other], board.ribbons[other] if len(living) > 2 else 0, other == seat) for other in living
        )
        value = evaluation.value(board.free, riders)
        return value if board.turn == seat else -value

    return evaluate


def walled_off_by(evaluation: Evaluation) -> Callable[[Board, int, int], int]:
    """Return what the evaluation says of two that are walled off, a proof being as old as the plies that led to it."""

    def verdict(board: Board, seat: int, ply: int) -> int:
        mover, other = (board.heads[rider] for rider in board.living())
        value = evaluation.walled_off(board.free, mover, other)
        if abs(value) > PROVEN:
            value += -ply if value > 0 else ply
        return value if board.turn == seat else -value

    return verdict


def oddly_apart(board: Board) -> bool:
    """Whether the heads of the last two are an odd number of steps from each other."""
    heads = [board.grid.position(board.heads[seat]) for seat in board.living()]
    return sum(x + y for x, y in heads) % 2 == 1


def apart(board: Board) -> bool:
    """Whether the last two players are walled off from each other."""
    living = board.living()
    if len(living) > 2:
        return False
    near = flood(board.free, board.heads[living[0]], board.grid.stride)
    return not near & board.grid.neighbours(board.heads[living[1]])


def settled(board: Board, _: Undo) -> bool:
    """Whether the search looks no further: the last two are walled off from each other, and the next can move."""
    return board.moves() != 0 and apart(board)


def joined_board(generator: random.Random, players: int, *, walls: float = 0.25, plies: int = 16) -> Board:
    """Return a random board for the search: the last two, if only two are left, can still reach each other."""
    while True:
        board = random_board(generator, players, largest=(7, 5), walls=walls, plies=plies)
        if not apart(board):
            return board


def plain_values(
    board: Board,
    depth: int,
    evaluation: Evaluation,
    reply: Callable[[Board], int] | None = None,
    *,
    any_distance: bool = False,
    choosing: Collection[int] = (),
) -> dict[int, int]:
    """Return what plain paranoid minimax says of each move, by the rules of the search."""
    seat = board.turn
    evaluate, verdict = evaluated_by(evaluation), walled_off_by(evaluation)
    moves = cells_of(board.moves())
    values = {}
    for move in moves:
        undo = board.play(move)
        if settled(board, undo):
            values[move] = verdict(board, seat, 1)
        else:
            values[move] = paranoid_value(
                board,
                depth - (len(moves) > 1),
                evaluate,
                win=WIN,
                single_moves_free=True,
                deaths_free=True,
                rank=RANK,
                settled=settled,
                verdict=verdict,
                reply=reply and (lambda after: [] if after.turn in choosing else [reply(after)]),
                quiet=lambda after: any_distance or len(after.living()) > 2 or oddly_apart(after),
                seat=seat,
                ply=1,
            )
        board.undo(undo)
    return values


def same_but_for_the_length_of_a_proof(value: int, wanted: int) -> bool:
    """Whether values are equal, or both say that the same side wins."""
    return value == wanted or (abs(value) > PROVEN and abs(wanted) > PROVEN and (value > 0) == (wanted > 0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_is_that_of_plain_paranoid_minimax(players: int) -> None:
    generator = random.Random(players)
    finished = deaths = 0
    for _ in range(700):
        board = joined_board(generator, players)
        depth = generator.randint(1, 6)
        search = searcher(board.grid)
        search.table = OrderOnly()
        before = state(board)
        result = search.run(board, begun(), max_depth=depth)
        assert state(board) == before
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {result.depth}"
        assert result.depth >= depth - 1 or abs(result.value) > PROVEN, told
        values = plain_values(board, result.depth, search.evaluation)
        wanted = max(values.values())
        assert result.value == wanted == values[result.move], told
        finished += abs(wanted) > PROVEN
        deaths += PROVEN > abs(wanted) > RANK // 2
        remembered = searcher(board.grid).run(board, begun(), max_depth=depth)
        assert remembered.value == wanted, told
        assert remembered.depth == result.depth
        assert values[remembered.move] == wanted, told
    assert 150 < finished < 600
    assert players == 2 or deaths > 20


@pytest.mark.parametrize("players", [3, 4])
def test_with_several_rivals_the_value_is_that_of_minimax_against_their_greedy_replies(players: int) -> None:
    generator = random.Random(20 + players)
    unlike = 0
    for _ in range(300):
        board = joined_board(generator, players)
        depth = generator.randint(1, 3)
        search = Search(board.grid, Evaluation(board.grid))
        before = state(board)
        result = search.run(board, begun(), max_depth=depth)
        assert state(board) == before
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {result.depth}"
        values = plain_values(board, result.depth, search.evaluation, slow_reply)
        assert result.value == max(values.values()) == values[result.move], told
        unlike += values != plain_values(board, result.depth, search.evaluation)
    assert unlike > 75


def test_who_chooses_and_who_replies_is_told_for_each_rival() -> None:
    generator = random.Random(29)
    unlike = 0
    for _ in range(200):
        board = joined_board(generator, 4)
        choosing = [seat for seat in range(4) if generator.random() < 0.5]
        search = Search(board.grid, Evaluation(board.grid))
        result = search.run(board, begun(), 2, choosing)
        told = f"\n{board.to_ascii()}\nturn {board.turn}, choosing {choosing}"
        values = plain_values(board, result.depth, search.evaluation, slow_reply, choosing=choosing)
        assert result.value == max(values.values()) == values[result.move], told
        unlike += values != plain_values(board, result.depth, search.evaluation, slow_reply)
    assert unlike > 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_kept_for_a_whole_game_does_no_harm(players: int) -> None:
    generator = random.Random(10 + players)
    turns = 0
    for _ in range(40):
        board = joined_board(generator, players, walls=0.1, plies=2)
        search = searcher(board.grid)
        while not board.is_over() and not apart(board):
            if not board.moves():
                board.die()
                continue
            turns += 1
            told = f"\n{board.to_ascii()}\nturn {board.turn}"
            result = search.run(board, begun(), max_depth=4)
            # What an earlier turn has proven ends the search at once, and what it has seen may be a ply deeper.
            assert result.depth >= 3 or abs(result.value) > PROVEN, told
            agreed = False
            for depth in (3, 4, 5, 6):
                values = plain_values(board, depth, search.evaluation)
                wanted = max(values.values())
                agreed = agreed or (
                    same_but_for_the_length_of_a_proof(result.value, wanted)
                    and same_but_for_the_length_of_a_proof(values[result.move], wanted)
                )
            assert agreed, told
            board.play(result.move)
    assert turns > 150


def test_on_the_published_positions_the_move_is_one_that_minimax_rates_best() -> None:
    searched = depths = 0
    for position in published_positions():
        board = position.to_board()
        told = f"\n{board.to_ascii()}\nturn {board.turn}"
        if apart(board):
            # Nothing to search: the longest path is best, or one longer than any that the rival has.
            grid = board.grid
            filled = Strategy(grid).choose(board, begun(2_000))
            rival = block_cut_bound(grid.position(board.heads[1 - board.turn]), cells_in(grid, board.free))
            assert filled.stage == "forced" or filled.depth == filled.value or filled.depth > rival, told
            continue
        searched += 1
        search = searcher(board.grid)
        before = state(board)
        result = search.run(board, begun(), max_depth=6)
        assert state(board) == before
        values = plain_values(board, result.depth, search.evaluation)
        assert result.value == max(values.values()) == values[result.move], told
        depths += result.depth
    assert searched == 906
    assert depths > 3_000


def test_with_leaves_at_any_distance_every_depth_is_searched_and_worth_what_minimax_says() -> None:
    generator = random.Random(31)
    for _ in range(150):
        board = joined_board(generator, 2)
        depth = generator.randint(1, 5)
        search = Search(board.grid, Evaluation(board.grid), any_distance=True, reduced=False)
        result = search.run(board, begun(), max_depth=depth)
        told = f"\n{board.to_ascii()}\nturn {board.turn}, depth {depth}"
        assert result.depth == depth or abs(result.value) > PROVEN, told
        values = plain_values(board, result.depth, search.evaluation, any_distance=True)
        assert result.value == max(values.values()) == values[result.move], told


def test_on_the_published_positions_with_no_time_the_move_is_legal() -> None:
    for position in published_positions():
        board = position.to_board()
        clock = Clock(0.0, lambda: 5.0)
        clock.begin()
        result = searcher(board.grid).run(board, clock)
        assert result.depth == 0
        assert result.move.bit_count() == 1
        assert result.move & board.moves()


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize(
    ("width", "height", "wins"),
    [(2, 2, 0), (3, 2, 16), (4, 2, 16), (3, 3, 48), (4, 3, 62), (4, 4, 100)],
)
def test_small_boards_are_solved(width: int, height: int, wins: int, *, reduced: bool) -> None:
    grid = Grid(width, height)
    won = 0
    for first in cells_of(grid.cells):
        for second in cells_of(grid.cells ^ first):
            board = Board.from_starts([grid.position(first), grid.position(second)], grid)
            if board.moves():
                # Reduced, the last line is searched to its end when the depth is many times its length.
                result = Search(grid, Evaluation(grid), reduced=reduced).run(board, begun(), 100)
                won += result.value > 0
    assert won == wins


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


def test_what_is_won_is_won_and_looked_at_no_deeper() -> None:
    # To the right A takes B's last cell at once; to the left three moves are left to it, and one to B.
    board = Board.from_ascii("..A.B\n..###")
    result = searcher(board.grid).run(board, begun(), max_depth=20)
    assert (result.value, result.depth) == (WIN - 1, 1)


def test_of_two_ways_to_lose_the_slower_is_played() -> None:
    # B takes the cell on the right if A does not; A's only other cell is on the left.
    board = Board.from_ascii(".A.B\n###.\n....", 0)
    result = searcher(board.grid).run(board, begun(), max_depth=20)
    values = plain_values(board, 12, Evaluation(board.grid))
    assert len(values) == 2
    assert result.value == max(values.values()) == values[result.move]


def test_the_death_of_one_of_several_is_worth_a_rank() -> None:
    # B is stuck and dies on its turn; after that A and C are two.
    board = Board.from_ascii("A......\n##.....\nB#.....\n##.....\n......C")
    result = searcher(board.grid).run(board, begun(), max_depth=1)
    assert RANK // 2 < result.value < PROVEN


def test_a_ribbon_that_vanishes_is_a_way_on_inside_the_search() -> None:
    # B dies at once and leaves three cells, without which A has two moves to C's three.
    drawing = "A..##\n#bbB#\n#####\nC...#"
    board = Board.from_ascii(drawing)
    assert searcher(board.grid).run(board, begun(), max_depth=12).value > RANK
    walled = Board.from_ascii(drawing.replace("b", "#"))
    assert searcher(board.grid).run(walled, begun(), max_depth=12).value < RANK


def scan_board(players: int, seed: int) -> Board:
    """Return an open board for so many players, with choices."""
    generator = random.Random(seed)
    while True:
        board = random_board(generator, players, largest=(7, 6), walls=0.1, plies=4)
        if (
            len(board.living()) == players
            and not apart(board)
            and board.moves().bit_count() > 1
            and board.free.bit_count() > 24
        ):
            return board


scanned = pytest.mark.parametrize(("players", "seed"), [(2, 0), (2, 1), (3, 2), (3, 3), (4, 4), (4, 5)])


@scanned
def test_wherever_the_clock_stops_the_last_finished_depth_answers(players: int, seed: int) -> None:
    board = scan_board(players, seed)
    finished = {depth: searcher(board.grid).run(board, begun(), max_depth=depth) for depth in range(1, 12)}
    before = state(board)
    depths = set()
    for nodes in range(400):
        clock = begun(nodes)
        result = searcher(board.grid).run(board, clock, max_depth=11)
        assert clock.nodes <= nodes
        assert state(board) == before
        assert result.move.bit_count() == 1
        assert result.move & board.moves(), f"stopped at node {nodes}\n{board.to_ascii()}"
        depths.add(result.depth)
        if result.depth:
            assert result.value == finished[result.depth].value, f"stopped at node {nodes}"
    assert len(depths) > 3


def test_a_move_that_the_depth_cut_short_has_found_better_is_played() -> None:
    better = 0
    for seed in range(30):
        board = scan_board(2, seed)
        finished = {depth: searcher(board.grid).run(board, begun(), max_depth=depth) for depth in range(1, 7)}
        for nodes in range(10, 250, 8):
            result = searcher(board.grid).run(board, begun(nodes), max_depth=4)
            if result.depth and result.move != finished[result.depth].move:
                better += 1
                values = plain_values(board, result.depth + 2, Evaluation(board.grid))
                assert values[result.move] > values[finished[result.depth].move], f"{nodes} nodes\n{board.to_ascii()}"
    assert better > 5


@scanned
def test_a_search_that_was_stopped_leaves_nothing_wrong_behind(players: int, seed: int) -> None:
    board = scan_board(players, seed)
    # The same searcher is stopped again and again at another node, and then has all the time it wants.
    search = searcher(board.grid)
    wanted = searcher(board.grid).run(board, begun(), max_depth=5)
    for nodes in range(1, 400, 7):
        search.run(board, begun(nodes))
    search.table = OrderOnly(search.table)
    result = search.run(board, begun(), max_depth=5)
    assert result.value == wanted.value
    assert plain_values(board, result.depth, search.evaluation)[result.move] == result.value


def test_a_clock_of_time_stops_the_search_as_nodes_do() -> None:
    for looks in range(1, 40):
        board = scan_board(2, 0)
        seconds = iter([0.0] * (looks + 1))
        clock = Clock(1.0, lambda seconds=seconds: next(seconds, 1.0))
        clock.begin()
        result = searcher(board.grid).run(board, clock)
        assert result.move & board.moves()


def test_no_new_depth_is_begun_with_most_of_the_time_gone() -> None:
    board = scan_board(2, 0)
    clock = Clock(1.0, lambda: 0.0)
    clock.begin()
    clock.now = lambda: Search.LAST_START + 0.01
    assert searcher(board.grid).run(board, clock).depth == 1
    clock.now = lambda: Search.LAST_START - 0.01
    assert searcher(board.grid).run(board, clock, max_depth=3).depth == 3


def test_a_full_table_is_emptied_before_the_next_turn() -> None:
    board = Board.from_starts([(1, 1), (5, 4)], Grid(7, 6))
    search = searcher(board.grid)
    search.TABLE_LIMIT = 50  # type: ignore[misc]  # a small table of its own
    search.run(board, begun(), max_depth=6)
    assert len(search.table) > 50
    stale = (0, ())
    search.table[stale] = (99, 0, 0, 0)
    wanted = searcher(board.grid).run(board, begun(), max_depth=4)
    result = search.run(board, begun(), max_depth=4)
    assert stale not in search.table
    assert (result.move, result.value) == (wanted.move, wanted.value)


def test_the_end_of_a_turn_is_noticed_while_a_full_table_is_emptied() -> None:
    board = Board.from_starts([(1, 1), (5, 4)], Grid(7, 6))
    search = searcher(board.grid)
    entries = search.TABLE_LIMIT + 1
    search.table = {(place, ()): (1, 0, 0, 0) for place in range(entries)}
    search.replies = {(place, ()): 1 for place in range(entries)}
    # Every look at the time takes a second, and the turn is over after five.
    seconds = iter(range(100))
    clock = Clock(5.0, lambda: float(next(seconds)))
    clock.begin()
    assert search.run(board, clock).move & board.moves()
    assert entries // 2 < len(search.table) < entries
    assert len(search.replies) == entries
    search.run(board, begun(), max_depth=1)
    search.run(board, begun(), max_depth=1)
    assert len(search.replies) < 100


def test_a_root_has_the_living_in_turn_order_and_the_ribbons_of_more_than_two() -> None:
    board = Board.from_ascii("aA.bB\n..C..\n..c.D", turn=2)
    free, riders = root_of(board, [1])
    assert free == board.free
    sides = {2: OURS, 3: GREEDY, 0: GREEDY, 1: CHOOSING}
    assert riders == tuple((board.heads[seat], board.ribbons[seat], sides[seat]) for seat in (2, 3, 0, 1))
    # The last of them always chooses.
    two = Board.from_ascii("aA.bB", turn=1)
    assert root_of(two)[1] == ((two.heads[1], 0, OURS), (two.heads[0], 0, CHOOSING))

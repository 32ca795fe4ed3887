"""The evaluation: against twins by definition, its limits, and what each weight switches off."""

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from bot.board import Board
from bot.evaluation import WIN, Evaluation, Rider, Weights
from bot.grid import Grid, cells_of
from bot.search import PROVEN, RANK, root_of
from tests.oracles.longest_path import Cell, longest_path, steps
from tests.test_published_figures import CHAMBER
from tests.twins import (
    articulation_points,
    block_cut_bound,
    cells_in,
    first_reached,
    longest_by_colours,
    random_board,
    random_mask,
    reachable,
)

CELL, EDGE, CENTRE, SEPARATED = 7, 31, 13, 1009


def evaluation(
    grid: Grid, *, cell: int = CELL, edge: int = EDGE, centre: int = CENTRE, room: bool = True, logarithm: bool = False
) -> Evaluation:
    """Return the evaluation with weights that cannot be mistaken for each other."""
    weights = Weights(cell=cell, edge=edge, centre=centre, room=room, separated=SEPARATED, logarithm=logarithm)
    return Evaluation(grid, weights)


def offside(board: Board, head: Cell) -> int:
    """Return what it costs a head to stand so many half steps off the centre of the grid, less as the grid fills."""
    x, y = head
    grid = board.grid
    steps = abs(2 * x - (grid.width - 1)) + abs(2 * y - (grid.height - 1))
    return math.ceil(Fraction(CENTRE * steps * board.free.bit_count(), grid.width * grid.height))


def links(cells: frozenset[Cell]) -> int:
    return sum((x + 1, y) in cells for x, y in cells) + sum((x, y + 1) in cells for x, y in cells)


def heads_and_free(board: Board) -> tuple[list[Cell], frozenset[Cell]]:
    """Return the living heads in turn order and the free cells."""
    grid = board.grid
    return [grid.position(board.heads[seat]) for seat in board.living()], cells_in(grid, board.free)


def value_of(board: Board, evaluated_by: Evaluation) -> int:
    return evaluated_by.value(*root_of(board))


def next_to(cells: frozenset[Cell], others: frozenset[Cell]) -> frozenset[Cell]:
    """Return those of ``cells`` that are one step from one of ``others``."""
    return frozenset(cell for cell in cells if any(step in others for step in steps(cell)))


def duels(seed: int, count: int, *, walls: float = 0.25, plies: int = 30) -> list[Board]:
    generator = random.Random(seed)
    return [random_board(generator, 2, largest=(9, 7), walls=walls, plies=plies) for _ in range(count)]


def test_apart_the_value_is_the_difference_of_the_bounds_and_a_tie_is_lost_by_who_is_on_move() -> None:
    apart = ties = 0
    for board in duels(1, 900):
        (mover, other), free = heads_and_free(board)
        mine, theirs = first_reached([mover, other], free)
        if next_to(mine, theirs | {other}) or next_to(theirs, mine | {mover}):
            continue
        apart += 1
        margin = block_cut_bound(mover, mine) - block_cut_bound(other, theirs)
        ties += margin == 0
        wanted = SEPARATED * margin if margin > 0 else SEPARATED * (margin - 1)
        assert value_of(board, evaluation(board.grid)) == wanted, f"\n{board.to_ascii()}"
        assert value_of(board, evaluation(board.grid, room=False)) == wanted
    assert apart > 250
    assert ties > 10


def test_a_proof_of_two_that_are_apart_is_never_refuted_by_exact_play() -> None:
    won = lost = open_ = 0
    for board in duels(12, 2_500, plies=20):
        (mover, other), free = heads_and_free(board)
        mine, theirs = reachable([mover], free), reachable([other], free)
        if next_to(mine, frozenset([other])) or len(mine | theirs) > 24:
            continue
        value = evaluation(board.grid).walled_off(board.free, *(board.heads[seat] for seat in board.living()))
        mine_exact, theirs_exact = longest_path(mover, mine), longest_path(other, theirs)
        if value == WIN:
            won += 1
            assert mine_exact > theirs_exact, f"\n{board.to_ascii()}"
        elif value == -WIN:
            lost += 1
            assert mine_exact <= theirs_exact, f"\n{board.to_ascii()}"
        else:
            open_ += 1
            assert value == value_of(board, evaluation(board.grid))
    assert min(won, lost, open_) > 60


def test_without_rooms_a_duel_is_cells_and_edges() -> None:
    together = 0
    for board in duels(2, 500, plies=12):
        (mover, other), free = heads_and_free(board)
        mine, theirs = first_reached([mover, other], free)
        if next_to(mine, theirs | {other}) or next_to(theirs, mine | {mover}):
            together += 1
            wanted = CELL * (len(mine) - len(theirs)) + EDGE * (links(mine) - links(theirs))
            wanted += offside(board, other) - offside(board, mover)
            assert value_of(board, evaluation(board.grid, room=False)) == wanted, f"\n{board.to_ascii()}"
    assert together > 200


def room_and_front(head: Cell, own: frozenset[Cell], others: frozenset[Cell]) -> int:
    """Return the worth of a territory that is one room: its bound, a move for a front, its edges."""
    moves = longest_by_colours(head, own) + bool(next_to(own, others))
    return CELL * moves + EDGE * links(own)


def test_where_no_cell_is_a_door_rooms_are_worth_their_colours_and_a_front_a_move() -> None:
    checked = 0
    for board in duels(3, 1_200, walls=0.02, plies=6):
        (mover, other), free = heads_and_free(board)
        mine, theirs = first_reached([mover, other], free)
        touching = next_to(mine, theirs | {other}) or next_to(theirs, mine | {mover})
        simple = not (articulation_points(mine | {mover}) or articulation_points(theirs | {other}))
        if touching and simple and len(mine) > 1 and len(theirs) > 1:
            checked += 1
            wanted = room_and_front(mover, mine, theirs | {other}) - room_and_front(other, theirs, mine | {mover})
            wanted += offside(board, other) - offside(board, mover)
            assert value_of(board, evaluation(board.grid)) == wanted, f"\n{board.to_ascii()}"
    assert checked > 100


# A, on move, reaches 37 cells first and B 24; but A has to choose between a closed room on the left and, on the right,
# a fight that leaves a room behind, while B's room is one.
BATTLEFRONT = """
.....####...#.......
.......A...........B
.....####...#.......
.....#######........
"""


def test_more_cells_behind_the_wrong_door_are_not_worth_more() -> None:
    board = Board.from_ascii(BATTLEFRONT)
    (mover, other), free = heads_and_free(board)
    mine, theirs = first_reached([mover, other], free)
    assert len(mine) > len(theirs)
    assert value_of(board, evaluation(board.grid, edge=0, centre=0, room=False)) > 0
    assert value_of(board, evaluation(board.grid, edge=0, centre=0)) < 0


def melee_by_definition(board: Board, seat: int, worth: Callable[[Cell, frozenset[Cell]], int]) -> int:
    """Return the worth of ``seat``'s territory less the mean, rounded down, of the others'."""
    heads, free = heads_and_free(board)
    worths = [worth(head, cells) for head, cells in zip(heads, first_reached(heads, free), strict=True)]
    ours = worths.pop(board.living().index(seat))
    return ours - sum(worths) // len(worths)


def territory_by_definition(board: Board) -> Callable[[Cell, frozenset[Cell]], int]:
    """Return what a head and its territory are worth where rooms are not told apart."""
    return lambda head, cells: CELL * len(cells) + EDGE * links(cells) - offside(board, head)


def riders_for(board: Board, ours: int) -> tuple[Rider, ...]:
    return tuple((board.heads[seat], board.ribbons[seat], seat == ours) for seat in board.living())


@pytest.mark.parametrize("players", [3, 4])
def test_several_players_ours_against_the_mean_of_the_others(players: int) -> None:
    generator = random.Random(players)
    several = simple = 0
    for _ in range(400):
        board = random_board(generator, players, largest=(8, 7), plies=16)
        if len(board.living()) < 3:
            continue
        several += 1
        for ours in board.living():
            sign = 1 if ours == board.turn else -1
            value = evaluation(board.grid, room=False).value(board.free, riders_for(board, ours))
            wanted = melee_by_definition(board, ours, territory_by_definition(board))
            assert value == sign * wanted, f"ours {ours}, turn {board.turn}\n{board.to_ascii()}"
            # With rooms, and without edges, a territory is worth its best chain of rooms.
            value = evaluation(board.grid, edge=0, centre=0).value(board.free, riders_for(board, ours))
            wanted = melee_by_definition(board, ours, lambda head, cells: CELL * block_cut_bound(head, cells))
            assert value == sign * wanted, f"ours {ours}, turn {board.turn}\n{board.to_ascii()}"
            heads, free = heads_and_free(board)
            owned = first_reached(heads, free)
            if not any(articulation_points(cells | {head}) for head, cells in zip(heads, owned, strict=True)):
                simple += 1
                value = evaluation(board.grid, cell=0, centre=0).value(board.free, riders_for(board, ours))
                wanted = melee_by_definition(board, ours, lambda _, cells: EDGE * links(cells))
                assert value == sign * wanted, f"ours {ours}, turn {board.turn}\n{board.to_ascii()}"
    assert several > 150
    assert simple > 20


@pytest.mark.parametrize("players", [3, 4])
def test_among_several_the_logarithm_of_cells_and_edges_counts(players: int) -> None:
    generator = random.Random(10 + players)
    several = 0
    for _ in range(200):
        board = random_board(generator, players, largest=(8, 7), plies=16)
        if len(board.living()) < 3:
            continue
        several += 1
        for ours in board.living():
            sign = 1 if ours == board.turn else -1
            riders = riders_for(board, ours)

            def counted(head: Cell, cells: frozenset[Cell], board: Board = board) -> int:
                return int(20_000 * math.log(CELL * len(cells) + EDGE * links(cells) + 690)) - offside(board, head)

            value = evaluation(board.grid, room=False, logarithm=True).value(board.free, riders)
            assert value == sign * melee_by_definition(board, ours, counted), f"ours {ours}\n{board.to_ascii()}"
    assert several > 80


def test_among_several_to_have_little_is_worse_than_to_have_much_is_good() -> None:
    # A can make ten moves, B two and C eighteen.
    board = Board.from_ascii(
        "A..........########\n###################\nB..################\n###################\nC.................."
    )
    plain, counted = (
        value_of(board, Evaluation(board.grid, Weights(edge=0, centre=0, logarithm=on))) for on in (False, True)
    )
    assert plain == 0
    assert counted == pytest.approx(20_000 * math.log(1240 / math.sqrt(800 * 1680)), abs=2)


def test_negative_worths_have_a_logarithm() -> None:
    board = Board.from_ascii("A...\n....\nB..C")
    assert value_of(board, Evaluation(board.grid, Weights(cell=-500, edge=-500, centre=0))) == 0


def test_on_the_chamber_board_the_larger_room_wins_whoever_is_on_move() -> None:
    # The heads are walled off: A can fill 30 cells above or 24 below, B 39.
    board = Board.from_ascii(CHAMBER)
    board_of_b = Board.from_ascii(CHAMBER, turn=1)
    weights = Weights()
    assert value_of(board, Evaluation(board.grid)) == weights.separated * (30 - 39 - 1)
    assert value_of(board_of_b, Evaluation(board.grid)) == weights.separated * (39 - 30)


@pytest.mark.parametrize("turn", [0, 1])
def test_equal_rooms_are_lost_by_who_is_on_move(turn: int) -> None:
    board = Board.from_ascii("A....\n#####\nB....", turn)
    assert value_of(board, Evaluation(board.grid)) == -Weights().separated
    # One move more wins: on move, and of course for who is not.
    longer = Board.from_ascii("A....\n#####\nB...#", turn)
    assert value_of(longer, Evaluation(board.grid)) == Weights().separated * (1 if turn == 0 else -2)


def test_no_value_comes_near_the_rank_of_a_death_or_a_finished_game() -> None:
    generator = random.Random(5)
    grid = Grid()
    largest = 0
    corner, beside, below = grid.cell(0, 0), grid.cell(1, 0), grid.cell(0, 1)
    # All of the grid for one, nothing for the other, joined and apart.
    masks = [grid.cells] + [random_mask(generator, grid) for _ in range(10)]
    for free in masks:
        for first, second in ((beside, corner), (corner, beside), (corner, below), (corner, grid.cell(29, 19))):
            for weights in (Weights(), Weights(room=False)):
                value = Evaluation(grid, weights).duel(free & ~first & ~second & ~below, first, second)
                largest = max(largest, abs(value))
                heads = (first, second, grid.cell(15, 10), grid.cell(16, 10))
                riders = tuple((head, head, head == first) for head in heads)
                largest = max(largest, abs(Evaluation(grid, weights).melee(free & ~sum(heads), riders)))
    assert largest > 500 * Weights().separated
    assert largest < RANK < PROVEN < WIN


@pytest.mark.parametrize("room", [True, False])
def test_a_weight_of_0_switches_a_feature_off(room: bool) -> None:
    seen = 0
    for board in duels(6, 200, plies=12):
        together = value_of(board, evaluation(board.grid, room=room))
        cells = value_of(board, evaluation(board.grid, edge=0, centre=0, room=room))
        edges = value_of(board, evaluation(board.grid, cell=0, centre=0, room=room))
        centre = value_of(board, evaluation(board.grid, cell=0, edge=0, room=room))
        if together % SEPARATED or not together:
            seen += 1
            assert cells % CELL == 0
            assert edges % EDGE == 0
            assert abs(centre) <= CENTRE * (board.grid.width + board.grid.height)
            assert together == cells + edges + centre
            assert value_of(board, evaluation(board.grid, cell=0, edge=0, centre=0, room=room)) == 0
    assert seen > 100


@pytest.mark.parametrize(("players", "logarithm"), [(2, False), (3, False), (4, False), (3, True), (4, True)])
def test_outside_a_window_the_value_may_be_a_bound_and_inside_it_is_exact(players: int, *, logarithm: bool) -> None:
    generator = random.Random(8)
    above = below = inside = loose = 0
    for _ in range(1_500):
        board = random_board(generator, players, largest=(9, 7), walls=0.15, plies=16)
        if len(board.living()) < players:
            continue
        free = board.free
        riders = root_of(board)[1] if players == 2 else riders_for(board, generator.choice(board.living()))
        exact = evaluation(board.grid, logarithm=logarithm).value(free, riders)
        scale = 20 if logarithm else 1
        alpha = exact + scale * generator.randint(-400, 200)
        beta = alpha + scale * generator.choice((1, 50, 400))
        value = evaluation(board.grid, logarithm=logarithm).value(free, riders, alpha, beta)
        told = f"\n{board.to_ascii()}\n{exact} in {alpha} to {beta}"
        if exact <= alpha:
            below += 1
            assert exact <= value <= alpha, told
        elif exact >= beta:
            above += 1
            assert beta <= value <= exact, told
        else:
            inside += 1
            assert value == exact, told
        loose += value != exact
    assert min(above, below, inside, loose) > 50


def test_what_is_remembered_of_chains_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: dict[tuple[int, int], Evaluation] = {}
    monkeypatch.setattr(Evaluation, "CHAINS_LIMIT", 5)
    for board in duels(10, 400, walls=0.15, plies=20):
        kept = shared.setdefault((board.grid.width, board.grid.height), evaluation(board.grid))
        assert value_of(board, kept) == value_of(board, evaluation(board.grid))
        assert len(kept.chains) <= 5


def test_a_territory_is_not_taken_for_another_with_the_same_cells() -> None:
    generator = random.Random(11)
    grid = Grid(4, 3)
    kept = evaluation(grid)
    met = 0
    for _ in range(4_000):
        heads = generator.sample(cells_of(grid.cells), generator.choice((2, 2, 3)))
        riders = tuple((head, head, head == heads[0]) for head in heads)
        free = random_mask(generator, grid) & ~sum(heads)
        before = len(kept.chains)
        fresh = evaluation(grid)
        assert kept.value(free, riders) == fresh.value(free, riders), Board(grid, heads, heads, free).to_ascii()
        met += len(kept.chains) - before < len(fresh.chains)
    assert met > 1_000


def mirrored(board: Board) -> Board:
    """Return the board with rows and columns exchanged and the top at the bottom."""
    rows = [row[::-1] for row in board.to_ascii().split()]
    return Board.from_ascii("\n".join("".join(column) for column in zip(*rows, strict=True)), board.turn)


def test_a_turned_board_is_worth_the_same() -> None:
    for board in duels(7, 300):
        for same in (evaluation(board.grid, edge=0), evaluation(board.grid, room=False)):
            turned = mirrored(board)
            assert value_of(turned, Evaluation(turned.grid, same.weights)) == value_of(board, same), board.to_ascii()


def test_for_a_single_cell_between_them_the_mover_has_it() -> None:
    board = Board.from_ascii("A.B")
    assert value_of(board, evaluation(board.grid)) > 0
    assert [cells_of(board.free)] == [[board.grid.cell(1, 0)]]

"""How many moves a region can give: the checkerboard bound, and its sharper form over the tree of chambers.

A path alternates between the colours of a checkerboard, so a region with a surplus of one colour cannot be filled (dmj,
in the forum of the Google AI Challenge, 2010). A cell whose loss splits the region, an articulation point, is a door:
who walks through never comes back, so of the chambers that hang on one chamber only one chain is ever walked. The
block-cut tree (Hopcroft and Tarjan, 1973) of a region, with the colours counted block by block, gives an upper bound
that equals the longest path in 19 of 20 regions.
"""

from .board import Board
from .territory import flood

# The moves that a chain of chambers gives, whether it touches the front, and its cells.
Chain = tuple[int, bool, int]


def local_cuts(region: int, stride: int) -> int:
    """Return the cells of ``region`` that may be articulation points, judged by their eight neighbours alone.

    A cell is returned when its open neighbours in the four directions are not all joined around it through open
    neighbours (connectivity number of Yokoi, Toriwaki and Fukumura, 1975, at least 2). No articulation point is missed.
    """
    north, south, east, west = region << stride, region >> stride, region >> 1, region << 1
    # Of each direction, the cells whose open neighbour there is not joined to the next one clockwise. `x ^ x & y` is
    # `x & ~y` at two thirds of its price.
    north ^= north & east & (north >> 1)
    east_alone = east ^ east & south & (south >> 1)
    south_alone = south ^ south & west & (south << 1)
    west_alone = west ^ west & (region << stride) & (region << stride + 1)
    return region & (
        (north & east_alone) | (south_alone & west_alone) | ((north | east_alone) & (south_alone | west_alone))
    )


def checkerboard_bound(region: int, same_colour: int) -> int:
    """Return the most moves that colours allow in ``region``; ``same_colour`` masks the cells of the head's colour."""
    same = (region & same_colour).bit_count()
    other = region.bit_count() - same
    return 2 * same + 1 if other > same else 2 * other


def fill_bound(region: int, head: int, even: int, stride: int) -> int:
    """Return an upper bound on the moves of ``head`` in ``region``, the cells that it can reach (head excluded)."""
    return best_chain(region, head, 0, even, stride)[0]


def moves_left(board: Board, seat: int) -> int:
    """Return an upper bound on the moves that a living seat can still make while nobody dies."""
    head, grid = board.heads[seat], board.grid
    return fill_bound(flood(board.free, head, grid.stride), head, grid.even, grid.stride)


def best_chain(region: int, entry: int, front: int, even: int, stride: int) -> Chain:
    """Return the chain of chambers that gives a head on ``entry`` the most moves in ``region``.

    ``region``: cells that ``entry`` can reach, without ``entry``. ``front``: those of them next to another's
    territory; a chain that reaches the front through a door counts only the steps to that door for the chamber before
    it, since a chamber left behind in a fight is lost (Sloane, 2010), and touching the front is worth one move when
    chains are compared. With no front the moves are an upper bound. ``even``: the cells of one colour of a
    checkerboard.
    """
    across = stride - 1
    steps = 0
    touches = False
    passed = 0
    while True:
        pair = entry | entry << across
        doors = (pair >> stride | pair << 1) & region
        if doors & (doors - 1):
            break
        if not doors:
            return steps, touches, passed
        # A corridor: there is one way on.
        steps += 1
        passed |= doors
        region ^= doors
        touches = touches or front & doors != 0
        entry = doors
    cuts = local_cuts(region | entry, stride)
    same_colour = even if even & entry else ~even
    if not cuts:
        return steps + checkerboard_bound(region, same_colour), touches or front & region != 0, passed | region
    best: Chain = (0, False, 0)
    best_worth = -1
    while doors:
        # Where the entry itself is no cut, all that it reaches hangs together.
        component = flood(region, doors & -doors, stride) if cuts & entry else region
        inner = cuts & component
        if inner:
            chain = _chain_through(component, entry, doors & component, inner, front, even, stride)
        else:
            chain = (checkerboard_bound(component, same_colour), front & component != 0, component)
        worth = chain[0] + chain[1]
        if worth > best_worth:
            best, best_worth = chain, worth
        doors &= ~component
    return steps + best[0], touches or best[1], passed | best[2]


def _chain_through(component: int, entry: int, doors: int, cuts: int, front: int, even: int, stride: int) -> Chain:
    """Return the best chain in ``component``, connected without ``entry``, where ``doors`` are the cells next to it."""
    block, exits = _first_block(component, entry, doors, cuts, stride)
    same_colour = even if even & entry else ~even
    same = (block & same_colour).bit_count()
    other = block.bit_count() - same
    touches = front & block != 0
    best: Chain = (2 * same + 1 if other > same else 2 * other, touches, block)
    best_worth = best[0] + touches
    for door, beyond in exits:
        through = 2 * min(same, other) if door & same_colour else 2 * min(same, other - 1) + 1
        if through + beyond.bit_count() + 1 <= best_worth:
            continue
        moves, beyond_touches, cells = best_chain(beyond, door, front, even, stride)
        if beyond_touches:
            moves += _distance(block, entry, door, stride)
        else:
            moves += through
            cells |= block
        touched = touches or beyond_touches
        if moves + touched > best_worth:
            best, best_worth = (moves, touched, cells), moves + touched
    return best


def _first_block(component: int, entry: int, doors: int, cuts: int, stride: int) -> tuple[int, list[tuple[int, int]]]:
    """Split ``component`` into the block that ``entry`` steps into and what lies behind its articulation points.

    Returns the block without ``entry``, and a list of (articulation point of the block, cells beyond it).
    """
    block = flood(component ^ cuts, doors & ~cuts, stride)
    rest = component ^ block
    source = block | entry
    across = stride - 1
    pair = source | source << across
    ways_on = (pair >> stride | pair << 1) & rest
    exits = []
    while ways_on:
        if not ways_on & (ways_on - 1):
            # All that is left hangs on one cell.
            block |= ways_on
            if rest != ways_on:
                exits.append((ways_on, rest ^ ways_on))
            break
        part = flood(rest, ways_on & -ways_on, stride)
        ways = ways_on & part
        ways_on ^= ways
        rest ^= part
        if ways & (ways - 1) == 0:
            block |= ways
            if part != ways:
                exits.append((ways, part ^ ways))
            continue
        # A part that hangs on the block in several places belongs to it, up to articulation points of its own.
        block |= part
        inner = cuts & part
        found: list[tuple[int, int]] = []
        while inner:
            door = inner & -inner
            inner ^= door
            near = flood(part ^ door, ways & ~door, stride)
            beyond = part ^ door ^ near
            if beyond:
                inner &= ~beyond
                block &= ~beyond
                found = [exit_ for exit_ in found if not exit_[0] & beyond]
                found.append((door, beyond))
        exits += found
    return block, exits


def _distance(block: int, entry: int, door: int, stride: int) -> int:
    """Return the steps from ``entry`` to ``door`` through ``block``, which holds ``door``."""
    across = stride - 1
    steps = 0
    ring = entry
    while not ring & door:
        pair = ring | ring << across
        ring = (pair >> stride | pair << 1) & block
        block ^= ring
        steps += 1
    return steps

"""Perft on plain lists of cells, sharing nothing with the bot: the rules once more, as they are written."""

Cell = tuple[int, int]
# What happened to a seat on its turn: the cell that it entered, or None if it died.
Ply = Cell | None


def slow_perft(width: int, height: int, starts: list[Cell], depth: int) -> int:
    """Return the positions ``depth`` plies after the start."""
    return len(lines_of_play(width, height, [[start] for start in starts], 0, depth))


def lines_of_play(
    width: int, height: int, ribbons: list[list[Cell]], seat: int, depth: int, *, walls: frozenset[Cell] = frozenset()
) -> list[list[Ply]]:
    """Return each way to play ``depth`` plies on, or fewer if the game ends before.

    ``ribbons``: each seat's cells, its head last, none once it is dead. ``seat``: whose turn it is.
    """
    living = [other for other in range(len(ribbons)) if ribbons[other]]
    if depth == 0 or len(living) <= 1:
        return [[]]
    later = [other for other in living if other > seat] or living
    x, y = ribbons[seat][-1]
    occupied = walls.union(*ribbons)
    children: list[tuple[Ply, list[list[Cell]]]] = []
    for target in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
        if 0 <= target[0] < width and 0 <= target[1] < height and target not in occupied:
            longer = [[*ribbon, target] if other == seat else ribbon for other, ribbon in enumerate(ribbons)]
            children.append((target, longer))
    if not children:
        children.append((None, [[] if other == seat else ribbon for other, ribbon in enumerate(ribbons)]))
    return [
        [ply, *rest]
        for ply, after in children
        for rest in lines_of_play(width, height, after, later[0], depth - 1, walls=walls)
    ]

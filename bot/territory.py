"""Who reaches each free cell first, in true turn order.

The riders expand one ring at a time in the order in which they move, so a cell at equal distance from two heads belongs
to the one that moves earlier. Each rider keeps only its newest ring, the front; what it took leaves the free set.
"""


def two_territories(free: int, first: int, second: int, stride: int) -> tuple[int, int]:
    """Return the cells of ``free`` that each of two heads reaches first, ``first`` being on move.

    The masks do not overlap; a cell that neither reaches is in none. The heads are one-bit masks outside ``free``.
    """
    start = free
    across = stride - 1
    taken = 0
    # Three shifts a ring instead of four made the whole count 1.15 times as fast.
    while True:
        pair = first | first << across
        first = (pair >> stride | pair << 1) & free
        free ^= first
        taken |= first
        pair = second | second << across
        second = (pair >> stride | pair << 1) & free
        if not second:
            break
        free ^= second
        if not first:
            break
    # One of the fronts has ended: what the other can still reach is its own, in whatever order.
    if first:
        theirs = start ^ free ^ taken
        return taken | flood(free, first, stride), theirs
    if second:
        return taken, start ^ free ^ taken | flood(free, second, stride)
    return taken, start ^ free ^ taken


def territories(free: int, heads: list[int], stride: int) -> list[int]:
    """Return the cells of ``free`` that each head reaches first; any number of heads, in turn order."""
    across = stride - 1
    fronts = heads[:]
    taken = [0] * len(heads)
    growing = list(range(len(heads)))
    while growing:
        for rider in growing:
            pair = fronts[rider] | fronts[rider] << across
            ring = (pair >> stride | pair << 1) & free
            fronts[rider] = ring
            free ^= ring
            taken[rider] |= ring
        growing = [rider for rider in growing if fronts[rider]]
        if len(growing) == 1:
            rider = growing[0]
            taken[rider] |= flood(free, fronts[rider], stride)
            break
    return taken


def flood(free: int, seeds: int, stride: int) -> int:
    """Return the cells of ``free`` that can be reached from ``seeds``; seeds outside ``free`` count only as sources.

    An addition carries a seed through its whole run of free cells to the right (the column that is never free stops the
    carry), which fills a typical region in 0.6 of the time of plain steps.
    """
    across = stride - 1
    pair = seeds | seeds << across
    filled = (pair >> stride | pair << 1) & free | seeds & free
    before = 0
    while filled != before:
        before = filled
        filled = (((free + filled) ^ free) | filled | filled >> 1 | filled << stride | filled >> stride) & free
    return filled


def reaches(free: int, head: int, steps: int, stride: int) -> bool:
    """Whether some cell of ``free`` is at least so many steps from ``head``: a path as long is sure to exist."""
    across = stride - 1
    ring = head
    for _ in range(steps):
        pair = ring | ring << across
        ring = (pair >> stride | pair << 1) & free
        if not ring:
            return False
        free ^= ring
    return True

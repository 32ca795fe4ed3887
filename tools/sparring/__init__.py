"""Sparring levels: small separate programs over the game's protocol, from clumsy to strong.

`python -m tools.sparring LEVEL` plays a level. Each is written to be read, and to be a measuring stick that does not
move: a level keeps its name and its play.
"""

LEVELS: dict[str, str] = {
    "random": "any legal move, drawn with a seed",
    "wall": "hugs walls: the cell with the fewest exits, never a dead end if there is another way",
    "flood": "the move that keeps the most cells reachable; ignores its opponents",
    "greedy": "one ply: own cells reached first minus its opponents' mean, then few open neighbours",
    "alphabeta1": "plain alpha-beta on the cells reached first, 1 ply deep",
    **{f"alphabeta{depth}": f"the same, {depth} plies deep" for depth in range(2, 7)},
    **{f"alphabeta{depth}": f"the same, {depth} plies deep or as far as 85 ms allow" for depth in (7, 8)},
    "easy": "the same as flood",
    "medium": "the same as greedy",
    "hard": "the same as alphabeta6",
}

"""Sparring levels: small separate programs over the game's protocol, from clumsy to strong.

`python -m tools.sparring LEVEL` plays a level. Each is written to be read, and to be a measuring stick that does not
move: a level keeps its name and its play.
"""

LEVELS: dict[str, str] = {
    "random": "any legal move, drawn with a seed",
    "wall": "hugs walls: the cell with the fewest exits, never a dead end if there is another way",
    "flood": "the move that keeps the most cells reachable; ignores its opponents",
    "greedy": "one ply: own cells reached first minus its opponents' mean, then few open neighbours",
    **{
        f"alphabeta{depth}": f"plain alpha-beta, {depth} plies deep, on the cells reached first"
        for depth in range(1, 9)
    },
    "easy": "the same as flood",
    "medium": "the same as greedy",
    "hard": "the same as alphabeta6",
}

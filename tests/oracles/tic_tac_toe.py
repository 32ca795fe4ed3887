"""Tic-tac-toe as a game for the oracles: cells 0 to 8 in reading order, tried in that order."""

WIN = 10

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """``marks``: 1 for the player who began, -1 for the other, 0 for an empty cell; ``player``: whose turn it is."""

    def __init__(self, marks: tuple[int, ...] = (0,) * 9, player: int = 1) -> None:
        self.marks = list(marks)
        self.player = player

    def winner(self) -> int:
        """Return the player who has three in a line, 0 if nobody has."""
        marks = self.marks
        for first, second, third in LINES:
            if marks[first] and marks[first] == marks[second] == marks[third]:
                return marks[first]
        return 0

    def moves(self) -> list[int]:
        return [cell for cell in range(9) if not self.marks[cell]]

    def play(self, move: int) -> int:
        self.marks[move] = self.player
        self.player = -self.player
        return move

    def undo(self, undo: int) -> None:
        self.marks[undo] = 0
        self.player = -self.player

    def result(self, ply: int) -> int | None:
        winner = self.winner()
        if winner:
            return winner * self.player * (WIN - ply)
        return None if 0 in self.marks else 0

    def value(self) -> int:
        raise AssertionError("tic-tac-toe is searched to its end")


def reachable_positions() -> set[tuple[int, ...]]:
    """Return the marks of every position that a game from the empty board can come to."""
    seen: set[tuple[int, ...]] = set()
    waiting = [((0,) * 9, 1)]
    while waiting:
        marks, player = waiting.pop()
        if marks not in seen:
            seen.add(marks)
            game = TicTacToe(marks, player)
            if not game.winner():
                waiting += [((*marks[:cell], player, *marks[cell + 1 :]), -player) for cell in game.moves()]
    return seen

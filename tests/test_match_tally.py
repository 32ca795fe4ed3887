import shlex
from io import StringIO

import pytest
from rich.console import Console

from tools.display import Display
from tools.game import Game, Outcome
from tools.players import Player, labels, resolve
from tools.records import Limits, Move, Record, Seat
from tools.referee import Cause, Death
from tools.report import again, interpreter, print_board, print_results, print_times
from tools.schedule import Scheduled
from tools.tally import Tally, percentile, standard_error

LIMITS = Limits(1000, 100)


def finished(number: int, block: int, order: tuple[int, ...], winner: int) -> tuple[Scheduled, Outcome]:
    """Make up a game in which all seats but the winner's leave the grid at once, from the first to the last."""
    count = len(order)
    starts = [(seat, 0) for seat in range(count)]
    dead = [seat for seat in range(count) if seat != winner]
    moves = [Move(seat, "DOWN", 500.0, 50.0) for seat in range(count)]
    moves += [Move(seat, "UP" if seat in dead else "LEFT", 10.0 + seat, 1.0) for seat in dead]
    deaths = [Death(seat, Cause.EDGE, count + place) for place, seat in enumerate(dead)]
    ranks = [0] * count
    for place, seat in enumerate(reversed(dead), start=1):
        ranks[seat] = place
    players = [Seat("x", "x")] * count
    record = Record(1, (30, 20), starts, players, LIMITS, moves, deaths, ranks)
    return Scheduled(number, block, order, Game([resolve("wall")] * count, starts, LIMITS)), Outcome(record, 0.5)


def test_wins_ranks_causes_and_times_add_up() -> None:
    tally = Tally(2, 4)
    tally.add(*finished(0, 0, (0, 1, 1, 1), winner=0))
    tally.add(*finished(1, 0, (1, 0, 1, 1), winner=3))
    first, second = tally.standings
    assert (first.seats, first.wins, first.ranks) == (2, 1, 0 + 2)
    assert (second.seats, second.wins, second.ranks) == (6, 1, (1 + 2 + 3) + (3 + 1 + 0))
    assert first.causes == {Cause.EDGE: 1}
    assert second.causes == {Cause.EDGE: 5}
    assert first.times.first == [500.0, 500.0]
    assert first.times.wall == [11.0]
    assert first.times.cpu == [1.0]
    assert (tally.games, tally.moves, tally.overhead_ms) == (2, 14, 7.0)


def test_blocks_count_once_they_are_whole_in_whatever_order_games_come() -> None:
    tally = Tally(2, 2)
    tally.add(*finished(3, 1, (1, 0), winner=0))
    tally.add(*finished(0, 0, (0, 1), winner=0))
    assert tally.block_shares(0) == []
    tally.add(*finished(2, 1, (0, 1), winner=0))
    tally.add(*finished(1, 0, (1, 0), winner=1))
    tally.add(*finished(4, 2, (0, 1), winner=0))
    # Block 0 was won in both seats; in block 1 seat 0 won both games.
    assert sorted(tally.block_shares(0)) == [0.5, 1.0]
    assert sorted(tally.block_shares(1)) == [0.0, 0.5]


def test_an_equal_field_has_a_quarter_each() -> None:
    tally = Tally(2, 4)
    for number, order in enumerate([(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]):
        tally.add(*finished(number, 0, order, winner=2))
    assert tally.block_shares(0) == [0.25]
    assert tally.block_shares(1) == [0.25]


def test_the_same_moves_are_one_game_unless_the_starts_differ() -> None:
    tally = Tally(2, 2)
    tally.add(*finished(0, 0, (0, 1), winner=0))
    tally.add(*finished(1, 0, (1, 0), winner=0))
    assert tally.distinct() == 1
    tally.add(*finished(2, 1, (0, 1), winner=0))
    assert tally.distinct() == 2


def test_percentiles_and_errors_known_by_hand() -> None:
    assert percentile(range(1, 101), 99) == 99
    assert percentile(range(1, 101), 100) == 100
    assert percentile([5.0], 99) == 5.0
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0
    # Deviations 1, 0, 1: a variance of 1 over 3 values.
    assert standard_error([0.0, 1.0, 2.0]) == pytest.approx(1 / 3**0.5)
    assert standard_error([0.5] * 10) == 0.0


def test_players_are_told_apart() -> None:
    def of(*commands: str) -> list[Player]:
        return [resolve(command) for command in commands]

    assert labels(of("bot", "wall")) == ["bot", "wall"]
    assert labels(of("bot --nodes 5", "bot --nodes 50", "wall")) == ["bot --nodes 5", "bot --nodes 50", "wall"]
    assert labels(of("wall", "wall")) == ["wall #1", "wall #2"]


def shown(width: int = 120) -> tuple[Console, StringIO]:
    text = StringIO()
    return Console(file=text, width=width), text


def test_the_tables_say_what_was_added_up() -> None:
    tally = Tally(2, 2)
    for block in range(10):
        tally.add(*finished(2 * block, block, (0, 1), winner=0))
        tally.add(*finished(2 * block + 1, block, (1, 0), winner=block % 2))
    console, text = shown()
    print_results(console, tally, ["[bold]", "b"])
    print_times(console, tally, ["[bold]", "b"])
    words = [line.split() for line in text.getvalue().splitlines()]
    # Five blocks of 1 and five of 0.5 have a standard error of 0.0833.
    assert ["[bold]", "20", "15", "75.0", "%", "16.3", "%", "1.25", "5"] in words
    assert ["b", "20", "5", "25.0", "%", "16.3", "%", "1.75", "15"] in words
    # In each even block the same moves were played twice.
    assert "20 games, 15 of them different" in text.getvalue()
    assert ["b", "35", "10.7", "11.0", "11.0", "1.0", "1.0", "1.0", "500.0"] in words
    assert "0.500 ms an answer" in text.getvalue()


def test_the_board_shows_the_grid_before_the_last_death() -> None:
    moves = [
        Move(0, "RIGHT", 1.0, None),
        Move(1, "UP", 1.0, None),
        Move(2, "LEFT", 1.0, None),
        Move(0, "UP", 1.0, None),
    ]
    deaths = [Death(1, Cause.TIMEOUT, 1), Death(0, Cause.EDGE, 3)]
    record = Record(1, (5, 2), [(0, 0), (2, 1), (4, 1)], [Seat("x", "x")] * 3, LIMITS, moves, deaths, [1, 2, 0])
    console, text = shown()
    print_board(console, record, ["first", "second", "third"])
    assert text.getvalue().splitlines() == [
        "+-----+",
        "|aA...|",
        "|...Cc|",
        "+-----+",
        "A first: died at move 3: edge",
        "B second: died at move 1: timeout",
        "C third: won",
        "the grid before the last death, after 3 moves of everybody together",
    ]


def test_the_command_that_plays_a_game_again() -> None:
    players = [resolve("bot --nodes 5"), resolve("wall")]
    scheduled = Scheduled(7, 3, (0, 1), Game(players, [(1, 2), (3, 4)], LIMITS))
    options = "-m tools.match 'bot --nodes 5' wall --starts '(1,2)(3,4)' --fixed-seats"
    assert again(scheduled) == f"{shlex.join([interpreter()])} {options}"
    scheduled = Scheduled(7, 3, (0, 1), Game(players, [(1, 2), (3, 4)], Limits(None, 20.5)))
    assert again(scheduled).endswith("--fixed-seats --first-ms 0 --limit-ms 20.5")


def test_progress_is_one_line_on_a_terminal_with_rate_time_left_and_score() -> None:
    text = StringIO()
    clock = [0.0]
    with Display(Console(file=text, width=150, force_terminal=True), 7, lambda: clock[0]) as display:
        clock[0] = 1800.0
        for _ in range(12):
            display.count_move()
        display.finish_game("", played=False)
        display.finish_game("[a] 1, b 1")
        display.finish_game("[a] 2, b 1")
        line = text.getvalue().splitlines()[-1]
    assert "3/7" in line
    # Two games in half an hour, the one that was there before left out; four are left.
    assert "12 moves  4 games/h  1:00:00 left  [a] 2, b 1" in line


def test_elsewhere_progress_is_a_line_a_minute() -> None:
    clock = [0.0]
    console, text = shown()
    with Display(console, 4, lambda: clock[0]) as display:
        for seconds in (10.0, 60.0, 90.0):
            clock[0] = seconds
            display.finish_game(f"a {seconds:g}, b 0")
    assert text.getvalue().splitlines() == ["game 2 of 4  0 moves  120 games/h  1:00 left  a 60, b 0"]

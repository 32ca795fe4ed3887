"""The reader: what the rules say, what may be read all the same, and every kind of input that cannot be read."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.grid import Grid
from bot.protocol import LONGEST_LINE, ProtocolError, SeatLine, Turn, TurnReader, format_turn

TURN_OF_THREE = Turn(3, 1, [((4, 2), (4, 1)), ((29, 19), (29, 19)), None])
TEXT_OF_THREE = b"3 1\n4 2 4 1\n29 19 29 19\n-1 -1 -1 -1\n"


def reader_of(raw: bytes) -> TurnReader:
    return TurnReader(io.BytesIO(raw).readline, Grid())


def nothing() -> None:
    """Begin no clock."""


def turns_of(raw: bytes) -> list[Turn]:
    reader = reader_of(raw)
    turns = []
    while (turn := reader.read(nothing)) is not None:
        turns.append(turn)
    return turns


@st.composite
def games_of_turns(draw: st.DrawFn) -> list[Turn]:
    players = draw(st.integers(2, 4))
    me = draw(st.integers(0, players - 1))
    cell = st.tuples(st.integers(0, 29), st.integers(0, 19))
    line: st.SearchStrategy[SeatLine] = st.none() | st.tuples(cell, cell)
    many_lines = draw(st.lists(st.lists(line, min_size=players, max_size=players), max_size=5))
    return [Turn(players, me, lines) for lines in many_lines]


def test_a_turn_reads_as_the_rules_say() -> None:
    assert turns_of(TEXT_OF_THREE) == [TURN_OF_THREE]


def test_a_turn_is_written_as_the_rules_say() -> None:
    assert format_turn(TURN_OF_THREE).encode("ascii") == TEXT_OF_THREE


@pytest.mark.parametrize("other", [Turn(2, 1, []), Turn(3, 0, []), Turn(3, 1, [None, None, None])])
def test_turns_that_say_different_things_are_not_equal(other: Turn) -> None:
    assert other != TURN_OF_THREE
    assert TURN_OF_THREE != TEXT_OF_THREE


def test_a_turn_shows_what_it_says() -> None:
    assert repr(Turn(2, 1, [((4, 2), (4, 1)), None])) == "Turn(2, 1, [((4, 2), (4, 1)), None])"


@given(games_of_turns())
def test_turns_written_and_read_again_are_the_same(turns: list[Turn]) -> None:
    assert turns_of("".join(map(format_turn, turns)).encode("ascii")) == turns


@pytest.mark.parametrize(
    "raw",
    [
        TEXT_OF_THREE,
        TEXT_OF_THREE.rstrip(b"\n"),
        TEXT_OF_THREE.replace(b"\n", b"\r\n"),
        TEXT_OF_THREE.replace(b" ", b"\t"),
        TEXT_OF_THREE.replace(b" ", b"   "),
        TEXT_OF_THREE.replace(b"\n", b"  \n  "),
        b"\n\r\n \n" + TEXT_OF_THREE + b"\n\n",
        TEXT_OF_THREE.replace(b"\n", b"\n\n"),
        TEXT_OF_THREE.replace(b"4 2", b"04 002"),
    ],
    ids=[
        "plain",
        "no last newline",
        "CRLF",
        "tabs",
        "wide",
        "around",
        "blank lines about",
        "blank lines within",
        "zeros",
    ],
)
def test_untidy_input_is_read_all_the_same(raw: bytes) -> None:
    assert turns_of(raw) == [TURN_OF_THREE]


@pytest.mark.parametrize("raw", [b"", b"\n", b" \r\n\t\n", b"\n" * 50])
def test_the_end_of_the_input_before_a_turn_is_no_error(raw: bytes) -> None:
    assert turns_of(raw) == []
    assert turns_of(TEXT_OF_THREE + raw) == [TURN_OF_THREE]


def test_the_clock_begins_once_a_turn_when_its_first_line_has_been_read() -> None:
    events = []
    lines = io.BytesIO(b"\n" + TEXT_OF_THREE)

    def read_line(limit: int) -> bytes:
        line = lines.readline(limit)
        events.append(line.decode("ascii").strip())
        return line

    TurnReader(read_line, Grid()).read(lambda: events.append("begin"))
    assert events == ["", "3 1", "begin", "4 2 4 1", "29 19 29 19", "-1 -1 -1 -1"]


TWO_SEATS = b"2 0\n5 5 5 5\n9 9 9 9\n"

UNREADABLE = {
    "empty number": (b"2 \x00\n", 1, r"2 \x00", "2 whole numbers", r"'\x00'"),
    "a word": (b"hello world\n", 1, "hello world", "the number of players and my seat", "'hello'"),
    "one value": (b"2\n", 1, "'2'", "2 whole numbers", "found 1 value"),
    "three values": (b"2 0 0\n", 1, "2 0 0", "2 whole numbers", "found 3 values"),
    "no players": (b"0 0\n", 1, "0 0", "2 to 4 players", "found 0"),
    "one player": (b"1 0\n", 1, "1 0", "2 to 4 players", "found 1"),
    "five players": (b"5 0\n", 1, "5 0", "2 to 4 players", "found 5"),
    "players below zero": (b"-2 0\n", 1, "-2 0", "2 to 4 players", "found -2"),
    "my seat too high": (b"2 2\n", 1, "2 2", "from 0 to 1", "found 2"),
    "my seat below zero": (b"4 -1\n", 1, "4 -1", "from 0 to 3", "found -1"),
    "no seat's line": (b"2 0\n", 2, "", "the start and the head of seat 0", "the end of the input"),
    "last seat's line missing": (b"2 0\n5 5 5 5\n\n", 4, "", "head of seat 1", "the end of the input"),
    "line cut short": (b"2 0\n5 5 5 5\n9 9 9", 3, "9 9 9", "4 whole numbers", "found 3 values"),
    "too many values": (b"2 0\n5 5 5 5 5\n", 2, "5 5 5 5 5", "4 whole numbers", "found 5 values"),
    "too many lines": (TWO_SEATS + b"1 1 1 1\n", 4, "1 1 1 1", "the number of players", "found 4 values"),
    "fraction": (b"2 0\n5 5 5 5.0\n", 2, "5 5 5 5.0", "whole numbers", "'5.0'"),
    "hexadecimal": (b"2 0\n5 5 5 0x5\n", 2, "0x5", "whole numbers", "'0x5'"),
    "underscore": (b"2 0\n1_0 5 5 5\n", 2, "1_0 5 5 5", "whole numbers", "'1_0'"),
    "plus": (b"2 0\n+5 5 5 5\n", 2, "+5 5 5 5", "whole numbers", "'+5'"),
    "minus alone": (b"2 0\n- 5 5 5\n", 2, "- 5 5 5", "whole numbers", "'-'"),
    "minus twice": (b"2 0\n--1 -1 -1 -1\n", 2, "--1", "whole numbers", "'--1'"),
    "comma": (b"2,0\n", 1, "2,0", "2 whole numbers", "found 1 value"),
    "Arabic-Indic digit": ("2 0\n\u0665 5 5 5\n".encode(), 2, r"\xd9\xa5", "whole numbers", r"'\xd9\xa5'"),
    "superscript digit": ("2 0\n\u00b2 5 5 5\n".encode(), 2, r"\xc2\xb2", "whole numbers", r"'\xc2\xb2'"),
    "no-break space": ("2\u00a00\n".encode(), 1, r"2\xc2\xa00", "2 whole numbers", "found 1 value"),
    "byte order mark": ("\ufeff2 0\n".encode(), 1, r"\xef\xbb\xbf2", "2 whole numbers", r"'\xef\xbb\xbf2'"),
    "UTF-16": ("2 0\n".encode("utf-16-le"), 1, r"2\x00 \x000\x00", "2 whole numbers", r"'2\x00'"),
    "undecodable": (b"2 0\n\xff\xfe 5 5 5\n", 2, r"\xff\xfe 5 5 5", "whole numbers", r"'\xff\xfe'"),
    "NUL": (b"2 0\n5 5 5 5\x00\n", 2, r"5 5 5 5\x00", "whole numbers", r"'5\x00'"),
    "escape": (b"2 0\n\x1b[2J 5 5 5\n", 2, r"\x1b[2J", "whole numbers", r"'\x1b[2J'"),
    "old Mac line ends": (b"2 0\r5 5 5 5\r", 1, r"2 0\r5 5 5 5", "2 whole numbers", "found 6 values"),
    "off to the right": (b"2 0\n5 5 30 5\n", 2, "5 5 30 5", "the 30x20 grid for seat 0", "(5,5) and (30,5)"),
    "off below": (b"2 0\n5 5 5 5\n9 20 9 9\n", 3, "9 20 9 9", "for seat 1", "(9,20) and (9,9)"),
    "off to the left": (b"2 0\n5 5 -1 5\n", 2, "5 5 -1 5", "30x20", "(5,5) and (-1,5)"),
    "off above": (b"2 0\n5 -5 5 5\n", 2, "5 -5 5 5", "30x20", "(5,-5) and (5,5)"),
    "dead start": (b"2 0\n-1 -1 3 4\n", 2, "-1 -1 3 4", "or -1 four times", "(-1,-1) and (3,4)"),
    "dead head": (b"2 0\n3 4 -1 -1\n", 2, "3 4 -1 -1", "or -1 four times", "(3,4) and (-1,-1)"),
    "other dead line": (b"2 0\n-2 -2 -2 -2\n", 2, "-2 -2 -2 -2", "or -1 four times", "(-2,-2) and (-2,-2)"),
    "hundreds of digits": (b"2 0\n5 5 5 " + b"7" * 500 + b"\n", 2, "777'...", "whole numbers", "500 digits"),
    "thousands of digits": (b"2 " + b"7" * 9000 + b"\n", 1, "777'...", "whole numbers", "9000 digits"),
    "thousands of negative digits": (b"-" + b"7" * 9000 + b" 0\n", 1, "777'...", "whole numbers", "9000 digits"),
    "endless line": (b"7" * (LONGEST_LINE + 1), 1, "777'...", f"at most {LONGEST_LINE} bytes", "a longer one"),
    "players change": (TWO_SEATS + b"3 0\n", 4, "3 0", "2 players and my seat 0", "3 players and seat 0"),
    "my seat changes": (TWO_SEATS + b"2 1\n", 4, "2 1", "2 players and my seat 0", "2 players and seat 1"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_input_is_one_sentence_naming_line_expected_and_found(name: str) -> None:
    raw, number, shown, expected, found = UNREADABLE[name]
    with pytest.raises(ProtocolError) as caught:
        turns_of(raw)
    sentence = str(caught.value)
    where, _, rest = sentence.partition(": expected ")
    wanted, _, got = rest.partition(", found ")
    assert where.startswith(f"input line {number}")
    assert shown in where
    assert expected in wanted
    assert found in f"found {got}"
    assert sentence.isascii()
    assert sentence.isprintable()
    assert len(sentence) < 400


def test_a_line_of_the_longest_length_is_still_read() -> None:
    padding = b" " * (LONGEST_LINE - len(b"3 1\n"))
    assert turns_of(b"3 1" + padding + TEXT_OF_THREE[3:]) == [TURN_OF_THREE]


FRAGMENTS = [
    b"2",
    b"3",
    b"0",
    b"1",
    b"-1",
    b"29",
    b"30",
    b"x",
    b"\xff",
    b"\x00",
    b"-",
    b" ",
    b" ",
    b" ",
    b"\n",
    b"\n",
    b"\r\n",
]


@given(st.binary() | st.lists(st.sampled_from(FRAGMENTS), max_size=60).map(b"".join))
def test_any_bytes_give_turns_on_the_grid_or_a_protocol_error_or_the_end(raw: bytes) -> None:
    assert_turns_or_protocol_error(raw)


@given(games_of_turns(), st.data())
def test_a_damaged_game_gives_turns_or_a_protocol_error_or_the_end(turns: list[Turn], data: st.DataObject) -> None:
    raw = bytearray("".join(map(format_turn, turns)).encode("ascii"))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(raw)))
        length = data.draw(st.integers(0, 4))
        raw[place : place + length] = data.draw(st.binary(max_size=4))
    assert_turns_or_protocol_error(bytes(raw))


def assert_turns_or_protocol_error(raw: bytes) -> None:
    grid = Grid()
    reader = reader_of(raw)
    # Every turn takes a line at least, so the end is reached within so many.
    for _ in range(raw.count(b"\n") + 2):
        try:
            turn = reader.read(nothing)
        except ProtocolError as error:
            sentence = str(error)
            break
        if turn is None:
            return
        assert 2 <= turn.players <= 4
        assert 0 <= turn.me < turn.players == len(turn.lines)
        assert all(grid.contains(*cell) for line in turn.lines if line for cell in line)
    else:
        pytest.fail("the reader never came to the end")
    assert sentence.startswith("input line ")
    assert sentence.isprintable()

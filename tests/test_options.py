"""The options: what each of them gives, and every command line that cannot be obeyed."""

import time

import pytest

from bot.clock import Clock, NodeClock
from bot.options import OptionError, parse_options


def test_without_options_the_budget_is_80_ms_of_wall_clock() -> None:
    options = parse_options([])
    assert type(options.clock) is Clock
    assert options.clock.budget == pytest.approx(0.08)
    assert options.clock.now is options.now is time.perf_counter
    assert not options.debug
    assert not options.help


@pytest.mark.parametrize(
    ("arguments", "budget_seconds"),
    [
        (["--budget-ms", "100"], 0.1),
        (["--budget-ms=100"], 0.1),
        (["--budget-ms", "62.5"], 0.0625),
        (["--budget-ms", ".5"], 0.0005),
        (["--budget-ms", "7."], 0.007),
        (["--budget-ms", "0"], 0.0),
        (["--budget-ms", "0.0"], 0.0),
        (["--budget-ms", "5", "--budget-ms", "6"], 0.006),
    ],
)
def test_the_budget_is_given_in_milliseconds(arguments: list[str], budget_seconds: float) -> None:
    assert parse_options(arguments).clock.budget == pytest.approx(budget_seconds)


@pytest.mark.parametrize(
    ("arguments", "start_up_ms", "gone_ms"),
    [
        ([], 0, 0),
        ([], 45, 45),
        (["--cpu-clock"], 45, 45),
        # A smaller budget leaves time for a start within the 80 ms of a turn by default, a larger one comes on top.
        (["--budget-ms", "20"], 45, 0),
        (["--budget-ms", "20"], 70, 10),
        (["--budget-ms", "500"], 45, 45),
    ],
)
def test_a_first_turn_is_answered_within_the_default_budget_from_the_start_of_the_process(
    arguments: list[str], start_up_ms: int, gone_ms: int
) -> None:
    assert parse_options(arguments, start_up_ms / 1000).clock.gone == pytest.approx(gone_ms / 1000)


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        (["--nodes", "500"], 500),
        (["--nodes=500"], 500),
        (["--nodes", "0"], 0),
        (["--nodes", "5", "--nodes=7"], 7),
        (["--budget-ms", "9", "--nodes", "3"], 3),
        (["--nodes", "3", "--budget-ms", "9"], 3),
        (["--nodes", "3", "--cpu-clock"], 3),
    ],
)
def test_nodes_take_the_place_of_any_clock(arguments: list[str], limit: int) -> None:
    clock = parse_options(arguments).clock
    assert isinstance(clock, NodeClock)
    assert clock.limit == limit


@pytest.mark.parametrize(
    "arguments", [["--cpu-clock"], ["--cpu-clock", "--budget-ms=80"], ["--budget-ms=80", "--cpu-clock"]]
)
def test_the_budget_may_count_cpu_time(arguments: list[str]) -> None:
    options = parse_options(arguments)
    assert options.clock.now is options.now is time.process_time
    assert options.clock.budget == pytest.approx(0.08)


def test_flags_are_off_until_given() -> None:
    assert parse_options(["--debug"]).debug
    assert parse_options(["--help"]).help
    assert not parse_options(["--help"]).debug


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--fast"], ["unknown option '--fast'", "--help"]),
        (["fast"], ["unknown option 'fast'"]),
        ([""], ["unknown option ''"]),
        (["--node", "5"], ["unknown option '--node'"]),
        (["--Nodes", "5"], ["unknown option '--Nodes'"]),
        (["--debug", "5"], ["unknown option '5'"]),
        (["x" * 1000], ["unknown option 'xxx"]),
        (["--\u00e9\ud800\n"], [r"unknown option '--\xe9\ud800\n'"]),
        (["--debug=yes"], ["--debug takes no value", "'--debug=yes'"]),
        (["--cpu-clock="], ["--cpu-clock takes no value"]),
        (["--help=1"], ["--help takes no value"]),
        (["--nodes"], ["--nodes expected a whole number from 0 up", "found nothing"]),
        (["--nodes="], ["--nodes expected", "found nothing"]),
        (["--nodes", "--debug"], ["--nodes expected", "found '--debug'"]),
        (["--nodes", "-5"], ["found '-5'"]),
        (["--nodes", "+5"], ["found '+5'"]),
        (["--nodes", "1_0"], ["found '1_0'"]),
        (["--nodes", "5.0"], ["--nodes expected a whole number", "found '5.0'"]),
        (["--nodes", " 5"], ["found ' 5'"]),
        (["--nodes", "\u0665"], [r"found '\u0665'"]),
        (["--nodes", "9" * 5000], ["at most 15 digits", "found '999"]),
        (["--budget-ms"], ["--budget-ms expected a number from 0 up", "found nothing"]),
        (["--budget-ms", "fast"], ["found 'fast'"]),
        (["--budget-ms", "-1"], ["found '-1'"]),
        (["--budget-ms", "nan"], ["found 'nan'"]),
        (["--budget-ms", "inf"], ["found 'inf'"]),
        (["--budget-ms", "1e3"], ["found '1e3'"]),
        (["--budget-ms", "1.2.3"], ["found '1.2.3'"]),
        (["--budget-ms", "."], ["found '.'"]),
        (["--budget-ms", "\u00b2"], [r"found '\xb2'"]),
        (["--budget-ms", "9" * 400], ["at most 15 digits"]),
        (["--debug", "--nodes", "5", "--slow"], ["unknown option '--slow'"]),
    ],
)
def test_a_command_line_that_makes_no_sense_is_one_sentence(arguments: list[str], parts: list[str]) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(arguments)
    sentence = str(caught.value)
    assert all(part in sentence for part in parts), sentence
    assert sentence.isascii()
    assert sentence.isprintable()
    assert len(sentence) < 300

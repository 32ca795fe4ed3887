"""Readers of numbers on command lines take what they say, and refuse the rest in one sentence."""

from argparse import ArgumentTypeError

import pytest

from tools.arguments import integer, real


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("007", 7), ("40", 40)])
def test_whole_numbers_between_the_bounds_are_read(text: str, value: int) -> None:
    assert integer(1, 40)(text) == value


@pytest.mark.parametrize("text", ["", "0", "41", "-1", "+1", "1.0", " 1", "1_0", "٣", "²", "1e1", "9" * 5000])
def test_what_is_no_whole_number_between_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^expected a number from 1 to 40, found '") as refusal:
        integer(1, 40)(text)
    assert len(str(refusal.value)) < 120


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), (".5", 0.5), ("1e0", 1.0)])
def test_numbers_between_the_bounds_are_read(text: str, value: float) -> None:
    assert real("a share from 0 to 1", 0, 1)(text) == value


@pytest.mark.parametrize("text", ["", "nan", "inf", "-inf", "-0.1", "1.1", "half", "9" * 5000])
def test_what_is_no_number_between_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^expected a share from 0 to 1, found '") as refusal:
        real("a share from 0 to 1", 0, 1)(text)
    assert len(str(refusal.value)) < 120

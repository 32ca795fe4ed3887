"""The clocks: what begins, what counts and when they stop, on a time that the tests hand in."""

import pytest

from bot.clock import ENTRIES_BETWEEN_CHECKS, Clock, NodeClock, OutOfTime, forget


class Hands:
    """A time that stands still until a test moves it on, and that counts how often it was read."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


def begun(budget: float) -> tuple[Clock, Hands]:
    hands = Hands()
    clock = Clock(budget, hands)
    clock.begin()
    return clock, hands


def test_a_clock_says_what_share_of_its_budget_is_used() -> None:
    clock, hands = begun(0.08)
    assert clock.used() == 0.0
    hands.now += 0.02
    assert clock.used() == pytest.approx(0.25)
    hands.now += 0.1
    assert clock.used() == pytest.approx(1.5)


def test_a_clock_stops_when_its_budget_is_gone_and_not_before() -> None:
    clock, hands = begun(0.5)
    hands.now += 0.4375
    clock.check()
    hands.now += 0.0625
    with pytest.raises(OutOfTime):
        clock.check()


def test_a_turn_begins_afresh() -> None:
    clock, hands = begun(0.5)
    hands.now += 7.0
    clock.nodes = 900
    with pytest.raises(OutOfTime):
        clock.check()
    clock.begin()
    assert clock.used() == 0.0
    assert clock.nodes == 0
    clock.check()


def test_the_next_check_is_some_nodes_on() -> None:
    clock, hands = begun(0.5)
    # The first node of a turn looks at the time, and then every few.
    assert clock.next_check == 0
    clock.nodes = 10
    clock.check()
    assert clock.next_check == 10 + Clock.NODES_BETWEEN_CHECKS
    assert Clock.NODES_BETWEEN_CHECKS >= 1
    hands.looks = 0
    for _ in range(100 * Clock.NODES_BETWEEN_CHECKS):
        clock.nodes += 1
        if clock.nodes >= clock.next_check:
            clock.check()
    assert hands.looks == 100
    clock.begin()
    assert clock.next_check == 0


def test_what_is_gone_beforehand_is_taken_off_the_first_turn_and_no_other() -> None:
    hands = Hands()
    clock = Clock(0.5, hands, gone=0.25)
    clock.begin()
    assert clock.used() == pytest.approx(0.5)
    hands.now += 0.25
    with pytest.raises(OutOfTime):
        clock.check()
    clock.begin()
    assert clock.used() == 0.0
    hands.now += 0.25
    clock.check()


def test_a_table_is_emptied_with_looks_at_the_clock_and_stops_when_that_does() -> None:
    clock, hands = begun(0.5)
    entries = 5 * ENTRIES_BETWEEN_CHECKS
    table = dict.fromkeys(range(entries))
    forget(len(table), table.popitem, clock)
    assert table == {}
    # One look to begin with.
    assert hands.looks == 1 + 5
    table = dict.fromkeys(range(entries))

    def pop_slowly() -> None:
        hands.now += 0.5 / 1_500
        table.popitem()

    with pytest.raises(OutOfTime):
        forget(len(table), pop_slowly, clock)
    assert list(table) == list(range(entries - 2 * ENTRIES_BETWEEN_CHECKS))


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_a_clock_without_a_budget_has_no_time_at_all(budget: float) -> None:
    clock, _ = begun(budget)
    assert clock.used() >= 1.0
    with pytest.raises(OutOfTime):
        clock.check()


def test_nodes_are_a_budget_too() -> None:
    clock = NodeClock(200)
    clock.begin()
    assert clock.used() == 0.0
    assert clock.next_check == 200
    clock.nodes = 50
    assert clock.used() == 0.25
    clock.check()
    # A check before the limit leaves the next one where it is.
    assert clock.next_check == 200
    clock.nodes = 199
    clock.check()
    clock.nodes = 200
    assert clock.used() == 1.0
    with pytest.raises(OutOfTime):
        clock.check()
    clock.begin()
    assert clock.nodes == 0
    clock.check()


def test_no_nodes_are_no_time_at_all() -> None:
    clock = NodeClock(0)
    clock.begin()
    assert clock.used() >= 1.0
    with pytest.raises(OutOfTime):
        clock.check()

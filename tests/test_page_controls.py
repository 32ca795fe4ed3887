"""Everything on the page that can be used: buttons, keys, curves, addresses, files, games; and how fast it draws."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import Open
from view_games import played, reviewed, said

from tools.replay.__main__ import _parser as replay_parser
from tools.view.games import Shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def wait_for_turn(page: "Page", turn: int) -> None:
    """Wait until the page shows a turn."""
    page.wait_for_function("turn => document.getElementById('count').textContent.startsWith(`Turn ${turn} `)", arg=turn)


def test_keys_move_through_the_game(open_page: Open, four: Shown) -> None:
    page = open_page([four])
    end = len(four.record.moves)
    deaths = [death.move for death in four.record.deaths]
    presses = [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", 11),
        ("Shift+ArrowLeft", 1),
        ("]", deaths[0]),
        ("]", deaths[1]),
        ("[", deaths[0]),
        ("[", deaths[0]),
        ("End", end),
        ("ArrowRight", end),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]
    for key, turn in presses:
        page.keyboard.press(key)
        assert page.evaluate("viewer.turn") == turn, key
    # The slider has the arrows, too, and must not go two turns.
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    wait_for_turn(page, 1)


def test_buttons_slider_and_marks_move_through_the_game(open_page: Open, four: Shown) -> None:
    page = open_page([four])
    end = len(four.record.moves)
    for name, turn in (("On one turn", 1), ("Last turn", end), ("Back one turn", end - 1), ("First turn", 0)):
        page.get_by_role("button", name=name).click()
        wait_for_turn(page, turn)
    page.locator("#slider").fill("57")
    wait_for_turn(page, 57)
    death = four.record.deaths[1]
    page.locator(".mark").nth(1).click()
    wait_for_turn(page, death.move)
    assert f"dies: {death.cause.value}" in page.inner_text("#move")
    page.locator("#moments button").nth(0).click()
    wait_for_turn(page, four.record.deaths[0].move)
    page.keyboard.press("ArrowRight")
    wait_for_turn(page, four.record.deaths[0].move + 1)
    row = page.locator("#players tbody tr").nth(four.record.deaths[0].seat)
    assert row.get_attribute("class") == "dead"
    assert "4th, dead at turn" in row.inner_text()


def test_it_plays_to_the_end_and_stops(open_page: Open, four: Shown) -> None:
    page = open_page([four], f"#turn={len(four.record.moves) - 6}")
    page.locator("#speed").select_option("200")
    page.keyboard.press(" ")
    wait_for_turn(page, len(four.record.moves))
    page.wait_for_function("() => !viewer.isPlaying")
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    page.keyboard.press("-")
    assert page.locator("#speed").input_value() == "100"
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    page.wait_for_function("() => viewer.turn > 3")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("viewer.isPlaying") is False


def test_the_address_opens_a_turn_and_follows_it(open_page: Open, four: Shown) -> None:
    page = open_page([four, Shown("second.json", played(2, seed=3))], "#game=2&turn=17")
    assert page.evaluate("[viewer.index, viewer.turn]") == [1, 17]
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash === '#game=2&turn=18'")
    page.evaluate("() => { location.hash = '#game=1&turn=5'; }")
    page.wait_for_function("() => viewer.index === 0 && viewer.turn === 5")
    for address in ("#turn=99999999", "#turn=-3", "#turn=x", "#game=9", "#turn=1e3", "#&=&turn", "#turn=%00"):
        page.evaluate("address => { location.hash = address; }", address)
        page.wait_for_function("address => location.hash !== address", arg=address)
    assert 0 <= page.evaluate("viewer.turn") <= len(four.record.moves)


def test_a_click_on_a_curve_goes_to_that_turn(open_page: Open) -> None:
    record = said(
        played(3, seed=5), lambda turn: f"UP depth {1 + turn % 9} value {turn * 7 - 900} nodes 12 ms 1.0 search"
    )
    page = open_page([Shown("game.json", record)])
    for name, turn in (("value", 30), ("territory", 60), ("depth", 90), ("time", 0)):
        curve = page.locator(f"#curve-{name} svg")
        curve.scroll_into_view_if_needed()
        box = curve.bounding_box()
        assert box
        curve.click(position={"x": 4 + turn / len(record.moves) * (box["width"] - 8), "y": 50})
        wait_for_turn(page, turn)
    page.evaluate("viewer.goTo(10)")
    wait_for_turn(page, 10)
    values = [record.moves[turn].debug for turn in (9, 10, 8)]
    told = page.locator("#curve-value .values").inner_text().split()
    assert told == [part for seat, turn in ((0, 9), (1, 10), (2, 8)) for part in (str(seat), f"{turn * 7 - 900:,}")]
    assert all(values)
    assert page.locator("#curve-time .limit").count() == 1
    assert page.locator("#curve-time").inner_text().endswith("limit 100 ms")
    # Late answers stand above the limit.
    heights = page.evaluate(
        "() => { const time = viewer.curves.at(-1); return [100, 99, 101].map((ms) => time.y(ms)); }"
    )
    assert heights[2] < heights[0] < heights[1]


def test_a_review_has_a_curve_beside_the_bots_own_values(open_page: Open) -> None:
    record = said(played(2, seed=5), lambda turn: f"UP depth 7 value {turn} nodes 12 ms 1.0 search")
    page = open_page([Shown("one.json", record), Shown("two.json", record, reviewed(record, mistakes=[4]))])
    chance, value = page.locator("#curve-chance"), page.locator("#curve-value")
    assert "not reviewed: python -m tools.review GAME" in chance.inner_text()
    assert chance.locator("path").count() == 0
    assert value.locator("path").count() == 2
    page.keyboard.press("n")
    page.wait_for_function("() => document.querySelectorAll('#curve-chance path').length === 2")
    assert value.locator("path").count() == 2
    # It takes the whole width, and is drawn as wide.
    box, other = chance.bounding_box(), page.locator("#curve-territory").bounding_box()
    drawn = chance.locator("svg").bounding_box()
    assert box
    assert other
    assert drawn
    assert box["width"] > 2 * other["width"]
    assert drawn["width"] == pytest.approx(box["width"], abs=3)
    page.keyboard.press("p")
    page.wait_for_function("() => document.querySelectorAll('#curve-chance path').length === 0")


def test_what_was_not_searched_has_no_value_on_a_curve(open_page: Open) -> None:
    told = [
        "UP depth 7 value 900 nodes 12 ms 1.0 search",
        "UP depth 0 value 0 nodes 0 ms 0.1 forced",
        "UP depth 0 value 0 nodes 250 ms 90.1 search",
        "UP depth 86 value 87 nodes 86 ms 19.6 fill",
    ]
    record = said(played(2, seed=5), lambda turn: told[turn // 2 % 4])
    review = reviewed(record, mistakes=[])
    entry = review.turns[6]
    unknown = replace(entry.played, value=0, depth=0)
    review.turns[6] = replace(entry, played=unknown, best=unknown)
    page = open_page([Shown("game.json", record, review)])
    turns = page.evaluate("() => viewer.curves.slice(0, 4).map(({ points }) => points[0].map(([turn]) => turn))")
    own = [turn for turn, move in enumerate(record.moves) if move.seat == 0]
    assert turns[0] == [turn for turn in own if turn != 6]
    assert turns[1] == [turn for turn in own if turn // 2 % 4 == 0]
    assert turns[3] == [turn for turn in own if turn // 2 % 4 != 1]


def test_the_moment_of_the_turn_is_in_sight_in_its_list(open_page: Open) -> None:
    record = played(2, seed=5)
    page = open_page([Shown("game.json", record, reviewed(record, mistakes=list(range(0, 60, 2))))])
    for turn in (58, 0, 30):
        page.evaluate("turn => viewer.goTo(turn)", turn)
        wait_for_turn(page, turn)
        inside = page.evaluate(
            """() => {
              const entry = document.querySelector("#moments [aria-current]").getBoundingClientRect();
              const list = document.querySelector("#moments ol").getBoundingClientRect();
              return entry.top >= list.top - 1 && entry.bottom <= list.bottom + 1 && scrollY === 0;
            }"""
        )
        assert inside, turn


def test_the_panel_tells_the_move_its_figures_and_what_the_bot_wrote(open_page: Open) -> None:
    text = "thinking <b>hard</b>\nUP depth 7 value -1234 nodes 5678 ms 61.5 search pv UP RIGHT"
    record = said(played(2, seed=5), lambda _: text)
    page = open_page([Shown("game.json", record, reviewed(record, mistakes=[4]))], "#turn=4")
    move = record.moves[4]
    assert page.inner_text("#move").split() == ["0", move.answer]
    figures = dict(zip(page.locator("dt").all_inner_texts(), page.locator("dd").all_inner_texts(), strict=False))
    assert figures["time"].startswith(f"{round(move.wall_ms, 1):g} ms (CPU ")
    assert figures["time"].endswith("of 100")
    assert {name: figures[name] for name in ("value", "depth", "nodes")} == {
        "value": "-1,234",
        "depth": "7 plies",
        "nodes": "5,678",
    }
    assert figures["review"].endswith("to win, depth 9")
    better = "← ↓ ↓ ↓" if move.answer != "LEFT" else "↓ ↓ ↓ ↓"
    assert (figures["bot expects"], figures["best line"]) == ("↑ →", better)
    assert page.inner_text("#debug") == text
    assert page.locator(".mark.mistake").count() == 1
    page.keyboard.press("End")
    page.wait_for_function("() => document.getElementById('move').textContent.includes('wins')")
    assert not page.locator("#again").is_visible()


@pytest.mark.parametrize(
    "path",
    ["replays/game.json", "my games/it's.json", "$(touch ran).json", "-o.json", "ü&|;<>`.json", "a\nb\x1b[2J.json"],
)
def test_the_command_that_plays_on_is_copied(open_page: Open, path: str) -> None:
    record = played(2, seed=5)
    page = open_page([Shown(path, record)], "#turn=7")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy command").click()
    page.wait_for_function("() => document.getElementById('status').textContent === 'Command copied'")
    command = page.evaluate("navigator.clipboard.readText()")
    words = shlex.split(command)
    assert words[:3] == [".venv/bin/python", "-m", "tools.replay"]
    options = replay_parser().parse_args(words[3:])
    assert (options.seat, options.turn, options.bot) == (record.moves[7].seat, 7, "bundle")
    assert options.file == Path("FILE" if "\n" in path else path)


def test_starts_that_the_user_told_are_part_of_the_command(open_page: Open) -> None:
    page = open_page([Shown("game.json", played(2, seed=5), starts=[(3, 4), (25, 0)])])
    words = shlex.split(page.inner_text("#command"))
    assert replay_parser().parse_args(words[3:]).starts == "(3,4)(25,0)"


def test_dark_and_light_follow_the_system_and_the_button(open_page: Open, four: Shown) -> None:
    page = open_page([four], dark=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.keyboard.press("d")
    light = page.evaluate(ground)
    assert dark != light
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(ground) == dark
    other = open_page([four])
    assert other.evaluate(ground) == light


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(open_page: Open, four: Shown) -> None:
    page = open_page([four, Shown("second.json", played(2, seed=3))])
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input:not([hidden]), select, canvas, svg[role=img]")]
          .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim() || each.labels?.length))
          .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    reachable = page.evaluate("document.querySelectorAll('button:not(dialog *), select, input:not([hidden])').length")
    reached = set()
    for _ in range(reachable + 8):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"open", "theme", "help", "slider", "first", "back", "play", "on", "last", "speed"} <= reached
    assert {"territory", "variation", "copy", "command", "moment death"} <= reached
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert page.locator("dialog").is_hidden()
    assert page.evaluate("viewer.turn") == 0


def test_a_click_on_a_ribbon_goes_to_the_turn_that_laid_it(open_page: Open, four: Shown) -> None:
    page = open_page([four], f"#turn={four.record.deaths[0].move}")
    cell, turn = page.evaluate(
        """() => {
          const { replay } = viewer.game;
          const seat = replay.onTurn[viewer.turn + 1];
          const [x, y] = viewer.board.middle(viewer.game, replay.paths[seat][3]);
          const ratio = viewer.board.canvas.width / viewer.board.canvas.clientWidth;
          return [[x / ratio, y / ratio], replay.entered[seat][3]];
        }"""
    )
    page.locator("#board").click(position={"x": cell[0], "y": cell[1]})
    wait_for_turn(page, turn)


def test_a_long_game_of_four_is_scrubbed_at_30_frames_a_second_or_better(open_page: Open) -> None:
    record = said(played(4, seed=11, moves=600), lambda turn: f"UP depth 9 value {turn} nodes 5000 ms 70.0 search")
    page = open_page([Shown("long.json", record, reviewed(record, mistakes=[50, 60], line=9))], ratio=2)
    # CPU time of the thread that draws: the machine may be busy with other things.
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy_ms() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    before = busy_ms()
    redraws = page.evaluate(
        """() => {
          const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
          let redraws = 0;
          for (let turn = 0; turn <= viewer.game.turns; turn += 7) {
            viewer.turn = turn;
            viewer.draw();
            // Reading a pixel of a copy makes the canvas finish its work, asking for a size the layout.
            copy.drawImage(viewer.board.canvas, 0, 0);
            copy.getImageData(0, 0, 1, 1);
            document.body.getBoundingClientRect();
            redraws += 1;
          }
          return redraws;
        }"""
    )
    assert 0 < (busy_ms() - before) / redraws < 1000 / 30

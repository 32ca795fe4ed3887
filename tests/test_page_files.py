"""Files that are dropped on the page or chosen, what is no game among them, and texts that would run if they could."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from chromium import Open
from site_form import site_form
from view_games import HOSTILE, played

from tools.records import Record, Seat, to_json
from tools.referee import Cause
from tools.view.games import Shown
from tools.walk import position_at

pytestmark = pytest.mark.browser
DROP = """(files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name, { type: "application/json" }));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""


def test_a_dropped_record_is_opened(open_page: Open, four: Shown) -> None:
    page = open_page([four])
    record = played(3, seed=9)
    page.evaluate(DROP, [["dropped.json", to_json(record)], ["other.json", to_json(played(2, seed=2))]])
    page.wait_for_function("() => viewer.games.length === 3")
    assert page.locator("#title").inner_text() == "dropped.json"
    assert page.locator("#games li").count() == 3
    assert page.locator("#alert").is_hidden()
    page.keyboard.press("End")
    end = len(record.moves)
    assert (
        page.evaluate("turn => viewer.game.replay.toRows(turn).join('\\n')", end) == position_at(record, end).to_ascii()
    )
    page.keyboard.press("n")
    assert page.locator("#title").inner_text() == "other.json"
    page.keyboard.press("p")
    page.keyboard.press("p")
    assert page.locator("#title").inner_text() == "four.json"
    page.locator("#games button").nth(2).click()
    assert page.locator("#title").inner_text() == "other.json"


@pytest.mark.parametrize("wrapper", [None, "success", "gameResult"])
def test_a_dropped_game_of_the_site_is_opened(open_page: Open, four: Shown, wrapper: str | None) -> None:
    page = open_page([four])
    record = played(4, seed=9)
    page.evaluate(DROP, [["site.json", json.dumps(site_form(record, wrapper=wrapper))]])
    page.wait_for_function("() => viewer.games.length === 2")
    end = len(record.moves)
    boards = page.evaluate("turns => turns.map((turn) => viewer.game.replay.toRows(turn).join('\\n'))", [50, end])
    assert boards == [position_at(record, turn).to_ascii() for turn in (50, end)]
    assert page.locator("#players .name").all_inner_texts() == [f"bot {seat}" for seat in range(4)]


def test_files_are_chosen_as_well(open_page: Open, four: Shown, tmp_path: Path) -> None:
    page = open_page([four])
    chosen = tmp_path / "chosen.json"
    chosen.write_text(to_json(played(2, seed=2)), encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open").click()
    chooser.value.set_files(chosen)
    page.wait_for_function("() => viewer.games.length === 2")
    assert page.locator("#title").inner_text() == "chosen.json"
    page.evaluate(
        """() => document.getElementById("files").addEventListener("click", (event) => {
          event.preventDefault();
          window.isAsked = true;
        })"""
    )
    page.keyboard.press("o")
    assert page.evaluate("isAsked")


def broken() -> dict[str, tuple[str, str]]:
    """Return texts of files that are no game, each with what is said of it."""
    record = played(2, seed=2)
    text = to_json(record)
    data = json.loads(text)
    swapped = {**data, "moves": [data["moves"][1], data["moves"][0], *data["moves"][2:]]}
    site = site_form(record)
    other = [{"agentId": seat, "stdout": "2354 504"} for seat in (-1, 0, 1)]
    return {
        "empty": ("", "not JSON"),
        "cut": (text[:-40], "not JSON"),
        "deep": ("[" * 200_000, "not JSON"),
        "deep and whole": ("[" * 100_000 + "]" * 100_000, "format: expected"),
        "deep in a field": (
            json.dumps({**data, "grid": "@"}).replace('"@"', "[" * 50_000 + "]" * 50_000),
            "grid: expected",
        ),
        "a list": ("[]", "format: expected"),
        "null": ("null", "format: expected"),
        "of the future": (json.dumps({**data, "version": 2}), "version: expected 1, found 2"),
        "no moves": (json.dumps({**data, "moves": 7}), "moves: expected a list, found 7"),
        "seat 9": (json.dumps({**data, "moves": [{**data["moves"][0], "seat": 9}]}), "moves[0].seat: expected"),
        "swapped": (json.dumps(swapped), "moves[0].seat: expected 0, whose turn it is, found 1"),
        "too short": (json.dumps({**data, "moves": data["moves"][:9], "deaths": []}), "2 players still live"),
        "ranks": (json.dumps({**data, "ranks": data["ranks"][::-1]}), "ranks: expected the reverse order"),
        "huge": (json.dumps({**data, "grid": [10**400, 20]}), "grid[0]: expected an integer from 0 to 100"),
        "off the grid": (json.dumps({**data, "starts": [[1, 1], [30, 2]]}), "starts[1]: expected a cell of the 30x20"),
        "a review": ('{"format": "tron-battle-review"}', "a review, which is shown with its game"),
        "no starts": (json.dumps(site_form(record, with_starts=False)), "no start cells in the recording"),
        "other ranks": (json.dumps({**site["success"], "ranks": record.ranks[::-1]}), "ranks: expected the reverse"),
        "same ranks": (json.dumps({**data, "ranks": [1, 1]}), "ranks: expected each of 0 to 1 once, found [1,1]"),
        "another game": (json.dumps({**site["success"], "frames": other}), "this is no game of Tron"),
    }


def test_what_is_no_game_is_told_and_changes_nothing(open_page: Open, four: Shown) -> None:
    page = open_page([four], "#turn=9")
    for name, (text, sentence) in broken().items():
        page.evaluate(DROP, [[name, text]])
        page.wait_for_function("name => document.getElementById('alert').textContent.startsWith(name + ':')", arg=name)
        assert sentence in page.inner_text("#alert")
        assert page.evaluate("[viewer.games.length, viewer.turn]") == [1, 9]
    page.evaluate("viewer.openFiles([{ name: 'large', size: 50_000_000 }])")
    assert page.inner_text("#alert").startswith("large: larger than 16,000,000 bytes")
    page.get_by_role("button", name="Close the message").click()
    assert page.locator("#alert").is_hidden()


def hostile(record: Record, text: str) -> Record:
    """Return a game with a text wherever a file may have one."""
    moves = [replace(move, debug=text) for move in record.moves]
    moves[-1] = replace(moves[-1], answer=text)
    deaths = [*record.deaths[:-1], replace(record.deaths[-1], cause=Cause.INVALID)]
    return replace(record, moves=moves, deaths=deaths, players=[Seat(text, text)] * len(record.starts))


def test_nothing_in_a_game_runs_or_becomes_markup(open_page: Open) -> None:
    """Every text is in the page from the start, and dropped once more; what runs sets `window.ran`."""
    record = played(2, seed=3)
    games = [Shown(f"{text}.json", hostile(record, text)) for text in HOSTILE]
    page = open_page(games)
    page.wait_for_function("() => viewer.games.length > 0")
    page.evaluate("() => { viewer.open(0, 3); viewer.draw(); }")
    elements = page.evaluate("document.querySelectorAll('*').length")
    for index, text in enumerate(HOSTILE):
        page.evaluate("index => { viewer.open(index, 3); viewer.draw(); }", index)
        assert page.evaluate("document.getElementById('debug').textContent") == text
        assert page.evaluate("document.querySelector('#players .name').textContent") == text
    page.evaluate(DROP, [[f"<img src=x onerror=ran=1>{text}", to_json(hostile(record, text))] for text in HOSTILE])
    page.wait_for_function("count => viewer.games.length === count", arg=2 * len(HOSTILE))
    page.evaluate(DROP, [[text, text] for text in HOSTILE])
    page.wait_for_selector("#alert:not([hidden])")
    page.evaluate("() => { viewer.open(0, 3); viewer.draw(); }")
    more = page.evaluate("document.querySelectorAll('*').length") - elements
    # Each game more is an entry of the list: li, button, name, number, ranking, and name and chip of two players.
    assert more == len(HOSTILE) * 9
    assert page.evaluate("document.querySelectorAll('img, iframe, script:not([type]) ~ script').length") == 0


def test_a_script_that_gets_into_the_page_all_the_same_is_not_run(
    open_page: Open, complaints: list[str], four: Shown
) -> None:
    page = open_page([four])
    page.evaluate(
        """() => {
          window.refused = [];
          document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
          document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" }));
          document.body.insertAdjacentHTML("beforeend", "<p id='bad' onclick='window.ran = 1'>x</p>");
          document.getElementById("bad").click();
          fetch("https://example.invalid/").catch(() => {});
        }"""
    )
    page.wait_for_function("() => refused.length === 3")
    assert sorted(page.evaluate("refused")) == ["connect-src", "script-src-attr", "script-src-elem"]
    # The browser says so on its console.
    assert all("Content Security Policy" in complaint for complaint in complaints)
    complaints.clear()

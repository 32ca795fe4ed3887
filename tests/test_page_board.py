"""The board of the page: what it shows at each turn, against the referee and the bot's own count of territory."""

import pytest
from chromium import Open
from conftest import ROOT
from playwright.sync_api import Page
from view_games import played, reviewed, said, timed_out

from bot.grid import Grid
from bot.territory import territories
from tools.records import Record, read_record
from tools.referee import Referee
from tools.view.games import Shown
from tools.view.picture import read_colours
from tools.walk import walk

pytestmark = pytest.mark.browser
REPLAYS = ROOT / "replays"
FOUR = REPLAYS / "4-random-bot-greedy-wall.json"


def cells_reached(referee: Referee) -> str:
    """Return who reaches each cell first by the bot's own count, as the page tells it: a row a line."""
    grid = Grid(referee.width, referee.height)

    def bit(cell: tuple[int, int]) -> int:
        return 1 << (cell[0] + grid.stride * cell[1])

    free = sum(bit((x, y)) for x in range(30) for y in range(20) if (x, y) not in referee.owners)
    seats = [(referee.turn + offset) % len(referee.heads) for offset in range(len(referee.heads))]
    heads = {seat: head for seat in seats if (head := referee.heads[seat]) is not None}
    reached = territories(free, [bit(head) for head in heads.values()], grid.stride)
    rows = [["."] * 30 for _ in range(20)]
    for seat, cells in zip(heads, reached, strict=True):
        for x in range(30):
            for y in range(20):
                if cells & bit((x, y)):
                    rows[y][x] = str(seat)
    return "\n".join("".join(row) for row in rows)


@pytest.mark.parametrize("dark", [False, True])
def test_stepping_through_a_game_of_four_shows_what_the_referee_has(open_page: Open, dark: bool) -> None:
    record = read_record(FOUR)
    assert len(record.deaths) == 3
    page = open_page([Shown("four.json", record)], dark=dark)
    shown = page.evaluate(
        """() => {
          const shown = [];
          for (let turn = 0; turn <= viewer.game.turns; turn++) {
            if (turn) document.getElementById("on").click();
            viewer.draw();
            const count = document.getElementById("count").textContent;
            shown.push([count, viewer.game.replay.toRows(viewer.turn).join("\\n")]);
          }
          return shown;
        }"""
    )
    end = len(record.moves)
    assert shown == [[f"Turn {turn} of {end}", referee.to_ascii()] for turn, referee in enumerate(walk(record))]


def test_every_turn_of_the_games_kept_is_the_referee_s(open_page: Open) -> None:
    records = [read_record(path) for path in sorted(REPLAYS.glob("*.json"))]
    page = open_page([Shown(f"{number}.json", record) for number, record in enumerate(records)])
    boards = page.evaluate(
        """() => viewer.games.map(({ turns, replay }) =>
          Array.from({ length: turns + 1 }, (_, turn) => replay.toRows(turn).join("\\n")))"""
    )
    assert boards == [[referee.to_ascii() for referee in walk(record)] for record in records]


def test_who_dies_of_something_that_no_rule_tells_dies_on_the_page_as_well(open_page: Open) -> None:
    record = timed_out(played(3, seed=4))
    page = open_page([Shown("game.json", record)])
    end = list(walk(record))[-1].to_ascii()
    assert page.evaluate("viewer.game.replay.toRows(viewer.game.turns).join('\\n')") == end
    page.keyboard.press("End")
    page.keyboard.press("[")
    assert "timeout" in page.inner_text("#move")


def test_territory_is_what_the_bot_counts(open_page: Open) -> None:
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        record = played(players, seed)
        page = open_page([Shown("game.json", record)])
        found = page.evaluate(
            "() => Array.from({length: viewer.game.turns}, (_, turn) => "
            "viewer.game.replay.toTerritoryRows(turn).join('\\n'))"
        )
        counts = page.evaluate("() => [...viewer.game.counts]")
        for turn, referee in enumerate(walk(record)):
            if turn == len(record.moves) or turn % 5:
                continue
            assert found[turn] == cells_reached(referee)
            assert counts[turn * players : (turn + 1) * players] == [found[turn].count(str(s)) for s in range(players)]
        turn = record.deaths[0].move // 2
        page.evaluate("turn => viewer.goTo(turn)", turn)
        page.wait_for_function(
            "turn => document.getElementById('count').textContent.startsWith(`Turn ${turn} `)", arg=turn
        )
        told = [int(text) for text in page.locator("#players tbody td:last-child").all_inner_texts() if text]
        assert told == counts[turn * players : (turn + 1) * players]


def pixels(page: Page) -> list[list[list[int]]]:
    """Return the colour of each cell on the canvas, rows of cells, beside the middle, clear of numbers and dots."""
    found: list[list[list[int]]] = page.evaluate(
        """() => {
          const { canvas, cell } = viewer.board;
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
          const { width, height } = viewer.game.replay;
          return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
            const [across, down] = viewer.board.middle(viewer.game, x + width * y);
            const start = 4 * (Math.floor(across + 0.2 * cell) + canvas.width * Math.floor(down + 0.12 * cell));
            return [...data.slice(start, start + 3)];
          }));
        }"""
    )
    return found


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("overlay", [False, True])
def test_the_canvas_is_painted_in_the_colours_of_seats_and_territory(
    open_page: Open, dark: bool, overlay: bool
) -> None:
    record = read_record(FOUR)
    page = open_page([Shown("four.json", record)], dark=dark)
    page.locator("#territory").set_checked(overlay)
    colours = read_colours(dark=dark)
    names = {**{"abcd"[seat]: f"seat-{seat}" for seat in range(4)}, ".": "board"}
    painted = {sign: [int(colours[name][at : at + 2], 16) for at in (1, 3, 5)] for sign, name in names.items()}
    share = page.evaluate("viewer.board.colours.tint")
    for seat in range(4):
        ground, colour = painted["."], painted["abcd"[seat]]
        painted[str(seat)] = [round(share * c + (1 - share) * g) for c, g in zip(colour, ground, strict=True)]
    turns = [0, 1, 77, record.deaths[0].move, record.deaths[0].move + 1, record.deaths[1].move + 1, len(record.moves)]
    for turn in turns:
        page.evaluate("turn => { viewer.goTo(turn); viewer.draw(); }", turn)
        rows = page.evaluate("turn => viewer.game.replay.toRows(turn)", turn)
        reached = page.evaluate("turn => viewer.game.replay.toTerritoryRows(turn)", turn)
        ignored = crossed(page, turn)
        for y, row in enumerate(pixels(page)):
            for x, pixel in enumerate(row):
                if [x, y] in ignored:
                    continue
                sign = rows[y][x].lower()
                expected = painted[reached[y][x] if sign == "." and overlay else sign]
                assert max(abs(a - b) for a, b in zip(pixel, expected, strict=True)) <= 3, (turn, x, y, sign)


@pytest.mark.parametrize("dark", [False, True])
def test_territories_of_like_tints_are_told_apart_by_their_texture(open_page: Open, dark: bool) -> None:
    """To those who see no green the tints of seats 2 and 3 are the same, and those of 0 and 3 nearly."""
    page = open_page([Shown("four.json", read_record(FOUR))], dark=dark)
    painted: list[list[bool]] = page.evaluate(
        """() => {
          const { canvas, cell, margin } = viewer.board;
          const { width } = viewer.game.replay;
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const colour = (x, y) => [...copy.getImageData(Math.floor(x), Math.floor(y), 1, 1).data.slice(0, 3)];
          return [0, 1, 2, 3].map((seat) => {
            const index = [...viewer.game.replay.territory(0)].indexOf(seat);
            const [left, top] = [margin + (index % width) * cell, margin + Math.floor(index / width) * cell];
            const plain = colour(left + 0.5 * cell, top + 0.8 * cell);
            const differs = (x, y) => colour(left + x * cell, top + y * cell).some((part, at) =>
              Math.abs(part - plain[at]) > 8);
            return [differs(0.5, 0.5), differs(0.25, 0.75)];
          });
        }"""
    )
    assert painted == [[False, False], [False, False], [True, True], [True, False]]


def crossed(page: Page, turn: int) -> list[list[int]]:
    """Return the cells that have something else on them: the arrow of the move, and the crosses of the dead."""
    found: list[list[int]] = page.evaluate(
        """(turn) => {
          const { replay } = viewer.game;
          const cells = [replay.targets[turn] ?? -1];
          for (let seat = 0; seat < replay.seats; seat++) {
            if (!replay.isAlive(seat, turn)) cells.push(replay.head(seat, turn));
          }
          return cells.map((cell) => [cell % replay.width, Math.floor(cell / replay.width)]);
        }""",
        turn,
    )
    return found


def test_the_variation_is_drawn_and_can_be_switched_off(open_page: Open) -> None:
    record = said(played(2, seed=8), lambda _: "LEFT depth 2 value 5 nodes 9 ms 1.0 search pv UP UP UP UP")
    page = open_page([Shown("game.json", record)])
    picture = "() => { viewer.draw(); return viewer.board.canvas.toDataURL(); }"
    drawn = page.evaluate(picture)
    assert page.inner_text("#figures").endswith("↑ ↑ ↑ ↑")
    page.keyboard.press("v")
    assert page.evaluate(picture) != drawn
    page.keyboard.press("v")
    assert page.evaluate(picture) == drawn


def test_a_better_move_of_the_review_is_told_and_drawn(open_page: Open) -> None:
    record = played(2, seed=8)
    page = open_page([Shown("game.json", record, reviewed(record, mistakes=[6]))], "#turn=6")
    better = "LEFT" if record.moves[6].answer != "LEFT" else "DOWN"
    assert page.inner_text("#mistake").startswith(f"Better: {better}, ")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.getElementById('mistake').hidden")


@pytest.mark.parametrize(("width", "ratio"), [(1280, 1), (1280, 2), (390, 3), (700, 1.5)])
def test_the_board_is_crisp_whatever_the_screen(open_page: Open, width: int, ratio: float) -> None:
    record: Record = played(2, seed=1)
    page = open_page([Shown("game.json", record)], width=width, ratio=ratio)
    canvas, shown, cell = page.evaluate(
        "() => [viewer.board.canvas.width, viewer.board.canvas.getBoundingClientRect().width, viewer.board.cell]"
    )
    assert canvas == pytest.approx(shown * ratio, abs=0.01)
    assert cell == int(cell)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert shown > 0.6 * min(width, 900) - 40

"""The page that shows recorded games, as text: what it holds, what it must not hold, its colours; and the pictures."""

import base64
import hashlib
import json
import os
import random
import re
import subprocess
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from conftest import ROOT, environment_without_make, run_tool
from PIL import Image
from site_form import site_form
from view_games import HOSTILE, played, reviewed, said

from tools.records import Record, Seat, read_record, write_record
from tools.review.file import review_path, write_review
from tools.starts import format_starts
from tools.view.__main__ import main
from tools.view.games import NoGameError, Shown, last_game, read_game
from tools.view.page import SCRIPTS, to_block, to_page
from tools.view.picture import CELL, MARGIN, TITLE, draw_turn, read_colours
from tools.walk import position_at

REPLAYS = ROOT / "replays"
FOUR = REPLAYS / "4-wall-greedy-random-random.json"


def data_of(page: str) -> dict[str, object]:
    """Return what the page's block of data holds, found as a browser finds it: up to the first `</script`."""
    start = page.index('<script type="application/json" id="data">')
    block = page[page.index(">", start) + 1 :]
    found: dict[str, object] = json.loads(block[: block.lower().index("</script")])
    return found


def test_the_page_holds_the_records_that_it_was_given() -> None:
    files = sorted(REPLAYS.glob("*.json"))
    games = data_of(to_page([read_game(path) for path in files]))["games"]
    assert isinstance(games, list)
    assert [game["path"] for game in games] == [path.as_posix() for path in files]
    assert [game["record"] for game in games] == [json.loads(path.read_text(encoding="utf-8")) for path in files]
    assert {game["review"] for game in games} == {None}


def test_the_policy_names_the_script_and_the_style_sheet_and_allows_no_connection() -> None:
    page = to_page([read_game(FOUR)])
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    inline = {"script-src": "<script>", "style-src": "<style>"}
    for rule, opening in inline.items():
        _, _, rest = page.rpartition(opening)
        text = rest[: rest.index(f"</{opening[1:]}")]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    assert rules["default-src"] == "'none'"
    assert not {"connect-src", "font-src", "frame-src", "object-src"} & rules.keys()


def test_the_page_names_no_other_place() -> None:
    addresses = set(re.findall(r"\w+://[^\s\"')<]+", to_page([read_game(FOUR)])))
    assert addresses == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_a_game_cannot_leave_its_block(text: str) -> None:
    record = replace(read_record(FOUR), players=[Seat(text, text)] * 4)
    record = said(record, lambda _: text)
    page = to_page([Shown(text, record)])
    games = data_of(page)["games"]
    assert isinstance(games, list)
    assert games[0]["path"] == text
    assert games[0]["record"]["players"] == [{"name": text, "command": text}] * 4
    # Nothing else of the page depends on the game.
    start, end = page.index('id="data">'), page.index("</script>", page.index('id="data">'))
    calm = to_page([Shown("calm", read_record(FOUR))])
    assert (page[:start], page[end:]) == (calm[:start], calm[calm.index("</script>", start) :])


def test_no_text_can_end_a_block() -> None:
    everything = "".join(map(chr, range(0x2100))) + "\U0001f600"
    block = to_block({everything: [everything, 10**400]})
    assert json.loads(block) == {everything: [everything, 10**400]}
    assert block.isascii()
    assert not set("<>&") & set(block)


def test_every_script_is_part_of_the_page() -> None:
    assert sorted(SCRIPTS) == sorted(path.name for path in (ROOT / "tools" / "view" / "page").glob("*.js"))


def test_a_long_game_with_all_that_can_be_shown_stays_below_300_kb() -> None:
    record = played(4, seed=11, moves=600)
    assert len(record.moves) >= 600
    record = said(record, lambda turn: f"RIGHT depth 12 value -12345 nodes 5432 ms {turn % 100}.5 search")
    page = to_page([Shown("games/game-0001.json", record, reviewed(record, mistakes=[9, 100], line=20))])
    assert len(page.encode()) < 300_000


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_marks_stand_out(dark: bool) -> None:
    colours = read_colours(dark=dark)
    grounds = [colours[name] for name in ("page", "surface", "hover")]
    for name in ("ink", "muted", "danger"):
        assert min(contrast(colours[name], ground) for ground in grounds) >= 4.5, name
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    for seat in range(4):
        assert contrast(colours[f"on-seat-{seat}"], colours[f"seat-{seat}"]) >= 4.5
        assert contrast(colours[f"seat-{seat}"], colours["board"]) >= 3
    assert contrast(colours["accent"], colours["surface"]) >= 3


# On linear RGB, as Machado, Oliveira and Fernandes have them for complete deficiencies: "A Physiologically-based Model
# for Simulation of Color Vision Deficiency" (2009).
DEFICIENCIES = {
    "protanopia": [(0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)],
    "deuteranopia": [(0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)],
    "tritanopia": [(1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)],
}


def lab(colour: str, deficiency: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return where a colour, as it is seen, lies in CIELAB (D65)."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1, max(0, sum(factor * part for factor, part in zip(row, linear, strict=True)))) for row in deficiency
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_seats_are_told_apart_whatever_the_eyes(dark: bool, deficiency: str) -> None:
    colours = read_colours(dark=dark)
    seen = [lab(colours[f"seat-{seat}"], DEFICIENCIES[deficiency]) for seat in range(4)]
    distances = [sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(seen, 2)]
    # A difference of 2.3 is just noticed; these are the colours of ribbons side by side.
    assert min(distances) > 10


def test_a_picture_shows_ribbons_heads_and_free_cells_in_their_colours() -> None:
    shown = read_game(FOUR)
    turn = shown.record.deaths[0].move + 1
    image = draw_turn(shown, turn)
    colours = read_colours(dark=False)
    assert image.size == (30 * CELL + 2 * MARGIN, 20 * CELL + 2 * MARGIN + TITLE)
    rows = board_at(shown.record, turn)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            # Beside the middle, where neither the number of a head nor the mark of a start stands.
            place = MARGIN + CELL * x + CELL // 2 + 7, MARGIN + TITLE + CELL * y + CELL // 2 + 2
            if cell != ".":
                expected = rgb(colours[f"seat-{'abcd'.index(cell.lower())}"])
                assert image.getpixel(place) == expected, (x, y)
    counts = {colour: count for count, colour in image.getcolors(1 << 24)}
    assert counts[rgb(colours["board"])] > 100_000


def test_a_picture_of_any_turn_of_any_game_can_be_drawn() -> None:
    chance = random.Random(1)
    for path in sorted(REPLAYS.glob("*.json")):
        shown = read_game(path)
        turn = chance.choice([0, len(shown.record.moves), chance.randrange(len(shown.record.moves))])
        assert draw_turn(shown, turn, dark=True).getpixel((2, 2)) == rgb(read_colours(dark=True)["surface"])


def board_at(record: Record, turn: int) -> list[str]:
    """Return the referee's drawing of a turn."""
    return position_at(record, turn).to_ascii().split("\n")


def rgb(colour: str) -> tuple[int, ...]:
    """Return the parts of `#rrggbb`."""
    return tuple(int(colour[index : index + 2], 16) for index in (1, 3, 5))


def test_the_command_writes_a_page_of_all_files_with_their_reviews(tmp_path: Path) -> None:
    record = read_record(FOUR)
    game = tmp_path / "game-0001.json"
    write_record(record, game)
    write_review(reviewed(record, mistakes=[3]), review_path(game))
    page = tmp_path / "out" / "page.html"
    result = run_tool("-m", "tools.view", game, FOUR, "-o", page)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"written: {page}\n", "")
    games = data_of(page.read_text(encoding="utf-8"))["games"]
    assert isinstance(games, list)
    assert [bool(entry["review"]) for entry in games] == [True, False]
    assert games[0]["review"]["mistakes"] == [3]


@pytest.mark.parametrize("found", [True, False])
def test_the_page_is_opened_or_its_address_is_told(
    found: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "a page.html"
    opened: list[str] = []

    def open_address(address: str) -> bool:
        opened.append(address)
        return found

    monkeypatch.setattr("webbrowser.open", open_address)
    assert main([str(FOUR), "-o", str(page), "--open"]) == 0
    assert opened == [page.as_uri()]
    told = "" if found else f"view: no browser was found here: open it by hand, {page.as_uri()}\n"
    assert capsys.readouterr().err == told


def test_starts_that_a_file_does_not_tell_are_handed_on(tmp_path: Path) -> None:
    record = read_record(FOUR)
    game, page = tmp_path / "game.json", tmp_path / "page.html"
    game.write_text(json.dumps(site_form(record, with_starts=False)), encoding="utf-8")
    starts = format_starts(record.starts)
    assert main([str(game), "--starts", starts, "-o", str(page)]) == 0
    games = data_of(page.read_text(encoding="utf-8"))["games"]
    assert isinstance(games, list)
    assert games[0]["starts"] == starts


def test_without_a_file_the_last_game_is_shown(tmp_path: Path) -> None:
    with pytest.raises(NoGameError, match="make match"):
        last_game(tmp_path)
    for name, age in (("a", 3), ("c", 1), ("b", 2)):
        path = tmp_path / f"{name}.json"
        path.write_text("", encoding="utf-8")
        os.utime(path, (1000 - age, 1000 - age))
    assert last_game(tmp_path).name == "c.json"


def test_the_command_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "turn.png"
    assert main([str(FOUR), "--png", "12", "--dark", "-o", str(picture)]) == 0
    assert capsys.readouterr().out == f"written: {picture}\n"
    with Image.open(picture) as image:
        assert image.format == "PNG"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing.json"], "nothing.json: cannot be read"),
        ([str(ROOT / "README.md")], "README.md: "),
        ([str(FOUR), "--png", "100000"], "expected a turn from 0 to "),
        ([str(FOUR), str(FOUR), "--png", "1"], "--png shows one game, found 2"),
        ([str(FOUR), "--starts", "(1,1)(2,2)"], "this one tells its own"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("view: ")
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_a_page_that_cannot_be_written_is_one_sentence() -> None:
    result = run_tool("-m", "tools.view", FOUR, "-o", FOUR / "page.html")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"error: {FOUR} cannot be written: File exists\n"


def test_a_turn_that_is_no_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--png", "x"])
    assert "expected a number from 0 to 999999999, found 'x'" in capsys.readouterr().err


def test_the_review_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_record(FOUR)
    game = tmp_path / "game.json"
    write_record(replace(record, seed=12345), game)
    write_review(reviewed(record, mistakes=[]), review_path(game))
    assert main([str(game), "-o", str(tmp_path / "page.html")]) == 2
    assert "the review of another game" in capsys.readouterr().err


def test_make_view_opens_the_last_game_or_the_one_that_is_named() -> None:
    for setting, files in (([], []), (["FILES=a.json b.json"], ["a.json", "b.json"])):
        result = subprocess.run(
            ["make", "--dry-run", "--assume-old=.venv/ready", "view", *setting],
            cwd=ROOT,
            env=environment_without_make(),
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout.split() == [".venv/bin/python", "-m", "tools.view", "--open", *files]

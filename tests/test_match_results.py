"""What a match says of strength, on the terminal and to other programs."""

import json
import sys
from io import StringIO
from math import inf
from pathlib import Path

import pytest
from rich.console import Console
from test_match_tally import finished

from tools.cores import physical_cores
from tools.digests import digest
from tools.match_settings import Settings
from tools.outputs import game_rows, summary
from tools.players import ROOT, Player, resolve
from tools.records import Limits
from tools.schedule import balanced_orders, rotations
from tools.statistics.gsprt import Hypotheses
from tools.strength import print_seats, print_strength, strength, verdict
from tools.tally import Tally

FOUR = Settings(
    [resolve(name) for name in ("wall", "flood", "greedy", "random")], rotations((0, 1, 2, 3)), 7, Limits(1, 2)
)


def tally_of(winners: list[int], players: int = 2, contestants: int = 2) -> Tally:
    """Add up games in which the seat named wins, in whole blocks of rotations."""
    orders = rotations(tuple(min(place, contestants - 1) for place in range(players)))
    tally = Tally(contestants, players)
    for number, winner in enumerate(winners):
        tally.add(*finished(number, number // players, orders[number % players], winner))
    return tally


def text_of(tally: Tally, names: list[str], players: int, test: Hypotheses | None = None) -> str:
    text = StringIO()
    console = Console(file=text, width=150)
    print_seats(console, tally, names)
    print_strength(console, tally, names, players, verdict(test, tally) if test else None)
    return text.getvalue()


def test_wins_of_blocks_are_counted() -> None:
    tally = tally_of([0, 1, 0, 0, 1, 1, 0])
    # Won in both seats, split, split, and a block that is not whole.
    assert tally.block_wins(0) == [0, 2, 1]
    assert tally.block_wins(1) == [1, 2, 0]
    assert [tally.standings[0].won, tally.standings[0].sat] == [{0: 3, 1: 2}, {0: 4, 1: 3}]


def test_sweeps_elo_superiority_and_shares_by_seat_are_told() -> None:
    shown = text_of(tally_of([0, 1, *[0, 0, 1, 1] * 6]), ["new", "old"], 2)
    assert "13 whole blocks: 1 swept by new, 0 by old, 12 split" in shown
    # 14 of 26 games won, which is 400 log10(14/12) Elo.
    assert "new: Elo +26.8, 95 % between -23.7 and +78.4; likelihood of superiority 85.1 %" in shown
    assert ["new", "53.8", "%", "53.8", "%"] in [line.split() for line in shown.splitlines()]


def test_among_four_a_quarter_is_a_fair_share() -> None:
    tally = tally_of([0, 0, 0, 0] * 20, 4, 4)
    shown = text_of(tally, ["a", "b", "c", "d"], 4)
    assert "20 whole blocks: 0 swept by a, 0 conceded, 20 split" in shown
    assert "a: Elo +0.0 against 3 equal ones, 95 % between" in shown
    assert "likelihood of superiority 50.0 %" in shown


def test_of_few_blocks_or_of_several_seats_no_strength_is_told() -> None:
    assert strength(tally_of([0, 1] * 9), 2) is None
    assert strength(tally_of([0, 1] * 20, contestants=1), 2) is None
    assert "Elo" not in text_of(tally_of([0, 1] * 9), ["new", "old"], 2)


def test_who_won_everything_is_infinitely_strong() -> None:
    tally = tally_of([0, 1] * 10)
    found = strength(tally, 2)
    assert found is not None
    assert found.elo == inf
    assert "new: Elo +∞, 95 % between" in text_of(tally, ["new", "old"], 2)


@pytest.mark.parametrize(
    ("winners", "end"),
    [
        ([0, 0] * 8, "SPRT 0 10: LLR -0.23 (-3.18, 3.18) after 8 blocks: undecided"),
        ([0, 0] * 110, "after 110 blocks: H0 accepted, new is no more than 0 Elo ahead rather than 10"),
        ([0, 1] * 150, "after 150 blocks: H1 accepted, new is 10 Elo ahead rather than 0"),
    ],
)
def test_the_verdict_is_told(winners: list[int], end: str) -> None:
    assert end in text_of(tally_of(winners), ["new", "old"], 2, Hypotheses(0, 10, 2))


def test_the_summary_holds_what_was_printed() -> None:
    settings = Settings([resolve("wall"), resolve("flood")], rotations((0, 1)), 7, Limits(1000, None), fair=0.02)
    tally = tally_of([0, 1, *[0, 0, 1, 1] * 6])
    test = Hypotheses(0, 10, 2)
    data = json.loads(summary(settings, tally, ["new", "old"], verdict(test, tally), whole=True))
    assert data["match"] == json.loads(json.dumps(settings.description()))
    assert (data["whole"], data["games"], data["blocks"]["by_wins"]) == (True, 26, [0, 12, 1])
    assert data["players"][0]["wins"] == 14
    assert data["players"][0]["by_seat"] == [{"seat": seat, "games": 13, "wins": 7} for seat in (0, 1)]
    assert data["players"][1]["deaths"] == {"edge": 14}
    assert round(data["strength"]["elo"], 1) == 26.8
    assert data["sprt"]["accepted"] is None
    assert data["sprt"]["blocks"] == 13
    everything = json.loads(summary(settings, tally_of([0, 1] * 10), ["new", "old"], None, whole=False))
    assert everything["strength"]["elo"] is None
    assert everything["sprt"] is None
    nothing = json.loads(summary(settings, Tally(2, 2), ["new", "old"], None, whole=False))
    assert (nothing["games"], nothing["strength"], nothing["players"][0]["share"]) == (0, None, None)


def test_each_game_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with game_rows(path, ["a", "b,c"], 3) as rows:
        assert rows
        rows.add(*finished(4, 1, (1, 0, 1), 1))
    assert path.read_text().splitlines() == [
        "game,block,starts,moves,proven,repeats,player0,rank0,end0,player1,rank1,end1,player2,rank2,end2",
        '5,1,"(0,0)(1,0)(2,0)",5,0,0,"b,c",2,edge,a,0,,"b,c",1,edge',
    ]
    with game_rows(None, [], 2) as nothing:
        assert nothing is None


def test_a_match_says_how_its_starts_are_chosen() -> None:
    assert FOUR.starts_shown() == "random starts, fair or not"
    contestants, orders = FOUR.contestants, balanced_orders((0, 1, 2, 3))
    assert Settings(contestants, orders, 7, Limits(1, 2), fair=0.02).starts_shown() == (
        "fair starts, within 2 % of the grid"
    )
    assert Settings(contestants, orders, 7, Limits(1, 2), starts=[(1, 2)]).starts_shown() == "given starts (1,2)"
    assert (FOUR.players, FOUR.block_size) == (4, 4)


def test_a_player_is_told_from_what_its_files_were(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    other = tmp_path / "other.py"
    bot.write_text("one")
    other.write_text("one")

    def of(*argv: str) -> str:
        return digest(Player("bot", argv, tmp_path, "bot"))

    before = of(sys.executable, "bot.py", "--depth", "3")
    # Neither the place nor what is no file counts, only contents.
    assert before == of(sys.executable, str(other), "--depth", "4")
    assert before == of(sys.executable, "bot.py", "-c", "pass;" * 100)
    bot.write_text("two")
    assert before != of(sys.executable, "bot.py")
    bot.chmod(0o755)
    assert of(str(bot)) == of(sys.executable, "bot.py")
    assert digest(resolve("wall")) == digest(resolve("flood"))
    assert digest(resolve("bot")) not in {digest(resolve("wall")), before}
    assert (ROOT / "tools" / "sparring").is_dir()


def test_cores_are_counted_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert physical_cores() >= 1
    monkeypatch.setattr("tools.cores.TOPOLOGY", tmp_path)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2, 3})
    assert physical_cores() == 4
    for cpu in range(4):
        (tmp_path / f"cpu{cpu}" / "topology").mkdir(parents=True)
        (tmp_path / f"cpu{cpu}" / "topology" / "thread_siblings_list").write_text(f"{cpu % 2},{cpu % 2 + 2}\n")
    assert physical_cores() == 2
    monkeypatch.delattr("os.sched_getaffinity")
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert physical_cores() == 3

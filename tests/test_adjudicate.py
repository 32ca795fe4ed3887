"""A game that is ended early has the result that exact play gives it."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies  # noqa: F401  (its profile is the one that all tests share)
from tests.bad_bots import command
from tests.oracles.longest_path import longest_path, steps
from tools.adjudicate import Adjudicator, check, moves_needed
from tools.match import main
from tools.recordings import read_recording
from tools.records import Adjudication, RecordError, from_json, read_record, to_json
from tools.referee import Cause, Cell, Referee
from tools.verify import verify

PATIENT = ["--limit-ms", "0", "--first-ms", "0"]
# As many free cells can be searched in a moment.
SMALL = 14


@cache
def mover_wins(free: frozenset[Cell], mover: Cell, other: Cell) -> bool:
    """Whether the head on move makes the last move under perfect play, by trying every game."""
    return any(not mover_wins(free - {cell}, other, cell) for cell in steps(mover) if cell in free)


def free_cells(referee: Referee) -> frozenset[Cell]:
    every = ((x, y) for x in range(referee.width) for y in range(referee.height))
    return frozenset(cell for cell in every if cell not in referee.owners)


def winner_by_exact_play(referee: Referee) -> int:
    living = referee.living()
    mover = referee.turn
    other = living[1] if mover == living[0] else living[0]
    heads = [referee.heads[seat] for seat in (mover, other)]
    assert heads[0] is not None
    assert heads[1] is not None
    return mover if mover_wins(free_cells(referee), heads[0], heads[1]) else other


def play(referee: Referee, choices: Iterator[int]) -> Iterator[None]:
    """Play on by choices among the safe moves, and die where there is none or, of more than two, now and then."""
    while not referee.is_over():
        yield
        choice = next(choices, None)
        if choice is None:
            return
        answers = referee.safe_answers()
        if not answers or (choice == 23 and len(referee.living()) > 2):
            referee.kill(Cause.TIMEOUT)
        else:
            referee.play(answers[choice % len(answers)])


def place(players: int, width: int, height: int, rng: random.Random) -> Referee:
    cells = [(x, y) for x in range(width) for y in range(height)]
    return Referee(rng.sample(cells, players), width, height)


def test_what_is_proven_is_never_refuted_by_exact_play() -> None:
    rng = random.Random(4)
    proven = dict.fromkeys((2, 3, 4), 0)
    for _ in range(900):
        players = rng.choice((2, 2, 3, 4))
        referee = place(players, rng.randint(3, 6), rng.randint(3, 5), rng)
        for _ in play(referee, iter(lambda: rng.randrange(24), None)):
            verdict = Adjudicator(referee.width, referee.height).judge(referee)
            if verdict is None:
                continue
            check(referee, verdict)
            if len(free_cells(referee)) <= SMALL:
                proven[players] += 1
                assert verdict.winner == winner_by_exact_play(referee), referee.to_ascii()
    assert all(count > 150 for count in proven.values()), proven


@settings(max_examples=200)
@given(st.integers(2, 6), st.integers(2, 5), st.integers(2, 4), st.integers(0, 10**6), st.lists(st.integers(0, 23)))
def test_a_proof_holds_and_its_bounds_are_bounds(
    width: int, height: int, players: int, seed: int, choices: list[int]
) -> None:
    referee = place(min(players, width * height), width, height, random.Random(seed))
    adjudicator = Adjudicator(width, height)
    for _ in play(referee, iter(choices)):
        verdict = adjudicator.judge(referee)
        if verdict is None:
            continue
        check(referee, verdict)
        free = free_cells(referee)
        if len(free) > SMALL:
            return
        heads = {seat: head for seat, head in enumerate(referee.heads) if head is not None}
        (loser,) = heads.keys() - {verdict.winner}
        assert verdict.certain <= longest_path(heads[verdict.winner], free)
        assert verdict.possible >= longest_path(heads[loser], free)
        return


def walled(width: int) -> Referee:
    """Two ribbons side by side down the middle: A has two columns of four to its left, B what is left on its right."""
    referee = Referee([(2, 3), (3, 3)], width, 4)
    for _ in range(6):
        referee.play("UP")
    return referee


def test_of_equally_many_moves_the_player_on_move_has_one_too_few() -> None:
    referee = walled(6)
    assert referee.to_ascii().splitlines() == ["..AB..", "..ab..", "..ab..", "..ab.."]
    verdict = Adjudicator(6, 4).judge(referee)
    assert verdict is not None
    assert (verdict.winner, verdict.certain, verdict.possible) == (1, 8, 8)
    referee = walled(5)
    verdict = Adjudicator(5, 4).judge(referee)
    assert verdict is not None
    assert (verdict.winner, verdict.certain, verdict.possible) == (0, 8, 4)
    assert [moves_needed(8, on_move=on_move) for on_move in (True, False)] == [9, 8]


def test_nothing_is_judged_where_both_reach_a_cell_or_three_live() -> None:
    assert Adjudicator(30, 20).judge(Referee([(2, 3), (12, 3)])) is None
    referee = Referee([(0, 0), (2, 0), (4, 0)], 5, 1)
    assert Adjudicator(5, 1).judge(referee) is None
    # Its ribbon is gone with the third, and the first two still have no cell in common.
    referee.play("RIGHT")
    referee.play("RIGHT")
    referee.kill(Cause.TIMEOUT)
    assert Adjudicator(5, 1).judge(referee) == Adjudication(1, 1, 0, "R")


def test_a_game_that_could_not_be_judged_is_judged_again_only_after_some_answers() -> None:
    """In 1 of these 100 games no path of the promised length is found; at some answers after it one would be."""
    rng = random.Random(1)
    waited = judged = 0
    for _ in range(100):
        referee = place(2, 14, 9, rng)
        adjudicator = Adjudicator(14, 9)
        for _ in play(referee, iter(lambda: rng.randrange(24), None)):
            if adjudicator.judge(referee):
                judged += 1
                break
            waited += Adjudicator(14, 9).judge(referee) is not None
    assert (judged, waited) == (99, 6)


def play_games(directory: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Play four games to their ends, and again with proofs; returns the directories with their records."""
    monkeypatch.chdir(directory)
    monkeypatch.setenv("COLUMNS", "200")
    arguments = ["flood", "greedy", "--games", "4", "--seed", "8", *PATIENT]
    assert main([*arguments, "--output", "whole"]) == 0
    assert main([*arguments, "--output", "ended", "--adjudicate"]) == 0
    return directory / "whole", directory / "ended"


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the records of some adjudicated games."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        _, directory = play_games(tmp_path_factory.mktemp("games"), monkeypatch)
    return [path for path in sorted(directory.iterdir()) if read_record(path).adjudicated]


def test_an_adjudicated_match_says_so_and_its_games_are_the_beginnings_of_the_whole_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = play_games(tmp_path, monkeypatch)
    shown = capsys.readouterr().out
    whole, ended = ([read_recording(path).record for path in sorted(directory.iterdir())] for directory in games)
    proven = [record for record in ended if record.adjudicated]
    assert len(proven) >= 2
    for record, full in zip(ended, whole, strict=True):
        if record.adjudicated is None:
            continue
        assert len(record.moves) < len(full.moves)
        assert [move.answer for move in record.moves] == [move.answer for move in full.moves][: len(record.moves)]
        assert len(record.deaths) == 0
        assert record.ranks.index(0) == record.adjudicated.winner
        assert from_json(to_json(record)) == record
    assert f"{len(proven)} of the games were ended once their result was proven" in shown
    assert "the grid when the game was decided" in shown
    assert "moves left against" in shown
    assert "--limit-ms 0 --adjudicate\n" in shown


def test_a_seat_of_an_adjudicated_game_is_played_on(ended: list[Path]) -> None:
    assert main(["wall", "--replay", str(ended[0]), *PATIENT]) == 0


def test_a_proof_that_does_not_hold_is_refused(ended: list[Path]) -> None:
    record = read_record(ended[0])
    proof = record.adjudicated
    assert proof is not None
    verify(record)
    swapped = replace(proof, winner=1 - proof.winner)
    with pytest.raises(RecordError, match=r"adjudicated\.(possible|path|certain): expected"):
        verify(replace(record, adjudicated=swapped))
    with pytest.raises(RecordError, match=rf"adjudicated\.possible: expected {proof.possible} or more, found -1"):
        verify(replace(record, adjudicated=replace(proof, possible=-1)))
    with pytest.raises(RecordError, match=r"adjudicated\.certain: expected \d+ or more, found -1"):
        verify(replace(record, adjudicated=replace(proof, certain=-1, path="")))
    with pytest.raises(RecordError, match=r"adjudicated\.path: expected a free cell at its step \d+"):
        verify(replace(record, adjudicated=replace(proof, path="U" * proof.certain)))
    with pytest.raises(RecordError, match=r"adjudicated: expected players walled apart"):
        verify(replace(record, moves=record.moves[:2]))
    with pytest.raises(RecordError, match=r"ranks: expected"):
        verify(replace(record, ranks=record.ranks[::-1]))


def test_fields_of_a_proof_are_checked_on_reading(ended: list[Path]) -> None:
    before, _, proof = ended[0].read_text().rpartition('"adjudicated": ')
    for wrong, message in (
        ('{"winner":2,"certain":1,"possible":0,"path":"U"}', "adjudicated.winner: expected an integer from 0 to 1"),
        ('{"winner":1,"certain":2,"possible":0,"path":"U"}', "adjudicated.certain: expected an integer from 1 to 1"),
        ('{"winner":1,"certain":1,"possible":-1,"path":"U"}', "adjudicated.possible: expected an integer"),
        ('{"winner":1,"certain":1,"possible":0,"path":"X"}', "adjudicated.path: expected initials of directions"),
        ('{"winner":1,"certain":1,"possible":0}', "adjudicated.path: expected this field"),
        ("null", "adjudicated: expected an object"),
    ):
        with pytest.raises(RecordError) as caught:
            from_json(before + '"adjudicated": ' + wrong + "\n}\n")
        assert str(caught.value).startswith(message)
    assert proof


def test_whoever_crashes_before_the_proof_has_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [command("crashes", "1"), "wall", "--fixed-seats", "--adjudicate", "--starts", "(4,1)(4,5)", *PATIENT]
    assert main(arguments) == 0
    record = read_recording(tmp_path / "games" / "game-0001.json").record
    assert record.adjudicated is None
    assert [death.cause for death in record.deaths] == [Cause.CRASHED]

"""Games for fits: which starts they have, what is in them, and that a run goes on where it was."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.grid import Grid
from tools.games_file import GamesFileError, read_games
from tools.records import Limits, Move, Record, Seat
from tools.referee import HEIGHT, WIDTH, Cause, Death
from tools.tune.classes import CLASSES, is_for_fits, representative, starts_for_fits, starts_for_proof
from tools.tune.data import make
from tools.tune.positions import PARTS, draw, part_of, positions_of
from tools.tune.self_play import DRAWN, Settings, play
from tools.verify import verify

SETTINGS = Settings(seed=5, mix=(2, 3), nodes=1, drawn=4, fair=0.3)
STARTS = st.lists(st.tuples(st.integers(0, 29), st.integers(0, 19)), min_size=2, max_size=4, unique=True)


@given(STARTS, st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_mirror_images_in_any_order_are_one_class(
    starts: list[tuple[int, int]], across: bool, down: bool, rng: Random
) -> None:
    image = [(WIDTH - 1 - x if across else x, HEIGHT - 1 - y if down else y) for x, y in starts]
    rng.shuffle(image)
    assert representative(image) == representative(starts)
    assert is_for_fits(image) == is_for_fits(starts)


def test_no_start_of_a_proof_is_one_that_a_fit_may_see() -> None:
    fits = [starts_for_fits(2, Random(seed), 0.1) for seed in range(40)]
    proofs = [starts_for_proof(2, Random(seed), 0.1) for seed in range(40)]
    assert not {representative(starts) for starts in fits} & {representative(starts) for starts in proofs}


def test_about_one_class_in_four_is_for_fits() -> None:
    rng = Random(1)
    fits = sum(is_for_fits([(rng.randrange(30), rng.randrange(20)), (30, 20)]) for _ in range(2_000))
    assert 0.8 / CLASSES < fits / 2_000 < 1.2 / CLASSES


@pytest.mark.parametrize("number", range(4))
def test_a_game_obeys_the_rules_and_comes_out_again(number: int) -> None:
    record = play(SETTINGS, number)
    verify(record)
    assert record == play(SETTINGS, number)
    assert len(record.starts) == SETTINGS.mix[number % 2]
    assert is_for_fits(record.starts)


def test_games_differ_and_begin_with_drawn_moves_alone() -> None:
    records = [play(SETTINGS, number) for number in range(8)]
    assert len({tuple(move.answer for move in record.moves) for record in records}) == 8
    openings = []
    for record in records:
        notes = [move.note for move in record.moves]
        openings.append(notes.count(DRAWN))
        assert notes == [DRAWN] * openings[-1] + [None] * (len(notes) - openings[-1])
    assert max(openings) > 0
    assert max(openings) <= SETTINGS.drawn * 3


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_games(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    told: list[int | None] = []
    assert make(whole, SETTINGS, 4, 1, told.append) == 4
    moves = [len(entry.outcome.record.moves) for entry in read_games(whole)]
    assert told == moves
    assert make(torn, SETTINGS, 2, 1, told.append) == 2
    told.clear()
    text = torn.read_bytes()
    torn.write_bytes(text[: len(text) - 100])
    assert make(torn, SETTINGS, 4, 1, told.append) == 3
    assert told == [None, *moves[1:]]
    assert list(read_games(torn)) == list(read_games(whole))
    assert torn.read_bytes() == whole.read_bytes()


def test_games_of_other_settings_or_another_bot_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games"
    make(file, SETTINGS, 1, 1, lambda _: None)
    other = Settings(seed=5, mix=(2, 3), nodes=2, drawn=4, fair=0.3)
    with pytest.raises(GamesFileError, match="nodes is 1 there and 2 here"):
        make(file, other, 2, 1, lambda _: None)
    monkeypatch.setattr("tools.tune.data.read_fingerprint", lambda: 7)
    with pytest.raises(GamesFileError, match=r"bench is [0-9]+ there and 7 here"):
        make(file, SETTINGS, 2, 1, lambda _: None)


def test_parts_are_six_two_and_two_of_ten_and_depend_on_the_seed() -> None:
    counts = [[part_of(game, 1) for game in range(5_000)].count(part) for part in range(len(PARTS))]
    assert [round(count / 500) for count in counts] == [6, 2, 2]
    assert [part_of(game, 1) for game in range(50)] != [part_of(game, 2) for game in range(50)]


def corridor(width: int, answers: str) -> Record:
    """Play on two rows of cells, A from the left end of the upper one and B from its right end; A dies of the last."""
    words = {word[0]: word for word in ("UP", "RIGHT", "DOWN", "LEFT")}
    moves = [Move(number % 2, words[letter], 0.0, None) for number, letter in enumerate(answers)]
    deaths = [Death(0, Cause.OWN_RIBBON, len(moves) - 1)]
    seats = [Seat("x", "x")] * 2
    return Record(1, (width, 2), [(0, 0), (width - 1, 0)], seats, Limits(None, None), moves, deaths, [1, 0])


@pytest.mark.parametrize(("width", "on_move", "count", "margin"), [(7, 1, 3, 3), (8, 0, 4, -5)])
def test_positions_tell_who_won_and_by_how_many_moves_once_walled_off(
    width: int, on_move: int, count: int, margin: int
) -> None:
    # Heads are an odd way apart when B is on move on seven columns, and when A is on eight. A goes two to the right,
    # down and back, which walls it off with one cell left, while B has come to (3,0), or (4,0), with all to the right.
    record = corridor(width, "RLRLDLLDLRU" if width == 7 else "RLRLDLLLLDU")
    board = Grid(width, 2)
    seen = list(positions_of(3, record))
    assert len(seen) == count
    for position in seen:
        free, ((first, *_), (second, *_)) = position.position
        assert (board.position(first) < board.position(second)) == (on_move == 0)
        assert not free & (first | second)
        assert (position.game, position.won, position.margin) == (3, on_move == 1, margin)
    assert seen[0].position[0].bit_count() == 2 * width - 2 - on_move


def test_the_positions_drawn_are_of_their_game_and_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "games"
    make(file, SETTINGS, 4, 1, lambda _: None)
    duels, melees = draw(read_games(file), 5, 1)
    assert (duels, melees) == draw(read_games(file), 5, 1)
    assert {seen.game for seen in duels} <= {0, 1, 2, 3}
    assert {seen.game for seen in melees} == {1, 3}
    assert all(len(seen.position[1]) == 2 for seen in duels)
    for game in range(4):
        assert sum(seen.game == game for seen in [*duels, *melees]) == 5


def test_an_answer_that_leads_nowhere_is_refused() -> None:
    record = replace(corridor(7, "U"), deaths=[])
    with pytest.raises(ValueError, match="'UP' leads to no free cell"):
        list(positions_of(0, record))

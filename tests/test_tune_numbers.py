"""The numbers of the bot by name, and its sources with others in their places."""

import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation import Weights
from bot.search import RANK, Search
from tools.tune.features import weights_of
from tools.tune.numbers import NumberError, Value, full_name, like, present, rewrite, short_name, shown, with_numbers

EVALUATION = (ROOT / "bot" / "evaluation.py").read_text(encoding="utf-8")
PRESENT = weights_of(Weights())
TEXT = '''"""A module: ä."""

LIMIT = 7
RATE: float = 0.5; WIDE = (
    2 * LIMIT  # ä
)
NONE: int
A, B = 1, 2


class Thing:
    """Has one of the same name."""

    LIMIT = -20_000

    def take(self, ratio: int = 3) -> None:
        LIMIT = 5
'''


def test_other_weights_are_all_that_changes_in_the_evaluation() -> None:
    other = {f"Weights.{name}": -3 * value - 7 for name, value in PRESENT.items()}
    text = with_numbers(EVALUATION, other)
    names: dict[str, object] = {"__name__": "bot.evaluation", "__package__": "bot"}
    exec(compile(text, "evaluation", "exec"), names)  # noqa: S102  # a text of our own, to see what it means
    weights = names["Weights"]
    assert isinstance(weights, type)
    assert {f"Weights.{name}": getattr(weights(), name) for name in PRESENT} == other
    assert weights().room is True
    assert with_numbers(text, {f"Weights.{name}": value for name, value in PRESENT.items()}) == EVALUATION


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [("cell: int = 55", "cell: int = FIFTY", "cell"), ("class Weights", "class Wights", "cell|centre|edge|separated")],
)
def test_a_source_with_no_place_for_a_weight_is_refused(old: str, new: str, word: str) -> None:
    changed = EVALUATION.replace(old, new)
    assert changed != EVALUATION
    with pytest.raises(NumberError, match=rf"expected a number that is set there as Weights\.({word}), found none"):
        with_numbers(changed, {f"Weights.{name}": 1 for name in PRESENT})


def test_constants_are_replaced_where_they_are_set_and_nowhere_else() -> None:
    found = with_numbers(TEXT, {"LIMIT": 8, "Thing.LIMIT": 9, "RATE": 0.25, "WIDE": 3})
    assert found == (
        TEXT.replace("LIMIT = 7", "LIMIT = 8").replace("-20_000", "9").replace("0.5", "0.25").replace("2 * LIMIT", "3")
    )


@pytest.mark.parametrize("name", ["NONE", "A", "Thing.take", "Thing.ratio", "Thing", "limit", "", "Thing.take.LIMIT"])
def test_what_is_set_to_no_value_there_is_refused(name: str) -> None:
    with pytest.raises(NumberError, match="found none"):
        with_numbers(TEXT, {"LIMIT": 8, name: 1})


@given(st.dictionaries(st.sampled_from(["LIMIT", "Thing.LIMIT", "RATE"]), st.integers(-(10**9), 10**9)))
def test_what_is_replaced_is_what_the_module_has(values: dict[str, Value]) -> None:
    names: dict[str, object] = {}
    exec(with_numbers(TEXT, values), names)  # noqa: S102  # a text of our own, to see what it means
    thing = names["Thing"]
    found = {"LIMIT": names["LIMIT"], "RATE": names["RATE"], "Thing.LIMIT": thing.LIMIT}  # type: ignore[attr-defined]  # of the text
    assert found == {"LIMIT": 7, "RATE": 0.5, "Thing.LIMIT": -20_000, **values}


def test_numbers_are_found_by_their_names_and_weights_by_short_ones() -> None:
    names = [full_name(name) for name in ("edge", "search.Search.LAST_START", "search.RANK")]
    assert present(names) == {
        "evaluation.Weights.edge": Weights().edge,
        "search.Search.LAST_START": Search.LAST_START,
        "search.RANK": RANK,
    }
    assert [short_name(name) for name in names] == ["edge", "search.Search.LAST_START", "search.RANK"]
    assert shown({names[0]: 3, names[1]: 0.5}) == "edge 3, search.Search.LAST_START 0.5"


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "edges", "room", "search", "search.", "search.Search", "search.cells_of", "nothing.LIMIT"),
        *("os.path", "evaluation.Weights.room", "evaluation.Weights.__init__", "grid.DIRECTIONS", "search..RANK"),
        *("../bot/search.RANK", f"{ROOT}/tools/exits.X", "search/../../bot/search.RANK"),
    ],
)
def test_what_is_no_number_of_the_bot_is_refused(name: str) -> None:
    with pytest.raises(NumberError, match=r"the bot has no number .* name weights"):
        present([full_name(name)])


def test_numbers_keep_the_form_they_have() -> None:
    for before, wanted, found in ((400, 523.7, 524), (-2, -0.4, 0), (0.8, 0.123456, 0.1235), (80.0, 81234.5, 81230.0)):
        assert like(before, wanted) == found
        assert type(like(before, wanted)) is type(before)


def test_sources_are_rewritten_all_or_none(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bot", tmp_path / "bot")
    values = {"evaluation.Weights.edge": 3, "search.Search.LAST_START": 0.7, "search.RANK": 12}
    with pytest.raises(NumberError, match=r"bot/search.py: expected a number that is set there as WIN"):
        rewrite(tmp_path, {**values, "search.WIN": 1})
    texts = {name: (ROOT / "bot" / name).read_text(encoding="utf-8") for name in ("evaluation.py", "search.py")}
    assert {name: (tmp_path / "bot" / name).read_text(encoding="utf-8") for name in texts} == texts
    assert rewrite(tmp_path, values) == [tmp_path / "bot" / name for name in texts]
    texts["evaluation.py"] = texts["evaluation.py"].replace("edge: int = 97", "edge: int = 3")
    texts["search.py"] = texts["search.py"].replace("LAST_START = 0.8", "LAST_START = 0.7")
    texts["search.py"] = texts["search.py"].replace("RANK = WIN // 100", "RANK = 12")
    assert {name: (tmp_path / "bot" / name).read_text(encoding="utf-8") for name in texts} == texts

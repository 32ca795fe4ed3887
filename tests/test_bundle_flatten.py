"""What the flat text looks like: order, imports, lines before modules, size limits, and what is stripped when."""

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT, MakePackage

from tools.bundle.flatten import LIMIT, WARN_FROM, code_units, flatten
from tools.bundle.grammar import check_grammar
from tools.bundle.problems import BundleError
from tools.bundle.source import Module, read_package
from tools.bundle.strip import strip

ENTRY = "from .top import main\n\nmain()\n"
BASE = '''"""The base.

Two lines.
"""

import sys
from time import sleep, monotonic

# How wide.
WIDTH = 30  # cells
'''
MIDDLE = '''import gc
import sys
from time import monotonic

from .base import WIDTH


def wide() -> int:
    """Tell."""
    return WIDTH + monotonic() + sys.maxsize + gc.get_count()[0]
'''
TOP = """from .base import (
    WIDTH,
)
from .middle import wide


def main() -> None:
    print(WIDTH, wide())
"""
FLAT = '''# The header.

import gc
import sys
from time import monotonic, sleep


# bot/base.py 1-4 8-10
"""The base.

Two lines.
"""

# How wide.
WIDTH = 30  # cells


# bot/middle.py 8-10
def wide() -> int:
    """Tell."""
    return WIDTH + monotonic() + sys.maxsize + gc.get_count()[0]


# bot/top.py 7-8
def main() -> None:
    print(WIDTH, wide())


if __name__ == "__main__":
    # bot/__main__.py 3-3
    main()
'''


@pytest.fixture
def layers(make_package: MakePackage) -> Path:
    return make_package(__main__=ENTRY, base=BASE, middle=MIDDLE, top=TOP)


def test_a_flat_text_letter_by_letter(layers: Path) -> None:
    bundle = flatten(layers, "bot", ["# The header."])
    assert bundle.text == FLAT
    parts = re.split(r"(?<=\n)(?=\n\n(?:# bot|if __name__))", FLAT)
    labels = ["header and imports", "bot/base.py", "bot/middle.py", "bot/top.py", "bot/__main__.py"]
    assert bundle.shares == list(zip(labels, map(len, parts), strict=True))
    assert sum(size for _, size in bundle.shares) == bundle.size == len(FLAT)
    assert bundle.notices == [
        "bot/grid.py is left out: no module on the way from bot/__main__.py imports it",
        "bot/loop.py is left out: no module on the way from bot/__main__.py imports it",
    ]


def test_the_same_sources_give_the_same_text(layers: Path) -> None:
    first = flatten(layers, "bot", [])
    for path in sorted((layers / "bot").iterdir(), reverse=True):
        path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert flatten(layers, "bot", []).text == first.text


def test_an_entry_that_guards_itself_stays_as_it_is(make_package: MakePackage) -> None:
    entry = 'from .loop import main\n\nif __name__ == "__main__":\n    main()\n'
    text = flatten(make_package(__main__=entry), "bot", []).text
    assert text.endswith('\n\n\n# bot/__main__.py 3-4\nif __name__ == "__main__":\n    main()\n')


def test_importing_a_bundle_starts_nothing(layers: Path) -> None:
    names: dict[str, object] = {"__name__": "bundle"}
    exec(flatten(layers, "bot", []).text, names)  # noqa: S102  # it is ours
    assert names["WIDTH"] == 30


def test_a_module_stands_after_all_that_it_needs() -> None:
    order = [module.name for module in read_package(ROOT, "bot")]
    for module in read_package(ROOT, "bot"):
        for needed, _ in module.needs():
            assert order.index(needed) < order.index(module.name)
    assert order[-1] == "__main__"


def test_every_definition_of_the_bot_is_in_its_bundle() -> None:
    modules = read_package(ROOT, "bot")
    in_modules = [name for module in modules for name in module.definitions()]
    in_bundle = Module("dist", "tron_battle", flatten(ROOT, "bot", []).text).definitions()
    assert sorted(in_modules) == sorted(in_bundle)


@pytest.mark.parametrize(("text", "units"), [("", 0), ("abc", 3), ("äß", 2), ("\u2192", 1), ("\U0001f3cd", 2)])
def test_code_units_count_as_the_platform_does(text: str, units: int) -> None:
    assert code_units(text) == units


def package_of_size(make_package: MakePackage, size: int, filler: str = "x", *, comment: bool = False) -> Path:
    """Write a package whose flat text, with all its comments, has exactly ``size`` code units."""
    first, last = ("TEXT = 1\n# ", "\n") if comment else ('TEXT = "', '"\n')
    loop = "from .filler import TEXT\n\n\ndef main():\n    print(TEXT)\n"
    root = make_package(__main__="from .loop import main\n\nmain()\n", filler=first + "x" + last, loop=loop)
    missing = size - flatten(root, "bot", []).size + 1
    body = filler * (missing // code_units(filler)) + "x" * (missing % code_units(filler))
    (root / "bot" / "filler.py").write_text(first + body + last, encoding="utf-8")
    return root


@pytest.mark.parametrize("filler", ["x", "\U0001f3cd"])
def test_a_text_of_100_000_code_units_passes_and_one_more_does_not(make_package: MakePackage, filler: str) -> None:
    bundle = flatten(package_of_size(make_package, LIMIT, filler), "bot", [])
    assert bundle.size == len(bundle.text.encode("utf-16-le")) // 2 == 100_000
    assert any("close to the 100,000" in notice for notice in bundle.notices)
    with pytest.raises(
        BundleError, match=r"has 100,001 characters .* shorten it, the largest parts are bot/filler\.py"
    ):
        flatten(package_of_size(make_package, LIMIT + 1, filler), "bot", [])


def test_the_warning_begins_at_95_000(make_package: MakePackage) -> None:
    assert "the bundle has 95,000" in " ".join(flatten(package_of_size(make_package, WARN_FROM), "bot", []).notices)
    below = flatten(package_of_size(make_package, WARN_FROM - 1), "bot", [])
    assert "characters" not in " ".join(below.notices)


def test_comments_stay_up_to_95_000_and_go_beyond(make_package: MakePackage) -> None:
    bundle = flatten(package_of_size(make_package, WARN_FROM, comment=True), "bot", [])
    assert bundle.size == 95_000
    assert "removed" not in " ".join(bundle.notices)
    bundle = flatten(package_of_size(make_package, WARN_FROM + 1, comment=True), "bot", ["# The header."])
    assert bundle.size < 500
    assert "removed: with them the bundle has 95,0" in " ".join(bundle.notices)
    assert bundle.text.startswith("# The header.\n")
    assert "# bot/filler.py 1-2\n" in bundle.text


def without_docstrings(tree: ast.Module) -> str:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return ast.dump(tree)


@pytest.mark.parametrize("path", sorted((ROOT / "bot").glob("*.py")), ids=lambda path: path.stem)
def test_stripping_removes_all_comments_and_nothing_that_runs(path: Path) -> None:
    module = Module("bot", path.stem, path.read_text(encoding="utf-8"))
    expected = without_docstrings(ast.parse(module.text))
    lines = strip(module)
    assert len(lines) == len(module.lines)
    stripped = ast.parse("\n".join(lines))
    assert ast.dump(stripped) == expected
    assert not any(line.lstrip().startswith("#") for line in lines)


def test_stripping_spares_what_only_looks_like_a_comment_or_docstring() -> None:
    text = (
        'def f():\n    """Gone."""  # gone\n\n\nclass C:\n    "ä"; X = "# stays"  # gone\n\n\nY = """\n# stays\n"""\n'
    )
    assert "\n".join(strip(Module("bot", "x", text))) == (
        'def f():\n    pass\n\n\nclass C:\n    "ä"; X = "# stays"\n\n\nY = """\n# stays\n"""\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        "type Cell = int\n",
        "def first[T](x: T) -> T:\n    return x\n",
        "x = f'{'a'}'\n",
        'x = f"{"a"}"\n',
        "x = f'{f'{1}'}'\n",
        "x = f'{\"\\n\".join([])}'\n",
        "x = f'''{\n1  # one\n}'''\n",
        "def f(:\n",
        "return 3\n",
    ],
)
def test_what_the_arena_s_python_cannot_read_is_refused(text: str) -> None:
    with pytest.raises(BundleError, match=r"tron_battle\.py:\d: not Python 3\.11"):
        check_grammar(text, "tron_battle.py")


@pytest.mark.parametrize(
    "text",
    [
        'x = f\'{"a"}\' + f"""{"a"}{\'b\'}""" + f\'{1}\\n\'\n',
        "match 3:\n    case int():\n        pass\n",
        "# c\nx = f'{1:{2}}#'  # c\n",
    ],
)
def test_what_the_arena_s_python_can_read_is_accepted(text: str) -> None:
    check_grammar(text, "tron_battle.py")

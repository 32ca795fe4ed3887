"""What the flattener refuses: each refusal names file, line and remedy."""

import pytest
from conftest import MakePackage

from tools.bundle.flatten import flatten
from tools.bundle.problems import BundleError

LOOP = 'from .grid import WIDTH\n\n\ndef main() -> None:\n    """Print."""\n    print(WIDTH)\n'
GRID = "WIDTH = 30\n"


def refusal(make_package: MakePackage, **texts: str | None) -> str:
    root = make_package(**{"loop": LOOP, "grid": GRID, **texts})
    with pytest.raises(BundleError) as caught:
        flatten(root, "bot", [])
    return str(caught.value)


def test_the_package_of_these_tests_is_accepted(make_package: MakePackage) -> None:
    text = flatten(make_package(loop=LOOP, grid=GRID), "bot", []).text
    assert "WIDTH = 30" in text
    assert ".grid" not in text


@pytest.mark.parametrize(
    ("line", "place", "remedy"),
    [
        ("import bot.grid as g", "bot/loop.py:1:", "write `from .module import name`"),
        ("import bot", "bot/loop.py:1:", "write `from .module import name`"),
        ("from bot.grid import WIDTH", "bot/loop.py:1:", "write `from .module import name`"),
        ("from . import grid", "bot/loop.py:1:", "write `from .module import name`"),
        ("from .. import grid", "bot/loop.py:1:", "write `from .module import name`"),
        ("from .grid.deep import WIDTH", "bot/loop.py:1:", "write `from .module import name`"),
        ("from .grid import *", "bot/loop.py:1:", "name each of them"),
        ("from math import *", "bot/loop.py:1:", "name each of them"),
        ("from .grid import WIDTH as columns", "bot/loop.py:1:", "use the first one"),
        ("import time as clock", "bot/loop.py:1:", "use the first one"),
        ("from time import sleep as nap", "bot/loop.py:1:", "use the first one"),
        ("from .grid import HEIGHT", "bot/loop.py:1:", "import it from the module that does"),
        ("from __future__ import annotations", "bot/loop.py:1:", "remove it"),
        ("import importlib", "bot/loop.py:1:", "import at the top of the file"),
        ("from importlib import import_module", "bot/loop.py:1:", "import at the top of the file"),
        ("import numpy", "bot/loop.py:1:", "do without it"),
        ("import numpy.linalg", "bot/loop.py:1:", "do without it"),
        ("import sys; SIZE = 3", "bot/loop.py:1:", "give each a line of its own"),
        ("print('hello')", "bot/loop.py:1: `print('hello')`", "put it into a function"),
        ("for number in (1, 2): pass", "bot/loop.py:1:", "put it into a function"),
        ("try: import sys\nexcept ImportError: pass", "bot/loop.py:1:", "put it into a function"),
        ("if True: import sys", "bot/loop.py:1: `import sys`", "move it to the top of the file"),
        ("WIDTH_OF = {}\nWIDTH_OF['a'] = 3", "bot/loop.py:2:", "put it into a function"),
        ("SIZE = 3\nSIZE += 1", "bot/loop.py:2:", "put it into a function"),
        ("def f():\n    import sys", "bot/loop.py:2: `import sys`", "move it to the top of the file"),
        ("class C:\n    from .grid import WIDTH", "bot/loop.py:2:", "move it to the top of the file"),
        ("def f():\n    return __import__('sys')", "bot/loop.py:2: `__import__`", "import at the top of the file"),
        ("def f():\n    exec('import sys')", "bot/loop.py:2: `exec`", "import at the top of the file"),
        ("def f():\n    return __file__", "bot/loop.py:2: `__file__`", "a name of its own"),
        ("def f():\n    return __name__", "bot/loop.py:2: `__name__`", "a name of its own"),
        ("def f():\n    return globals()", "bot/loop.py:2: `globals`", "a name of its own"),
        ("if __name__ == '__main__':\n    f()", "bot/loop.py:1:", "belongs in bot/__main__.py only"),
        ("def WIDTH(): pass", "bot/loop.py:1: `WIDTH`", "defined in bot/grid.py:1, too: rename one of them"),
        ("WIDTH: int = 3", "bot/loop.py:1: `WIDTH`", "defined in bot/grid.py:1, too: rename one of them"),
        ("(HEIGHT, *WIDTH) = 3, 4", "bot/loop.py:1: `WIDTH`", "defined in bot/grid.py:1, too: rename one of them"),
        ("SIZE = (WIDTH := 3)", "bot/loop.py:1: `WIDTH`", "defined in bot/grid.py:1, too: rename one of them"),
        ("class WIDTH: pass", "bot/loop.py:1: `WIDTH`", "defined in bot/grid.py:1, too: rename one of them"),
        ("max = 3", "bot/loop.py:1: `max`", "choose another name"),
        ("import time\nfrom time import time", "bot/loop.py:2: `time`", "import one of them"),
        ("import time\ntime = 3", "bot/loop.py:2: `time`", "the module time in bot/loop.py:1, too: rename one"),
        ("def f(:", "bot/loop.py:1: not Python", "repair it"),
        ("from .missing import x", "bot/loop.py:1 asks for bot/missing.py", "write it, or import another module"),
        ("from .__main__ import main", "bot/__main__.py:3 -> bot/loop.py:1 -> bot/__main__.py", "of its own"),
    ],
)
def test_a_line_that_is_refused(make_package: MakePackage, line: str, place: str, remedy: str) -> None:
    text = refusal(make_package, loop=f"{line}\n{LOOP}" if "def f(:" not in line else line)
    assert place in text
    assert remedy in text


@pytest.mark.parametrize(
    ("texts", "place", "remedy"),
    [
        ({"grid": "import time\n\nWIDTH = 30\n", "loop": LOOP + "\ntime = 3\n"}, "bot/loop.py:8: `time`", "rename one"),
        (
            {"grid": "WIDTH = 30\n\n\ndef widen():\n    global WIDTH\n    WIDTH = 31\n"},
            "bot/grid.py:5: `global WIDTH` changes what bot/loop.py:1 has imported",
            "keep it in an object",
        ),
        ({"grid": "from .loop import main\n\nWIDTH = 30\n"}, "bot/loop.py:1 -> bot/grid.py:1 -> bot/loop.py", "circle"),
        ({"grid": None}, "bot/loop.py:1 asks for bot/grid.py", "write it, or import another module"),
        ({"__main__": None}, "bot/__main__.py, which does not exist", "write it"),
        ({"__init__": "VERSION = 3\n"}, "bot/__init__.py:1:", "move it into a module"),
    ],
)
def test_modules_that_do_not_fit_together(
    make_package: MakePackage, texts: dict[str, str | None], place: str, remedy: str
) -> None:
    text = refusal(make_package, **texts)
    assert place in text
    assert remedy in text


def test_a_package_inside_the_package_is_refused(make_package: MakePackage) -> None:
    root = make_package(loop=LOOP, grid=None)
    (root / "bot" / "grid").mkdir()
    with pytest.raises(BundleError, match=r"bot/loop\.py:1: bot/grid/ is a package inside .* make it bot/grid\.py"):
        flatten(root, "bot", [])


def test_a_file_that_is_not_utf_8_is_refused(make_package: MakePackage) -> None:
    root = make_package(loop=LOOP)
    (root / "bot" / "grid.py").write_bytes(b"WIDTH = 30  # \xff\n")
    with pytest.raises(BundleError, match=r"bot/grid\.py: not UTF-8 .* at byte 14"):
        flatten(root, "bot", [])


def test_all_refusals_are_told_at_once(make_package: MakePackage) -> None:
    text = refusal(make_package, grid="import numpy\n\nWIDTH = 30\nprint(WIDTH)\n", loop=f"max = 3\n{LOOP}")
    assert [line.split(": ")[0] for line in text.split("\n")] == ["bot/grid.py:1", "bot/grid.py:4", "bot/loop.py:1"]


def test_a_global_that_nobody_imports_is_left_alone(make_package: MakePackage) -> None:
    grid = "WIDTH = 30\ncount = 0\n\n\ndef tick():\n    global count\n    count += 1\n"
    assert "global count" in flatten(make_package(loop=LOOP, grid=grid), "bot", []).text


@pytest.mark.parametrize("depth", ["-" * 20_000 + "1", "1+" * 20_000 + "1", "WIDTH" + ".real" * 20_000])
def test_an_expression_that_is_too_deep_for_python_is_named(make_package: MakePackage, depth: str) -> None:
    assert refusal(make_package, grid=f"WIDTH = 30\nDEEP = {depth}\n") == (
        "bot/grid.py: an expression is too deep for Python: divide it"
    )


def test_a_directory_with_the_name_of_a_module_is_named(make_package: MakePackage) -> None:
    root = make_package(loop=LOOP, grid=None)
    (root / "bot" / "grid.py").mkdir()
    with pytest.raises(BundleError, match=r"bot/grid.py, which cannot be read \(Is a directory"):
        flatten(root, "bot", [])

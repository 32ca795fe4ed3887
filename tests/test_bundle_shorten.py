"""Docstrings cut to their first paragraph: when, which, what they are then, and that nothing else changes."""

import ast
import itertools
from pathlib import Path

import pytest
from conftest import ROOT, MakePackage, run_tool
from hypothesis import example, given
from hypothesis import strategies as st

from tools.bundle.flatten import WARN_FROM, Bundle, flatten
from tools.bundle.source import Module, read_package
from tools.bundle.strip import shorten
from tools.bundle.tape import tape

FILLER = '"""Hold a text.\n\n{}\n"""\n\nTEXT = "# here"  # {}\n'
LOOP = 'from .filler import TEXT\n\n\ndef main():\n    """Print."""\n    print(TEXT)\n'


def package(make_package: MakePackage, second_paragraph: str, comment: str) -> Path:
    filler = FILLER.format(second_paragraph, comment)
    return make_package(__main__="from .loop import main\n\nmain()\n", filler=filler, loop=LOOP)


def bundle_of_size(make_package: MakePackage, whole: int, shortened: int) -> Bundle:
    """Bundle a package of which the whole flat text and the shortened one have these numbers of code units."""
    least = flatten(package(make_package, "x", "x"), "bot", []).size - 2
    least_shortened = flatten(package(make_package, "x" * WARN_FROM, "x"), "bot", []).size - 1
    comment = "x" * (shortened - least_shortened)
    return flatten(package(make_package, "x" * (whole - least - len(comment)), comment), "bot", [])


def test_a_text_of_95_000_code_units_stays_whole(make_package: MakePackage) -> None:
    bundle = bundle_of_size(make_package, WARN_FROM, 50_000)
    assert bundle.size == 95_000
    assert '"""Hold a text.\n\nxxx' in bundle.text
    assert not any("cut" in notice or "removed" in notice for notice in bundle.notices)


@pytest.mark.parametrize(("whole", "shortened"), [(WARN_FROM + 1, 50_000), (WARN_FROM + 1, WARN_FROM), (10**6, 1_000)])
def test_docstrings_are_cut_if_that_is_enough(make_package: MakePackage, whole: int, shortened: int) -> None:
    bundle = bundle_of_size(make_package, whole, shortened)
    assert bundle.size == shortened
    assert '# bot/filler.py 1-1 5-6\n"""Hold a text."""\n\nTEXT = "# here"  # xxx' in bundle.text
    assert '    """Print."""\n' in bundle.text
    assert bundle.notices[0] == (
        f"docstrings were cut to their first paragraph: with all of them the bundle has {whole:,} characters, "
        "more than 95,000"
    )
    assert not any("removed" in notice for notice in bundle.notices)


@pytest.mark.parametrize("whole", [WARN_FROM + 1_000, 10**6])
def test_comments_and_docstrings_go_if_cut_docstrings_are_not_enough(make_package: MakePackage, whole: int) -> None:
    bundle = bundle_of_size(make_package, whole, WARN_FROM + 1)
    assert bundle.text.startswith('\n\n\n# bot/filler.py 1-6\n\n\n\n\n\nTEXT = "# here"\n')
    assert '"""' not in bundle.text
    assert bundle.notices[0] == (
        f"comments and docstrings were removed: with them the bundle has {whole:,} characters, more than 95,000"
    )
    assert not any("cut" in notice for notice in bundle.notices)


@pytest.mark.parametrize(("comment", "kept", "told"), [(1, "Print.", "were cut"), (95_000, "TEXT", "were removed")])
def test_stickytape_is_given_as_much_less(make_package: MakePackage, comment: int, kept: str, told: str) -> None:
    root = package(make_package, "y" * WARN_FROM, "x" * comment)
    bundle = tape(root, "bot", ["# The header."])
    assert bundle.size < WARN_FROM
    assert "yy" not in bundle.text
    assert "xx" not in bundle.text
    assert kept in bundle.text
    assert told in bundle.notices[0]
    path = root / "taped.py"
    path.write_text(bundle.text, encoding="utf-8")
    assert run_tool("-I", "-S", path).stdout == "# here\n"


CUT = [
    ('"""Module.\n\nMore.\n"""\n\nX = 1  # stays', '"""Module."""\n\nX = 1  # stays'),
    ('class C:\n    """One\n    of two lines.\n\n    More.\n    """', 'class C:\n    """One\n    of two lines."""'),
    ("def f():\n    '''F.\n\n    More.'''\n    # stays", "def f():\n    '''F.'''\n    # stays"),
    ('async def f():  # stays\n    r"""\\d.\n\n\n    More.\n\n    """', 'async def f():  # stays\n    r"""\\d."""'),
    ('class C:\n    def f(self): U"""F.\n\n    More."""', 'class C:\n    def f(self): U"""F."""'),
    ('def f():\n    """\n    F.\n\n    More.\n    """', 'def f():\n    """\n    F."""'),
    ('def f():\n    """\n\n    F.\n\n    """', 'def f():\n    """\n\n    F."""'),
    ('def f():\n    """Say "F"\n\n    More."""', 'def f():\n    """Say "F" """'),
    ('def f():\n    """Say \'F\'\n    \t\n    More."""', 'def f():\n    """Say \'F\'"""'),
    ('def f():\n    """F \\\\\n\n    More."""', 'def f():\n    """F \\\\"""'),
    ('def f():\n    """F """ """or f.\n\n    More."""', 'def f():\n    """F """ """or f."""'),
    ('def ä(ö="ü"): """Ä.\n\n    Ö."""', 'def ä(ö="ü"): """Ä."""'),
]
KEPT = [
    '"""Module.\n\nMore."""; X = 1',
    'def f():\n    """F."""  # stays\n    """F.\n\n    This is none."""',
    'def f():\n    """F.\n\n    More.\n    """  # stays\n    return 1',
    'def f():\n    """F.\n\n    More."""; return 1',
    'def f():\n    """F.\n    And more."""',
    'def f():\n    """\n\n    """',
    'def f():\n    """"""',
    'def f():\n    "F.\\n\\nMore."',
    "def f():\n    'F.\\n\\\n\\nMore.'",
    'def f():\n    ("""F.\n\n    More.""")',
    'def f():\n    """F \\\n\n    goes on."""',
    'def f():\n    r"""F \\\n\n    More."""',
    "def f():\n    \"\"\"F \"\"\" '''or f.\n\n    More.'''",
    'def f():\n    return """F.\n\n    This is none."""',
    'def f():\n    f"""F.\n\n    This is none."""',
    'def f():\n    b"""F.\n\n    This is none."""',
    'X = 1\n"""X.\n\nThis is none."""',
]


@pytest.mark.parametrize(("text", "expected"), [*CUT, *((text, text) for text in KEPT)])
def test_docstrings_of_all_kinds_letter_by_letter(text: str, expected: str) -> None:
    assert "\n".join(left_lines(text)) == expected


def left_lines(text: str) -> list[str]:
    return [line for line in shorten(Module("bot", "x", text)) if line is not None]


@pytest.mark.parametrize("text", [*(text for text, _ in CUT), *KEPT, *(it.text for it in read_package(ROOT, "bot"))])
def test_cutting_changes_nothing_that_runs_and_moves_no_line(text: str) -> None:
    module = Module("bot", "x", text)
    lines = shorten(module)
    assert len(lines) == len(module.lines)
    # With an empty line for each that is left out, all statements stand where they did.
    assert what_runs("\n".join(line or "" for line in lines)) == what_runs(text)
    assert [node for node, _ in what_runs("\n".join(left_lines(text)))] == [node for node, _ in what_runs(text)]


def what_runs(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Return all statements, each with its line and column; docstrings count as statements of no content."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body[0].value = ast.copy_location(ast.Constant(value=""), node.body[0].value)
    return [(ast.dump(node), (node.lineno, node.col_offset)) for node in ast.walk(tree) if isinstance(node, ast.stmt)]


@given(
    prefix=st.sampled_from(["", "r", "R", "u"]),
    quotes=st.sampled_from(['"""', "'''"]),
    pieces=st.lists(st.sampled_from(["a", "ä", "#", '"', "'", " ", "\n", "\n\n", "\n    ", "\\\\", "\\\n", '\\"'])),
    head=st.sampled_from(["def f():\n    ", "async def f():  # stays\n    ", "class C: ", ""]),
    followed=st.sampled_from(["", "; x = 1", "  # stays"]),
)
@example(prefix="", quotes='"""', pieces=["a", '"', "\n\n", "b"], head="", followed="")
@example(prefix="r", quotes="'''", pieces=["a", "\\\\", "\n\n", "b"], head="class C: ", followed="")
def test_a_docstring_becomes_its_first_paragraph(
    prefix: str, quotes: str, pieces: list[str], head: str, followed: str
) -> None:
    text = f"{head}{prefix}{quotes}{''.join(pieces)}{quotes}{followed}\n"
    before = docstring(text)
    if before is None:
        return
    after = docstring("\n".join(left_lines(text)))
    paragraph = "\n".join(itertools.takewhile(str.strip, before.lstrip().split("\n"))).rstrip()
    if after != before:
        assert not followed
        assert after is not None
        assert after.strip() == paragraph
    else:
        assert left_lines(text) == text.split("\n")
        assert followed or paragraph == before.strip() or "\\\n" in text


def docstring(text: str) -> str | None:
    """Return the docstring of a text's module, or of its one class or function; None if the text is not Python."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    first = tree.body[0]
    owner = first if isinstance(first, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) else tree
    return ast.get_docstring(owner, clean=False)

"""From a line of the bundle back to its source: every line, tracebacks of each kind."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, MakePackage, run_tool
from hypothesis import given
from hypothesis import strategies as st

from tools.bundle.__main__ import describe_line
from tools.bundle.flatten import _assemble, flatten
from tools.bundle.lines import LineMap
from tools.bundle.problems import BundleError
from tools.bundle.source import Module, read_package
from tools.bundle.strip import Lines, may_come_from, shorten, strip, whole

MODULES = read_package(ROOT, "bot")
SOURCES = {module.label: module.lines for module in MODULES}
# The bot with all of its comments and docstrings, whatever its size, and with less of them.
FLATS = {
    degree: _assemble(MODULES, ["# The header."], [degree(module) for module in MODULES]).text
    for degree in (whole, shorten, strip)
}
FLAT = FLATS[whole]
READS: dict[Callable[[Module], Lines], Callable[[str, str], bool]] = {
    whole: lambda line, source: line == source,
    shorten: lambda line, source: line in {source, f'{source}"""'},
    strip: lambda line, source: source.startswith(line) or (line.strip() == "pass" and '"""' in source),
}


@pytest.mark.parametrize("degree", FLATS)
def test_every_line_of_the_bundle_is_found_and_reads_as_it_should(degree: Callable[[Module], Lines]) -> None:
    text = FLATS[degree]
    places = LineMap(text).places
    found = 0
    for place, line in zip(places, text.split("\n"), strict=True):
        if place:
            label, number = place
            source = SOURCES[label][number - 1]
            assert READS[degree](line, source)
            assert may_come_from(line.strip(), source.strip())
            found += 1
    assert len(set(filter(None, places))) == found
    assert found > 0.9 * len(places) - 60


@pytest.mark.parametrize("degree", FLATS)
def test_every_statement_and_expression_is_found_where_it_stands(degree: Callable[[Module], Lines]) -> None:
    lines = LineMap(FLATS[degree])
    bundled = [(type(node), lines.find(node.lineno)) for node in what_runs(FLATS[degree])]
    sources = [(type(node), (it.label, node.lineno)) for it in MODULES for node in what_runs(it.text)]
    assert bundled == sources
    assert len(sources) > 1_000


def what_runs(text: str) -> Iterator[ast.expr | ast.stmt]:
    """Walk a text's tree but for imports and docstrings; where a docstring is all of a body, it counts as `pass`."""
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not (isinstance(node, ast.Import | ast.ImportFrom) or is_text(node))]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and is_text(node.body[0]):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    for statement in tree.body:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.expr | ast.stmt))


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_every_source_line_but_imports_is_in_the_bundle_once() -> None:
    found = set(LineMap(FLAT).places)
    for module in MODULES:
        imports = {number for node in module.imports() for number in range(node.lineno, (node.end_lineno or 0) + 1)}
        for number, line in enumerate(module.lines, start=1):
            wanted = bool(line.strip()) and number not in imports
            assert ((module.label, number) in found) >= wanted, (module.label, number)
            if number in imports:
                assert (module.label, number) not in found


def test_a_line_of_a_stripped_bundle_is_found_too(make_package: MakePackage) -> None:
    long_comment = "# " + "x" * 95_000
    grid = f'"""The grid.\n\nMore.\n"""\n\n{long_comment}\n\nimport sys\n\n\ndef wide():\n    return sys.maxsize\n'
    loop = "from .grid import wide\n\n\ndef main():\n    print(wide())\n"
    text = flatten(make_package(grid=grid, loop=loop), "bot", []).text
    line = text.split("\n").index("    return sys.maxsize") + 1
    assert LineMap(text).find(line) == ("bot/grid.py", 12)


@pytest.mark.parametrize("line", [0, -1, 1, 10_000_000])
def test_a_line_that_no_module_owns_is_an_error(line: int) -> None:
    with pytest.raises(BundleError, match=r"lines 1 to|came from no module"):
        LineMap(FLAT).find(line)


@given(st.integers(1, FLAT.count("\n")), st.sampled_from(["Answer.py", "tron_battle.py"]))
def test_tracebacks_are_put_back(line: int, name: str) -> None:
    place = LineMap(FLAT).places[line - 1]
    text, number = (place[0], place[1]) if place else (name, line)
    shapes = [
        ('  File "{}", line {}, in main\n    x = 1\n', name),
        ('  File "{}", line {}\n', name),
        (" at {}. in <module> on line {}\n", name),
        ("error: ValueError in {} line {}: no\n", name),
        ("see {}:{}\n", name),
    ]
    for shape, shown in shapes:
        assert LineMap(FLAT).translate(shape.format(shown, line)) == shape.format(text, number)


def test_the_directory_of_the_bundle_goes_with_its_name() -> None:
    line = FLAT.split("\n").index("class Grid:") + 1
    number = SOURCES["bot/grid.py"].index("class Grid:") + 1
    text = f'File "/tmp/a b/tron_battle.py", line {line}, in x; File "/usr/lib/other.py", line {line}, in y\n'
    expected = f'File "bot/grid.py", line {number}, in x; File "/usr/lib/other.py", line {line}, in y\n'
    assert LineMap(FLAT).translate(text) == expected


def test_a_real_traceback_of_a_bundle_names_the_source(make_package: MakePackage, tmp_path: Path) -> None:
    loop = "from .grid import WIDTH\n\n\ndef main():\n    raise ValueError(WIDTH)\n"
    answer = tmp_path / "Answer.py"
    answer.write_text(flatten(make_package(loop=loop), "bot", []).text, encoding="utf-8")
    failure = run_tool(answer).stderr
    result = run_tool("-m", "tools.bundle", "--traceback", "--output", answer, stdin=failure)
    assert 'File "bot/loop.py", line 5, in main' in result.stdout
    assert 'File "bot/__main__.py", line 5, in <module>' in result.stdout
    assert "ValueError: 30" in result.stdout


def test_a_traceback_of_a_shortened_bundle_names_the_source(make_package: MakePackage, tmp_path: Path) -> None:
    grid = (
        f'"""The grid.\n\n{"x" * 95_000}\n"""\n\nimport sys\n\n\ndef wide():\n'
        '    r"""Tell it.\n\n    Or not.\n    """\n    return sys.maxsize // (sys.maxsize - sys.maxsize)\n'
    )
    loop = 'from .grid import wide\n\n\ndef main():\n    """Play.\n\n    Once.\n    """; print(wide())\n'
    answer = tmp_path / "Answer.py"
    answer.write_text(flatten(make_package(grid=grid, loop=loop), "bot", []).text, encoding="utf-8")
    assert '    r"""Tell it."""\n    return' in answer.read_text(encoding="utf-8")
    failure = run_tool(answer).stderr
    put_back = run_tool("-m", "tools.bundle", "--traceback", "--output", answer, stdin=failure).stdout
    for file, text, start, name in [
        ("grid", grid, "    return", "wide"),
        ("loop", loop, '    """; print', "main"),
    ]:
        line = next(number for number, it in enumerate(text.split("\n"), start=1) if it.startswith(start))
        assert f'File "bot/{file}.py", line {line}, in {name}\n' in put_back


def test_the_command_finds_a_line(flat_bundle: Path) -> None:
    line = flat_bundle.read_text(encoding="utf-8").split("\n").index("class Grid:") + 1
    number = SOURCES["bot/grid.py"].index("class Grid:") + 1
    result = run_tool("-m", "tools.bundle", "--line", str(line), "--output", flat_bundle)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"bot/grid.py:{number}: class Grid:\n", "")


def test_the_command_says_when_the_source_has_changed(flat_bundle: Path, tmp_path: Path) -> None:
    text = flat_bundle.read_text(encoding="utf-8").replace("class Grid:", "class Lattice:")
    older = tmp_path / "Answer.py"
    older.write_text(text, encoding="utf-8")
    line = text.split("\n").index("class Lattice:") + 1
    result = run_tool("-m", "tools.bundle", "--line", str(line), "--output", older)
    assert "notice: bot/grid.py has changed since this bundle was built" in result.stdout


@pytest.mark.parametrize("comments", [0, 95_000])
def test_a_docstring_that_was_shortened_or_removed_is_no_change_of_the_source(
    make_package: MakePackage, comments: int
) -> None:
    grid = (
        f'"""The grid.\n\n{"x" * 95_000}\n"""\n# {"x" * comments}\n\n'
        "class Grid:\n    r'''A rectangle.'''\n\n\nclass Cell:\n    '''A 'cell'\n\n    of it.\n    '''\n"
    )
    loop = "from .grid import Cell, Grid\n\n\ndef main():\n    print(Cell, Grid)\n"
    root = make_package(grid=grid, loop=loop)
    answer = root / "Answer.py"
    answer.write_text(flatten(root, "bot", []).text, encoding="utf-8")
    places = LineMap(answer.read_text(encoding="utf-8")).places
    told = [describe_line(answer, line, root) for line, place in enumerate(places, start=1) if place]
    assert any(line.endswith("pass") for line in told) == bool(comments)
    assert any(line.endswith("A 'cell' '''") for line in told) != bool(comments)
    assert not any("has changed" in line for line in told)
    make_package(grid=grid.replace("rectangle", "square").replace("cell", "field"), loop=loop)
    changed = [describe_line(answer, line, root) for line, place in enumerate(places, start=1) if place]
    assert sum("has changed" in line for line in changed) == (0 if comments else 2)


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--line", "1"], 1, "line 1 of the bundle came from no module"),
        (["--line", "1", "--format", "stickytape"], 2, "leave --format out"),
        (["--traceback", "--format", "stickytape"], 2, "leave --format out"),
        (["--line", "x"], 2, "invalid int value"),
    ],
)
def test_lines_that_cannot_be_found(flat_bundle: Path, arguments: list[str], status: int, told: str) -> None:
    result = run_tool("-m", "tools.bundle", *arguments, "--output", flat_bundle)
    assert result.returncode == status
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_a_missing_bundle_is_one_sentence(tmp_path: Path) -> None:
    result = run_tool("-m", "tools.bundle", "--line", "9", "--output", tmp_path / "Answer.py")
    assert result.returncode == 1
    assert result.stderr.endswith("cannot be read (No such file or directory): build it with `make bundle`\n")


def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "Answer.py").write_bytes(b"# ok\n\xff\xfe")
    result = run_tool("-m", "tools.bundle", "--line", "40", "--output", tmp_path / "Answer.py")
    assert result.returncode == 1
    assert "byte 5 is no UTF-8" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_line_number_of_thousands_of_digits_stays_as_it_is() -> None:
    text = f'  File "Answer.py", line {"9" * 5_000}, in x\n'
    assert LineMap(FLAT).translate(text) == text

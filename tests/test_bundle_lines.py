"""From a line of the bundle back to its source: every line, tracebacks of each kind."""

from pathlib import Path

import pytest
from conftest import ROOT, MakePackage, run_tool
from hypothesis import given
from hypothesis import strategies as st

from tools.bundle.flatten import flatten
from tools.bundle.lines import LineMap
from tools.bundle.problems import BundleError
from tools.bundle.source import read_package

FLAT = flatten(ROOT, "bot", ["# The header."]).text
SOURCES = {module.label: module.lines for module in read_package(ROOT, "bot")}


def test_every_line_of_the_bundle_is_found_and_reads_the_same() -> None:
    places = LineMap(FLAT).places
    found = 0
    for place, line in zip(places, FLAT.split("\n"), strict=True):
        if place:
            label, number = place
            assert SOURCES[label][number - 1] == line
            found += 1
    assert len(set(filter(None, places))) == found
    assert found > 0.9 * len(places) - 60


def test_every_source_line_but_imports_is_in_the_bundle_once() -> None:
    found = set(LineMap(FLAT).places)
    for module in read_package(ROOT, "bot"):
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

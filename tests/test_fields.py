"""Texts of JSON that are made to be expensive, and files that are written whatever stands at their place."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import ROOT

from tools.fields import MOST_BRACKETS, STRING, Field, FieldError, parse, write_whole

BRACKETS = "[" * (MOST_BRACKETS + 1)


def test_brackets_in_strings_are_not_counted() -> None:
    for inside in (BRACKETS, r"\"" + BRACKETS, BRACKETS + "\\\\", r"\u005b" + BRACKETS):
        assert parse(f'["{inside}"]') == [json.loads(f'"{inside}"')]
    with pytest.raises(FieldError, match="expected at most 100,000 lists and objects, found more"):
        parse(f'["{BRACKETS}",' + "[" * MOST_BRACKETS)


@pytest.mark.parametrize("text", ['"' + r"\"" * 200_000, '"' + "a" * 200_000, '"\\'])
def test_a_string_without_an_end_takes_the_rest_of_the_text(text: str) -> None:
    # From each of its quotation marks to the end would be twenty thousand million steps.
    assert STRING.sub("", text).strip("\\") == ""


def test_the_strings_of_the_largest_file_are_read_in_little_memory() -> None:
    program = (
        "from tools.fields import parse\n"
        "parse('[\"' + '[' * 15_900_000 + '\"]')\n"
        # Of this program alone: what getrusage tells begins with the most that its parent had.
        "print(*(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    peak = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert int(peak) < 200_000


def test_a_long_name_is_shown_by_its_beginning() -> None:
    with pytest.raises(FieldError) as refused:
        Field("", {"\u2028" * 5_000_000: 1}).fields()
    assert str(refused.value) == "\\u2028" * 10 + ": expected no such field, found 1"


def test_of_a_text_that_is_cut_anywhere_it_is_told() -> None:
    text = json.dumps({"frames": [{"a": -12.5e-3, "b": "x\\y\u00e9\n", "c": None, "d": [True, False]}], "e": {}})
    assert parse(text) == json.loads(text)
    for cut in (*(text[:length] for length in range(1, len(text))), '{"a": 1\n', '{"a": tru\n'):
        with pytest.raises(FieldError, match=r"not JSON: .*: the file seems to be cut off, save it anew$"):
            parse(cut)


@pytest.mark.parametrize("text", ["", "hello", '{"a" 1}', '{"a": hello}', '{"a": 1} }', "[1, 2}", '{"a": "\n"}'])
def test_what_is_wrong_before_the_end_is_not_taken_for_a_cut(text: str) -> None:
    with pytest.raises(FieldError, match="not JSON") as refused:
        parse(text)
    assert "cut off" not in str(refused.value)


@pytest.mark.parametrize("text", ['{"a":1,"b":2,"a":1}', '[{"a":1,"a":{}}]'])
def test_a_field_that_stands_twice_is_refused(text: str) -> None:
    with pytest.raises(FieldError, match=r"^a: expected this field once in an object, found it twice$"):
        parse(text)


def test_two_commands_that_write_one_file_leave_that_of_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / "file"
    texts = [symbol * size for symbol, size in (("a", 300_000), ("b", 100_000), ("c", 200_000))]
    program = (
        "import sys; from pathlib import Path; from tools.fields import write_whole\n"
        "for _ in range(60): write_whole(sys.argv[2] * int(sys.argv[3]), Path(sys.argv[1]))"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(path), text[0], str(len(text))], cwd=ROOT)
        for text in texts
    ]
    found = set()
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            found.add(path.read_text(encoding="utf-8"))
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert found <= set(texts)
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one_and_its_file_is_written(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "elsewhere" / "file"
    file.parent.mkdir()
    link.symlink_to(file)
    for text in ("new", "overwritten"):
        write_whole(text, link)
        assert link.is_symlink()
        assert file.read_text(encoding="utf-8") == text
    assert [*file.parent.iterdir()] == [file]


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole("text", pipe)
    reader.join()
    assert read == ["text"]
    assert pipe.is_fifo()


def test_what_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    directory = tmp_path / "directory"
    directory.mkdir()
    for path in (directory, tmp_path / "no" / "file", tmp_path / ("n" * 300)):
        with pytest.raises(OSError, match=r".") as refused:
            write_whole("text", path)
        assert refused.value.filename == str(path)
    file = tmp_path / "file"
    file.write_text("before", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_whole("\ud800", file)
    assert file.read_text(encoding="utf-8") == "before"
    assert sorted(tmp_path.iterdir()) == [directory, file]

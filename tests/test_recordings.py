import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.recorded_games import random_record
from tests.site_form import site_form
from tools.fields import Field, FieldError, parse
from tools.figures import Figures, figures
from tools.players import ROOT
from tools.plugs.gamelog import to_log
from tools.recordings import read_recording
from tools.records import Record, RecordError, to_json, write_record
from tools.replay.__main__ import main
from tools.verify import verify

# What reading any file may take, whatever it holds: half of what the platform gives a bot, and seconds.
MEMORY = 400_000_000
SECONDS = 20


def games(seed: int, count: int) -> list[Record]:
    """Return random games on boards from 4x4 to 12x10 and, one in ten, on larger ones."""
    generator = random.Random(seed)
    return [random_record(generator, (30, 20) if number % 10 == 0 else (12, 10)) for number in range(count)]


def test_a_game_logged_for_another_arena_is_read_as_well(tmp_path: Path) -> None:
    (record,) = games(3, 1)
    path = tmp_path / "log.json"
    path.write_text(to_log(record, [1] * len(record.starts), []), encoding="utf-8")
    assert read_recording(path).record == record
    path.write_text(json.dumps({"metadata": {"record": "{"}}), encoding="utf-8")
    with pytest.raises(RecordError, match="not JSON"):
        read_recording(path)


def test_five_hundred_random_games_pass_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = games(1, 500)
    paths = [tmp_path / f"{number}.json" for number in range(len(records))]
    for record, path in zip(records, paths, strict=True):
        write_record(record, path)
    assert main(["check", *map(str, paths)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.count("the referee agrees") == 500
    assert {len(record.starts) for record in records} == {2, 3, 4}
    assert len({death.cause for record in records for death in record.deaths}) == 7
    for record, path in zip(records, paths, strict=True):
        assert to_json(read_recording(path).record) == path.read_text(encoding="utf-8") == to_json(record)


HOSTILE = ["</script><script>alert(1)</script>", "\x00\x1b[2J\n", "\u2028'\"`${}", "\ud83d\ude80" * 500, "../" * 99]
HUGE = [10**4000, -(10**400), 1e308, 2**63, -1]


def leaves(data: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the places of all values that are no lists and no objects."""
    if isinstance(data, dict):
        return [leaf for name, value in data.items() for leaf in leaves(value, (*place, name))]
    if isinstance(data, list):
        return [leaf for index, value in enumerate(data) for leaf in leaves(value, (*place, index))]
    return [place]


def put(data: Any, place: tuple[str | int, ...], value: object) -> str:
    """Return the JSON with another value at a place."""
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return json.dumps(data)


def mutated(record: Record, generator: random.Random, kind: str) -> str:
    """Return a record's text, or the site's form of it, damaged in one way."""
    data = json.loads(to_json(record)) if generator.random() < 0.6 else site_form(record)
    text = json.dumps(data)
    if kind == "cut":
        return text[: generator.randrange(len(text))]
    if kind == "byte":
        place = generator.randrange(len(text))
        return text[:place] + chr(generator.randrange(32, 127)) + text[place + 1 :]
    if kind == "swapped":
        moves = data["moves"] if "moves" in data else data["success"]["frames"]
        first, second = generator.sample(range(len(moves)), 2) if len(moves) > 1 else (0, 0)
        moves[first], moves[second] = moves[second], moves[first]
        return json.dumps(data)
    if kind == "ranks":
        (data if "ranks" in data else data["success"])["ranks"].reverse()
        return json.dumps(data)
    place = generator.choice(leaves(data))
    if kind == "hostile":
        return put(data, place, generator.choice(HOSTILE))
    if kind == "huge":
        return put(data, place, generator.choice(HUGE))
    if kind == "other":
        return put(data, place, generator.choice([None, True, [], {}, "", 0, 1.5]))
    nested = put(data, place, "@")
    depth = generator.choice([10, 1_000, 100_000])
    return nested.replace('"@"', "[" * depth + "]" * depth)


KINDS = ["cut", "byte", "swapped", "ranks", "hostile", "huge", "other", "nested"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_gets_one_clear_sentence_or_is_right(kind: str, tmp_path: Path) -> None:
    """30 files of each of 8 kinds: either they are refused, or what was read follows the rules and is written alike."""
    generator = random.Random(KINDS.index(kind))
    path = tmp_path / "game.json"
    refused = 0
    for record in games(100 + KINDS.index(kind), 30):
        path.write_text(mutated(record, generator, kind), encoding="utf-8", errors="surrogatepass")
        try:
            read = read_recording(path).record
        except RecordError as error:
            refused += 1
            sentence = str(error)
            assert sentence.startswith(f"{path}: ")
            assert len(sentence) < 500
            assert "\n" not in sentence
            assert sentence.isprintable()
        else:
            verify(read)
            path.write_text(to_json(read), encoding="utf-8")
            assert read_recording(path).record == read
    assert refused > (2 if kind in {"hostile", "byte"} else 10)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


# The largest that is read at all, and three times that.
LARGE: dict[str, Callable[[], str]] = {
    "50 MB of a record": lambda: '{"format": "tron-battle-record", "version": 1, "seed": "' + "x" * 50_000_000 + '"}',
    "empty lists": lambda: "[" + "[]," * 5_300_000 + "[]]",
    "small objects": lambda: '{"frames": [' + "{}," * 5_300_000 + "{}]}",
    "digits": lambda: '{"format": ' + "9" * 15_900_000 + "}",
    "brackets": lambda: '{"format": ' * 1_400_000,
    "one string": lambda: '{"format": "' + "\\u0000" * 2_600_000 + '"}',
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_refused_within_bounds_of_time_and_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(LARGE[name](), encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "tools.replay", "check", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert result.returncode == 1
    assert result.stderr.startswith(f"replay: {path}: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 500


def test_an_endless_device_is_read_no_further_than_a_record_can_be() -> None:
    with pytest.raises(RecordError, match="/dev/zero: expected a file of at most 16,000,000 bytes, found a larger one"):
        read_recording(Path("/dev/zero"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", 'expected a record (`"format": "tron-battle-record"`) or a game of the site (`frames`), found [1]'),
        ('{"a": 1}', 'expected a record (`"format": "tron-battle-record"`) or a game of the site (`frames`), found {"'),
        ('{"format": 5}', 'format: expected "tron-battle-record", found 5'),
    ],
)
def test_what_is_no_recording_of_any_kind_is_told(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(RecordError) as caught:
        read_recording(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_record_takes_no_other_starts(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_record(games(3, 1)[0], path)
    with pytest.raises(RecordError, match="--starts is for recordings of the site: this one tells its own"):
        read_recording(path, [(0, 0), (1, 1)])


@pytest.mark.parametrize(
    ("debug", "expected"),
    [
        ("LEFT depth 3 value -12 nodes 500 ms 18.4 search", Figures(3, -12, 500)),
        ("nodes=7 Value: 3\nvalue: 4, depth:\t2", Figures(2, 4, 7)),
        ("depth 3\ndepth 4", Figures(4, None, None)),
        ("value 1.5 depths 3 nodes many", Figures(None, None, None)),
        ("value " + "9" * 5_000, Figures(None, None, None)),
        (None, Figures(None, None, None)),
    ],
)
def test_figures_are_found_in_what_a_bot_writes(debug: str | None, expected: Figures) -> None:
    assert figures(debug) == expected


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (Field.percent, 100.5, "x: expected per cent, from 0 to 100, found 100.5"),
        (Field.percent, True, "x: expected per cent, from 0 to 100, found true"),
        (lambda field: field.word("a", "b"), ["a"], 'x: expected one of a, b, found ["a"]'),
    ],
)
def test_a_value_is_refused_with_its_place(read: Callable[[Field], object], value: object, message: str) -> None:
    with pytest.raises(FieldError) as caught:
        read(Field("x", value))
    assert str(caught.value) == message


def test_a_whole_file_has_no_place() -> None:
    with pytest.raises(FieldError, match="the file: expected an object, found 5"):
        Field("", parse("5")).fields("a")

"""The game that a bundle must play before it is put in place: bots that break in each way, and one that does not."""

import pytest
from conftest import SMALL_BOT, MakePackage

from tools.bundle.check import check_play
from tools.bundle.flatten import flatten
from tools.bundle.problems import BundleError

ANSWER = 'print(next(free(head, taken), "UP"), flush=True)'


def check(make_package: MakePackage, *, instead: str = ANSWER, sealed: bool = True, **texts: str) -> None:
    """Check the small bot with other code in place of its answer; lines of it may be separated by newlines."""
    answer = "\n".join(" " * 8 * bool(number) + line for number, line in enumerate(instead.split("\n")))
    loop = (
        SMALL_BOT["loop.py"].replace(ANSWER, answer).replace("import sys\n", "import os\nimport sys\nimport tempfile\n")
    )
    text = flatten(make_package(loop=loop, **texts), "bot", []).text
    check_play(text, sealed=sealed, starts=[(4, 5), (6, 5)])


def test_a_bot_that_plays_passes(make_package: MakePackage) -> None:
    proof = check_play(flatten(make_package(), "bot", []).text)
    # Both go up to the edge and then along it, row by row: neither dies before it has filled most of its side.
    assert proof.turns > 100
    assert 0 < proof.first_answer_ms < 10_000


@pytest.mark.parametrize(
    ("instead", "told"),
    [
        ("raise ValueError(head)", "ValueError: (4, 5)"),
        (
            "print('UPWARDS', flush=True)",
            "answered 'UPWARDS' in turn 0 as seat 0, expected one of UP, RIGHT, DOWN, LEFT",
        ),
        ("print('UP', flush=True)", "answered 'UP' in turn 10 as seat 0, expected one of RIGHT, LEFT"),
        ("return", "printed '' instead of an answer as seat 0"),
        ("print(next(free(head, taken), 'UP'), 'now', flush=True)", "answered 'UP now'"),
        (f"{ANSWER}\nif me: print('UP', flush=True)", "answered 'UP' in turn"),
        (f"sys.stderr.write('careful')\n{ANSWER}", "careful"),
        (f"{ANSWER}\nif me: sys.exit(3)", "as seat 1"),
        (f"open('x', 'w').close()\n{ANSWER}", "Read-only file system"),
        (f"open('x', 'a').close()\n{ANSWER}", "Read-only file system"),
        (f"os.close(os.open('x', os.O_CREAT))\n{ANSWER}", "Read-only file system"),
        (f"os.mkdir('x')\n{ANSWER}", "Read-only file system"),
        (f"os.system('true')\n{ANSWER}", "Read-only file system"),
        (f"tempfile.mkdtemp()\n{ANSWER}", "No usable temporary directory found"),
        (f"tempfile.TemporaryFile()\n{ANSWER}", "No usable temporary directory found"),
    ],
)
def test_a_bot_that_must_not_be_pasted(make_package: MakePackage, instead: str, told: str) -> None:
    with pytest.raises(BundleError) as caught:
        check(make_package, instead=instead)
    assert told in str(caught.value)
    assert "mend the bot" in str(caught.value) or "must not write" in str(caught.value)


def test_without_the_seal_a_temporary_directory_can_be_used(make_package: MakePackage) -> None:
    check(make_package, instead=f"tempfile.mkdtemp()\n{ANSWER}", sealed=False)


def test_without_the_seal_the_bundle_s_own_directory_still_stays_empty(make_package: MakePackage) -> None:
    with pytest.raises(BundleError, match=r"left x in its directory: it must not write files|Permission denied: 'x'"):
        check(make_package, instead=f"open('x', 'w').close()\n{ANSWER}", sealed=False)


def test_only_the_standard_library_is_there(make_package: MakePackage) -> None:
    """Pytest is installed where this test runs, and stays out of the bundle's reach."""
    text = flatten(make_package(), "bot", []).text.replace("import sys\n", "import sys\nimport pytest\n", 1)
    with pytest.raises(BundleError, match="No module named 'pytest'"):
        check_play(text)


@pytest.mark.parametrize("instead", ["sys.stdin.read()", "print('UP')"])
def test_a_bot_that_says_nothing_or_does_not_flush_is_given_up(
    make_package: MakePackage, monkeypatch: pytest.MonkeyPatch, instead: str
) -> None:
    monkeypatch.setattr("tools.bundle.check._PATIENCE_SECONDS", 0.3)
    with pytest.raises(BundleError, match=r"did not finish within 0\.3 seconds \(is a flush missing\?\) as seat 0"):
        check(make_package, instead=instead)

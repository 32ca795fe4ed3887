import subprocess

from conftest import ROOT, environment_without_make


def test_setup_says_what_it_does_before_it_is_silent_for_minutes() -> None:
    printed = subprocess.run(
        ["make", "--dry-run", "--what-if=pyproject.toml", "setup"],
        cwd=ROOT,
        env=environment_without_make(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    said = printed.index("making .venv/ with the workshop's packages, which takes minutes")
    assert said < printed.index("-m venv --clear .venv") < printed.index("pip install")

import sys
from pathlib import Path

import pytest

from tools import players
from tools.players import PlayerError, resolve
from tools.process import BotProcess
from tools.sparring import LEVELS


def test_names_stand_for_commands() -> None:
    assert resolve("bot").argv == (sys.executable, "-m", "bot")
    assert resolve("bot --nodes 500").argv == (sys.executable, "-m", "bot", "--nodes", "500")
    assert resolve("bot --nodes 500").command == "bot --nodes 500"
    assert resolve("bot --nodes 500").name == "bot"
    for level in LEVELS:
        assert resolve(level).argv == (sys.executable, "-m", "tools.sparring", level)
        assert resolve(level).cwd == players.ROOT


def test_the_bundle_is_named_or_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "tron_battle.py"
    monkeypatch.setattr(players, "ROOT", tmp_path)
    monkeypatch.setattr(players, "BUNDLE", bundle)
    with pytest.raises(PlayerError, match=r"tron_battle\.py is missing: write it with `make bundle`"):
        resolve("bundle")
    bundle.touch()
    assert resolve("bundle --budget-ms 20").argv == (sys.executable, str(bundle), "--budget-ms", "20")


def test_command_lines_run_where_the_user_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.py").write_text("print('UP')\n")
    player = resolve("'my bot.py' --fast")
    assert player.argv == (sys.executable, "my bot.py", "--fast")
    assert player.cwd == tmp_path
    with BotProcess(player) as bot:
        assert bot.ask("", None).text == "UP"
    assert resolve("sh -c 'echo UP'").argv == ("sh", "-c", "echo UP")
    assert resolve("/bin/sh -x").name == "sh"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found was an empty one"),
        ("gredy", "'gredy' is neither a program that can be run nor one of the names bot, bundle, random"),
        ("./missing.py --x", "'./missing.py' is neither"),
        ("bot 'unclosed", "cannot be split into words as a shell would: No closing quotation"),
    ],
)
def test_players_that_cannot_be_found_are_refused(text: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        resolve(text)

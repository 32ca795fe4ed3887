"""Who plays a seat on that can no longer follow its recording, unless the user names somebody."""

import re
import shlex

from tools.players import Player, resolve
from tools.records import Seat
from tools.sparring import LEVELS

STRANGER = "greedy"
# Our own bots with options and numbers: nothing else out of a file is run, whose author may be anybody.
OWN = re.compile(
    rf"(?:bot|bundle|{'|'.join(map(re.escape, LEVELS))})(?: --[a-z-]{{2,20}}| \d{{1,9}}(?:\.\d{{1,9}})?){{0,9}}",
    re.ASCII,
)


def successor_of(seat: Seat) -> Player:
    """Return the recorded player where it is one of this checkout, else STRANGER; PlayerError if it is not there."""
    return resolve(seat.command if OWN.fullmatch(seat.command) else STRANGER)


def naming_remark(seat: Seat) -> str:
    """Return how the recorded player is made to play on, "" where it did, or where no command was recorded."""
    if not seat.command or OWN.fullmatch(seat.command):
        return ""
    return f"; a command line out of a file is not run unless you name it: --then {shlex.quote(seat.command)}"

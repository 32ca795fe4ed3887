"""The command line of a CodinGame referee, as the arenas that start one write it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.plugs.command import PlugError, read_integer
from tools.referee import Cell, Referee
from tools.starts import parse_starts

PLAYERS = ("-p1", "-p2", "-p3", "-p4")
# Options with how many words follow each; those of PLAYERS and `-d` take what comes up to the next option.
WORDS = {"-seed": 1, "-l": 1, "-league": 1, "-timeout": 1, "-r": 1, "-s": 0, "-h": 0, "--help": 0}


@dataclass
class Arguments:
    """What was asked for: the bots' command lines in seat order, and the options as `referee -h` tells them."""

    bots: list[str] = field(default_factory=list)
    seed: int | None = None
    starts: list[Cell] | None = None
    log: Path | None = None
    saved: Path | None = None
    limit_ms: float | None = None
    show: bool = False
    help: bool = False


def read_arguments(words: Sequence[str]) -> Arguments:
    """Read a command line; PlugError says what is wrong with it."""
    arguments = Arguments()
    bots: dict[str, str] = {}
    rest = list(words)
    while rest:
        option = rest.pop(0)
        if option in bots:
            raise PlugError(f"{option} stands twice: each bot has a seat of its own")
        if option in PLAYERS:
            bots[option] = _take_command(option, rest)
        elif option == "-d":
            for item in " ".join(_take_words(rest)).split():
                _read_data(item, arguments)
        elif option not in WORDS:
            raise PlugError(f"there is no option {option[:60]!r}: `-h` lists them all")
        elif WORDS[option] and not rest:
            raise PlugError(f"{option} is followed by a value, and the command line ends there")
        else:
            _read_option(option, rest.pop(0) if WORDS[option] else "", arguments)
    if arguments.help or arguments.saved:
        return arguments
    arguments.bots = [bots[name] for name in PLAYERS if name in bots]
    if len(bots) < 2 or sorted(bots) != list(PLAYERS[: len(bots)]):
        raise PlugError(
            f"expected bots for -p1, -p2 and so on, 2 to 4 of them, found {', '.join(sorted(bots)) or 'none'}"
        )
    if arguments.starts is not None:
        _fit_starts(arguments)
    return arguments


def _take_words(rest: list[str]) -> list[str]:
    """Remove and return the words up to the next option."""
    words = []
    while rest and rest[0] not in PLAYERS and rest[0] not in WORDS and rest[0] != "-d":
        words.append(rest.pop(0))
    return words


def _take_command(option: str, rest: list[str]) -> str:
    """Remove and return a bot's command: one word with blanks in it, or the words up to the next option."""
    if rest and len(rest[0].split()) > 1:
        return rest.pop(0)
    words = _take_words(rest)
    if not words:
        raise PlugError(f"{option} is followed by a bot's command, found {rest[0] if rest else 'nothing'!r}")
    return " ".join(words)


def _read_option(option: str, value: str, arguments: Arguments) -> None:
    """Take an option with its value."""
    match option:
        case "-seed":
            arguments.seed = read_integer(value, "the seed")
        case "-league":
            # Tron has the same rules in all leagues.
            read_integer(value, "the league")
        case "-timeout":
            arguments.limit_ms = read_integer(value, "the timeout in milliseconds")
            if not 1 <= arguments.limit_ms < 1e9:
                raise PlugError(f"the timeout is from 1 to 999999999 milliseconds, found {value}")
        case "-l":
            arguments.log = Path(value)
        case "-r":
            arguments.saved = Path(value)
        case "-s":
            arguments.show = True
        case _:
            arguments.help = True


def _read_data(item: str, arguments: Arguments) -> None:
    """Take `seed=N` or `starts=(x,y)(x,y)`, the lines that the referee itself prints after the scores."""
    name, _, value = item.partition("=")
    if name == "seed":
        arguments.seed = read_integer(value, "the seed")
    elif name == "starts":
        try:
            arguments.starts = parse_starts(value)
        except ValueError as error:
            raise PlugError(str(error)) from None
    else:
        raise PlugError(f"-d is followed by seed=N or starts=(x,y)(x,y), found {item[:60]!r}")


def _fit_starts(arguments: Arguments) -> None:
    """Cut the starts given to one a bot and check them."""
    starts = (arguments.starts or [])[: len(arguments.bots)]
    if len(starts) < len(arguments.bots):
        raise PlugError(f"starts= has {len(starts)} cells for {len(arguments.bots)} bots")
    try:
        Referee(starts)
    except ValueError as error:
        raise PlugError(str(error)) from None
    arguments.starts = starts

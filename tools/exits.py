"""How a command ends whatever its surroundings do: one sentence at most, and a status that tells."""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import NoReturn

from tools.fields import printable


def leave_with(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status: 130 after an interrupt, 1 where its output cannot be written.

    Whoever closes the pipe early has seen enough and is told nothing; a full disk is one sentence on stderr. A symbol
    that the terminal's encoding does not have, such as one of a file's name, is printed as an escape of Python's.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = _give_up_stdout()
    except OSError as error:
        complain("error", f"{error.filename or 'the output'} cannot be written: {error.strerror}")
        status = _give_up_stdout()
    sys.exit(status)


def complain(command: str, sentence: object) -> None:
    """Say on stderr what is wrong; a file's name or what stands in a file cannot do anything to the terminal."""
    print(f"{command}: {printable(str(sentence))}", file=sys.stderr)


def refused(command: str, error: OSError) -> int:
    """Say what the system has refused a command, and return its status, 2; a closed pipe is left to `leave_with`."""
    if isinstance(error, BrokenPipeError):
        raise error
    complain(command, f"{error.filename or 'the system'}: {error.strerror}")
    return 2


def write_data(text: str) -> None:
    """Write to stdout what another program is to read, as UTF-8 whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _give_up_stdout() -> int:
    """Send what is still buffered nowhere, so that Python does not try again on its way out; returns status 1."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1

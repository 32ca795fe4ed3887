"""How a command ends whatever its surroundings do: one sentence at most, and a status that tells."""

import os
import sys
from collections.abc import Callable
from typing import NoReturn


def leave_with(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status: 130 after an interrupt, 1 where its output cannot be written.

    Whoever closes the pipe early has seen enough and is told nothing; a full disk is one sentence on stderr.
    """
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = _give_up_stdout()
    except OSError as error:
        print(f"error: {error.filename or 'the output'} cannot be written: {error.strerror}", file=sys.stderr)
        status = _give_up_stdout()
    sys.exit(status)


def _give_up_stdout() -> int:
    """Send what is still buffered nowhere, so that Python does not try again on its way out; returns status 1."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1

"""The turn loop: start the clock, read, decide, print, flush."""

import gc
import select
import sys
import time
from collections.abc import Callable

from .board import Board
from .clock import Clock
from .grid import DIRECTIONS, Grid
from .options import OPTIONS_HELP, OptionError, Options, parse_options
from .protocol import ProtocolError, TurnReader
from .strategy import Decision, Strategy
from .tracker import Tracker

# Of the text of an exception, so many characters are told: the platform reads 4,096 bytes of stderr a turn.
TOLD_CHARACTERS = 200


def play(
    read_line: Callable[[int], bytes],
    write: Callable[[bytes], None],
    say: Callable[[str], None],
    options: Options,
    strategy: Strategy,
) -> None:
    """Play one game, until the input ends or my own seat is dead.

    ``read_line``: `readline` of a binary stream. ``write`` hands over an answer at once. ``say`` tells the user a line.
    ProtocolError if a turn cannot be read.
    """
    grid = Grid()
    reader = TurnReader(read_line, grid)
    tracker = Tracker(grid, say)
    clock, now = options.clock, options.now
    started = 0.0

    def begin() -> None:
        nonlocal started
        clock.begin()
        started = now()

    while True:
        turn = reader.read(begin)
        if turn is None or turn.lines[turn.me] is None:
            return
        board = tracker.follow(turn)
        head = board.heads[board.turn]
        decision = decide(strategy, board, clock, say)
        answer = grid.direction(head, decision.move) if decision.move else DIRECTIONS[0]
        if options.debug:
            # Before the answer, so that whoever has read that finds this line, too.
            milliseconds = (now() - started) * 1000
            expected = "".join(f" {grid.direction(*step)}" for step in decision.variation)
            say(
                f"{answer} depth {decision.depth} value {decision.value} nodes {clock.nodes} "
                f"ms {milliseconds:.1f} {decision.stage}{expected and ' pv' + expected}"
            )
        write(f"{answer}\n".encode("ascii"))
        tracker.answered(decision.move)


def decide(strategy: Strategy, board: Board, clock: Clock, say: Callable[[str], None]) -> Decision:
    """Return the strategy's decision; if it fails, say why and return the first legal move (0 if there is none).

    The strategy may leave the board changed when it fails.
    """
    moves = board.moves()
    try:
        decision = strategy.choose(board, clock)
    except Exception as error:  # noqa: BLE001  # whatever went wrong, to leave is a certain loss and a legal move is not
        say(f"error: {_describe(error)}; answering with the first legal move")
        return Decision(moves & -moves, 0, 0, "failed")
    move = decision.move
    if move & moves != move or move & (move - 1) or (moves and not move):
        say(f"error: the {decision.stage} answered {move:#x}, no legal move; answering with the first legal one")
        return Decision(moves & -moves, 0, 0, "failed")
    return decision


def run(
    arguments: list[str],
    read_line: Callable[[int], bytes],
    write: Callable[[bytes], None],
    say: Callable[[str], None],
    strategy: Strategy,
    start_up: float = 0.0,
) -> int:
    """Obey the options and play; returns the exit status: 0, 1 (input or output), 2 (options) or 130 (interrupt).

    ``start_up``: the seconds since the process was started, if the first turn may be waiting since then.
    """
    try:
        options = parse_options(arguments, start_up)
        if options.help:
            write(OPTIONS_HELP.encode("ascii"))
        else:
            play(read_line, write, say, options, strategy)
    except OptionError as error:
        say(f"error: {error}")
        return 2
    except ProtocolError as error:
        say(f"error: {error}")
        return 1
    except BrokenPipeError:
        # Nobody reads the answers any more: the game is over for us.
        return 0
    except OSError as error:
        say(f"error: reading a turn or writing an answer failed: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def main() -> None:
    """Play a game over standard input and output, and leave with the exit status."""
    if sys.stdin is None or sys.stdout is None:
        _say("error: expected an open standard input and output, found one closed; connect both")
        sys.exit(1)
    strategy = Strategy()
    # A full collection takes milliseconds out of a turn; what is here stays, and the search makes no cycles.
    gc.freeze()
    gc.disable()
    # A first turn that waits may do so since the process was started: 30 ms to 50 ms of CPU time ago, most of them to
    # compile the bundle. A wait for the disk is not in that.
    start_up = time.process_time() if _is_waiting(sys.stdin.fileno()) else 0.0
    sys.exit(run(sys.argv[1:], sys.stdin.buffer.readline, _write, _say, strategy, start_up))


def _is_waiting(descriptor: int) -> bool:
    """Whether something can be read at once; so it is taken to be where the system does not tell."""
    try:
        return bool(select.select([descriptor], [], [], 0)[0])
    except OSError:
        # Windows does not tell it of pipes.
        return True


def _write(answer: bytes) -> None:
    """Put an answer on standard output and flush it."""
    try:
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    except OSError:
        _abandon(sys.stdout.close)
        raise


def _say(sentence: str) -> None:
    """Put a line on standard error; where that is closed or full nobody can be told, and the game goes on."""
    if sys.stderr is None or sys.stderr.closed:
        return
    try:
        sys.stderr.write(sentence + "\n")
        sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr.close)


def _abandon(close: Callable[[], None]) -> None:
    """Close a broken stream, so that the interpreter does not flush it once more, and fail, as it ends."""
    try:
        close()
    except OSError:
        # It is the flush that fails again; the stream is closed all the same.
        return


def _describe(error: Exception) -> str:
    """Tell an exception in one line: what it is and which line of which file raised it."""
    place = ""
    trace = error.__traceback__
    while trace:
        file = trace.tb_frame.f_code.co_filename.rpartition("/")[2]
        place = f"{file} line {trace.tb_lineno}"
        trace = trace.tb_next
    text = ascii(str(error))[1:-1][:TOLD_CHARACTERS]
    return f"{type(error).__name__} in {place}: {text}"

"""`python -m tavola`, and the command `tavola`."""

import signal
import sys

from tavola.terminal.exit_codes import INTERRUPTED


def main() -> None:
    """The command line.  While it is being loaded Ctrl+C ends the program without a word."""
    heard = signal.getsignal(signal.SIGINT)
    try:
        if heard is signal.default_int_handler:  # else somebody wants it not to be heard at all
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        from tavola.cli import main as run

        signal.signal(signal.SIGINT, heard)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()

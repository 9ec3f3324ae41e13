"""`python -m tavola`, and the command `tavola`."""

import sys

from tavola.terminal.exit_codes import INTERRUPTED


def main() -> None:
    """The command line; who presses Ctrl+C while it is being loaded is shown no error of Python."""
    try:
        from tavola.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()

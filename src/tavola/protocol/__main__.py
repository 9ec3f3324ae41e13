"""`python -m tavola.protocol` is `tavola engine`."""

import sys

from tavola.protocol.serve import main

if __name__ == "__main__":
    sys.exit(main())

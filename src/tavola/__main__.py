"""`python -m tavola`."""

from tavola.cli import main

main()

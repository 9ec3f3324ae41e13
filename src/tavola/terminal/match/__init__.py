"""One match at the terminal, from its set-up to its last point."""

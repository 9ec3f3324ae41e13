"""What a command says to whoever started it, beside 0."""

NONE_THERE = 1
"""A game has none of what is asked for."""
BAD_INPUT = 2
"""Something is typed wrongly, or cannot be read or written."""
INTERRUPTED = 130
"""Ctrl+C, as shells count it."""

__all__ = ["BAD_INPUT", "INTERRUPTED", "NONE_THERE"]

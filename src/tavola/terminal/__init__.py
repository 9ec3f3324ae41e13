"""The text board: drawing, typed commands, whole matches in a terminal."""

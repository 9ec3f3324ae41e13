"""Input and output: the board in characters, pages of text, progress, errors."""

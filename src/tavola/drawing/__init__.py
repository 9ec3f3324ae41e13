"""Other forms of a board: pictures (SVG, PNG) and text."""

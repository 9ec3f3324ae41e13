"""What is special about a game, said when it happens."""

from tavola.words.twists.notices import NOTICES, twists

__all__ = ["NOTICES", "twists"]

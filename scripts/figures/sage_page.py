"""The part of the page that the second judge of classic backgammon decides."""

from __future__ import annotations

from scripts.figures.classic import GAME
from scripts.figures.page import Page, table

HEAD = """\
### A second judge

A judge favours what its own nets like. Open Sage (`bgsage` 2.0, the extra `judge`) has nets of
another family. Here it judges with a look two throws ahead: *mp* a decision of ours, and of GNU
Backgammon with as many plies as our depth, in the same decisions. *Difference* is ours less theirs,
so that a number below 0 speaks for us.
"""
KINDS = {"own": "own play", "stored": "the stored positions"}


def second_judge(page: Page) -> str:
    """What both lose by the second judge, depth by depth."""
    lines = []
    for kind, words in KINDS.items():
        for depth in (0, 1, 2):
            name = f"{GAME}/sage-{kind}-error-{depth}"
            cells = page.beside(name, "points", "gnubg", "difference")
            lines.append([f"{words}, depth {depth}", *cells])
    head = ["positions", "Tavola", "GNU Backgammon", "difference", "decisions"]
    return HEAD + "\n" + table(head, lines)

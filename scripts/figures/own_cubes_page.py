"""The part of the page about doubles and takes in own play."""

from __future__ import annotations

from scripts.figures.classic import GAME
from scripts.figures.page import Page, table

HEAD = """\
### Doubles and takes in own play

The stored cube decisions are few, and GNU Backgammon's look two throws ahead, which judges them,
thinks as its own players do. These come from own play, and both judges decide: *mp* lost a decision
by ours and by GNU Backgammon in the same positions. Before the first judge its player has 0 plies,
before the second as many as our depth. *Difference* is ours less theirs, so that a number below 0
speaks for us. A position counts if the side about to throw wins between 50 and 90 games in 100.
Money, the cube in the middle, no Jacoby rule.
"""
JUDGES = {"": "gnubg 2-ply", "sage-": "Open Sage"}
KINDS = {"double": "doubles", "take": "takes"}


def own_cubes(page: Page) -> str:
    """What both lose, judge by judge and depth by depth."""
    lines = []
    for judge, name in JUDGES.items():
        for depth in (0, 1, 2):
            row = f"{GAME}/{judge}own-cube-{depth}"
            for kind, words in KINDS.items():
                cells = page.beside(row, kind, f"gnubg {kind}", f"{kind} difference")
                lines.append([f"{name}, depth {depth}, {words}", *cells])
    head = ["judge", "Tavola", "GNU Backgammon", "difference", "decisions"]
    return HEAD + "\n" + table(head, lines)

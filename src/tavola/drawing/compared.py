"""A board with two plays as arrows: the better one, and the one that was played.

Its looks come from the page around it: classes `best` and `wrong` tell the arrows apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tavola.drawing import arrows, pieces
from tavola.drawing.elements import group, number, tag
from tavola.drawing.picture import Look, Picture
from tavola.drawing.shown_dice import dice_of
from tavola.rules.turn.state import State


def compared(
    state: State,
    best: Sequence[int],
    wrong: Sequence[int],
    *,
    width: float = 480,
    title: str = "",
    description: str = "",
) -> str:
    """A state as its side sees it, with the arrows of two plays (steps as kernel integers).

    Raises `Refused` (code `bad_picture`) for a width that cannot be drawn.
    """
    look = Look(width, state.side, "own", theme="").checked()
    drawn = Picture(state.rules, look)
    plan, position, side = drawn.plan, state.position, state.side
    layers = [
        drawn.ground(),
        drawn.checkers(position),
        group("dice", pieces.dice(plan, dice_of(state))),
        pieces.cube(plan, state.cube) if plan.layout["cube"] else "",
        group("marks wrong", arrows.play(plan, position, side, wrong)),
        group("marks best", arrows.play(plan, position, side, best)),
    ]
    body = "".join(layers)
    used = tag("defs", "".join(drawn.pieces.used.values()))
    head = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    w, h = plan.size
    return tag(
        "svg",
        head + used + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(w)} {number(h)}",
        class_="board",
        role="img",
        text_anchor="middle",
        font_weight="600",
    )


__all__ = ["compared"]

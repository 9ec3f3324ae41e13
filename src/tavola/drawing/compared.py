"""A board with two plays as arrows: the better one, and the one that was played.

Its looks come from the page around it; the worse play is dashed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tavola.drawing.arrows import Mark, arrows_of
from tavola.drawing.elements import number, read_out, tag
from tavola.drawing.picture import BoardView, Picture, Shown
from tavola.drawing.shown_dice import dice_of
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import State

_PHONE = 343
"""Width of a board on a page of an ordinary phone, in pixels."""


def compared(
    state: State,
    best: Sequence[int],
    wrong: Sequence[int],
    view: BoardView,
    *,
    width: float = 480,
    turned: bool | None = False,
    marks: Sequence[Mark] = (),
    name: str = "",
    title: str = "",
    description: str = "",
) -> str:
    """A state with the arrows of two plays (steps as kernel integers); `turned` as in `Look`,
    `marks` at what is pointed at, `name`: another class of the drawing.

    Raises `Refused` (code `bad_picture`) for a width that cannot be drawn.
    """
    drawn = Picture(state.rules, view.look(width, turned=turned).checked())
    worse = (replace(arrow, kind="no") for arrow in arrows_of(state, wrong))
    shown = Shown(
        [*worse, *arrows_of(state, best)],
        marks,
        dice=dict(zip(Side, dice_of(state), strict=True)),
        cube=state.cube if state.rules.cube else None,
    )
    body = "".join(drawn.layers(state.position, shown))
    used = drawn.defs(body)
    head = read_out(title, description)
    w, h = drawn.plan.size
    return tag(
        "svg",
        head + used + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(w)} {number(h)}",
        class_=f"board {name}".rstrip(),
        role="img",
        text_anchor="middle",
        font_weight="600",
    )


def in_its_place(
    state: State,
    best: Sequence[int],
    wrong: Sequence[int],
    view: BoardView,
    title: str = "",
) -> str:
    """The same for the place of a board to practise on: as that one lies on a wide page (class
    `lying`), and as it stands on a phone held upright (class `upright`)."""
    lying = compared(state, best, wrong, view, name="lying", title=title)
    upright = compared(
        state, best, wrong, view, width=_PHONE, turned=None, name="upright", title=title
    )
    return lying + upright


__all__ = ["compared", "in_its_place"]

"""A board with two plays as arrows: the better one, and the one that was played.

Its looks come from the page around it; the worse play is dashed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from tavola.drawing.arrows import Mark, arrows_of
from tavola.drawing.elements import number, tag
from tavola.drawing.picture import Look, Picture, Shown
from tavola.drawing.shown_dice import dice_of
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import State

_PHONE = 343
"""Width of a board on a page of an ordinary phone, in pixels."""


def compared(
    state: State,
    best: Sequence[int],
    wrong: Sequence[int],
    *,
    width: float = 480,
    viewer: Side | None = None,
    numbers: str = "own",
    turned: bool | None = False,
    mirror: bool = False,
    marks: Sequence[Mark] = (),
    name: str = "",
    title: str = "",
    description: str = "",
) -> str:
    """A state as its side sees it, or `viewer`, with the arrows of two plays (steps as kernel
    integers); `numbers`: `own`, `booklet` or `none`, `turned` and `mirror` as in `Look`, `marks` at
    what is pointed at, `name`: another class of the drawing.

    Raises `Refused` (code `bad_picture`) for a width that cannot be drawn.
    """
    seen_by = state.side if viewer is None else viewer
    look = Look(width, seen_by, numbers, theme="", turned=turned, mirror=mirror).checked()
    drawn = Picture(state.rules, look)
    worse = (replace(arrow, kind="no") for arrow in arrows_of(state, wrong))
    shown = Shown(
        [*worse, *arrows_of(state, best)],
        marks,
        dice=dict(zip(Side, dice_of(state), strict=True)),
        cube=state.cube if state.rules.cube else None,
    )
    body = "".join(drawn.layers(state.position, shown))
    used = drawn.defs(body)
    head = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
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
    *,
    numbers: str = "own",
    mirror: bool = False,
    title: str = "",
) -> str:
    """The same for the place of a board to practise on: as that one lies on a wide page (class
    `lying`), and as it stands on a phone held upright (class `upright`)."""
    lying = compared(state, best, wrong, numbers=numbers, mirror=mirror, name="lying", title=title)
    upright = compared(
        state, best, wrong,
        width=_PHONE, numbers=numbers, turned=None, mirror=mirror, name="upright", title=title,
    )  # fmt: skip
    return lying + upright


__all__ = ["compared", "in_its_place"]

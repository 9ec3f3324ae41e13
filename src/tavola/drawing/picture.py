"""Pictures of a board: SVG that stands alone, and PNG.

    svg(state)                                   as White sees it, his own numbers
    svg(state, viewer=Side.BLACK, theme="night", width=640)
    svg(state, play=tavola.plays(state)[0])      with the arrows of a play
    png(state, width=800)                        needs the extra `pictures`

The same drawing makes the small pictures of the wall and the diagrams of the rule pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol, TypedDict, Unpack

from tavola.drawing import arrows, pieces, styles
from tavola.drawing.digits import as_lines
from tavola.drawing.elements import group, number, tag
from tavola.drawing.ground import Names, ground
from tavola.drawing.headline import headline
from tavola.drawing.plan import Plan, Room, plan
from tavola.drawing.shown_dice import dice_of
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.notation import own_number
from tavola.rules.turn.state import State

NARROW, WIDE = 120, 4000
"""The least and the greatest width of a picture in pixels."""
NUMBERINGS = ("own", "booklet", "none")
_FLAT, _TALL = 0.75, 1.5
"""Height of the room that a board gets, in its widths: lying and turned."""
_SHADE = (
    '<radialGradient id="{id}" cx=".35" cy=".3" r=".75"><stop class="light"/>'
    '<stop offset=".5" class="none"/><stop offset="1" class="dark"/></radialGradient>'
)


class Stepped(Protocol):
    """A play of whatever kind."""

    @property
    def steps(self) -> tuple[int, ...]:
        """Its steps, as kernel integers."""
        ...


@dataclass(frozen=True)
class Look:
    """How a board is drawn.

    `width` in pixels; `viewer` sits below; `numbers`: `own` (the viewer's), `booklet` or `none`;
    `theme`: a key of `colours.themes()`, or empty for the styles of the page around it; `turned`
    on its side, for tall places; `directions`: arrows along both tracks; `bare`: a small picture
    without numbers and signs.
    """

    width: float = 480
    viewer: Side = Side.WHITE
    numbers: str = "own"
    theme: str = "linen"
    turned: bool = False
    directions: bool = False
    bare: bool = False

    def checked(self) -> Look:
        """This look.  Raises `Refused` (code `bad_picture`) for what cannot be drawn."""
        choices = {"theme": ["", *styles.themes()], "numbers": list(NUMBERINGS)}
        for what, known in choices.items():
            given = getattr(self, what)
            if given not in known:
                raise _bad(what, given, [one for one in known if one])
        if not NARROW <= self.width <= WIDE:
            raise _bad("width", self.width, [NARROW, WIDE])
        return self


def _bad(what: str, given: object, known: Sequence[object]) -> Refused:
    return refuse("bad_picture", what=what, text=str(given)[:40], known=list(known))


def svg(
    state: State,
    *,
    width: float = 480,
    viewer: Side = Side.WHITE,
    numbers: str = "own",
    theme: str = "linen",
    turned: bool = False,
    directions: bool = False,
    play: Stepped | Sequence[int] = (),
    last: Sequence[int] = (),
    title: str = "",
    description: str = "",
) -> str:
    """A state as SVG text: checkers, dice, cube; blank dice lie before the one who is to throw.

    `width` in pixels (120 to 4000); `viewer` sits below; `numbers`: `own` (the viewer's),
    `booklet` or `none`; `theme`: walnut, linen, night, contrast or safe; `turned`: on its side,
    for tall places; `directions`: arrows along both tracks.  `play` is drawn as arrows (a play, or
    its steps as kernel integers: one that may be played now), `last` as faint lines (steps that led
    here).  `title` and `description` are read to those who do not see the picture.

    Raises `Refused` (code `bad_picture`) for a theme, a numbering or a width that is none.
    """
    look = Look(width, viewer, numbers, theme, turned, directions).checked()
    return Picture(state.rules, look).of_state(state, play, last, title, description)


def svg_of_position(
    rules: Ruleset,
    position: Position,
    look: Look | None = None,
    *,
    title: str = "",
    description: str = "",
) -> str:
    """A position as SVG text, without dice and cube.  Raises as `svg` does."""
    return Picture(rules, (look or Look()).checked()).of_position(position, title, description)


def png(state: State, *, width: int = 800, **options: Unpack[Drawn]) -> bytes:
    """A state as a PNG image; `options` as for `svg`.

    Raises ImportError where the extra `pictures` is not installed, `Refused` as `svg` does.
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError(
            "PNG pictures need the extra `pictures`: pip install 'tavola[pictures]'"
        ) from None
    text = as_lines(svg(state, width=width, **options))
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=width))


class Drawn(TypedDict, total=False):
    """What `svg` takes besides a width, for those who hand it on."""

    viewer: Side
    numbers: str
    theme: str
    turned: bool
    directions: bool
    play: Stepped | Sequence[int]
    last: Sequence[int]
    title: str
    description: str


class Picture:
    """Draws positions of one game in one look."""

    def __init__(self, rules: Ruleset, look: Look) -> None:
        self.rules = rules
        self.look = look
        facing = Side.WHITE if GEOMETRIES[rules.board].same_way else look.viewer
        height = look.width * (_TALL if look.turned else _FLAT)
        room = Room(look.width, height, facing, look.turned, look.bare)
        self.plan: Plan = plan(rules, room)
        self.root = f"tavola-{look.theme}" if look.theme else "board"
        shade = "" if look.bare else f"{self.root}-shade"
        # Many drawings stand in one page: short names make it lighter.
        name = f"{self.root}-" if look.theme else "c"
        self.pieces = pieces.Pieces(self.plan, self.root, name, shade)

    def of_state(
        self,
        state: State,
        play: Stepped | Sequence[int],
        last: Sequence[int],
        title: str,
        told: str,
    ) -> str:
        """A state with its dice, the cube, and arrows; `told` describes it."""
        plan, position, side = self.plan, state.position, state.side
        steps = play if isinstance(play, Sequence) else play.steps
        layers = [
            self.ground(),
            group("last", arrows.last_play(plan, position, _mover(state, last), last)),
            self.checkers(position),
            group("dice", pieces.dice(plan, dice_of(state))),
            pieces.cube(plan, state.cube) if plan.layout["cube"] else "",
            group("marks", arrows.play(plan, position, side, steps)),
        ]
        return self._whole(layers, title or headline(state), told or position.text())

    def of_position(self, position: Position, title: str, told: str) -> str:
        """A position alone."""
        layers = [self.ground(), self.checkers(position)]
        return self._whole(layers, title or "A board", told or position.text())

    def ground(self) -> str:
        """The board without checkers."""
        names = None if self.look.bare or self.look.numbers == "none" else self._names()
        return group("ground", ground(self.plan, names, directions=self.look.directions))

    def checkers(self, position: Position) -> str:
        """All checkers of a position."""
        return group("checkers", self.pieces.all(position))

    def _names(self) -> Names:
        """What points are called: the viewer's number, on a track of the other side that one's."""
        if self.look.numbers == "booklet":
            return int
        geometry, viewer = GEOMETRIES[self.rules.board], self.look.viewer

        def name(point: int) -> object:
            side = viewer if geometry.path(viewer, point) else viewer.other
            return own_number(self.rules, side, point)

        return name

    def _whole(self, layers: Iterable[str], title: str, told: str) -> str:
        body = "".join(layers)
        used = "".join(self.pieces.used.values())
        if self.pieces.shade in used and self.pieces.shade:
            used = _SHADE.format(id=self.pieces.shade) + used
        content = tag("defs", used) + body
        head = f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        if self.look.theme:
            classes = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', content))))
            head += f"<style>{styles.style(self.look.theme, self.root, classes)}</style>"
        w, h = self.plan.size
        return tag(
            "svg",
            head + content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(w)} {number(h)}",
            width=self.look.width,
            height=round(self.look.width * h / w),
            class_=self.root,
            role="img",
            text_anchor="middle",
            font_family="system-ui, sans-serif",
            font_weight="600",
        )


def _mover(state: State, steps: Sequence[int]) -> Side:
    """Whose steps led here: those of the turn are the mover's, others the opponent's."""
    own = state.turn.steps and tuple(steps) == state.turn.steps[-len(steps) :]
    return state.side if own or not steps else state.side.other


__all__ = ["Drawn", "Look", "Picture", "png", "svg", "svg_of_position"]

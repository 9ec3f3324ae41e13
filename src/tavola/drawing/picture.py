"""Pictures of a board: SVG that stands alone, and PNG.

    svg(state)                                   as White sees it, his own numbers
    svg(state, viewer=Side.BLACK, theme="night", width=640)
    svg(state, play=tavola.plays(state)[0])      with the arrows of a play
    png(state, width=800)                        needs the extra `pictures`

The same drawing makes the small pictures of the wall and the diagrams of the rule pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Protocol, TypedDict, Unpack

from tavola.drawing import arrows, pieces, styles
from tavola.drawing.arrows import Arrow, Mark
from tavola.drawing.digits import as_lines
from tavola.drawing.elements import group, number, read_out, tag
from tavola.drawing.ground import Names, ground
from tavola.drawing.headline import headline
from tavola.drawing.plan import Plan, plan
from tavola.drawing.plan_parts import Room
from tavola.drawing.shown_dice import Die, dice_of
from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.text import notation
from tavola.rules.turn.asked import HasState, state_of, wanted
from tavola.rules.turn.state import Cube, Kind, Offer, State

NARROW, WIDE = 120, 4000
"""The least and the greatest width of a picture in pixels."""
NUMBERINGS = ("own", "booklet", "none")
_HEIGHTS = {False: 0.75, True: 1.5, None: 4 / 3}
"""Height of the room that a board gets, in its widths: lying, turned, and on a phone held upright
(as boards to practise on have there)."""
_DOWN = ' x2="0" y2="1"'
_SHADES = {
    "W": '<stop class="shade-W clear"/><stop offset="1" class="shade-W"/></linearGradient>',
    "B": '<stop class="shade-B clear"/><stop offset="1" class="shade-B"/></linearGradient>',
    "cast": '<stop offset=".72" class="cast"/><stop offset="1" class="cast clear"/>'
    "</radialGradient>",
}
"""What gives checkers, dice and cube their body: their shade from above, the shadow they throw."""


class Stepped(Protocol):
    """A play of whatever kind."""

    @property
    def steps(self) -> tuple[int, ...]:
        """Its steps, as kernel integers."""
        ...


@dataclass(frozen=True)
class Look:
    """How a board is drawn.

    `width` in pixels; `viewer` sits below; `numbering`: `own` (the viewer's), `booklet` or `none`;
    `theme`: a key of `colours.themes()`, or empty for the styles of the page around it; `turned`
    on its side, for tall places, or None: as a phone held upright gets it; `directions`: arrows
    along both tracks; `bare`: a small picture without numbers and signs; `mirror`: left and right
    exchanged, so that the viewer's home lies at the other end.
    """

    width: float = 480
    viewer: Side = Side.WHITE
    numbering: str = "own"
    theme: str = "linen"
    turned: bool | None = False
    directions: bool = False
    bare: bool = False
    mirror: bool = False

    def checked(self) -> Look:
        """This look.  Raises `Refused` (code `bad_picture`) for what cannot be drawn."""
        choices = {"theme": ["", *styles.themes()], "numbering": list(NUMBERINGS)}
        for what, known in choices.items():
            given = getattr(self, what)
            if given not in known:
                raise _bad(what, given, [one for one in known if one])
        if not isinstance(self.width, Real) or not NARROW <= self.width <= WIDE:
            raise _bad("width", self.width, [NARROW, WIDE])
        return self


@dataclass(frozen=True)
class BoardView:
    """How a reader has the board before him, whatever is drawn of it and however large: who sits
    below, and `numbering` and `mirror` as in `Look`."""

    viewer: Side = Side.WHITE
    numbering: str = "own"
    mirror: bool = False

    def look(
        self,
        width: float,
        *,
        turned: bool | None = False,
        directions: bool = False,
        bare: bool = False,
    ) -> Look:
        """A drawing inside a page, which gives it its colours."""
        numbering, mirror = self.numbering, self.mirror
        return Look(width, self.viewer, numbering, "", turned, directions, bare, mirror)


def _bad(what: str, given: object, known: Sequence[object]) -> Refused:
    return refuse("bad_picture", what=what, text=str(given)[:40], known=list(known))


def svg(
    state: State | HasState,
    *,
    width: float = 480,
    viewer: Side = Side.WHITE,
    numbering: str = "own",
    theme: str = "linen",
    turned: bool = False,
    directions: bool = False,
    mirror: bool = False,
    play: str | Stepped | Sequence[int] = (),
    last: Sequence[int] = (),
    title: str = "",
    description: str = "",
) -> str:
    """A state as SVG text: checkers, dice, cube; blank dice lie before the one who is to throw.

    `width` in pixels (120 to 4000); `viewer` sits below; `numbering`: `own` (the viewer's),
    `booklet` or `none`; `theme`: walnut, linen, night, contrast or safe; `turned`: on its side,
    for tall places; `directions`: arrows along both tracks; `mirror`: left and right exchanged.
    `play` is drawn as arrows (a play, what a bot suggests, its steps as kernel integers, or a text
    in the `numbering` of the side that plays: one that may be played now), `last` as faint lines
    (steps that led here).  `title` and `description` are read to those who do not see the picture.

    Raises `Refused` (code `bad_picture`) for a theme, a numbering or a width that is none, and for
    a text that is no play now; ValueError for steps that are none, and TypeError for what is no
    state and has none.
    """
    state = state_of(state)
    if not isinstance(turned, int | None):
        raise wanted("True or False as `turned`", turned)
    look = Look(width, Side(viewer), numbering, theme, turned, directions, mirror=mirror).checked()
    if isinstance(play, str):
        typed = "own" if numbering == "none" else numbering
        play = [action.code for action in notation.read_play(state, play, typed)]
    try:
        return Picture(state.rules, look).of_state(state, play, last, title, description)
    except KeyError as place:
        raise ValueError(f"no step of this game leads from or to {place}") from None


@dataclass(frozen=True)
class Focus:
    """A close-up: the point that is looked at, in parts of the board from its upper left corner,
    and how much larger everything is."""

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.0

    def box(self, w: float, h: float, ratio: float | None = None) -> tuple[float, ...]:
        """The part of a board of this size that is seen, as wide as high times `ratio`."""
        wide, high = w / self.zoom, h / self.zoom
        if ratio is not None:
            wide, high = (high * ratio, high) if wide > high * ratio else (wide, wide / ratio)
        left = min(max(self.x * w - wide / 2, 0), w - wide)
        above = min(max(self.y * h - high / 2, 0), h - high)
        return left, above, wide, high


@dataclass(frozen=True)
class Shown:
    """What a picture shows beside a position.

    `arrows` of plays, `marks` at what it points at, `dice` that lie before each side, the `cube`,
    and the steps of the `last` play (kernel integers) with the side that played it; `focus` for a
    close-up.
    """

    arrows: Sequence[Arrow] = ()
    marks: Sequence[Mark] = ()
    dice: Mapping[Side, Sequence[Die]] = field(default_factory=dict)
    cube: Cube | None = None
    last: tuple[Side, Sequence[int]] | None = None
    focus: Focus = Focus()


def svg_of_position(
    rules: Ruleset,
    position: Position,
    look: Look | None = None,
    shown: Shown | None = None,
    *,
    title: str = "",
    description: str = "",
) -> str:
    """A position as SVG text, and what else is to be `shown`: arrows, marks, dice, cube, close-up.

    Raises as `svg` does.
    """
    picture = Picture(rules, (look or Look()).checked())
    return picture.of_position(position, shown or Shown(), title, description)


def png(state: State | HasState, *, width: int = 800, **options: Unpack[Drawn]) -> bytes:
    """A state as a PNG image; `options` as for `svg`.

    Raises ImportError where the extra `pictures` is not installed, and as `svg` does.
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
    numbering: str
    theme: str
    turned: bool
    directions: bool
    mirror: bool
    play: str | Stepped | Sequence[int]
    last: Sequence[int]
    title: str
    description: str


class Picture:
    """Draws positions of one game in one look."""

    def __init__(self, rules: Ruleset, look: Look) -> None:
        self.rules = rules
        self.look = look
        facing = Side.WHITE if geometry_of(rules).same_way else look.viewer
        height = look.width * _HEIGHTS[look.turned]
        room = Room(look.width, height, facing, look.turned, look.bare, look.mirror)
        self.plan: Plan = plan(rules, room)
        self.root = f"tavola-{look.theme}" if look.theme else "board"
        # Hidden drawings of another width may stand in the same page: none borrows their shades.
        shade = "" if look.bare else f"{self.root}{number(look.width)}-"
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
        position, steps, last = state.position, _steps(play), _steps(last)
        shown = Shown(
            arrows.arrows_of(state, steps),
            dice=dict(zip(Side, dice_of(state), strict=True)),
            cube=state.cube if state.rules.cube else None,
            last=(_mover(state, last), last),
        )
        layers = self.layers(position, shown, state.offer)
        return self._whole(layers, title or headline(state), told or position.text(), shown.focus)

    def of_position(self, position: Position, shown: Shown, title: str, told: str) -> str:
        """A position and what else is to be shown."""
        layers = self.layers(position, shown)
        return self._whole(layers, title or "A board", told or position.text(), shown.focus)

    def layers(self, position: Position, shown: Shown, offer: Offer | None = None) -> Iterator[str]:
        """Everything, from below."""
        plan, shade = self.plan, self.pieces.shade
        yield self.ground()
        if shown.last is not None:
            yield group("last", arrows.last_play(plan, position, *shown.last))
        yield self.checkers(position)
        lying = [shown.dice.get(side, ()) for side in Side]
        yield group("dice", pieces.dice(plan, lying, shade))
        if shown.cube is not None and plan.layout["cube"]:
            doubled = offer if offer is not None and offer.kind is Kind.DOUBLE else None
            asked, value = (doubled.side.other, doubled.value) if doubled else (None, 0)
            yield pieces.cube(plan, shown.cube, asked, value)
        yield group("marks", arrows.marked(plan, position, shown.marks))
        yield group("plays", arrows.proposed(plan, position, shown.arrows))

    def ground(self) -> str:
        """The board without checkers."""
        names = None if self.look.bare or self.look.numbering == "none" else self._names()
        return group("ground", ground(self.plan, names, directions=self.look.directions))

    def checkers(self, position: Position) -> str:
        """All checkers of a position."""
        return group("checkers", self.pieces.all(position))

    def _names(self) -> Names:
        """What points are called: the viewer's number, on a track of the other side that one's."""
        return lambda point: board_number(self.rules, self.look.viewer, point, self.look.numbering)

    def defs(self, body: str) -> str:
        """What the rest of a picture refers to: checkers, and their shades."""
        used = "".join(self.pieces.used.values())
        shades = (
            f'<{"radial" if name == "cast" else "linear"}Gradient id="{self.pieces.shade}{name}"'
            f"{'' if name == 'cast' else _DOWN}>{stops}"
            for name, stops in _SHADES.items()
            if self.pieces.shade and f"#{self.pieces.shade}{name})" in used + body
        )
        return tag("defs", "".join(shades) + used)

    def _whole(self, layers: Iterable[str], title: str, told: str, focus: Focus) -> str:
        body = "".join(layers)
        content = self.defs(body) + body
        head = read_out(title, told)
        if self.look.theme:
            classes = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', content))))
            head += f"<style>{styles.style(self.look.theme, self.root, classes)}</style>"
        w, h = self.plan.size
        box = " ".join(map(number, focus.box(w, h)))
        return tag(
            "svg",
            head + content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box,
            width=self.look.width,
            height=round(self.look.width * h / w),
            class_=self.root,
            role="img",
            text_anchor="middle",
            font_family="system-ui, sans-serif",
            font_weight="600",
        )


def _steps(play: Stepped | Sequence[int]) -> Sequence[int]:
    """The steps of a play, as kernel integers.  Raises ValueError for what cannot be any."""
    steps = getattr(play, "steps", play)
    if isinstance(steps, bytes) or not isinstance(steps, Sequence) or not is_whole(*steps):
        raise ValueError(f"a play or its steps are drawn, not {str(play)[:40]!r}")
    return steps


def _mover(state: State, steps: Sequence[int]) -> Side:
    """Whose steps led here: those of the turn are the mover's, others the opponent's."""
    own = state.turn.steps and tuple(steps) == state.turn.steps[-len(steps) :]
    return state.side if own or not steps else state.side.other


__all__ = ["Drawn", "Focus", "Look", "Picture", "Shown", "png", "svg", "svg_of_position"]

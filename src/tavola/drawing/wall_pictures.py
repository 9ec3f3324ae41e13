"""The moment that tells a game, small for the wall and large for its page.

Pictures on the wall are many: grounds, checkers and whole moments stand in the page once, as
symbols, and each is seen whole or close.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tavola.drawing import arrows, pieces
from tavola.drawing.arrows import Mark
from tavola.drawing.elements import boxed, group, line, number, path, tag
from tavola.drawing.ground import arrowhead
from tavola.drawing.picture import BoardView, Picture
from tavola.drawing.plan import Plan
from tavola.drawing.plan_parts import Box, Point, Spot
from tavola.drawing.shown_dice import Die, dice_of
from tavola.rules import turn
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import notation, one_line, script
from tavola.rules.turn.state import Fact, State, where

SMALL = 288.0
"""Width of a picture on the wall, and three quarters of it high."""
_HIDDEN = {"aria_hidden": "true", "focusable": "false"}
_ABREAST = 6
"""So many throws to choose from lie in one row; more of them in rows of five."""


@dataclass(frozen=True)
class Wall:
    """Small pictures of many games: what they share, each of them whole, and close."""

    shared: str
    whole: Mapping[str, str]
    close: Mapping[str, str]


@dataclass(frozen=True)
class Moment:
    """A state and the steps that are played in it."""

    state: State
    steps: tuple[int, ...]
    telling: Telling


def moment(game: Game, telling: Telling | None) -> Moment:
    """What a game shows; its start where it shows nothing, or nothing that can be."""
    start = Moment(turn.new_match(game.rules), (), Telling(text=""))
    if telling is None:
        return start
    try:
        state = _state(game, telling)
        return Moment(state, script.run(state, telling.play).turn.steps, telling)
    except Refused:
        return start


def _state(game: Game, telling: Telling) -> State:
    """Where a moment stands; in a rotation its text says in which game.  Raises `Refused`."""
    match = MatchRules(games=None) if game.rotation else None
    return one_line.read(game.rules, telling.text, match, game.in_turn())


def facts_of(game: Game, telling: Telling) -> tuple[list[Fact], State]:
    """What happens in such a moment, from its throw on, and the state after it."""
    state = _state(game, telling)
    facts, items = [], [telling.play]
    if state.turn.dice:
        facts.append(Fact("threw", state.side, {"dice": list(state.turn.dice)}))
    if telling.chosen:
        items.append(f"name {telling.chosen}" if state.names else f"choose {telling.chosen[0]}")
    for item in filter(None, items):
        for action in script.actions(state, item):
            state, found = turn.apply(state, action)
            facts += found
    return facts, state


def of_state(state: State, steps: tuple[int, ...] = ()) -> Moment:
    """A state of a match that is under way."""
    return Moment(state, steps, Telling(text=""))


def wall(games: Iterable[Game], *, mirror: bool = False) -> Wall:
    """The moments of games, every picture of the same shape; `mirror` as in `Look`."""
    look = BoardView(mirror=mirror).look(SMALL, bare=True)
    shared: dict[str, str] = {}
    used: dict[str, str] = {}
    whole, close = {}, {}
    for game in games:
        shown = moment(game, game.telling[0] if game.telling else None)
        drawn = Picture(shown.state.rules, look)
        ground = drawn.ground()
        name = shared.setdefault(ground, f"ground-{len(shared)}")
        body = tag("use", href=f"#{name}") + drawn.checkers(shown.state.position)
        body += "".join(_upon(drawn.plan, shown))
        used.update(drawn.pieces.used)
        used[game.id] = group("board small", [body], id=f"shows-{game.id}")
        content = tag("use", href=f"#shows-{game.id}")
        whole[game.id] = _svg(content, _frame(drawn.plan), "board small whole")
        close[game.id] = _svg(content, _close(drawn.plan, shown), "board small close")
    grounds = [group("board small", [ground], id=name) for ground, name in shared.items()]
    return Wall("".join([*grounds, *used.values()]), whole, close)


def series(
    rules: Ruleset, shown: Sequence[Moment], view: BoardView, name: str = ""
) -> tuple[str, list[str]]:
    """Small pictures of many moments of one game with their plays: what they share, which stands in
    the page once, and each of them; `name` begins their ids."""
    drawn = Picture(rules, view.look(SMALL, bare=True))
    drawn.pieces.name = f"{name}-"
    frame, found = _frame(drawn.plan), list[str]()
    for one in shown:
        body = tag("use", href=f"#{name}-ground") + drawn.checkers(one.state.position)
        found.append(_svg(body + "".join(_upon(drawn.plan, one)), frame, "board small"))
    ground = group("board small", [drawn.ground()], id=f"{name}-ground")
    return ground + "".join(drawn.pieces.used.values()), found


def miniature(shown: Moment, view: BoardView, name: str) -> str:
    """One small picture that needs nothing around it; `name` begins its ids."""
    drawn = Picture(shown.state.rules, view.look(SMALL, bare=True))
    drawn.pieces.name = name
    body = drawn.ground() + drawn.checkers(shown.state.position)
    body += group("dice", pieces.dice(drawn.plan, dice_of(shown.state)))
    return _svg(drawn.defs(body) + body, _frame(drawn.plan), "board small")


def _thrown(state: State) -> tuple[list[Die], list[Die]]:
    """The dice that were thrown: beside a text nobody waits for those that were not."""
    white, black = dice_of(state)
    return [die for die in white if die.face], [die for die in black if die.face]


def of_text(rules: Ruleset, text: str, play: str = "") -> Moment:
    """A position with its turn (`one_line.py`) and a play in booklet numbers.  Raises `Refused`."""
    state = one_line.read(rules, text)
    steps = notation.read_play(state, play, "booklet") if play else ()
    return of_state(state, tuple(step.code for step in steps))


def large(shown: Moment, width: float, view: BoardView, name: str, ids: str = "") -> str:
    """One large picture with numbers; `name` is a class of it and begins its ids, if no `ids` are
    given."""
    drawn = Picture(shown.state.rules, view.look(width))
    drawn.pieces.name = drawn.pieces.shade = ids or f"{name}-"
    plan, state = drawn.plan, shown.state
    shade = drawn.pieces.shade
    layers = [drawn.ground(), drawn.checkers(state.position), *_upon(plan, shown, shade)]
    if plan.layout["cube"]:
        layers.append(pieces.cube(plan, state.cube))
    body = "".join(layers)
    w, h = plan.size
    box = f"0 0 {number(w)} {number(h)}"
    return _svg(drawn.defs(body) + body, box, f"board small {name}")


def _upon(plan: Plan, shown: Moment, shade: str = "") -> Iterator[str]:
    """What is seen above the checkers: dice, the play, throws of a run or to choose from."""
    state, telling = shown.state, shown.telling
    if telling.chain:
        yield group("dice", _chain(plan, telling.chain))
    elif not telling.choices:
        yield group("dice", pieces.dice(plan, _thrown(state), shade))
    yield group("plays", _arrows(plan, shown))
    yield group("marks", _turned(plan, shown))
    if telling.choices:
        yield group("dice", _choices(plan, telling))
    spared = [Mark(state.side.other, point, "no") for point in telling.spared]
    yield group("marks", arrows.marked(plan, state.position, spared))


def _arrows(plan: Plan, shown: Moment) -> Iterator[str]:
    """The play as arrows."""
    state = shown.state
    return arrows.proposed(plan, state.position, arrows.arrows_of(state, shown.steps))


def _turned(plan: Plan, shown: Moment) -> Iterator[str]:
    """A rim around each tower that a step leaves where it is."""
    for step in shown.steps:
        place = where(step & 31)
        if place == where((step >> 5) & 31) and isinstance(place, int):
            for name in ("landing edge", "landing"):
                yield boxed(plan.point_box(place).inner(1), 4, name)


def _chain(plan: Plan, chain: Sequence[str]) -> Iterator[str]:
    """Throws in a row through the middle, an arrow from each to the next."""
    (left, length), y = _field(plan), plan.size[1] / 2
    apart = 1.0
    parts = len(chain) * 2.2 + (len(chain) - 1) * apart
    size = min(plan.die, 0.84 * length / parts)
    x = left + (length - parts * size) / 2
    for i, throw in enumerate(chain):
        side = Side("WB".index(throw[0]))
        yield from _pair(side, throw[2:], (x + 1.1 * size, y), size)
        x += 2.2 * size
        if i + 1 < len(chain):
            way = [(x + 0.12 * size, y), (x + (apart - 0.12) * size, y)]
            for name in ("source edge", "source"):
                yield path(line(way) + arrowhead(way, size * 0.3), name)
        x += apart * size


def _choices(plan: Plan, telling: Telling) -> Iterator[str]:
    """Throws to choose from, in rows through the middle; the one that is taken has a rim."""
    many = len(telling.choices)
    columns = many if many <= _ABREAST else 5
    rows = math.ceil(many / columns)
    left, length = _field(plan)
    width, wide = plan.size[1], 0.98 * length / columns
    size = min(plan.die, wide / 2.7)
    high = size * 1.75
    for i, throw in enumerate(telling.choices):
        x = left + (length - wide * columns) / 2 + wide * (i % columns + 0.5)
        y = width / 2 + high * (i // columns - (rows - 1) / 2)
        chosen = " chosen" if throw == telling.chosen else ""
        box = Box(x - wide * 0.47, y - high * 0.46, wide * 0.94, high * 0.92)
        yield boxed(box, size * 0.4, f"choice{chosen}")
        yield from _pair(Side.WHITE, throw, (x, y), size)


def _field(plan: Plan) -> tuple[float, float]:
    """Where the points begin, and how long they reach."""
    last = plan.u(plan.layout["columns"] - 1) + plan.point
    return plan.u(0), last - plan.u(0)


def _pair(side: Side, throw: str, at: Point, size: float) -> Iterator[str]:
    """The two dice of a throw around a middle."""
    for face, aside in zip(throw.split("-"), (-0.56, 0.56), strict=True):
        spot = Spot((at[0] + aside * size, at[1]), size)
        yield pieces.die(side, spot, Die(int(face)))


# ------------------------------------------------------------------------------------- what is seen


def _frame(plan: Plan) -> str:
    """The board in the middle of a picture of the usual shape."""
    (w, h), height = plan.size, SMALL * 0.75
    return f"{number((w - SMALL) / 2)} {number((h - height) / 2)} {SMALL:g} {height:g}"


def _close(plan: Plan, shown: Moment) -> str:
    """A square around what happens, within the board."""
    (w, h), seen = plan.size, [*_ends(plan, shown)]
    if not seen or shown.telling.choices or shown.telling.chain:
        seen = [(w * 0.28, h / 2), (w * 0.72, h / 2)]
    left, right = min(x for x, _ in seen), max(x for x, _ in seen)
    top, bottom = min(y for _, y in seen), max(y for _, y in seen)
    side = min(max(right - left, bottom - top) + 2.4 * plan.checker, h)
    side = max(side, 0.6 * h)
    x = min(max((left + right - side) / 2, 0), max(0, w - side))
    y = min(max((top + bottom - side) / 2, 0), max(0, h - side))
    return f"{number(x)} {number(y)} {number(side)} {number(side)}"


def _ends(plan: Plan, shown: Moment) -> Iterator[Point]:
    """Where the checkers of a play come from and go to."""
    position, side = shown.state.position, shown.state.side
    for source, target in arrows.legs_of(shown.steps):
        yield arrows.top_of(plan, position, side, source)
        yield arrows.next_on(plan, position, side, target)


def _svg(content: str, box: str, name: str) -> str:
    return tag("svg", content, viewBox=box, class_=name, **_HIDDEN)

"""Plays as people write them: `8/5 6/5`, `bar/22`, `13/7*/5`, `res/21`, `6/off(2)`.

Two numberings: `own` calls a point by the pips still to go (24 to 1; in Ludus 12 to 1), on French
2's track 1-12, in Catch me by the booklet's number, in Doublets tower 1-6; `booklet` uses 1-24 for
both sides.  Inside, everything is booklet numbers.  What people write otherwise is brought into
this form by `spellings.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_BAR, FROM_RESERVE, TO_OFF
from tavola.rules.model import movement
from tavola.rules.model.geometry import WHOLE, geometry_of, own_number
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import written
from tavola.rules.text import spellings
from tavola.rules.turn.state import Action, Kind, State, step_action, where
from tavola.rules.turn.why import (
    number_of_way,
    numbers_of_throw,
    refusal_of_step,
    refusal_of_way,
)

NUMBERINGS = ("own", "booklet")

_TOKEN = re.compile(r"(bar|res|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-9])\))?", re.ASCII | re.I)
_PATIENCE = 400
"""Positions tried in vain before a typed play counts as unplayable; ordinary throws need some
ten."""
_LONGEST = 1000
"""Most characters of a typed play; the longest that can be played has a tenth of them."""
_POOLS = {"bar": FROM_BAR, "res": FROM_RESERVE, "off": TO_OFF}


def numbering_of(given: str) -> str:
    """A numbering that somebody named.  Raises `Refused` (code `bad_picture`) for one that is
    none."""
    if given not in NUMBERINGS:
        text, known = str(given)[:40], list(NUMBERINGS)
        raise refuse("bad_picture", what="numbering", text=text, known=known)
    return given


def point_name(rules: Ruleset, side: Side, code: int, numbering: str) -> str:
    """A source or target as written: a number, `bar`, `res` or `off`."""
    if code > 24:
        return str(where(code))
    return str(own_number(rules, side, code) if numbering == "own" else code)


@lru_cache(maxsize=1 << 12)
def point_of(rules: Ruleset, side: Side, number: int, numbering: str) -> int:
    """The booklet point that a typed number means; 0 if there is none."""
    if numbering == "booklet":
        return number if 1 <= number <= 24 else 0
    points = geometry_of(rules).track[side]
    return next((p for p in points if own_number(rules, side, p) == number), 0)


def write_play(
    rules: Ruleset,
    before: Position,
    side: Side,
    steps: Sequence[int],
    numbering: str = "own",
    after: Position | None = None,
) -> str:
    """Kernel steps from a position as one line: from the rear, legs of one checker joined.

    `after` is the position they lead to, where that is known: it saves a look at each step.
    """
    ways = _ways(rules, side, steps, _hits(rules, before, side, steps, after))
    return _line(ways, _names(rules, side, numbering), _turning(rules, side))


def write_moves(
    rules: Ruleset, side: Side, moves: Sequence[tuple[int, int]], numbering: str
) -> str:
    """The moves of an illegal play, one after the other: `24/14 6/5`."""
    return " ".join(
        "/".join(point_name(rules, side, place, numbering) for place in move) for move in moves
    )


def typed(
    state: State, actions: Sequence[Action], numbering: str = "own", after: Position | None = None
) -> str:
    """What a play is typed as, or the choice or throw that is made in its place; '' for anything
    else.  `after` as in `write_play`."""
    first = actions[0] if actions else None
    if first is None:
        return ""
    if first.kind is Kind.STEP:
        steps = [action.code for action in actions]
        return write_play(state.rules, state.position, state.side, steps, numbering, after)
    if first.kind is Kind.CHOOSE:
        return f"{first.number}-{first.number}"
    return "" if first.dice is None else written(first.dice)


def texts_of(
    rules: Ruleset,
    before: Position,
    side: Side,
    steps: Sequence[int],
    after: Position | None = None,
) -> dict[str, str]:
    """Kernel steps from a position as one line in every numbering; `after` as in `write_play`."""
    hits = _hits(rules, before, side, steps, after)
    return dict(zip(NUMBERINGS, _texts(rules, side, tuple(steps), tuple(hits)), strict=True))


@lru_cache(maxsize=1 << 14)
def _texts(
    rules: Ruleset, side: Side, steps: tuple[int, ...], hits: tuple[bool, ...]
) -> tuple[str, ...]:
    """The lines of a play in every numbering; of four plays in a match three were seen before."""
    ways, turning = _ways(rules, side, steps, hits), _turning(rules, side)
    return tuple([_line(ways, _names(rules, side, name), turning) for name in NUMBERINGS])


def _hits(
    rules: Ruleset, before: Position, side: Side, steps: Sequence[int], after: Position | None
) -> Sequence[bool]:
    """Of each step whether it hits."""
    if after is not None and not movement.hits(before, after, side):
        return (False,) * len(steps)
    return movement.hits_of(rules, before, side, steps)


def _line(ways: Iterable[_Way], names: Sequence[str], turning: Sequence[int]) -> str:
    return " ".join(_counted([_written(path, hit, names, turning) for path, hit in ways]))


@lru_cache(maxsize=1 << 10)
def _names(rules: Ruleset, side: Side, numbering: str) -> tuple[str, ...]:
    """What every source and target is written as."""
    return tuple(point_name(rules, side, code, numbering) for code in range(32))


@lru_cache(maxsize=1 << 9)
def _paths(rules: Ruleset, side: Side) -> tuple[int, ...]:
    """The path point of every source, 0 of what lies outside."""
    return tuple(geometry_of(rules).path(side, code) for code in range(32))


def _turning(rules: Ruleset, side: Side) -> Sequence[int]:
    """The path points of all sources where a checker may turn back, else nothing."""
    return _paths(rules, side) if rules.backward else ()


_Way = tuple[list[int], list[bool]]
"""The points of one checker's way, and for each but the first whether it hit there."""


def _ways(rules: Ruleset, side: Side, steps: Sequence[int], hits: Sequence[bool]) -> list[_Way]:
    """The ways of all checkers that move, from the rear."""
    ways: list[_Way] = []
    joined = not geometry_of(rules).towers
    for code, hit in zip(steps, hits, strict=True):
        source, target = (code >> 5) & 31, code & 31
        for path, struck in reversed(ways) if joined and source <= 24 else ():
            if path[-1] == source:
                path.append(target)
                struck.append(hit)
                break
        else:
            ways.append(([source, target], [hit]))
    if len(ways) > 1:
        paths = _paths(rules, side)
        ways.sort(key=lambda way: paths[way[0][0]])
    return ways


def _written(
    path: Sequence[int], hit: Sequence[bool], names: Sequence[str], turning: Sequence[int]
) -> str:
    """One checker's way: intermediate points only where it hits, or turns back; two steps there and
    back would be taken for one."""
    if len(path) == 2:  # as most ways are: at once what comes of the lines below
        text = f"{names[path[0]]}/{names[path[1]]}"
        return f"{text}*" if hit[0] else text
    text = names[path[0]]
    for i, target in enumerate(path[1:-1]):
        if hit[i]:
            text += f"/{names[target]}*"
        elif turning and _turns(*(turning[code] for code in path[i : i + 3])):
            text += f"/{names[target]}"
    return f"{text}/{names[path[-1]]}*" if hit[-1] else f"{text}/{names[path[-1]]}"


def _turns(source: int, between: int, target: int) -> bool:
    """Whether a way turns back at its middle path point; one that leads off does not."""
    return bool(target) and (between > source) != (target > between)


def _counted(parts: Sequence[str]) -> Sequence[str]:
    """Equal parts once, with their count."""
    if len(set(parts)) == len(parts):
        return parts
    counts: dict[str, int] = {}
    for part in parts:
        counts[part] = counts.get(part, 0) + 1
    return [part if n == 1 else f"{part}({n})" for part, n in counts.items()]


@dataclass(frozen=True)
class _Leg:
    """One checker's way still to play: where it stands, and the points it must touch."""

    at: int
    via: tuple[int, ...]


def read_play(
    state: State, text: str, numbering: str = "own", *, stars: bool = True
) -> tuple[Action, ...]:
    """The steps that a typed play means now; it may be a part of a turn, in any order.

    With `stars` a `*` must stand where something is hit (or pinned).  Raises `Refused`:
    `unclear_play` if it cannot be read, else the reason why it is not allowed.
    """
    return tuple(action for action, _ in read_steps(state, text, numbering, stars=stars))


def read_steps(
    state: State, text: str, numbering: str = "own", *, stars: bool = True
) -> tuple[tuple[Action, State], ...]:
    """The same, each step with the state after it.  Raises as `read_play` does."""
    legs = _legs(state, text, numbering)
    found = _resolve(state, legs, quiet=True) or _resolve(state, legs)
    if found is None:
        raise Refused(_reason(state, legs))
    steps = [action for action, _ in found]
    for point in _starred(state, text, numbering) - _struck(state, steps) if stars else ():
        raise refuse("no_hit", point=point)
    return found


def _starred(state: State, text: str, numbering: str) -> set[int]:
    """The booklet points that a typed play says it hits on."""
    named = re.findall(r"(\d{1,2})\*", text, re.ASCII)
    return {point_of(state.rules, state.side, int(number), numbering) for number in named}


def _struck(state: State, actions: Sequence[Action]) -> set[int]:
    """The targets of steps that do something to an enemy checker."""
    found = set()
    for action in actions:
        state, facts = turn.apply(state, action)
        details = next(fact.details for fact in facts if fact.kind == "step")
        if not details.keys().isdisjoint(("hit", "captured", "pins")):
            found.add(action.target)
    return found


def why(state: State, text: str, numbering: str = "own", *, stars: bool = True) -> Refusal | None:
    """Why a typed play is not allowed now, or None if it is; `stars` as in `read_play`."""
    try:
        read_play(state, text, numbering, stars=stars)
    except Refused as refused:
        return refused.refusal
    return None


def _legs(state: State, text: str, numbering: str) -> tuple[_Leg, ...]:
    if len(text) > _LONGEST:
        raise refuse("unclear_play", text=text[:60])
    legs: list[_Leg] = []
    towers = geometry_of(state.rules).towers
    for token in spellings.tokens(text, towers=towers):
        if towers and re.fullmatch("[1-6]", token, re.ASCII):
            legs.append(_tower_leg(state, point_of(state.rules, state.side, int(token), "own")))
            continue
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise refuse("unclear_play", text=text[:60])
        names = [match[1], *match[2].replace("*", "").split("/")[1:]]
        codes = [_code(state, name.lower(), numbering) for name in names]
        if 0 in codes or TO_OFF in codes[:-1] or len(legs) > 16:
            raise refuse("unclear_play", text=text[:60])
        legs += [_Leg(codes[0], tuple(codes[1:]))] * int(match[3] or 1)
    if not legs or len(legs) > 32:
        raise refuse("unclear_play", text=text[:60])
    return tuple(legs)


def _tower_leg(state: State, point: int) -> _Leg:
    """Doublets: a bare number means its tower, whatever the stage does with it."""
    taken_off = state.position.stage(state.side) == 3
    return _Leg(point, (TO_OFF if taken_off else point,))


def _code(state: State, name: str, numbering: str) -> int:
    if name in _POOLS:
        return _POOLS[name]
    return point_of(state.rules, state.side, int(name), numbering)


def _resolve(
    state: State,
    legs: tuple[_Leg, ...],
    *,
    quiet: bool = False,
    dead: set[object] | None = None,
) -> tuple[tuple[Action, State], ...] | None:
    """Depth-first over the legal steps: some order of the numbers plays every leg.

    Each step comes with the state after it.  With `quiet` nothing is hit on the way: only on
    points that the play names.  `dead` remembers
    what failed, so that no position of a long throw is tried twice, and bounds the search.
    """
    if not legs:
        return ()
    dead = set() if dead is None else dead
    if dead and (len(dead) >= _PATIENCE or _moment(state, legs) in dead):
        return None
    for action in _candidates(state):
        for i, leg in enumerate(legs):
            if leg.at != action.source or leg in legs[:i]:
                continue
            rest = _after(state, leg, action)
            if rest is None:
                continue
            after = turn.apply(state, action)[0]
            named = action.target == leg.via[0]
            if quiet and not named and movement.hits(state.position, after.position, state.side):
                continue
            others = legs[:i] + legs[i + 1 :]
            later = _resolve(after, rest + others, quiet=quiet, dead=dead)
            if later is not None:
                return ((action, after), *later)
    dead.add(_moment(state, legs))
    return None


def _moment(state: State, legs: tuple[_Leg, ...]) -> object:
    """What decides whether legs can still be played: the position, the turn, and the legs left."""
    now = state.turn
    left = tuple(sorted((leg.at, leg.via) for leg in legs))
    return state.position.row, now.index, now.left, now.need, now.only, now.hit, left


def _candidates(state: State) -> list[Action]:
    """Legal steps, the smaller number first, then those that end the game with fewer numbers."""
    steps = sorted(turn.next_steps(state), key=lambda action: action.number)
    return [*steps, *turn.short_finishes(state)]


def _after(state: State, leg: _Leg, action: Action) -> tuple[_Leg, ...] | None:
    """What is left of a leg after a step of its checker; None if the step leads elsewhere."""
    if action.target == leg.via[0]:
        return (_Leg(action.target, leg.via[1:]),) if leg.via[1:] else ()
    if action.target == TO_OFF or not _between(state, leg, action.target):
        return None
    return (_Leg(action.target, leg.via),)


def _between(state: State, leg: _Leg, point: int) -> bool:
    geometry = geometry_of(state.rules)
    if state.rules.backward or geometry.loops:
        return True
    goal = leg.via[0]
    end = geometry.length + 1 if goal == TO_OFF else geometry.path(state.side, goal)
    return geometry.runs and geometry.path(state.side, point) < end


def _reason(begun: State, legs: tuple[_Leg, ...]) -> Refusal:
    """Why no order of the numbers plays these legs: the first that cannot follow those that can,
    or the first of those from outside, since all others wait for them."""
    state, waiting = begun, sorted(legs, key=lambda leg: leg.at <= WHOLE)
    while waiting:
        leg, found = _first_playable(state, waiting)
        if found is None:
            return _used_up(begun, state, leg) or _reason_of_leg(state, leg)
        waiting.remove(leg)
        state = found[-1][1]
    return Refusal("no_such_step")


def _first_playable(
    state: State, legs: Sequence[_Leg]
) -> tuple[_Leg, tuple[tuple[Action, State], ...] | None]:
    """The first leg that can be played now with its steps; else the first one, without."""
    for leg in dict.fromkeys(legs):
        found = _resolve(state, (leg,))
        if found is not None:
            return leg, found
    return legs[0], None


def _used_up(begun: State, state: State, leg: _Leg) -> Refusal | None:
    """That a number was there, but is wanted more often than it is."""
    number = number_of_way(state, leg.at, leg.via[0])
    count = begun.turn.left.count(number)
    if not count or number in state.turn.left:
        return None
    return Refusal("too_few", {"number": number, "count": count})


def _reason_of_leg(state: State, leg: _Leg) -> Refusal:
    """Why one checker cannot be played that far: the first stop that it does not reach."""
    for stop in leg.via[:-1]:
        found = _resolve(state, (_Leg(leg.at, (stop,)),))
        if found is None:
            break
        state = found[-1][1]
        leg = _Leg(stop, leg.via[1:])
    target = leg.via[0]
    refusal = refusal_of_way(state, leg.at, target)
    if refusal is not None:
        return refusal
    distance, numbers = number_of_way(state, leg.at, target), numbers_of_throw(state)
    if target == TO_OFF:
        distance = min((n for n in numbers if n >= distance), default=distance)
    elif distance not in numbers and geometry_of(state.rules).runs:
        refusal = _reason_of_sum(state, leg.at, target)
    return refusal or refusal_of_step(state, distance, leg.at, target)


def _reason_of_sum(state: State, at: int, goal: int) -> Refusal | None:
    """Of a way that some of the numbers left sum up to: the first step that fails."""
    geometry, side, left = geometry_of(state.rules), state.side, state.turn.left
    start = geometry.path(side, at) if at <= 24 else 0
    rest = geometry.path(side, goal) - start
    if rest not in {sum(left[:n]) for n in range(2, len(left) + 1)}:
        return None
    reasons = []
    for number in sorted(set(left)):
        if start + number > geometry.length or number > rest:
            continue
        point = geometry.point(side, start + number)
        step = step_action(side, (number << 10) | (at << 5) | point)
        if step not in turn.next_steps(state):
            reasons.append(refusal_of_step(state, number, at, point))
            continue
        after, _ = turn.apply(state, step)
        if point != goal and after.turn.left:
            last = geometry.path(side, goal) - start - number
            reasons.append(
                _reason_of_sum(after, point, goal) or refusal_of_step(after, last, point, goal)
            )
    return reasons[0] if reasons else None

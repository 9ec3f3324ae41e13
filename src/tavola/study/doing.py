"""What a play does by itself, where nothing is to be compared: everybody would make it."""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Goal, Ruleset, Side
from tavola.rules.turn.state import State
from tavola.study.after import After, Play, after
from tavola.study.measures import blots_hurt, counted, unpassed
from tavola.study.reasons import Fact

WALL = 4
"""Points in a row from which they are called a wall."""
HALF = 12
"""Points of a board on which whoever leaves the first quarter is home."""
AHEAD = 5
"""Pips from which a lead is worth a word."""


def doing(state: State, play: Play, most: int = 3) -> list[Fact]:
    """What a play of the side on turn does, what catches the eye first."""
    then = after(state, play)
    if then.over:
        return [Fact("does_draw" if then.drawn else "does_win" if then.wins else "does_lose")]
    found = _well_done(state, play) or _running(state, play) or _race(state, play)
    return found[:most]


def entered(state: State, play: Play) -> int:
    """Checkers of the side on turn that a play brings in, from the bar and from the reserve."""
    return _from_bar(state, play) + _from_reserve(state, play)


def _from_bar(state: State, play: Play) -> int:
    return max(state.position.bar(state.side) - play.position.bar(state.side), 0)


def _from_reserve(state: State, play: Play) -> int:
    return max(state.position.reserve(state.side) - play.position.reserve(state.side), 0)


def _well_done(state: State, play: Play) -> list[Fact]:
    """What is praised wherever it is done; who has to come home last likes to be hit and blocked,
    so that there each of these would speak against the play."""
    if state.rules.goal is Goal.LAST_OFF:
        return []
    return _to_the_other(state, play) + _for_itself(state, play) + _shape(state, play)


def _to_the_other(state: State, play: Play) -> list[Fact]:
    """What becomes of the other side's checkers."""
    rules, other = state.rules, state.side.other
    before, position = state.position, play.position
    found, hit = list[Fact](), position.bar(other) - before.bar(other)
    if hit > 0:
        pips = movement.pip_count(rules, position, other) - movement.pip_count(rules, before, other)
        found.append(Fact("does_hit", (hit, pips)))
    if rules.contact is Contact.CAPTURE and position.off(other) > before.off(other):
        found.append(Fact("does_capture", (position.off(other) - before.off(other),)))
    pinned = [g for g in position.points(other) if position.pinned(g) is other]
    new = [g for g in pinned if before.pinned(g) is not other]
    if new:
        found.append(Fact("does_pin", (len(new),)))
    return found


def _for_itself(state: State, play: Play) -> list[Fact]:
    """Where the own checkers have come to."""
    before, position, side = state.position, play.position, state.side
    come = _from_reserve(state, play)
    found = [Fact("does_enter", (come,))] if come else []
    off = position.off(side) - before.off(side)
    if off > 0 and not geometry_of(state.rules).loops:
        found.append(Fact("does_bear_off", (off,)))
    return found


def _shape(state: State, play: Play) -> list[Fact]:
    """What the own checkers have made."""
    rules, side = state.rules, state.side
    geometry = geometry_of(rules)
    if not geometry.runs or geometry.facing:
        return _elsewhere(state, play)
    before, position, found = state.position, play.position, list[Fact]()
    wall, was = (movement.longest_wall(rules, one, side)[0] for one in (position, before))
    if wall > was and wall >= WALL:
        found.append(Fact("does_wall", (wall,)))
    if rules.block > 1 and movement.in_contact(rules, position):
        held, old = (
            {g for g, n in one.points(side).items() if n >= rules.block and one.top(g) is side}
            for one in (position, before)
        )
        made = sorted(
            (g for g in held - old if _comes_by(rules, position, side.other, g)),
            key=lambda g: -geometry.path(side, g),
        )
        if made and movement.in_the_way(rules, position, side):
            found.append(Fact("does_make", tuple(made[:2])))
        if _is_safe(rules, position, side):
            found.append(Fact("does_leave_no_blot"))
    return found


def _comes_by(rules: Ruleset, position: Position, side: Side, point: int) -> bool:
    """Whether a checker of a side may have to pass a point: one that stands before it, or one that
    is sent back to begin again."""
    if rules.contact is Contact.HIT and not rules.hit_loses:
        return True
    path = geometry_of(rules).path
    return any(path(side, g) < path(side, point) for g in position.points(side))


def _is_safe(rules: Ruleset, position: Position, side: Side) -> bool:
    """Whether no blot can come to harm though somebody comes after the own checkers."""
    if not blots_hurt(rules) or not unpassed(rules, position, side.other):
        return False
    return not movement.exposed(rules, position, side)


def _elsewhere(state: State, play: Play) -> list[Fact]:
    """The same where nothing runs, or where two tracks lie side by side."""
    here, there = (
        counted(After(state.rules, state.side, one)) for one in (play.position, state.position)
    )
    found = []
    for name in ("towers", "piled", "corners"):
        mine, was = here[name], there[name]
        if isinstance(mine, int) and isinstance(was, int) and mine > was:
            found.append(Fact(f"does_{name}", (mine - was,)))
    return found


def _running(state: State, play: Play) -> list[Fact]:
    """How the own checkers have come on, and those that have entered from the bar: there they had
    to, so that it is said only where nothing else is."""
    rules, side, before, position = state.rules, state.side, state.position, play.position
    if not geometry_of(rules).runs:
        return []
    come = _from_bar(state, play)
    found = [Fact("does_come_in", (come,))] if come else []
    here, there = (counted(After(rules, side, one)) for one in (position, before))
    halves = geometry_of(rules).length <= HALF
    told = [("stragglers", "does_run", -1), ("home", "does_bring_home", 1)][halves:]
    if rules.piles:
        told = []  # there is a goal, and no home
    for name, code, sign in told:
        mine, was = here[name], there[name]
        if isinstance(mine, int) and isinstance(was, int) and sign * (mine - was) > 0:
            found.append(Fact(code, (abs(mine - was),)))
    return found if rules.goal is not Goal.LAST_OFF else found[: come > 0]


def _race(state: State, play: Play) -> list[Fact]:
    """How the race stands then, where nothing else is to be said."""
    rules, side = state.rules, state.side
    if not geometry_of(rules).runs:
        return []
    mine, his = (movement.pip_count(rules, play.position, one) for one in (side, side.other))
    if abs(his - mine) < AHEAD:
        return []
    return [Fact("does_lead" if his >= mine else "does_trail", (abs(his - mine),))]

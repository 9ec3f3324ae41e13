"""What is counted after a play: each measure by name, for any game.

A measure is a whole number, or so many throws of those that can come; None where it cannot be told
or means nothing.  Two plays differ in a fact where they differ in a measure.  `sign` says which way
a measure is good for the side that has played, in a game that is won by coming home first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavola.rules.kernel import prospects as p
from tavola.rules.model import movement
from tavola.rules.model.geometry import corner_paths, geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Goal, Ruleset, Side
from tavola.study.after import After, Throws

Value = int | Throws | None


@dataclass(frozen=True)
class Measure:
    """Something that is counted.

    `sign`: +1 if more of it is good for whoever has played, else -1.  Of two measures of one
    `family` only the stronger one is told.  `usual`: what one of it is worth where nobody has
    fitted a game, in mean results.
    """

    name: str
    of: Callable[[After], Value]
    sign: int
    family: str
    usual: float


# ----------------------------------------------------------------------------------------- throws


def _his(bit: int) -> Callable[[After], Value]:
    return lambda after: None if after.over else after.his_throws(bit)


def _mine(bit: int) -> Callable[[After], Value]:
    return lambda after: None if after.over else after.my_throws(bit)


def _where(
    condition: Callable[[Ruleset], bool], of: Callable[[After], Value]
) -> Callable[[After], Value]:
    """A measure that means something under some rules only."""
    return lambda after: of(after) if condition(after.rules) else None


def blots_hurt(rules: Ruleset) -> bool:
    """Whether a checker alone can come to harm."""
    return rules.block > 1 and not rules.hit_loses


def _to_cover(after: After) -> Value:
    """The own throws that leave no blot within reach, where there is one now."""
    if after.over or not movement.exposed(after.rules, after.position, after.side):
        return None
    return after.my_throws(p.SAFE)


def _hits(rules: Ruleset) -> bool:
    return rules.contact in (Contact.HIT, Contact.FACING) and not rules.hit_loses


def _captures(rules: Ruleset) -> bool:
    return rules.contact is Contact.CAPTURE


def _loses_by_hitting(rules: Ruleset) -> bool:
    return rules.hit_loses


def _goes_wrong(rules: Ruleset) -> bool:
    """Whether coming home first loses."""
    return rules.goal is Goal.LAST_OFF


def _wins(rules: Ruleset) -> bool:
    return not _goes_wrong(rules)


# ----------------------------------------------------------------------------------------- shapes


def _running(of: Callable[[Ruleset, Position, Side], int]) -> Callable[[After], Value]:
    """A count of the side that has played, on boards where checkers run."""

    def value(after: After) -> Value:
        if not geometry_of(after.rules).runs or after.over:
            return None
        return of(after.rules, after.position, after.side)

    return value


def _wall(rules: Ruleset, position: Position, side: Side) -> int:
    length = movement.longest_wall(rules, position, side)[0]
    return length if length >= 3 else 0


def _locked(rules: Ruleset, position: Position, side: Side) -> int:
    length, locked = movement.longest_wall(rules, position, side)
    return locked if length >= 5 else 0


def _pile(rules: Ruleset, position: Position, side: Side) -> int:
    goal = geometry_of(rules).track[side][-1] if rules.piles else 0
    return max((n for g, n in position.points(side).items() if g != goal), default=0)


def _by_path(rules: Ruleset, position: Position, side: Side) -> dict[int, int]:
    """Checkers on the board by the path points of their side."""
    geometry = geometry_of(rules)
    return {geometry.path(side, g): n for g, n in position.points(side).items()}


def _stragglers(rules: Ruleset, position: Position, side: Side) -> int:
    return sum(n for path, n in _by_path(rules, position, side).items() if path <= 6)


def _at_home(rules: Ruleset, position: Position, side: Side) -> int:
    geometry = geometry_of(rules)
    return sum(n for q, n in _by_path(rules, position, side).items() if geometry.is_home(q))


def _home(after: After) -> Value:
    """Checkers that have come home, until the first one is off."""
    if not geometry_of(after.rules).runs or after.over or after.position.off(after.side):
        return None
    return _at_home(after.rules, after.position, after.side)


def unpassed(rules: Ruleset, position: Position, side: Side) -> int:
    """Checkers of a side that still have one of the other side before them; those outside too."""
    geometry, outside = geometry_of(rules), position.bar(side) + position.reserve(side)
    if geometry.facing:
        theirs = list(_by_path(rules, position, side.other))
    else:
        theirs = [geometry.path(side, g) for g in position.points(side.other)]
        if position.bar(side.other) or position.reserve(side.other):
            theirs.append(geometry.path(side, geometry.track[side.other][0]))
    front = max(theirs, default=0)
    if not front:
        return 0
    return outside + sum(n for q, n in _by_path(rules, position, side).items() if q < front)


def _lead(rules: Ruleset, position: Position, side: Side) -> int:
    return movement.pip_count(rules, position, side.other) - movement.pip_count(
        rules, position, side
    )


def _pinned(rules: Ruleset, position: Position, side: Side) -> int:
    """Checkers of the other side that lie pinned."""
    return sum(1 for point in range(1, 25) if position.pinned(point) is side.other)


def _gaps(after: After) -> Value:
    """Points of the own home without an own checker, once all checkers that are left are there."""
    rules, position, side = after.rules, after.position, after.side
    geometry = geometry_of(rules)
    if not geometry.runs or rules.piles or after.over:
        return None
    if _at_home(rules, position, side) + position.off(side) < rules.checkers:
        return None
    return sum(1 for g in geometry.home(side) if not position.count(side, g))


def _piled(after: After) -> Value:
    if not after.rules.piles:
        return None
    return after.position.count(after.side, geometry_of(after.rules).track[after.side][-1])


def _off(after: After) -> Value:
    if after.rules.piles or geometry_of(after.rules).loops:
        return None
    return after.position.off(after.side)


def _taken(after: After) -> Value:
    """Enemy checkers that were captured."""
    return after.position.off(after.side.other) if geometry_of(after.rules).loops else None


def _corners(after: After) -> Value:
    if not geometry_of(after.rules).loops:
        return None
    corners = corner_paths(after.rules.corners)
    found = _by_path(after.rules, after.position, after.side)
    return sum(n for path, n in found.items() if path in corners)


def _towers(after: After) -> Value:
    """Towers finished since the beginning of the game: unstacked, stacked, borne off."""
    geometry = geometry_of(after.rules)
    if not geometry.towers:
        return None
    position, side = after.position, after.side
    stage, lying = position.stage(side), sum(map(position.lying, geometry.track[side]))
    if stage == 1:
        return lying
    if stage == 2:
        return 12 - lying
    return 18 - len(position.points(side))


def _inherits(after: After) -> Value:
    return after.inherits


MEASURES = (
    Measure("hits_me", _where(_hits, _his(p.HIT)), -1, "danger", 0.012),
    Measure("captures_me", _where(_captures, _his(p.HIT)), -1, "danger", 0.012),
    Measure("pins_me", _his(p.PIN_ONE), -1, "danger", 0.02),
    Measure("he_must_hit", _where(_loses_by_hitting, _his(p.MUST_HIT)), 1, "forced", 0.03),
    Measure("he_loses", _his(p.LOST), 1, "block", 0.006),
    Measure("he_loses_partly", _his(p.PARTLY), 1, "partly", 0.003),
    Measure("he_wins", _where(_wins, _his(p.WIN)), -1, "danger", 0.03),
    Measure("he_makes_point", _his(p.POINT), -1, "his points", 0.002),
    Measure("i_hit", _where(_hits, _mine(p.HIT)), 1, "threat", 0.004),
    Measure("i_capture", _where(_captures, _mine(p.HIT)), 1, "threat", 0.006),
    Measure("i_pin", _mine(p.PIN_ONE), 1, "threat", 0.006),
    Measure("i_must_hit", _where(_loses_by_hitting, _mine(p.MUST_HIT)), -1, "forced", 0.02),
    Measure("i_lose", _mine(p.LOST), -1, "stuck", 0.006),
    Measure("i_win", _where(_wins, _mine(p.WIN)), 1, "threat", 0.03),
    Measure("i_make_point", _mine(p.POINT), 1, "builders", 0.002),
    Measure("i_cover", _where(blots_hurt, _to_cover), 1, "builders", 0.001),
    Measure("blots", _where(blots_hurt, _running(movement.exposed)), -1, "danger", 0.03),
    Measure("points", _running(movement.in_the_way), 1, "points", 0.04),
    Measure("entries", _running(movement.closed_entries), 1, "points", 0.04),
    Measure("wall", _running(_wall), 1, "wall", 0.05),
    Measure("locked", _running(_locked), 1, "wall", 0.1),
    Measure("pile", _running(_pile), -1, "pile", 0.015),
    Measure("stragglers", _running(_stragglers), -1, "behind", 0.03),
    Measure("unpassed", _running(unpassed), -1, "behind", 0.02),
    Measure("home", _home, 1, "home", 0.01),
    Measure("lead", _running(_lead), 1, "race", 0.006),
    Measure("his_bar", _running(lambda r, q, s: q.bar(s.other)), 1, "sent", 0.12),
    Measure("his_pinned", _running(_pinned), 1, "sent", 0.12),
    Measure("my_bar", _running(lambda r, q, s: q.bar(s)), -1, "outside", 0.1),
    Measure("my_reserve", _running(lambda r, q, s: q.reserve(s)), -1, "outside", 0.03),
    Measure("off", _off, 1, "off", 0.06),
    Measure("gaps", _gaps, -1, "gaps", 0.02),
    Measure("piled", _piled, 1, "off", 0.2),
    Measure("taken", _taken, 1, "taken", 0.2),
    Measure("corners", _corners, 1, "corners", 0.05),
    Measure("towers", _towers, 1, "towers", 0.1),
    Measure("inherits", _inherits, -1, "inherits", 0.02),
)
"""All that is counted, in the order in which facts are listed."""

BY_NAME = {one.name: one for one in MEASURES}
"""The measures by name."""


def free_sign(rules: Ruleset) -> bool:
    """Whether the goal of a game turns what is good: then only its own figures say."""
    return _goes_wrong(rules) or rules.hit_loses


def counted(after: After) -> dict[str, Value]:
    """All measures after a play, by name."""
    return {one.name: one.of(after) for one in MEASURES}


def difference(mine: Value, other: Value) -> float:
    """How much more of a measure there is after one play than after another, throws in 36ths; 0
    where one of them cannot be told."""
    if isinstance(mine, Throws) and isinstance(other, Throws):
        if not mine.total or not other.total:
            return 0.0
        return 36.0 * (mine.count / mine.total - other.count / other.total)
    if isinstance(mine, int) and isinstance(other, int):
        return float(mine - other)
    return 0.0

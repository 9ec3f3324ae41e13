"""How many checkers have room on points, bar and reserve in a game."""

from __future__ import annotations

from functools import lru_cache

from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Contact, Ruleset, Side


@lru_cache(maxsize=256)
def has_bar(rules: Ruleset) -> bool:
    """Whether checkers can be on the bar in this game."""
    if any(setup.bar for setup in rules.start):
        return True
    hits = rules.contact in (Contact.HIT, Contact.FACING) and rules.block == 2
    return hits and not geometry_of(rules).towers and not _apart(rules)


def has_reserve(rules: Ruleset) -> bool:
    """Whether checkers are entered from outside in this game."""
    return any(setup.reserve for setup in rules.start)


@lru_cache(maxsize=256)
def most_on_points(rules: Ruleset) -> tuple[dict[int, int], dict[int, int]]:
    """For each side the booklet points where it can be, and how many checkers fit there."""
    geometry, apart = geometry_of(rules), _apart(rules)
    white, black = (
        {
            point: most_on_point(rules, path)
            for path, point in enumerate(geometry.track[side], 1)
            if not apart or geometry.is_home(path)
        }
        for side in Side
    )
    return white, black


@lru_cache(maxsize=256)
def room_on_points(rules: Ruleset) -> tuple[list[int], list[int], int] | None:
    """How many checkers of each side fit on each booklet point (from 1; 0 where it cannot be), and
    how many on the bar; None in games where there is more to know."""
    if geometry_of(rules).towers or rules.piles or rules.run_from > 1:
        return None
    white, black = (
        [min(most.get(point, 0), 15) for point in range(25)] for most in most_on_points(rules)
    )
    return white, black, 15 if has_bar(rules) else 0


def _apart(rules: Ruleset) -> bool:
    """Both sides start in their last quarter, so they never meet (Eureka)."""
    geometry = geometry_of(rules)
    return all(
        geometry.is_home(geometry.path(side, point))
        for side in Side
        for point, _ in rules.start[side].points
    ) and not any(setup.bar or setup.reserve for setup in rules.start)


def most_on_point(rules: Ruleset, path: int) -> int:
    """How many checkers one side may have on a path point of its track."""
    geometry = geometry_of(rules)
    started = max(
        dict(rules.start[side].points).get(geometry.point(side, path), 0) for side in Side
    )
    if geometry.loops or path in rules.single:
        return max(1, started)
    if geometry.towers:
        return 2
    return max(rules.stack, started) if rules.stack else rules.checkers

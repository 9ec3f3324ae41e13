"""Why a step is not allowed: first what is asked of its checker (is there one, may it move, does
it run that way), the number, where it lands, and then what the rest of the throw demands.

The reasons come from the same functions that generate steps, so they cannot disagree with them.
"""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.kernel import slots
from tavola.rules.model import movement
from tavola.rules.model.geometry import QUARTER, geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal
from tavola.rules.model.room import most_on_point
from tavola.rules.model.ruleset import Order, Ruleset, Side, Wall, Waste
from tavola.rules.turn.state import Phase, State, where

MOST = 6
"""The largest number of a die."""


def refusal_of_step(state: State, number: int, source: int, target: int) -> Refusal:
    """Why the side on turn may not play this step (kernel codes for bar, reserve and off)."""
    found = refusal_of_way(state, source, target)
    if found is not None:
        return found
    numbers = numbers_of_throw(state)
    if number not in numbers:
        return _with_its_number(
            state, not_left(state, number, source, target), number, (source, target)
        )
    local = _local(state, number, source, target)
    if local is not None:
        return _with_its_number(state, local, number, (source, target))
    return (
        _of_a_lost_throw(state, numbers)
        if _is_lost(state)
        else _obligation(state, number, (source, target))
    )


def refusal_of_way(state: State, source: int, target: int) -> Refusal | None:
    """Why no number at all plays a checker from here to there now, or None."""
    if state.phase in (Phase.OVER, Phase.END):
        return Refusal("game_over")
    if state.phase is not Phase.MOVE:
        return Refusal("not_now", {"action": "step"})
    if not (1 <= source <= slots.FROM_RESERVE and (1 <= target <= 24 or target == slots.TO_OFF)):
        return Refusal("no_such_step")
    found = _of_source(state, source)
    if found is None and not numbers_of_throw(state):
        return Refusal("none_left")
    return found or _of_direction(state, source, target)


def numbers_of_throw(state: State) -> tuple[int, ...]:
    """The numbers that are left; of a throw of which nothing could be played all of its dice."""
    turn = state.turn
    return turn.dice or () if _is_lost(state) else turn.left


def _is_lost(state: State) -> bool:
    turn = state.turn
    return turn.heir is None and turn.dice is not None and not turn.steps and not turn.numbers


def not_left(state: State, number: int, source: int, target: int) -> Refusal:
    """The number that a step takes is not there: what there is, and from where to where."""
    left, geometry = numbers_of_throw(state), geometry_of(state.rules)
    if source in (slots.FROM_BAR, slots.FROM_RESERVE) and number > MOST:
        points = [geometry.point(state.side, n) for n in dict.fromkeys(left)]
        return Refusal("entry_number", {"numbers": list(dict.fromkeys(left)), "entries": points})
    details: dict[str, object] = {"number": number, "left": list(left)}
    if not geometry.towers:
        details |= {"from": where(source), "to": where(target)}
    return Refusal("not_left", details)


def number_of_way(state: State, source: int, target: int) -> int:
    """The number that leads from source to target, off by exact count."""
    geometry = geometry_of(state.rules)
    start = geometry.path(state.side, source) if source <= 24 else 0
    if geometry.towers:
        return start
    end = geometry.length + 1 if target == slots.TO_OFF else geometry.path(state.side, target)
    if geometry.loops:
        return (end - start) % geometry.length
    return abs(end - start)


def _with_its_number(state: State, refusal: Refusal, number: int, way: tuple[int, int]) -> Refusal:
    """A refusal for the number of a step; if no rule would play that way with it, as in a record
    that was written wrong, with the number that the way needs.  Boards ask for a tower with any."""
    if refusal.code not in ("not_left", "no_such_step") or geometry_of(state.rules).towers:
        return refusal
    needed = number_of_way(state, *way)
    if number == needed or (number > needed and way[1] == slots.TO_OFF):
        return refusal
    return Refusal(refusal.code, {**refusal.details, "number": number, "needed": needed})


def _of_a_lost_throw(state: State, dice: tuple[int, ...]) -> Refusal:
    """Nothing of the throw could be played: the step fails with the whole throw."""
    if state.rules.waste is Waste.NOTHING:
        return Refusal("all_or_nothing")
    return Refusal("low_first", {"number": min(dice)})


def _of_source(state: State, source: int) -> Refusal | None:
    """Why no checker can be moved from here, whatever the number."""
    rules, position, side = state.rules, state.position, state.side
    pool = {slots.FROM_BAR: position.bar, slots.FROM_RESERVE: position.reserve}.get(source)
    if pool is not None and not pool(side):
        return Refusal("no_checker", {"point": where(source)})
    if geometry_of(rules).towers:
        return None
    if source <= 24 and position.top(source) is not side:
        return _no_checker(position, side, source)
    if rules.bar_first and position.bar(side) and source != slots.FROM_BAR:
        return Refusal("bar_first")
    entered = rules.checkers - position.reserve(side)
    if position.reserve(side) and entered < rules.enter_first and source <= 24:
        return Refusal(
            "reserve_first", {"count": min(rules.enter_first - entered, position.reserve(side))}
        )
    return None


def _of_direction(state: State, source: int, target: int) -> Refusal | None:
    """Why a checker may not run that way, or not leave yet, whatever the number."""
    rules, side = state.rules, state.side
    geometry = geometry_of(rules)
    if not geometry.runs:
        return None
    start = geometry.path(side, source) if source <= 24 else 0
    if target == slots.TO_OFF:
        exact = geometry.length + 1 - start
        if not start or rules.piles:
            return Refusal("no_such_step")
        home = movement.leaving(rules, state.position, side, start, exact) != slots.NOT_HOME
        return None if home else _not_home(state)
    end = geometry.path(side, target)
    if not end:
        return Refusal("no_such_step")
    return None if end > start or (rules.backward and end < start) else Refusal("wrong_way")


def _obligation(state: State, number: int, way: tuple[int, int]) -> Refusal:
    """The step is possible by itself, but no complete play begins with it."""
    turn, rules = state.turn, state.rules
    left = turn.left
    if rules.order is Order.LOW_FIRST and number != min(left):
        return Refusal("low_first", {"number": min(left)})
    if turn.only > 0 and number != turn.only:
        return Refusal("higher", {"number": turn.only})
    if rules.wall is Wall.OPENED and _only_shuts(state, number, way):
        return Refusal("shut_in")
    if rules.least_excess and _only_exceeds(state, number, way):
        return Refusal("excess")
    if rules.burst and way[1] <= 24 and state.position.count(state.side.other, way[1]) > 1:
        return Refusal("burst_in_need")
    others = [n for n in left if n != number]
    if rules.waste is Waste.NOTHING:
        return Refusal("all_or_nothing")
    if len(set(others)) == 1:
        code = "low_lets_high" if rules.order is Order.LOW_FIRST else "other_number"
        return Refusal(code, {"number": others[0]})
    return Refusal("more_numbers", {"count": turn.need})


def _only_exceeds(state: State, number: int, way: tuple[int, int]) -> bool:
    """Whether a step with the number is refused only because its plays bear off with more excess
    than others."""
    turn, free = state.turn, replace(state.rules, least_excess=False)
    only = max(turn.only, 0)
    found = movement.next_steps(
        free, state.position, state.side, turn.numbers, turn.used, turn.need, only
    )
    return any(step >> 10 == number and (step >> 5 & 31, step & 31) == way for step in found)


def _only_shuts(state: State, number: int, way: tuple[int, int]) -> bool:
    """Whether a step with the number is refused for the wall alone that must be opened."""
    turn, free = state.turn, replace(state.rules, wall=Wall.FREE)
    found = movement.next_steps(
        free, state.position, state.side, turn.numbers, turn.used, turn.need, turn.only
    )
    return any(step >> 10 == number and (step >> 5 & 31, step & 31) == way for step in found)


def _local(state: State, number: int, source: int, target: int) -> Refusal | None:
    """What stands in the way of this step alone, or None."""
    code = (number << 10) | (source << 5) | target
    if code in movement.single_steps(state.rules, state.position, state.side, number):
        return None
    geometry = geometry_of(state.rules)
    if geometry.towers:
        return _of_a_tower(state, source)
    if geometry.loops:
        return Refusal("no_such_step")
    return _running(state, number, source, target)


def _of_a_tower(state: State, source: int) -> Refusal:
    """Why no number that is left serves a tower; only its own number ever does."""
    own = geometry_of(state.rules).path(state.side, source)
    if not own:
        return Refusal("no_checker", {"point": source})
    if own not in numbers_of_throw(state):
        return not_left(state, own, source, source)
    return Refusal("tower_done", {"point": source})


def _no_checker(position: Position, side: Side, point: int) -> Refusal:
    if position.pinned(point) is side:
        return Refusal("pinned", {"point": point})
    return Refusal("no_checker", {"point": point})


def _running(state: State, number: int, source: int, target: int) -> Refusal:
    rules, position, side = state.rules, state.position, state.side
    geometry = geometry_of(rules)
    start = geometry.path(side, source) if source <= 24 else 0
    if target == slots.TO_OFF:
        over_end = start + number > geometry.length
        guarded = _guarded(state, start, start + number) if over_end else None
        return guarded or _leaving(rules, position, side, start, number)
    end = geometry.path(side, target)
    if end != start + number and not (rules.backward and start and end == start - number):
        return Refusal("no_such_step")
    guarded = _guarded(state, start, end) if end == start + number else None
    if guarded is not None:
        return guarded
    reason = movement.landing(rules, position, side, start, end)
    if reason == slots.FULL:
        return _full(rules, position, side, end)
    count = position.count(side.other, target)
    return {
        slots.BLOCKED: Refusal("blocked", {"point": target, "count": count}),
        slots.OWN_BELOW: Refusal("own_below", {"point": target}),
        slots.OVERTAKES: Refusal("overtakes", {"point": target}),
    }.get(reason, Refusal("no_such_step"))


def _full(rules: Ruleset, position: Position, side: Side, end: int) -> Refusal:
    """No more checkers go to a path point; `entering`: many may stand there from the start, but
    none of the side's may when one enters."""
    point = geometry_of(rules).point(side, end)
    details: dict[str, object] = {"point": point, "count": position.count(side, point)}
    if end in rules.single and most_on_point(rules, end) > 1:
        details["entering"] = True
    return Refusal("full", details)


def _guarded(state: State, start: int, end: int) -> Refusal | None:
    """What rules for runner, start and walls, and for who has hit, say against a step between path
    points (over the end: off the board), or None."""
    rules, position, side = state.rules, state.position, state.side
    code = movement.guard(rules, position, side, start, end - start) if start else slots.OPEN
    track, enemy = geometry_of(rules).track[side], geometry_of(rules).track[side.other]
    runner = next((point for point in reversed(track) if position.count(side, point)), 0)
    last = track[min(end, len(track)) - 1]
    return {
        slots.RUNNER_FIRST: Refusal("runner_first", {"point": runner}),
        slots.HEAD_ONCE: Refusal("head_once", {"point": track[0]}),
        slots.QUARTER_FULL: Refusal("quarter_full", {"points": list(track[:QUARTER])}),
        slots.ENEMY_QUARTER_FULL: Refusal("enemy_quarter_full", {"points": list(enemy[:QUARTER])}),
        slots.WALLED: Refusal("walled", {"point": last}),
        slots.LAST_TWO_FIRST: Refusal(
            "last_two_first", {"point": last, "points": list(track[-2:])}
        ),
        slots.HITTER_STAYS: Refusal("hitter_stays", {"point": track[start - 1]}),
    }.get(code)


def _leaving(rules: Ruleset, position: Position, side: Side, start: int, number: int) -> Refusal:
    geometry = geometry_of(rules)
    if start + number <= geometry.length:
        return Refusal("no_such_step")
    if movement.leaving(rules, position, side, start, number) == slots.NOT_EXACT:
        return Refusal("exact", {"number": geometry.length + 1 - start})
    rear = movement.rearmost(rules, position, side)
    code = "farthest_only" if rules.farthest_off else "farther"
    return Refusal(code, {"point": geometry.point(side, rear)})


def _not_home(state: State) -> Refusal:
    """Checkers may not leave yet: where those are that are not home."""
    position, side = state.position, state.side
    geometry = geometry_of(state.rules)
    behind: list[int | str] = [p for p in geometry.outside(side) if position.count(side, p)]
    pools = {"bar": position.bar(side), "res": position.reserve(side)}
    return Refusal("not_home", {"points": [name for name, n in pools.items() if n] + behind})

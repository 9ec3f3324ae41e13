"""Why a step is not allowed: first what stands in its own way, then what the rest of the throw
demands.

The reasons come from the same functions that generate steps, so they cannot disagree with them.
"""

from __future__ import annotations

from tavola.rules.kernel import slots
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal
from tavola.rules.model.ruleset import Order, Ruleset, Side, Waste
from tavola.rules.turn.state import Phase, State


def refusal_of_step(state: State, number: int, source: int, target: int) -> Refusal:
    """Why the side on turn may not play this step (kernel codes for bar, reserve and off)."""
    if state.phase in (Phase.OVER, Phase.END):
        return Refusal("game_over")
    if state.phase is not Phase.MOVE:
        return Refusal("not_now", {"action": "step"})
    turn = state.turn
    if turn.heir is None and turn.dice is not None and not turn.steps and not turn.numbers:
        return _of_a_lost_throw(state, turn.dice, number, source, target)
    if number not in turn.left:
        return Refusal("not_left", {"number": number})
    local = _local(state, number, source, target)
    return local or _obligation(state, number)


def _of_a_lost_throw(
    state: State, dice: tuple[int, int], number: int, source: int, target: int
) -> Refusal:
    """Nothing of the throw could be played: the step fails by itself, or with the whole throw."""
    if number not in dice:
        return Refusal("not_left", {"number": number})
    local = _local(state, number, source, target)
    if local is not None:
        return local
    if state.rules.waste is Waste.NOTHING:
        return Refusal("all_or_nothing")
    return Refusal("low_first", {"number": min(dice)})


def _obligation(state: State, number: int) -> Refusal:
    """The step is possible by itself, but no complete play begins with it."""
    turn, rules = state.turn, state.rules
    left = turn.left
    if rules.order is Order.LOW_FIRST and number != min(left):
        return Refusal("low_first", {"number": min(left)})
    if turn.only and number != turn.only:
        return Refusal("higher", {"number": turn.only})
    others = [n for n in left if n != number]
    if rules.waste is Waste.NOTHING:
        return Refusal("all_or_nothing")
    if others:
        code = "low_lets_high" if rules.order is Order.LOW_FIRST else "other_number"
        return Refusal(code, {"number": others[0]})
    return Refusal("more_numbers", {"count": turn.need})


def _local(state: State, number: int, source: int, target: int) -> Refusal | None:
    """What stands in the way of this step alone, or None."""
    if not (1 <= source <= slots.FROM_RESERVE and (1 <= target <= 24 or target == slots.TO_OFF)):
        return Refusal("no_such_step")
    code = (number << 10) | (source << 5) | target
    if code in movement.single_steps(state.rules, state.position, state.side, number):
        return None
    geometry = geometry_of(state.rules)
    if geometry.towers:
        return Refusal("tower_done", {"point": source})
    if source <= 24 and state.position.top(source) is not state.side:
        return _no_checker(state.position, state.side, source)
    if geometry.loops:
        return Refusal("no_such_step")
    return _running(state, number, source, target)


def _no_checker(position: Position, side: Side, point: int) -> Refusal:
    if position.pinned(point) is side:
        return Refusal("pinned", {"point": point})
    return Refusal("no_checker", {"point": point})


def _running(state: State, number: int, source: int, target: int) -> Refusal:
    rules, position, side = state.rules, state.position, state.side
    geometry = geometry_of(rules)
    pool = {slots.FROM_BAR: position.bar, slots.FROM_RESERVE: position.reserve}.get(source)
    if pool is not None and not pool(side):
        return Refusal("no_checker", {"point": "bar" if source == slots.FROM_BAR else "res"})
    if rules.bar_first and position.bar(side) and source != slots.FROM_BAR:
        return Refusal("bar_first")
    entered = rules.checkers - position.reserve(side)
    if position.reserve(side) and entered < rules.enter_first and source <= 24:
        return Refusal(
            "reserve_first", {"count": min(rules.enter_first - entered, position.reserve(side))}
        )
    start = geometry.path(side, source) if source <= 24 else 0
    if target == slots.TO_OFF:
        return _leaving(rules, position, side, start, number)
    end = geometry.path(side, target)
    if end != start + number and not (rules.backward and start and end == start - number):
        return Refusal("wrong_way" if end < start else "no_such_step")
    reason = movement.landing(rules, position, side, start, end)
    count = position.count(side if reason == slots.FULL else side.other, target)
    return {
        slots.BLOCKED: Refusal("blocked", {"point": target, "count": count}),
        slots.FULL: Refusal("full", {"point": target, "count": count}),
        slots.OWN_BELOW: Refusal("own_below", {"point": target}),
        slots.OVERTAKES: Refusal("overtakes", {"point": target}),
    }.get(reason, Refusal("no_such_step"))


def _leaving(rules: Ruleset, position: Position, side: Side, start: int, number: int) -> Refusal:
    geometry = geometry_of(rules)
    if not start or start + number <= geometry.length or rules.piles:
        return Refusal("no_such_step")
    reason = movement.leaving(rules, position, side, start, number)
    if reason == slots.NOT_HOME:
        behind: list[int | str] = [p for p in geometry.outside(side) if position.count(side, p)]
        pools = {"bar": position.bar(side), "res": position.reserve(side)}
        return Refusal("not_home", {"points": [n for n, c in pools.items() if c] + behind})
    if reason == slots.NOT_EXACT:
        return Refusal("exact", {"number": geometry.length + 1 - start})
    rear = movement.rearmost(rules, position, side)
    return Refusal("farther", {"point": geometry.point(side, rear)})

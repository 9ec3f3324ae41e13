"""The rule-of-thumb player: greedy on pips, hits, blots and points; the same code for every game.

It looks at the positions a part of its throw can lead to and takes the one that looks best.  It
knows no game: what it counts comes from the rules (pips, goal, contact), so a new game has it at
once.
"""

from __future__ import annotations

from tavola.rules import engine, match, turn
from tavola.rules import kernel as k
from tavola.rules.geometry import GEOMETRIES
from tavola.rules.notation import hits
from tavola.rules.position import Position
from tavola.rules.ruleset import Goal, Ruleset, Side
from tavola.rules.state import Action, Kind, Phase, State, step_action

OFF, PIP, HIT, BLOT, POINT, PINNED = 8.0, 0.35, 9.0, 1.6, 1.2, 7.0
DOUBLE_LEAD, DROP_LEAD = 0.09, 0.16
"""Shares of the own pips by which one must lead to double, or trail to drop."""


def value(rules: Ruleset, position: Position, side: Side) -> float:
    """How good a position looks for `side` when the other side is next; higher is better."""
    sign = -1.0 if rules.goal is Goal.LAST_OFF else 1.0
    total = sign * OFF * (position.off(side) - position.off(side.other))
    if rules.goal is Goal.CAPTURE_ALL:
        return -total
    total -= sign * PIP * engine.pip_count(rules, position, side)
    total += sign * PIP * engine.pip_count(rules, position, side.other)
    total += HIT * (position.bar(side.other) - position.bar(side))
    return total + _structure(rules, position, side) + 0.5 * position.stage(side)


def _structure(rules: Ruleset, position: Position, side: Side) -> float:
    """Points held and blots left where the enemy may still come by, and pins."""
    geometry = GEOMETRIES[rules.board]
    if not geometry.runs:
        return 0.0
    total = 0.0
    for point, count in position.points(side).items():
        if position.pinned(point) is side:
            total -= PINNED
        elif position.pinned(point) is side.other:
            total += PINNED
        elif not _enemy_behind(rules, position, side, point):
            continue
        elif count >= rules.block:
            total += POINT
        elif count == 1:
            total -= BLOT * (0.4 + geometry.path(side, point) / geometry.length)
    return total


def _enemy_behind(rules: Ruleset, position: Position, side: Side, point: int) -> bool:
    """Whether an enemy checker can still reach the point."""
    geometry, other = GEOMETRIES[rules.board], side.other
    if position.bar(other) or position.reserve(other):
        return True
    here = geometry.path(other, point)
    rear = engine.rearmost(rules, position, other)
    return here > rear


def _gain(rules: Ruleset, position: Position, side: Side, play: engine.Play) -> float:
    """What a play is worth: the position it leaves, and what it did on the way."""
    before, after = position, position
    struck = False
    for step in play.steps:
        after = engine.after(rules, before, side, step)
        struck = struck or hits(before, after, side)
        before = after
    if struck and rules.hit_loses:
        return -1000.0
    return value(rules, play.position, side)


def best_play(state: State, numbers: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The steps of the play it likes best for the part that begins; the first of equals."""
    rules, side, position = state.rules, state.side, state.position
    plays = engine.plays(rules, position, side, numbers or state.turn.numbers)
    if not plays:
        return ()
    return max(plays, key=lambda play: (_gain(rules, position, side, play), play.steps)).steps


def choose(state: State) -> tuple[Action, ...]:
    """What it does now: one action, or all steps of a part.  Empty where dice must fall first."""
    side = state.actor
    if side is None:
        return (Action(Kind.NEXT),) if state.phase is Phase.OVER else ()
    if state.phase is Phase.ANSWER:
        return (_answer(state, side),)
    if state.phase is Phase.CHOOSE:
        return (Action(Kind.CHOOSE, side, number=_best_double(state)),)
    if state.phase is Phase.START:
        return _start(state, side)
    if state.turn.ending is not None:
        return (Action(Kind.DONE, side),)
    if state.turn.used:
        return (_next_step(state),)
    return tuple(step_action(side, step) for step in best_play(state))


def _next_step(state: State) -> Action:
    """In the middle of a part (a resumed game): the step that looks best by itself."""
    rules, side = state.rules, state.side

    def looks(action: Action) -> float:
        return value(rules, engine.after(rules, state.position, side, action.code), side)

    return max(turn.next_steps(state), key=looks)


def _start(state: State, side: Side) -> tuple[Action, ...]:
    if state.names:
        named = [a for a in turn.legal(state) if a.kind is Kind.NAME]
        return (max(named, key=lambda action: _worth_of(turn.apply(state, action)[0])),)
    if turn.may_double(state, side) and _lead(state, side) > DOUBLE_LEAD:
        return (Action(Kind.DOUBLE, side),)
    return ()


def _worth_of(state: State) -> float:
    """How the position looks after the best play of the part that begins."""
    steps = best_play(state) if state.turn.need else ()
    position = state.position
    for step in steps:
        position = engine.after(state.rules, position, state.side, step)
    return value(state.rules, position, state.side)


def _best_double(state: State) -> int:
    def worth(number: int) -> float:
        action = Action(Kind.CHOOSE, state.side, number=number)
        return _worth_of(turn.apply(state, action)[0])

    return max(range(1, 7), key=worth)


def _lead(state: State, side: Side) -> float:
    """By which share of its own pips a side leads the race."""
    mine = engine.pip_count(state.rules, state.position, side)
    theirs = engine.pip_count(state.rules, state.position, side.other)
    lead = (theirs - mine) / max(mine, 1)
    return -lead if state.rules.goal is Goal.LAST_OFF else lead


def _answer(state: State, side: Side) -> Action:
    offer = state.offer
    assert offer is not None
    if offer.kind is Kind.DOUBLE:
        drops = _lead(state, side.other) > DROP_LEAD
        return Action(Kind.DROP if drops else Kind.TAKE, side)
    if offer.kind is Kind.DRAW:
        return Action(Kind.DECLINE if state.idle < 2 else Kind.AGREE, side)
    fair = offer.value >= min(_still_to_win(state, side), match.most_resigned(state))
    return Action(Kind.ACCEPT if fair else Kind.REFUSE, side)


def _still_to_win(state: State, side: Side) -> int:
    """The multiple it hopes for: what the loser's position counts now, if the win seems sure."""
    hopeful = _lead(state, side) > 1.0 and state.position.off(side.other) == 0
    return 2 if hopeful and state.position.off(side) > k.WIDTH // 8 else 1

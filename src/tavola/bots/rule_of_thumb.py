"""The rule-of-thumb player: greedy on pips, hits, blots and points; the same code for every game.

It looks at the positions a part of its throw can lead to and takes the one that looks best.  It
knows no game: what it counts comes from the rules (pips, goal, contact), so a new game has it at
once.
"""

from __future__ import annotations

from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.movement import hits
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Goal, Ruleset, Side
from tavola.rules.model.throws import every_throw, is_double, throws_of
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

OFF, PIP, HIT, BLOT, POINT, PINNED = 8.0, 0.35, 9.0, 1.6, 1.2, 7.0
WALL = 0.8
"""Worth of a closed point for each enemy checker before it, where one checker closes a point."""
LOST = -1000.0
"""Worth of a play that loses by hitting."""
DOUBLE_LEAD, DROP_LEAD, GAMMON_LEAD, BACKGAMMON_LEAD = 0.09, 0.16, 1.0, 4.0
"""Leads from which it doubles, drops, and hopes for more than a plain win; see `lead`."""
RISK = 0.3
"""What the danger of having to hit counts as a lead, where hitting loses."""


def value(rules: Ruleset, position: Position, side: Side) -> float:
    """How good a position looks for `side` when the other side is next; higher is better."""
    total = OFF * (position.off(side) - position.off(side.other))
    if rules.goal is Goal.CAPTURE_ALL:
        return -total
    total -= PIP * movement.pip_count(rules, position, side)
    total += PIP * movement.pip_count(rules, position, side.other)
    total += HIT * (position.bar(side.other) - position.bar(side))
    total += _structure(rules, position, side) + 0.5 * position.stage(side)
    return -total if rules.goal is Goal.LAST_OFF else total


def _structure(rules: Ruleset, position: Position, side: Side) -> float:
    """Points held and blots left where the enemy may still come by, and pins.

    Where hitting loses, a blot is a trap.
    """
    geometry = geometry_of(rules)
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
        elif rules.block == 1:
            total += WALL * _held_up(rules, position, side.other, point)
        elif count >= rules.block or rules.hit_loses:
            total += POINT
        elif count == 1:
            total -= BLOT * (0.4 + geometry.path(side, point) / geometry.length)
    return total


def _enemy_behind(rules: Ruleset, position: Position, side: Side, point: int) -> bool:
    """Whether an enemy checker can still reach the point."""
    geometry, other = geometry_of(rules), side.other
    if position.bar(other) or position.reserve(other):
        return True
    here = geometry.path(other, point)
    rear = movement.rearmost(rules, position, other)
    return here > rear


def _held_up(rules: Ruleset, position: Position, side: Side, point: int) -> int:
    """How many checkers of `side` a closed point hinders: those within a die's reach of it."""
    path, reach = geometry_of(rules).path, range(1, 7)
    ahead = path(side, point)
    return sum(n for p, n in position.points(side).items() if ahead - path(side, p) in reach)


def _strikes(rules: Ruleset, position: Position, side: Side, steps: tuple[int, ...]) -> bool:
    """Whether one of the steps hits."""
    for step in steps:
        after = movement.after(rules, position, side, step)
        if hits(position, after, side):
            return True
        position = after
    return False


def _gain(rules: Ruleset, position: Position, side: Side, play: movement.Play) -> float:
    """What a play is worth: the position it leaves, unless it loses on the way."""
    if rules.hit_loses and _strikes(rules, position, side, play.steps):
        return LOST
    return value(rules, play.position, side)


def best_play(state: State) -> tuple[int, ...]:
    """The steps of the play it likes best for the part that begins; of equals always the same."""
    rules, side, position = state.rules, state.side, state.position
    plays = turn.plays(state)
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
    rules, side, position = state.rules, state.side, state.position

    def looks(action: Action) -> tuple[float, int]:
        after = movement.after(rules, position, side, action.code)
        return _gain(rules, position, side, movement.Play((action.code,), after)), action.code

    return max(turn.next_steps(state), key=looks)


def _start(state: State, side: Side) -> tuple[Action, ...]:
    if _doubles(state, side):
        return (Action(Kind.DOUBLE, side),)
    if state.names:
        named = [a for a in turn.legal(state) if a.kind is Kind.NAME]
        return (max(named, key=lambda action: _worth_of(turn.apply(state, action)[0])),)
    return ()


def _worth_of(state: State) -> float:
    """How the position looks after the best play of the part that begins."""
    rules, side, position = state.rules, state.side, state.position
    plays = turn.plays(state)
    if not plays:
        return value(rules, position, side)
    return max(_gain(rules, position, side, play) for play in plays)


def _best_double(state: State) -> int:
    def worth(number: int) -> float:
        action = Action(Kind.CHOOSE, state.side, number=number)
        return _worth_of(turn.apply(state, action)[0])

    return max(range(1, 7), key=worth)


# ------------------------------------------------------------------------------------------ offers


def lead(state: State, side: Side) -> float:
    """By which share of its own way a side is ahead; the ways of unequal sides count as equal.

    Where hitting loses, the danger of having to hit counts instead of the race.
    """
    rules, position = state.rules, state.position
    if rules.hit_loses:
        return RISK * (_risk(state, side.other) - _risk(state, side))
    start = Position.start(rules)
    mine, theirs = (
        movement.pip_count(rules, position, who) / max(movement.pip_count(rules, start, who), 1)
        for who in (side, side.other)
    )
    if rules.goal is Goal.LAST_OFF:
        mine, theirs = theirs, mine
    return (theirs - mine) / max(mine, 0.01)


def _risk(state: State, side: Side) -> float:
    """The share of the throws with which a side can do nothing but hit."""
    rules, position, lost = state.rules, state.position, 0
    for throw, weight in throws_of(rules):
        numbers = (throw[0],) * rules.double_moves if is_double(throw) else throw
        plays = movement.plays(rules, position, side, numbers)
        if plays and all(_strikes(rules, position, side, play.steps) for play in plays):
            lost += weight
    return lost / len(every_throw(rules))


def _doubles(state: State, side: Side) -> bool:
    """It doubles when it is ahead and the cube can still win it something."""
    length = state.match.length
    enough = length is not None and state.score_of(side) + state.cube.value >= length
    return turn.may_double(state, side) and not enough and lead(state, side) > DOUBLE_LEAD


def _answer(state: State, side: Side) -> Action:
    offer = state.offer
    assert offer is not None
    behind = lead(state, side.other) > DROP_LEAD
    if offer.kind is Kind.DOUBLE:
        drops = behind and not _last_chance(state, side, offer.value // 2)
        return Action(Kind.DROP if drops else Kind.TAKE, side)
    if offer.kind is Kind.DRAW:
        return Action(Kind.AGREE if behind or state.idle >= 2 else Kind.DECLINE, side)
    return Action(Kind.ACCEPT if offer.value >= _hoped(state, side) else Kind.REFUSE, side)


def _last_chance(state: State, side: Side, points: int) -> bool:
    """Whether the match is lost when the opponent wins so many points."""
    length = state.match.length
    return length is not None and state.score_of(side.other) + points >= length


def _hoped(state: State, side: Side) -> int:
    """The multiple it hopes to win: more than one only far ahead of a side with none off."""
    ahead, multiple = lead(state, side), movement.multiple(state.rules, state.position, side.other)
    if ahead <= GAMMON_LEAD:
        return 1
    return min(turn.most_resigned(state), multiple if ahead > BACKGAMMON_LEAD else min(multiple, 2))

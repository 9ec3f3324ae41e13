"""How a match stands: what is asked, the position, the pools."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model.position import Position
from tavola.rules.model.room import has_bar, has_reserve
from tavola.rules.model.ruleset import Contact, Dice, Side
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.words import results
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark


def situation(speaker: Speaker, state: State) -> list[str]:
    """Score, cube, what is asked, dice and what lies open."""
    lines = [
        results.score(speaker, state),
        cube(speaker, state),
        prompt(speaker, state),
        _thrown(speaker, state),
        *open_throws(speaker, state),
    ]
    return [line for line in lines if line]


def _thrown(speaker: Speaker, state: State) -> str:
    words, now = speaker.words, state.turn
    if state.phase is not Phase.MOVE or now.dice is None:
        return ""
    dice, numbers = speaker.dice(now.dice), speaker.numbers(now.left)
    if not now.left:
        return words.text("Thrown: {dice}; no number is left.", dice=dice)
    return words.text("Thrown: {dice}; left to play: {numbers}.", dice=dice, numbers=numbers)


def standing(speaker: Speaker, state: State) -> list[str]:
    """What a play hangs on beside the position: the score where games add up, and the cube."""
    lines = ["" if state.match.money else results.score(speaker, state), cube(speaker, state)]
    return [line for line in lines if line]


_HAS_THE_CUBE = (
    mark("{player} has the cube; it counts {value}."),
    mark("You have the cube; it counts {value}."),
)
_OPEN_THROW = mark("Open throw, {player}: {dice}."), mark("Your open throw: {dice}.")


def cube(speaker: Speaker, state: State) -> str:
    """The cube and its owner; empty in a game without a cube."""
    words, value, owner = speaker.words, state.cube.value, state.cube.owner
    if not state.rules.cube:
        return ""
    if speaker.brief:
        if owner is None:
            holder = words.text("in the middle")
        else:
            yours = words.within("cube", "yours")
            holder = speaker.pick(owner, speaker.caller(owner, state), yours)
        return words.text("Cube {value}, {holder}.", value=value, holder=holder)
    if owner is None:
        return words.text("The cube is in the middle and counts {value}.", value=value)
    return speaker.sentence(speaker.told(owner, state, *_HAS_THE_CUBE, value=value))


def open_throws(speaker: Speaker, state: State) -> list[str]:
    """Throws that lie open, and the one of the whole game."""
    words, found = speaker.words, []
    for side in speaker.sides:
        throw = state.ahead[side]
        if throw is not None:
            message, player = speaker.pick(side, *_OPEN_THROW), speaker.caller(side, state)
            found.append(words.text(message, player=player, dice=speaker.dice(throw)))
    if state.fixed is not None:
        found.append(words.text("The fixed throw: {dice}.", dice=speaker.dice(state.fixed)))
    return found


# ------------------------------------------------------------------------------- what is asked


_ASKED = mark("{player}: {asked}."), mark("Your turn: {asked}.")
_ASKED_TO_ANSWER = mark("{player}: {asked}."), mark("Your answer: {asked}.")
_ON_TURN = mark("{player} is on turn."), mark("You are on turn.")
_PLAYING = mark("{player} is on turn: {numbers}."), mark("You are on turn: {numbers}.")
_TO_ANSWER = mark("{player} has to answer."), mark("You have to answer.")
_THROWS_AHEAD = (
    mark("{player} has to throw for the next turn."),
    mark("You have to throw for the next turn."),
)
_MAY_DOUBLE_TOO = mark("{player} may double too."), mark("You may double too.")


THROW_YOURS = mark("Throw your dice and type them, for example {throw}.")
"""Asks for the real dice that fall now; `throw` is `example_throw`."""


def example_throw(state: State) -> str:
    """A throw of as many dice as fall now, as it is typed."""
    return written((6, 3, 1)[-turn.awaited(state) :])


def prompt(speaker: Speaker, state: State, *, by_hand: bool = False) -> str:
    """What is waited for, addressed to the player who must act; for a listener who waits, that.

    `by_hand`: people throw the dice now, those of the computer too, and type them.
    """
    words = speaker.words
    if state.phase is Phase.OPENING:
        if by_hand:
            return words.text("Each throws one die: type White’s and Black’s, for example 5-3.")
        return words.text("Each player throws one die.")
    if state.phase is Phase.END:
        return words.text("The match is over.")
    if state.phase is Phase.OVER:
        return words.text("The game is over; go on to the next game.")
    side = state.thrower if state.phase is Phase.START else state.actor
    assert side is not None
    told = _awaited(speaker, state, side, by_hand) if side.other is speaker.me else ""
    told = told or _addressed(speaker, state, side)
    if state.phase is Phase.START and turn.may_double(state, side.other):
        told += " " + speaker.sentence(speaker.told(side.other, state, *_MAY_DOUBLE_TOO))
    return speaker.sentence(told)


def _addressed(speaker: Speaker, state: State, side: Side) -> str:
    asked = speaker.words.join(_asked(speaker, state), alternative=True)
    forms = _ASKED_TO_ANSWER if state.phase is Phase.ANSWER else _ASKED
    player = speaker.caller(side, state)
    asked = speaker.words.after_colon(asked)
    return speaker.words.text(speaker.pick(side, *forms), player=player, asked=asked)


def _awaited(speaker: Speaker, state: State, side: Side, by_hand: bool) -> str:
    """What the listener's opponent is to do."""
    if state.phase is Phase.START and by_hand:
        if speaker.computer and state.fixed is None:
            return speaker.words.text("The computer is on turn: throw its dice and type them.")
        return _addressed(speaker, state, side)
    if state.phase is Phase.ANSWER:
        return speaker.told(side, state, *_TO_ANSWER)
    if state.phase is Phase.START and side is not state.side:
        return speaker.told(side, state, *_THROWS_AHEAD)
    if state.phase is Phase.MOVE and state.turn.need:
        numbers = speaker.numbers(state.turn.left)
        return speaker.told(side, state, *_PLAYING, numbers=numbers)
    return speaker.told(side, state, *_ON_TURN)


def _asked(speaker: Speaker, state: State) -> list[str]:
    words = speaker.words
    if state.phase is Phase.START:
        return _asked_at_start(speaker, state)
    if state.phase is Phase.ANSWER:
        return _answers(speaker, state)
    if state.phase is Phase.CHOOSE:
        return [words.within("imperative", "choose a double by its number, 1 to 6")]
    return [_asked_to_move(speaker, state)]


def _asked_at_start(speaker: Speaker, state: State) -> list[str]:
    words, asked = speaker.words, []
    if state.names:
        asked.append(words.within("imperative", "name two different numbers"))
    elif state.fixed is not None:
        asked.append(words.within("imperative", "go on with the fixed throw"))
    elif state.rules.dice is Dice.AHEAD and state.thrower is not state.side:
        asked.append(words.within("imperative", "throw for your next turn"))
    elif not state.fresh and state.rules.dice is not Dice.AHEAD:
        asked.append(words.within("imperative", "throw again"))
    else:
        asked.append(words.within("imperative", "throw the dice"))
    if state.opening is not None:
        dice = speaker.dice(state.opening)
        asked.append(words.within("imperative", "keep the opening dice, {dice}", dice=dice))
    if state.thrower is state.side and turn.may_double(state, state.side):
        asked.append(words.within("imperative", "double"))
    return asked


def _answers(speaker: Speaker, state: State) -> list[str]:
    words, offer = speaker.words, state.offer
    assert offer is not None
    if offer.kind is Kind.DRAW:
        return [
            words.within("imperative", "agree to the draw"),
            words.within("imperative", "decline it"),
        ]
    if offer.kind is Kind.RESIGN:
        return [
            words.within("imperative", "accept the resignation"),
            words.within("imperative", "refuse it"),
        ]
    asked = [
        words.within("imperative", "take the double to {value}", value=offer.value),
        words.within("imperative", "drop it"),
    ]
    return [*asked, words.within("imperative", "beaver")] if turn.may_beaver(state) else asked


def _asked_to_move(speaker: Speaker, state: State) -> str:
    words, now = speaker.words, state.turn
    if not now.need:
        if _same_side_goes_on(state):
            return words.within("imperative", "no number is left; end this part of your turn")
        return words.within("imperative", "no number is left; end your turn")
    left = now.left
    if now.heir is not None:
        text = speaker.times(left[0], now.need)
        return words.within("imperative", "play the inherited numbers, {numbers}", numbers=text)
    if now.only > 0:
        return words.within("imperative", "play the {number}, the only one", number=now.only)
    if now.need == len(left):
        return words.within("imperative", "play {numbers}", numbers=speaker.numbers(left))
    if len(set(left)) == 1:
        return words.within(
            "imperative", "play {numbers}", numbers=speaker.times(left[0], now.need)
        )
    text = words.join([str(number) for number in left], alternative=True)
    return words.within("imperative", "play {numbers}", numbers=text)


def _same_side_goes_on(state: State) -> bool:
    """Whether a throw of the same side follows: another, a second, or its own after an heir's."""
    heir = state.turn.heir is not None
    return _second_comes(state) or heir or state.turn.ending == turn_program.THROW_AGAIN


def _second_comes(state: State) -> bool:
    """Whether the side on turn has a second throw after this one."""
    return state.fresh and state.rules.namer is state.side.other


# ------------------------------------------------------------------------------- the position


_THROWS_TWICE = (
    mark("{player} throws once more after this throw."),
    mark("You throw once more after this throw."),
)


def own_position(speaker: Speaker, state: State) -> list[str]:
    """A position that somebody is asked about with no match around it: his colour, then as
    `lone_position`."""
    me = speaker.me
    told = [] if me is None else [_colour(speaker.words, me)]
    return [*told, *lone_position(speaker, state)]


def lone_position(speaker: Speaker, state: State) -> list[str]:
    """A position with no match around it: what a match has told before is told with it."""
    return [*position(speaker, state), *beside(speaker, state)]


def beside(speaker: Speaker, state: State) -> list[str]:
    """What a play depends on and no checker shows: throws that lie open, and a second one."""
    told = open_throws(speaker, state)
    if state.phase is Phase.MOVE and _second_comes(state):
        told.append(speaker.sentence(speaker.told(state.side, state, *_THROWS_TWICE)))
    return told


def _colour(words: Words, side: Side) -> str:
    return words.text("You play {colour}.", colour=side_name(words, side))


def position(speaker: Speaker, state: State) -> list[str]:
    """Where all checkers are: in full point by point, in brief a line for each side."""
    if speaker.geometry.towers:
        return [line for side in speaker.sides for line in _towers(speaker, state, side)] + pools(
            speaker, state
        )
    if speaker.brief:
        return [_row(speaker, state, side) for side in speaker.sides] + pools(speaker, state)
    lines = [
        _point(speaker, state.position, point)
        for point in _order(speaker)
        if state.position.top(point) is not None
    ]
    words = speaker.words
    others = words.text("All other points are empty.")
    rest = others if lines else words.text("All points are empty.")
    return [*lines, rest, *pools(speaker, state)]


def _order(speaker: Speaker) -> list[int]:
    """The points along the listener's track, then those of the other track alone."""
    track, viewer = speaker.geometry.track, speaker.viewer
    mine = track[viewer]
    return [*mine, *(point for point in track[viewer.other] if point not in mine)]


def _row(speaker: Speaker, state: State, side: Side) -> str:
    words, found = speaker.words, []
    for point in _order(speaker):
        count = state.position.count(side, point)
        number = speaker.number(None, point)
        if count and state.position.pinned(point) is side:
            found.append(words.text("1 pinned on {number}", number=number))
        elif count:
            found.append(words.text("{count} on {number}", count=count, number=number))
    text = ", ".join(found) or words.text("no checker on the board")
    return _line(speaker, side, state, text)


def _line(speaker: Speaker, side: Side, state: State, text: str) -> str:
    """What there is to tell of one side: `Black: 2 off.`"""
    player = speaker.caller(side, state)
    return speaker.sentence(speaker.words.text("{player}: {text}.", player=player, text=text))


def _point(speaker: Speaker, at: Position, point: int) -> str:
    words, number, top = speaker.words, speaker.number(None, point), at.top(point)
    if top is None:
        if speaker.brief:
            return words.text("{number}: empty.", number=number)
        return words.text("Point {number}: empty.", number=number)
    text = speaker.checkers(top, at.count(top, point))
    below = at.pinned(point)
    if below is Side.WHITE:
        text = words.text("{checkers} on a pinned white checker", checkers=text)
    elif below is Side.BLACK:
        text = words.text("{checkers} on a pinned black checker", checkers=text)
    if speaker.brief:
        return words.text("{number}: {checkers}.", number=number, checkers=text)
    return words.text("Point {number}: {checkers}.", number=number, checkers=text)


def _towers(speaker: Speaker, state: State, side: Side) -> list[str]:
    player = speaker.caller(side, state)
    found = []
    for point in speaker.geometry.track[side]:
        tower, text = speaker.number(side, point), _tower(speaker, state.position, side, point)
        if speaker.brief:
            found.append(f"{tower} {text}")
        else:
            found.append(_tower_line(speaker, player, tower, text))
    if not speaker.brief:
        return found
    return [_line(speaker, side, state, ", ".join(found))]


def _tower_line(speaker: Speaker, player: str, tower: str, text: str) -> str:
    told = speaker.words.text(
        "{player}, tower {tower}: {text}.", player=player, tower=tower, text=text
    )
    return speaker.sentence(told)


def _tower(speaker: Speaker, at: Position, side: Side, point: int) -> str:
    words, count = speaker.words, at.count(side, point)
    if count == 2:
        return words.text("side by side") if at.lying(point) else words.text("stacked")
    return speaker.words.plural("one checker", "{count} checkers", count)


def point(speaker: Speaker, state: State, number: int) -> str:
    """One booklet point: what stands there, and in full where its checkers may go now."""
    return points(speaker, state, [number])[number]


def points(speaker: Speaker, state: State, numbers: Sequence[int]) -> dict[int, str]:
    """What `point` says of each of some booklet points."""
    # Asked once for all: every page of a table wants all points after each step.
    steps = () if speaker.brief else turn.next_steps(state)
    told = {}
    for number in numbers:
        ways = [_way(speaker, action) for action in steps if action.source == number]
        told[number] = " ".join([_standing(speaker, state, number), *ways])
    return told


def _standing(speaker: Speaker, state: State, point: int) -> str:
    """What stands on a point, or which tower it is."""
    geometry = speaker.geometry
    if not geometry.towers:
        return _point(speaker, state.position, point)
    owner = next(s for s in Side if geometry.path(s, point) or s is Side.BLACK)
    if not geometry.path(owner, point):
        return _point(speaker, state.position, point)
    text = _tower(speaker, state.position, owner, point)
    return _tower_line(speaker, speaker.caller(owner, state), speaker.number(owner, point), text)


def _way(speaker: Speaker, action: Action) -> str:
    words, number = speaker.words, action.number
    if action.target == TO_OFF:
        return words.text("A {number} takes a checker off.", number=number)
    if action.target == action.source:
        return words.text("A {number} serves this tower.", number=number)
    target = speaker.number(action.side, action.target)
    return words.text("A {number} leads to {target}.", number=number, target=target)


# ------------------------------------------------------------------------------- off the board


def pools(speaker: Speaker, state: State) -> list[str]:
    """Bar, reserve and off of both sides, if the game has them; in brief only what is there."""
    told = {side: ", ".join(pools_of(speaker, state.position, side)) for side in speaker.sides}
    return [_line(speaker, side, state, text) for side, text in told.items() if text]


def pools_of(speaker: Speaker, at: Position, side: Side) -> list[str]:
    """What one side has on the bar, in reserve and off; in brief only what is there."""
    words, rules, found = speaker.words, speaker.rules, []
    if has_bar(rules) and (at.bar(side) or not speaker.brief):
        found.append(words.text("{count} on the bar", count=at.bar(side)))
    if has_reserve(rules) and (at.reserve(side) or not speaker.brief):
        found.append(words.text("{count} in reserve", count=at.reserve(side)))
    if not rules.piles and (at.off(side) or not speaker.brief):
        if rules.contact is Contact.CAPTURE:
            found.append(words.text("{count} removed", count=at.off(side)))
        else:
            found.append(words.plural("{count} off", "{count} off", at.off(side)))
    if speaker.geometry.towers:
        stages = (
            words.text("stage 1, breaking up"),
            words.text("stage 2, rebuilding"),
            words.text("stage 3, bearing off"),
        )
        found.append(stages[at.stage(side) - 1])
    return found
